/**
 * Named points at which the fault test kills the process. In production this is an empty function; the configuration
 * refuses the switch there.
 */
export const faultPoints = [
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
export type FaultPoint = (typeof faultPoints)[number]

export interface Fault {
  point: FaultPoint
  /** Which pass of the point kills, from 1. */
  nth: number
}

/** Reads `point:nth`; null for anything else. */
export function readFault(text: string): Fault | null {
  const [name, nth = '1', ...rest] = text.split(':')
  const point = faultPoints.find((known) => known === name)
  return point !== undefined && rest.length === 0 && /^[1-9]\d{0,5}$/.test(nth) ? { point, nth: Number(nth) } : null
}

let armed: { point: FaultPoint; countdown: number } | null = null

/** Kills this process without any clean-up when the fault's point is passed for the nth time. */
function arm({ point, nth }: Fault) {
  armed = { point, countdown: nth }
}

/** From now on this process can be killed at a point: at once by `first`, and whenever the parent sends `point:nth`. */
export function allowFaults(first: Fault | null) {
  if (first !== null) arm(first)
  process.on('message', (text: unknown) => {
    const fault = readFault(String(text))
    if (fault !== null) arm(fault)
  })
  // A test that is gone leaves no server behind.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

export function passing(point: FaultPoint) {
  if (armed === null || armed.point !== point) return
  armed.countdown -= 1
  if (armed.countdown <= 0) process.kill(process.pid, 'SIGKILL')
}
