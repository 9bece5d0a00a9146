/**
 * Named points at which the fault tests kill the process. In production this is an empty function; the configuration
 * refuses the switch there. These are the steps of an order,
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

/** and these those of money that administrators move: a ticket is locked, written, and committed without an answer yet. */
export const moneyPoints = ['ticket.held', 'ticket.written', 'ticket.decided'] as const

/** A payout: claimed, answered by the provider, and the answer written. */
export const payoutPoints = ['payout.claimed', 'payout.sent', 'payout.written'] as const

/**
 * What else moves money: a wish is committed without an answer yet; what the provider or a bank tells is kept, its money written, and
 * committed while the job that did it is still held.
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

/** An order by Jabber: its message is kept, it is placed, its answer is kept, and its answer was given to the connection. */
export const jabberPoints = ['jabber.taken', 'jabber.ordered', 'jabber.answered', 'jabber.sent'] as const

const faultPoints = [...orderPoints, ...moneyPoints, ...payoutPoints, ...flowPoints, ...jabberPoints] as const
export type CrashPoint = (typeof faultPoints)[number]

export interface Crash {
  point: CrashPoint
  /** Which pass of the point kills, from 1. */
  nth: number
}

/** Reads `point:nth`; null for anything else. */
export function readCrash(text: string): Crash | null {
  const [name, nth = '1', ...rest] = text.split(':')
  const point = faultPoints.find((known) => known === name)
  return point !== undefined && rest.length === 0 && /^[1-9]\d{0,5}$/.test(nth) ? { point, nth: Number(nth) } : null
}

let armed: { point: CrashPoint; countdown: number } | null = null

/** Kills this process without any clean-up when the fault's point is passed for the nth time. */
function arm({ point, nth }: Crash) {
  armed = { point, countdown: nth }
}

/** From now on this process can be killed at a point: at once by `first`, and whenever the parent sends `point:nth`, which is sent back. */
export function armCrashPoints(first: Crash | null) {
  if (first !== null) arm(first)
  process.on('message', (text: unknown) => {
    const fault = readCrash(String(text))
    if (fault === null) return
    arm(fault)
    process.send?.(text)
  })
  // A test that is gone leaves no server behind.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

export function crashPoint(point: CrashPoint) {
  if (armed === null || armed.point !== point) return
  armed.countdown -= 1
  if (armed.countdown <= 0) process.kill(process.pid, 'SIGKILL')
}
