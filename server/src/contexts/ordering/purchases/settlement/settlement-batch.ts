import type { AlertKind } from '@lapak/contract/ordering/purchases'
import type { EntrySet } from '#ledger/money-events.ts'
import { storableText } from '#shared/text.ts'
import type { Alert } from '../alerts/alerts.ts'
import { attemptState, isLive } from '../attempt-state.ts'
import { isBuyersFault } from '../failure-reasons.ts'
import type { Forced, Outcome } from './decide.ts'
import type { AttemptRow, LockedPurchase } from './locked.ts'

export interface AttemptChange {
  id: bigint
  /** The number of claims when the outcome was decided. */
  claims: number
  state: number
  /** Milliseconds until the status is requested again; null means never. */
  dueInMs: number | null
  /** True if another call has claimed the attempt and will report its own outcome, so the claim and the due time stay unchanged. */
  keepsClaim: boolean
  message: string
  /** True if the attempt failed because the target was wrong. */
  buyersFault: boolean
  tookMs: number | null
  called: boolean
  supplierReference: string | null
  /** True if the seller has reported a success without a code. */
  codeMissing: boolean
  /** True if the seller has said that only a part was delivered. */
  partial: boolean
}

/** The writes of a batch, which are collected while its outcomes are decided. */
export class SettlementBatch {
  readonly attempts = new Map<bigint, AttemptChange>()
  readonly changed = new Map<bigint, LockedPurchase>()
  readonly finished = new Set<bigint>()
  readonly sets: EntrySet[] = []
  readonly opened: { purchase: LockedPurchase; number: number; stocked: boolean }[] = []
  /** The former sellers of purchases that moved to another seller, by purchase id. */
  readonly formerSellers = new Map<bigint, bigint[]>()
  readonly alerts: Alert[] = []
  /** Ended attempts for which a piece of stock was reserved. */
  readonly returnedStock: AttemptRow[] = []
  /** Decisions of persons that were executed, without those that came too late. */
  readonly forced: (Outcome & { forced: Forced })[] = []
  readonly paidDebts = new Map<bigint, bigint>()

  changeAttempt(attempt: AttemptRow, outcome: Outcome, state: number, dueInMs: number | null = 0) {
    attempt.state = state
    const { result, source, claim } = outcome
    const reference = 'supplierReference' in result ? result.supplierReference : null
    // Values that this outcome does not contain are taken from an earlier outcome of the same batch.
    const before = this.attempts.get(attempt.id)
    const keepsClaim = isLive(state) && attempt.claimed_by !== null && claim !== attempt.claims
    const called = source === 'order' || source === 'status'
    if (!keepsClaim) attempt.claimed_by = null
    if (called) attempt.asks += 1
    this.attempts.set(attempt.id, {
      id: attempt.id,
      claims: attempt.claims,
      state,
      dueInMs,
      keepsClaim,
      message: storableText(result.message, 500),
      buyersFault: state === attemptState.failed && isBuyersFault(result.message),
      tookMs: (source === 'order' ? outcome.tookMs : null) ?? before?.tookMs ?? null,
      called: called || before?.called === true,
      supplierReference: (reference === null ? null : storableText(reference, 100)) ?? before?.supplierReference ?? null,
      codeMissing: attempt.code_missing,
      partial: attempt.partial,
    })
  }

  /** Increments the version once, however many outcomes of the batch change the purchase. */
  changePurchase(purchase: LockedPurchase, now: Date) {
    if (!this.changed.has(purchase.id)) purchase.version += 1
    purchase.updated_at = now
    this.changed.set(purchase.id, purchase)
  }

  finishPurchase(
    purchase: LockedPurchase,
    { transactionrc, serialnumber, description }: Pick<LockedPurchase, 'transactionrc' | 'serialnumber' | 'description'>,
    now: Date,
  ) {
    purchase.transactionrc = transactionrc
    purchase.serialnumber = serialnumber === null ? null : storableText(serialnumber, 200)
    purchase.description = description === null ? null : storableText(description, 300)
    this.changePurchase(purchase, now)
    this.finished.add(purchase.id)
  }

  /** `stocked` is true if a piece of the offer's stock was taken. */
  openAttempt(purchase: LockedPurchase, { after, stocked }: { after: AttemptRow; stocked: boolean }, now: Date) {
    this.changePurchase(purchase, now)
    this.opened.push({ purchase, number: after.number + 1, stocked })
    this.formerSellers.set(purchase.id, [...(this.formerSellers.get(purchase.id) ?? []), after.seller_id])
  }

  alert(attempt: AttemptRow, kind: AlertKind, message: string) {
    this.alerts.push({ purchaseId: attempt.purchase_id, attemptId: attempt.id, kind, message: storableText(message, 500) })
  }

  /** Records that a seller pays this amount of its debt from a sale. */
  payDebt(seller: bigint, amount: bigint) {
    if (amount > 0n) this.paidDebts.set(seller, (this.paidDebts.get(seller) ?? 0n) + amount)
  }
}
