import { purchaseState } from '@lapak/contract/ordering/purchases'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { XmppResults } from '#contexts/partners/jabber/jabber.ts'
import { type PurchaseView, toView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { isNotExecutable, type NotExecutable } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import { type Database, isLockConflict, type Tx } from '#db/db.ts'
import { type Batcher, createBatcher, deferred } from '#jobs/batcher.ts'
import { purchaseReleased, purchaseSettled } from '#ledger/money-events.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import { attemptState } from '../attempt-state.ts'
import { failureForBuyer, writtenForBuyer } from '../failure-reasons.ts'
import { traceSettled } from '../traces.ts'
import { whyForceNotExecutable } from './approval-check.ts'
import type { Decision, Outcome, Timing } from './decide.ts'
import { type AttemptSnapshot, decideOutcome } from './decide.ts'
import { type NextSeller, nextSeller } from './failover.ts'
import { type AttemptRow, type Locked, type LockedPurchase, type Locking, lockFor, purchaseOf } from './locked.ts'
import { publishPurchaseChanges } from './publish-changes.ts'
import { SettlementBatch } from './settlement-batch.ts'
import { writeSettlementBatch } from './write.ts'

/**
 * Converts outcomes to money movements, in batches. One transaction ends attempts, settles or releases holds, opens next attempts, and stores
 * callbacks and messages for buyers.
 */
export interface SettleContext {
  db: Database
  audit: Audit
  catalogue: CatalogueSnapshot
  callbacks: Callbacks
  xmppResults: XmppResults
  timing: Timing
  /** When the newest restore of the database was confirmed; null if there was none. */
  restoredAt: Date | null
  refreshCatalogue(): Promise<void>
  tracer?: Tracer | null
}

export interface Settled {
  decision: Decision['do'] | NotExecutable
  view: PurchaseView
}

export type Settler = Batcher<Outcome, Settled>

/** The pause in milliseconds between two batches. Many outcomes need as many statements as one outcome (ADR 0004). */
const minIntervalMs = 10

export function createSettler(context: SettleContext): Settler {
  const { tracer = null } = context
  return createBatcher<Outcome, Settled>({
    ownerOf: (outcome) => outcome.purchaseId,
    batchMax: 256,
    queueMax: Number.POSITIVE_INFINITY,
    minIntervalMs,
    lockedElsewhere: isLockConflict,
    run: async (outcomes, { skipLocked }) => {
      crashPoint('outcome.settling')
      const begunAt = tracer === null ? 0 : performance.now()
      const settled = await settleWithRetry(context, outcomes, skipLocked)
      crashPoint('outcome.settled')
      if (tracer !== null) traceSettled(tracer, outcomes, settled, performance.now() - begunAt)
      context.callbacks.afterCommit()
      return settled
    },
  })
}

/**
 * After this many attempts to decide a batch, offers that changed are skipped instead. Rows change all the time, but seldom between reading and
 * locking.
 */
const roundsMax = 5

/** If rows changed before they were locked, refreshes the snapshot and decides the whole batch again. */
async function settleWithRetry(context: SettleContext, outcomes: Outcome[], skipLocked: boolean): Promise<(Settled | typeof deferred)[]> {
  for (let round = 1; ; round++) {
    const trust = round < roundsMax ? 'memory' : 'rows'
    try {
      return await context.db.fast.transaction((tx) => settleBatch(tx, context, outcomes, { trust, skipLocked }))
    } catch (error) {
      if (!(error instanceof ConcurrentModificationError) || round > roundsMax) throw error
      await context.refreshCatalogue()
    }
  }
}

async function settleBatch(
  tx: Tx,
  { audit, catalogue, callbacks, xmppResults, timing, restoredAt }: SettleContext,
  outcomes: Outcome[],
  locking: Locking,
): Promise<(Settled | typeof deferred)[]> {
  const locked = await lockFor(tx, catalogue, outcomes, locking)
  const lockedElsewhere = new Set(locking.skipLocked ? outcomes.filter(({ purchaseId }) => !locked.purchases.has(purchaseId)) : [])
  const decided = outcomes.filter((outcome) => !lockedElsewhere.has(outcome))
  const batch = new SettlementBatch()
  const decisions = new Map<Outcome, Settled['decision']>()
  for (const outcome of decided) decisions.set(outcome, await applyOutcome({ tx, catalogue, timing, restoredAt, locked, batch }, outcome))
  const balances = await writeSettlementBatch(
    tx,
    audit,
    batch,
    decided.filter((outcome) => !isNotExecutable(decisions.get(outcome))),
  )
  const changed = [...batch.changed.values()]
  await publishPurchaseChanges(
    tx,
    { callbacks, xmppResults },
    { changed, finished: changed.filter(({ id }) => batch.finished.has(id)), formerSellers: batch.formerSellers },
    balances,
  )
  crashPoint('outcome.written')
  return outcomes.map((outcome) =>
    lockedElsewhere.has(outcome)
      ? deferred
      : { decision: decisions.get(outcome) ?? 'nothing', view: toView(purchaseOf(locked.purchases, outcome)) },
  )
}

// — Apply outcome

/** The inputs of a decision: the locked rows, and the batch that collects the writes. */
export interface SettlementContext {
  tx: Tx
  catalogue: CatalogueSnapshot
  timing: Timing
  restoredAt: Date | null
  locked: Locked
  batch: SettlementBatch
}

/** Decides one outcome. Several outcomes of one purchase are decided in the order in which they arrived. */
export async function applyOutcome(context: SettlementContext, outcome: Outcome): Promise<Decision['do'] | NotExecutable> {
  const { locked, batch, timing } = context
  const purchase = purchaseOf(locked.purchases, outcome)
  const attempt = locked.attempts.get(outcome.attemptId)
  if (attempt === undefined) throw new Error(`an outcome names attempt ${outcome.attemptId}, which does not exist`)
  const decision = decideOutcome(attemptSnapshotOf(context, purchase, attempt), outcome, locked.now, timing)
  if (outcome.forced !== undefined && (decision.do === 'succeed' || decision.do === 'fail')) {
    const refused = await whyForceNotExecutable(context.tx, purchase, outcome.forced)
    if (refused !== null) return refused
    batch.forced.push({ ...outcome, forced: outcome.forced })
  }
  const target = { purchase, attempt, outcome }
  switch (decision.do) {
    case 'succeed':
      succeed(context, target, decision.serialNumber)
      break
    case 'fail':
      await fail(context, target, decision.state)
      break
    case 'wait':
      attempt.code_missing ||= decision.codeMissing === true
      attempt.partial ||= decision.partial === true
      batch.changeAttempt(attempt, outcome, decision.state, decision.dueInMs)
      if (decision.alert !== null) batch.alert(attempt, decision.alert, `Belum ada kepastian: ${outcome.result.message}`)
      break
    case 'send-again':
      batch.changeAttempt(attempt, outcome, attemptState.queued)
      break
    case 'alert-contradiction':
      batch.alert(attempt, 'contradiction', `Jawaban ${outcome.result.state} datang setelah status akhir: ${outcome.result.message}`)
      break
    case 'nothing':
      break
  }
  return decision.do
}

const attemptSnapshotOf = (
  { catalogue, restoredAt }: SettlementContext,
  purchase: LockedPurchase,
  attempt: AttemptRow,
): AttemptSnapshot => ({
  state: attempt.state,
  calls: attempt.asks,
  claims: attempt.claims,
  sentAt: attempt.sent_at,
  lastSentAt: attempt.last_sent_at,
  needsCode: catalogue.products.get(purchase.product_id)?.isCode === true,
  codeMissing: attempt.code_missing,
  partial: attempt.partial,
  isFromBeforeRestore: restoredAt !== null && purchase.created_at < restoredAt,
  referenceKeptMs: (catalogue.sellerApis.get(attempt.seller_id)?.remembersHours ?? 0) * 3_600_000,
})

interface OutcomeTarget {
  purchase: LockedPurchase
  attempt: AttemptRow
  outcome: Outcome
}

/** Pays the seller the price minus the fee and minus its debt. */
function succeed({ locked, batch }: SettlementContext, { purchase, attempt, outcome }: OutcomeTarget, serialnumber: string | null) {
  batch.changeAttempt(attempt, outcome, attemptState.success)
  const { buyer_id: buyer, seller_id: seller, price, fee } = purchase
  const earned = price - fee
  const owed = locked.debts.get(seller) ?? 0n
  const recovered = owed < earned ? owed : earned
  locked.debts.set(seller, owed - recovered)
  batch.payDebt(seller, recovered)
  batch.sets.push(purchaseSettled({ attempt: attempt.id, buyer, seller, price, fee, recovered }))
  const description = outcome.source === 'force' ? outcome.result.message : null
  batch.finishPurchase(purchase, { transactionrc: purchaseState.success, serialnumber, description }, locked.now)
}

/** Releases the hold. Then either the price of the next seller is held, or the buyer keeps the money. */
async function fail(context: SettlementContext, { purchase, attempt, outcome }: OutcomeTarget, state: number) {
  const { tx, catalogue, locked, batch } = context
  batch.changeAttempt(attempt, outcome, state)
  if (attempt.stocked) batch.returnedStock.push(attempt)
  batch.sets.push(purchaseReleased({ attempt: attempt.id, buyer: purchase.buyer_id, price: purchase.price }))
  const available = (locked.balances.get(purchase.buyer_id) ?? 0n) + purchase.price
  // A decision by a person is final: after a forced failure no other seller is tried.
  const forced = outcome.source === 'force'
  const next = forced ? null : await nextSeller(tx, catalogue, purchase, locked.candidates.get(purchase.id) ?? [], available)
  locked.balances.set(purchase.buyer_id, available - (next?.price ?? 0n))
  if (next !== null) return tryNext(context, purchase, attempt, next)
  const description = forced ? writtenForBuyer(outcome.result.message) : failureForBuyer(outcome.result.message)
  batch.finishPurchase(purchase, { transactionrc: purchaseState.failed, serialnumber: null, description }, locked.now)
}

function tryNext({ batch, locked }: SettlementContext, purchase: LockedPurchase, failed: AttemptRow, next: NextSeller) {
  purchase.seller_id = next.candidate.offer.sellerId
  purchase.offer_id = next.candidate.offer.id
  purchase.price = next.price
  purchase.fee = next.fee
  batch.openAttempt(purchase, { after: failed, stocked: next.candidate.offer.stocked }, locked.now)
}
