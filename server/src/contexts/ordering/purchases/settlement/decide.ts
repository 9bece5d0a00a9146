import type { AlertKind, ExchangeKind } from '@lapak/contract/ordering/purchases'
import type { Approval } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { coversDaysSent } from '#integrations/suppliers/day.ts'
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { type AttemptState, attemptState, isLive } from '../attempt-state.ts'
import { statusRetryDelayMs } from './status-retry.ts'

/** New information about an attempt: an answer to a call, a report, or a person's decision. */
export interface Outcome {
  attemptId: bigint
  purchaseId: bigint
  source: ExchangeKind
  /** The number of the claim under which the seller's server was called; null for reports and decisions. */
  claim: number | null
  result: SupplierOutcome
  request: string
  answer: string
  tookMs: number | null
  /** Why a person must decide; set if no permitted call can make the outcome certain. */
  manualReview?: ManualReview
  /** The decision, if it was made by a person. */
  forced?: Forced
}

/** A person's decision about a purchase, with the conditions that are checked while the purchase is locked. */
export interface Forced {
  by: Caller
  /** True if a seller decides about its own sale; the rules for administrators then do not apply. */
  asSeller: boolean
  reason: string | null
  /** The highest price that an administrator may decide without a second administrator; null means any price. */
  soloLimit: bigint | null
  /** The approval by a second administrator; null if it is not needed or not given yet. */
  approval: Approval | null
  /** For a refund by an administrator: locks the dispute of the purchase, and throws if it has ended or its rejection waits. */
  lockDispute?: (tx: Tx) => Promise<void>
}

export interface ManualReview {
  alert: AlertKind
  /** True if the status may still be requested; false if a status request would send the order again. */
  mayRequestStatus: boolean
}

export interface AttemptSnapshot {
  state: number
  calls: number
  /** How often the attempt was claimed, for sending the order or for requesting its status. */
  claims: number
  /** When the order was first sent or may have been sent; null if it was not sent yet. */
  sentAt: Date | null
  /** When the order was last sent again; null if it was sent only once. */
  lastSentAt: Date | null
  /** The product is a code that the buyer types in, so a success needs a serial number. */
  needsCode: boolean
  /** True if the seller has already reported a success without a code. */
  codeMissing: boolean
  /** True if the seller has said that only a part was delivered. */
  partial: boolean
  /**
   * True if the order was live at a restore of the database. In the time that is lost, the attempt may have failed, and another seller may have
   * delivered.
   */
  isFromBeforeRestore: boolean
  /** For how many milliseconds the seller's server certainly remembers the reference. */
  referenceKeptMs: number
}

export interface Timing {
  statusRequestAfterMs: number
  /**
   * For how many milliseconds after it was sent an order may still be in transit, even if the seller's server answers that it does not know the
   * order.
   */
  inTransitMs: number
  /** The maximum difference in milliseconds between sellers' clocks and ours. */
  maxClockSkewMs: number
}

export type Decision =
  | { do: 'succeed'; serialNumber: string | null }
  /** It is certain that nothing was or will be delivered: try the next seller, or return the money to the buyer. */
  | { do: 'fail'; state: AttemptState }
  /** Keep the hold and request the status again after `dueInMs` milliseconds, or never if it is null. */
  | { do: 'wait'; state: AttemptState; dueInMs: number | null; alert: AlertKind | null; codeMissing?: true; partial?: true }
  /** The seller's server never received the order, and the order can no longer be in transit: send it again with the same reference. */
  | { do: 'send-again' }
  /** The outcome contradicts the stored final state: raise an alert and change nothing. */
  | { do: 'alert-contradiction' }
  | { do: 'nothing' }

/**
 * Pure function with the rules for every outcome in every state of an attempt. An unknown outcome is never a failure. A final state is never
 * overwritten. If an attempt may have been sent before this call, only an outcome of the order can end it, never a failure of the call. After a
 * restore, only a person ends an order from before it as failed.
 */
export function decideOutcome(attempt: AttemptSnapshot, outcome: DecidedOutcome, now: Date, timing: Timing): Decision {
  const decision = decideAlone(attempt, outcome, now, timing)
  return decision.do === 'fail' && attempt.isFromBeforeRestore && outcome.source !== 'force'
    ? { ...waitAndRetry(attempt, timing, 'status_too_old'), dueInMs: null }
    : decision
}

type DecidedOutcome = Pick<Outcome, 'source' | 'claim' | 'result' | 'manualReview'>

function decideAlone(attempt: AttemptSnapshot, outcome: DecidedOutcome, now: Date, timing: Timing): Decision {
  const { result, source } = outcome
  if (!isLive(attempt.state))
    return source !== 'force' && contradicts(attempt.state, result) ? { do: 'alert-contradiction' } : { do: 'nothing' }
  if (source !== 'force' && (attempt.partial || (result.state === 'unknown' && result.partial))) return waitForPerson(attempt, timing)
  switch (result.state) {
    case 'success':
      if (attempt.needsCode && result.serialNumber === null && source !== 'force') return decideWithoutCode(attempt, outcome, timing)
      return { do: 'succeed', serialNumber: result.serialNumber }
    case 'failed':
      // The seller reported a success without a code, so the code may still arrive.
      if (attempt.codeMissing && source !== 'force') return waitAndRetry(attempt, timing, 'contradiction')
      return result.ofCall && !isOnlyCall(attempt, outcome) && !isReportOnOnlyCall(attempt, outcome)
        ? decideUnclear(attempt, outcome, timing)
        : { do: 'fail', state: attemptState.failed }
    case 'refused':
      return isOnlyCall(attempt, outcome) ? { do: 'fail', state: attemptState.failed } : decideUnclear(attempt, outcome, timing)
    case 'unsent':
      return isOnlyCall(attempt, outcome) ? { do: 'fail', state: attemptState.unsent } : decideUnclear(attempt, outcome, timing)
    case 'not-found':
      return isOutdated(attempt, outcome) ? { do: 'nothing' } : decideNotFound(attempt, result.days, now, timing)
    case 'pending':
      return { ...waitAndRetry(attempt, timing), state: attemptState.waiting }
    case 'unknown':
      return decideUnclear(attempt, outcome, timing)
  }
}

function contradicts(state: number, result: SupplierOutcome): boolean {
  if (result.state === 'success') return state !== attemptState.success
  if (result.state === 'unknown') return result.partial === true
  return result.state === 'failed' && state === attemptState.success
}

/** True if no other call of this attempt can have been sent, and the seller has not reported that it is processing the order. */
const isOnlyCall = ({ claims, state }: AttemptSnapshot, { source }: Pick<Outcome, 'source'>) =>
  claims === 1 && source === 'order' && state === attemptState.sending

/** True for a report while the order is the only call, so that the failure in it is not about a repeated call or a status query. */
const isReportOnOnlyCall = ({ claims }: AttemptSnapshot, { source }: Pick<Outcome, 'source'>) => claims === 1 && source === 'report'

/** True if the attempt was claimed again after this call began. The newer call will report its own outcome. */
const isOutdated = ({ claims }: AttemptSnapshot, { claim }: Pick<Outcome, 'claim'>) => claim !== null && claim !== claims

function decideUnclear(attempt: AttemptSnapshot, outcome: Pick<Outcome, 'claim' | 'manualReview'>, timing: Timing): Decision {
  const { manualReview } = outcome
  if (isOutdated(attempt, outcome)) return { do: 'nothing' }
  if (manualReview === undefined) return waitAndRetry(attempt, timing)
  const wait = waitAndRetry(attempt, timing, manualReview.alert)
  return manualReview.mayRequestStatus ? wait : { ...wait, dueInMs: null }
}

/** A part was delivered: no later answer charges or refunds the whole price, and the order is not sent again. A person decides. */
const waitForPerson = (attempt: AttemptSnapshot, timing: Timing): Decision => ({
  ...waitAndRetry(attempt, timing, 'partial'),
  dueInMs: null,
  partial: true,
})

/**
 * A success without the code that the buyer needs: the status is requested once more, then an alert is raised so that a person can call the seller
 * and decide.
 */
function decideWithoutCode(attempt: AttemptSnapshot, { source }: Pick<Outcome, 'source'>, timing: Timing): Decision {
  const isAsked = attempt.codeMissing && source === 'status'
  const wait = {
    ...waitAndRetry(attempt, timing, isAsked ? 'code_missing' : null),
    state: attemptState.waiting,
    codeMissing: true as const,
  }
  return isAsked ? { ...wait, dueInMs: null } : wait
}

/**
 * The order is sent again only under three conditions: the seller certainly still remembers the reference, the answer covers all days on which the
 * order was sent, and the seller has never reported that it is processing the order. Otherwise a person decides; a late success still counts.
 */
function decideNotFound(attempt: AttemptSnapshot, days: readonly string[], now: Date, timing: Timing): Decision {
  const { state, sentAt, lastSentAt, referenceKeptMs } = attempt
  if (sentAt === null) return waitAndRetry(attempt, timing)
  const age = (moment: Date) => now.getTime() - moment.getTime()
  if (age(lastSentAt ?? sentAt) <= timing.inTransitMs) return waitAndRetry(attempt, timing)
  const sentTimes = lastSentAt === null ? [sentAt] : [sentAt, lastSentAt]
  const safe =
    state !== attemptState.waiting && age(sentAt) < referenceKeptMs && coversDaysSent(sentTimes, days, now, timing.maxClockSkewMs)
  return safe ? { do: 'send-again' } : waitAndRetry(attempt, timing, 'status_too_old')
}

/**
 * After the seller answered "pending", the state stays `waiting` when an unclear answer arrives. In any other state an unclear answer leads to
 * `unknown`.
 */
function waitAndRetry(attempt: AttemptSnapshot, timing: Timing, alert: AlertKind | null = null): Extract<Decision, { do: 'wait' }> {
  const state = attempt.state === attemptState.waiting ? attemptState.waiting : attemptState.unknown
  return { do: 'wait', state, dueInMs: statusRetryDelayMs(attempt.calls, timing.statusRequestAfterMs), alert }
}
