import type { AlertKind, ExchangeKind } from '@lapak/contract/ordering/purchases'
import type { Approval } from '#contexts/system/approvals/approvals.ts'
import type { Caller } from '#http/http.ts'
import { isAboutDayOf } from '#integrations/suppliers/day.ts'
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { type AttemptState, attemptState, isLive } from '../attempt-state.ts'
import { askAgainInMs } from './ask-again.ts'

/** A new fact about an attempt: an answer, a report, or a person's decision. */
export interface Outcome {
  attemptId: bigint
  purchaseId: bigint
  source: ExchangeKind
  /** The claim under which the seller was called; null for reports and decisions. */
  claim: number | null
  result: SupplierOutcome
  request: string
  answer: string
  tookMs: number | null
  /** Set if no permitted call can make the outcome certain. */
  needsPerson?: NeedsPerson
  /** Set if it is a person's decision. */
  forced?: Forced
}

/** A person's decision about a purchase, with the conditions that are checked under its lock. */
export interface Forced {
  by: Caller
  /** A seller decides about its own sale; the rules for administrators do not apply. */
  asSeller: boolean
  reason: string | null
  /** Above this price an administrator needs a second one; null means never. */
  aloneUpTo: bigint | null
  /** The second administrator's approval of the first one's request. */
  approval: Approval | null
}

export interface NeedsPerson {
  why: AlertKind
  /** Whether the seller may still be asked; false if a status request would send the order again. */
  mayAsk: boolean
}

export interface AttemptNow {
  state: number
  asks: number
  /** The number of claims, for sending or asking. */
  claims: number
  /** When the order was first sent, or may have been; null before. */
  sentAt: Date | null
  /** When it was sent again; null if it was not. */
  lastSentAt: Date | null
  /** The good is a code that the buyer types in. */
  needsCode: boolean
  /** The seller already reported a delivery without a code. */
  codeMissing: boolean
  /** For how long the seller's server certainly remembers the reference. */
  referenceKeptMs: number
}

export interface Timing {
  askAfterMs: number
  /** For this long after it was sent, an order may still be in transit, even if the seller answers that it does not know it. */
  underWayMs: number
  /** The maximum difference between sellers' clocks and ours. */
  clocksDifferMs: number
}

export type Decision =
  | { do: 'succeed'; serialNumber: string | null }
  /** It is certain that nothing was or will be delivered: try the next seller, or return the money. */
  | { do: 'fail'; state: AttemptState }
  /** Keep the hold and ask again later; never if `dueInMs` is null. */
  | { do: 'wait'; state: AttemptState; dueInMs: number | null; alert: AlertKind | null; codeMissing?: true }
  /** The seller never received the order, and it can no longer be in transit: send it again with the same reference. */
  | { do: 'send-again' }
  /** A different final state than the stored one: raise an alert for a person and change nothing. */
  | { do: 'alert-contradiction' }
  | { do: 'nothing' }

/**
 * Pure function with the rules for every answer in every state. Unknown is never a failure. A final state is never overwritten. An attempt that may
 * have been sent before this call ends only by an outcome of the order, never by a failure of the call.
 */
export function decide(
  attempt: AttemptNow,
  outcome: Pick<Outcome, 'source' | 'claim' | 'result' | 'needsPerson'>,
  now: Date,
  timing: Timing,
): Decision {
  const { result, source } = outcome
  if (!isLive(attempt.state))
    return source !== 'force' && contradicts(attempt.state, result) ? { do: 'alert-contradiction' } : { do: 'nothing' }
  switch (result.state) {
    case 'success':
      if (attempt.needsCode && result.serialNumber === null && source !== 'force') return withoutCode(attempt, outcome, timing)
      return { do: 'succeed', serialNumber: result.serialNumber }
    case 'failed':
      // A code may still be delivered.
      if (attempt.codeMissing && source !== 'force') return later(attempt, timing, 'contradiction')
      return result.ofCall && !isOnlyCall(attempt, outcome) ? unclear(attempt, outcome, timing) : { do: 'fail', state: attemptState.failed }
    case 'refused':
      return isOnlyCall(attempt, outcome) ? { do: 'fail', state: attemptState.failed } : unclear(attempt, outcome, timing)
    case 'unsent':
      return isOnlyCall(attempt, outcome) ? { do: 'fail', state: attemptState.unsent } : unclear(attempt, outcome, timing)
    case 'not-found':
      return isOutdated(attempt, outcome) ? { do: 'nothing' } : notFound(attempt, result.days, now, timing)
    case 'pending':
      return { ...later(attempt, timing), state: attemptState.waiting }
    case 'unknown':
      return unclear(attempt, outcome, timing)
  }
}

function contradicts(state: number, result: SupplierOutcome): boolean {
  if (result.state === 'success') return state !== attemptState.success
  return result.state === 'failed' && state === attemptState.success
}

/** True if no other call of this attempt can have been sent, and the seller has not reported that it is processing the order. */
const isOnlyCall = ({ claims, state }: AttemptNow, { source }: Pick<Outcome, 'source'>) =>
  claims === 1 && source === 'order' && state === attemptState.sending

/** The attempt was claimed again since, and the newer call will report its own outcome. */
const isOutdated = ({ claims }: AttemptNow, { claim }: Pick<Outcome, 'claim'>) => claim !== null && claim !== claims

function unclear(attempt: AttemptNow, outcome: Pick<Outcome, 'claim' | 'needsPerson'>, timing: Timing): Decision {
  const { needsPerson } = outcome
  if (isOutdated(attempt, outcome)) return { do: 'nothing' }
  if (needsPerson === undefined) return later(attempt, timing)
  const wait = later(attempt, timing, needsPerson.why)
  return needsPerson.mayAsk ? wait : { ...wait, dueInMs: null }
}

/** A success without the code that is the good: the seller is asked once more, then a person decides, who may call the seller. */
function withoutCode(attempt: AttemptNow, { source }: Pick<Outcome, 'source'>, timing: Timing): Decision {
  const isAsked = attempt.codeMissing && source === 'status'
  const wait = { ...later(attempt, timing, isAsked ? 'code_missing' : null), state: attemptState.waiting, codeMissing: true as const }
  return isAsked ? { ...wait, dueInMs: null } : wait
}

/**
 * The order is sent again only while the seller certainly remembers the reference, if the answer covers all days on which it was sent, and never
 * after the seller reported that it is processing it. Otherwise a person decides; a late success still counts.
 */
function notFound(attempt: AttemptNow, days: readonly string[], now: Date, timing: Timing): Decision {
  const { state, sentAt, lastSentAt, referenceKeptMs } = attempt
  if (sentAt === null) return later(attempt, timing)
  const age = (moment: Date) => now.getTime() - moment.getTime()
  if (age(lastSentAt ?? sentAt) <= timing.underWayMs) return later(attempt, timing)
  const left = lastSentAt === null ? [sentAt] : [sentAt, lastSentAt]
  const safe = state !== attemptState.waiting && age(sentAt) < referenceKeptMs && isAboutDayOf(left, days, now, timing.clocksDifferMs)
  return safe ? { do: 'send-again' } : later(attempt, timing, 'status_too_old')
}

/** A "pending" of the seller stays valid until it answers otherwise; any other unclear answer is unknown. */
function later(attempt: AttemptNow, timing: Timing, alert: AlertKind | null = null): Extract<Decision, { do: 'wait' }> {
  const state = attempt.state === attemptState.waiting ? attemptState.waiting : attemptState.unknown
  return { do: 'wait', state, dueInMs: askAgainInMs(attempt.asks, timing.askAfterMs), alert }
}
