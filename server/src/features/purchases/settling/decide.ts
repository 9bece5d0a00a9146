import type { SupplierOutcome } from '#outside/suppliers/supplier.ts'
import { type AttemptState, attemptState, isLive } from './attempt-state.ts'

/** What became known about an attempt: an answer, a report, or a person's word. */
export interface Outcome {
  attemptId: bigint
  purchaseId: bigint
  source: 'order' | 'status' | 'report' | 'force'
  result: SupplierOutcome
  request: string
  answer: string
  tookMs: number | null
  /** Who forced it, when a person did. */
  forcedBy?: bigint
}

export interface AttemptNow {
  state: number
  asks: number
  /** When the order first left; null before that. */
  sentAt: Date | null
}

export interface Timing {
  askAfterMs: number
  alertAfterMs: number
  /** An order may still be under way for this long after it left, whatever the seller says it has not seen. */
  underWayMs: number
}

export type Decision =
  | { do: 'succeed'; serialNumber: string | null }
  /** Certain that nothing was or will be delivered: try the next seller, or give the money back. */
  | { do: 'fail'; state: AttemptState }
  /** Keep the hold and ask later; `alert` when a person should look. */
  | { do: 'wait'; state: AttemptState; dueAt: Date; alert: boolean }
  /** The seller has never seen it and too much time has passed for it to be under way: send the same reference once more. */
  | { do: 'send-again' }
  /** A different final state than the one that holds: a person must look, nothing changes. */
  | { do: 'alert-contradiction' }
  | { do: 'nothing' }

const askLaterMaxMs = 15 * 60_000

/** Pure: the rules for every answer at every state. Unknown is never a failure, and a final state is never overwritten. */
export function decide(attempt: AttemptNow, outcome: Pick<Outcome, 'source' | 'result'>, now: Date, timing: Timing): Decision {
  const { result } = outcome
  if (!isLive(attempt.state)) return contradicts(attempt.state, result) ? { do: 'alert-contradiction' } : { do: 'nothing' }
  switch (result.state) {
    case 'success':
      return { do: 'succeed', serialNumber: result.serialNumber }
    case 'failed':
      return { do: 'fail', state: attemptState.failed }
    case 'unsent':
      return outcome.source === 'order' ? { do: 'fail', state: attemptState.unsent } : later(attempt, now, timing)
    case 'not-found':
      return msSinceSent(attempt, now) > timing.underWayMs ? { do: 'send-again' } : later(attempt, now, timing)
    case 'pending':
      return { ...later(attempt, now, timing), state: attemptState.waiting }
    case 'unknown':
      return later(attempt, now, timing)
  }
}

function contradicts(state: number, result: SupplierOutcome): boolean {
  if (result.state === 'success') return state !== attemptState.success
  return result.state === 'failed' && state === attemptState.success
}

const msSinceSent = (attempt: AttemptNow, now: Date) => (attempt.sentAt === null ? 0 : now.getTime() - attempt.sentAt.getTime())

/** A seller that once said "pending" is believed until it says otherwise; anything else unclear is unknown. */
function later(attempt: AttemptNow, now: Date, timing: Timing): Extract<Decision, { do: 'wait' }> {
  const state = attempt.state === attemptState.waiting ? attemptState.waiting : attemptState.unknown
  const delay = Math.min(timing.askAfterMs * 2 ** Math.min(attempt.asks, 10), askLaterMaxMs)
  return {
    do: 'wait',
    state,
    dueAt: new Date(now.getTime() + delay),
    alert: state === attemptState.unknown && msSinceSent(attempt, now) > timing.alertAfterMs,
  }
}
