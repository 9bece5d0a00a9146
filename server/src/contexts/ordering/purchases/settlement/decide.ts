import type { AlertKind, ExchangeKind } from '@lapak/contract/ordering/purchases'
import type { Approval } from '#contexts/system/approvals/approvals.ts'
import type { Caller } from '#http/http.ts'
import { isAboutDayOf } from '#integrations/suppliers/day.ts'
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { type AttemptState, attemptState, isLive } from '../attempt-state.ts'
import { askAgainInMs } from './ask-again.ts'

/** What became known about an attempt: an answer, a report, or a person's word. */
export interface Outcome {
  attemptId: bigint
  purchaseId: bigint
  source: ExchangeKind
  /** Under which claim of the attempt the seller was called; null for what came by itself. */
  claim: number | null
  result: SupplierOutcome
  request: string
  answer: string
  tookMs: number | null
  /** Set where nothing that we may do can make it certain. */
  needsPerson?: NeedsPerson
  /** Set where it is a person's word. */
  forced?: Forced
}

/** A person's word about a purchase, as it has to hold under its lock. */
export interface Forced {
  by: Caller
  /** A seller about its own sale, which no rule about administrators is about. */
  asSeller: boolean
  reason: string | null
  /** Above this price an administrator needs a second one; null is never. */
  aloneUpTo: bigint | null
  /** The second one's yes to what the first asked for. */
  approval: Approval | null
}

export interface NeedsPerson {
  why: AlertKind
  /** The seller may be asked all the same; where a question is an order sent again, it may not. */
  mayAsk: boolean
}

export interface AttemptNow {
  state: number
  asks: number
  /** How often it was claimed, to be sent or asked about. */
  claims: number
  /** When the order first left, or may have left; null before that. */
  sentAt: Date | null
  /** When it left again; null when it did not. */
  lastSentAt: Date | null
  /** The good is a code. */
  needsCode: boolean
  /** The seller said before that it is delivered, and gave no code. */
  codeMissing: boolean
  /** How long its seller's server surely remembers the reference. */
  referenceKeptMs: number
}

export interface Timing {
  askAfterMs: number
  /** An order may still be under way for this long after it left, whatever the seller says it has not seen. */
  underWayMs: number
  /** By so much sellers' clocks may differ from ours. */
  clocksDifferMs: number
}

export type Decision =
  | { do: 'succeed'; serialNumber: string | null }
  /** Certain that nothing was or will be delivered: try the next seller, or give the money back. */
  | { do: 'fail'; state: AttemptState }
  /** Keep the hold and ask later, never when `dueInMs` is null. */
  | { do: 'wait'; state: AttemptState; dueInMs: number | null; alert: AlertKind | null; codeMissing?: true }
  /** The seller has never seen it and too much time has passed for it to be under way: send the same reference once more. */
  | { do: 'send-again' }
  /** A different final state than the one that holds: a person must look, nothing changes. */
  | { do: 'alert-contradiction' }
  | { do: 'nothing' }

/**
 * Pure: the rules for every answer at every state. Unknown is never a failure, a final state is never overwritten, and an
 * attempt that may have left before this call ends only by a word about the order, never by one about the call.
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
      // Nobody knows whether a code is on its way after all.
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

/** Nobody else has ever had the attempt in hand, so that nothing but this call can have left; nor did the seller say that it works on it. */
const isOnlyCall = ({ claims, state }: AttemptNow, { source }: Pick<Outcome, 'source'>) =>
  claims === 1 && source === 'order' && state === attemptState.sending

/** Somebody else has the attempt in hand since, and will know better. */
const isOutdated = ({ claims }: AttemptNow, { claim }: Pick<Outcome, 'claim'>) => claim !== null && claim !== claims

function unclear(attempt: AttemptNow, outcome: Pick<Outcome, 'claim' | 'needsPerson'>, timing: Timing): Decision {
  const { needsPerson } = outcome
  if (isOutdated(attempt, outcome)) return { do: 'nothing' }
  if (needsPerson === undefined) return later(attempt, timing)
  const wait = later(attempt, timing, needsPerson.why)
  return needsPerson.mayAsk ? wait : { ...wait, dueInMs: null }
}

/** The good is a code and none came: its seller is asked once more, and then a person, who may ask the seller by telephone. */
function withoutCode(attempt: AttemptNow, { source }: Pick<Outcome, 'source'>, timing: Timing): Decision {
  const isAsked = attempt.codeMissing && source === 'status'
  const wait = { ...later(attempt, timing, isAsked ? 'code_missing' : null), state: attemptState.waiting, codeMissing: true as const }
  return isAsked ? { ...wait, dueInMs: null } : wait
}

/**
 * The order is sent again only while its seller surely remembers the reference, when the answer is about all days on which it
 * left, and never after the seller had said that it works on it. Beyond that only people decide; a late success still counts.
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

/** A seller that once said "pending" is believed until it says otherwise; anything else unclear is unknown. */
function later(attempt: AttemptNow, timing: Timing, alert: AlertKind | null = null): Extract<Decision, { do: 'wait' }> {
  const state = attempt.state === attemptState.waiting ? attemptState.waiting : attemptState.unknown
  return { do: 'wait', state, dueInMs: askAgainInMs(attempt.asks, timing.askAfterMs), alert }
}
