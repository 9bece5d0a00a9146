/**
 * Named points at which fault tests kill the process. In production the function does nothing, and the configuration refuses to enable it. These are
 * the steps of an order.
 */
export const orderPoints = [
  'order.received',
  'order.placed',
  'order.answered',
  'attempt.claimed',
  'attempt.sent',
  'attempt.answered',
  'outcome.settling',
  'outcome.written',
  'outcome.settled',
  'callback.claimed',
  'callback.sent',
  'report.received',
] as const

/**
 * An administrator's decision about money: the ticket is locked, the ticket is written, and the decision is committed but the request is not answered
 * yet.
 */
export const moneyPoints = ['ticket.held', 'ticket.written', 'ticket.decided'] as const

/** A payout: claimed by a worker, answered by the provider, and the answer written. */
export const payoutPoints = ['payout.claimed', 'payout.sent', 'payout.written'] as const

/**
 * Other money movements. For requests: committed but not answered yet. For reports of the provider or a bank: report stored, money booked, and
 * committed while the job is still running.
 */
export const flowPoints = [
  'topup.made',
  'cash_out.made',
  'withdrawal.made',
  'payment.kept',
  'payment.written',
  'payment.settled',
  'rows.stored',
  'row.written',
  'row.matched',
  'cash.moved',
  'money.given',
] as const
export type FlowPoint = (typeof flowPoints)[number]

/** An order by Jabber: message stored, order placed, answer stored, answer handed to the connection. */
export const xmppPoints = ['jabber.taken', 'jabber.ordered', 'jabber.answered', 'jabber.sent'] as const

const faultPoints = [...orderPoints, ...moneyPoints, ...payoutPoints, ...flowPoints, ...xmppPoints] as const
export type CrashPoint = (typeof faultPoints)[number]

export interface Crash {
  point: CrashPoint
  /** The process is killed when it passes the point for the nth time, counted from 1. */
  nth: number
}

/** Parses `point:nth`; null for any other text. */
export function readCrash(text: string): Crash | null {
  const [name, nth = '1', ...rest] = text.split(':')
  const point = faultPoints.find((known) => known === name)
  return point !== undefined && rest.length === 0 && /^[1-9]\d{0,5}$/.test(nth) ? { point, nth: Number(nth) } : null
}

let armed: { point: CrashPoint; countdown: number } | null = null

/** Kills this process without clean-up when the point is passed for the nth time. */
function arm({ point, nth }: Crash) {
  armed = { point, countdown: nth }
}

/**
 * Enables kills in this process: immediately at the point in `first`, and at each `point:nth` that the parent process sends, which is echoed as
 * confirmation.
 */
export function armCrashPoints(first: Crash | null) {
  if (first !== null) arm(first)
  process.on('message', (text: unknown) => {
    const fault = readCrash(String(text))
    if (fault === null) return
    arm(fault)
    process.send?.(text)
  })
  // The server ends when its test process has ended.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

export function crashPoint(point: CrashPoint) {
  if (armed === null || armed.point !== point) return
  armed.countdown -= 1
  if (armed.countdown <= 0) process.kill(process.pid, 'SIGKILL')
}
