import { purchaseState, purchaseStateLabels, type Transactionrc, transactionrc } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { rowId } from '@lapak/contract/shared/wire'
import { z } from 'zod'
import { addDebt, lockDebt } from '#contexts/funds/debts/debts.ts'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { XmppResults } from '#contexts/partners/jabber/jabber.ts'
import {
  type Approval,
  type Approved,
  isNotExecutable,
  type NotExecutable,
  noLongerPossible,
  refuseOwnMoney,
  requestApproval,
  secondAdminFrom,
  spendSoloLimit,
} from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { type Database, isLockConflict, type Statement, type Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { isShut, lockWallets } from '#ledger/balance.ts'
import { purchaseRefunded } from '#ledger/money-events.ts'
import { postEntries } from '#ledger/post.ts'
import { attemptState } from '../attempt-state.ts'
import { invalidateDaySums } from '../queries/sum-days.ts'
import { whyForceNotExecutable } from './approval-check.ts'
import type { Forced } from './decide.ts'
import { releaseGuards } from './guards.ts'
import { lockPurchasesById } from './locked.ts'
import { publishPurchaseChanges } from './publish-changes.ts'
import { decidedBy, recordForce } from './record-force.ts'
import type { Settler } from './settle.ts'

/** A decision by a person: by a seller about its own pending purchase, or by an administrator about any purchase that it neither bought nor sold. */
export interface Force {
  purchaseId: bigint
  status: typeof purchaseState.success | typeof purchaseState.failed
  serialnumber: string | null
  description: string | null
  by: Caller
  /** The seller who decides, who may decide only about its own purchases; null for an administrator. */
  sellerId: bigint | null
  /** The state that the caller saw; if it is not given, the present state. */
  from?: Transactionrc | undefined
  /** The dispute that this decision is about; the decision is refused if the dispute has ended. */
  disputeId?: bigint
}

/** A refunded success, and who decided the refund. */
export interface Refunded {
  purchaseId: bigint
  by: bigint
  asSeller: boolean
  reason: string | null
}

/**
 * Locks the running dispute of a purchase that an administrator refunds. Throws `dispute.ended` if the dispute that the refund is about has ended, and
 * `decision.waits` if a rejection of the dispute waits for a second administrator.
 */
export type LockRefundedDispute = (
  tx: Tx,
  refund: { purchaseId: bigint; disputeId: bigint | undefined; approved: boolean },
) => Promise<void>

export interface ForceContext {
  db: Database
  audit: Audit
  settings: Settings
  settler: Settler
  callbacks: Callbacks
  xmppResults: XmppResults
  /** Called in the transaction of a refund. An error that it throws rolls the refund back. */
  refunded(tx: Tx, refund: Refunded): Promise<void>
  lockRefundedDispute: LockRefundedDispute
}

/** The requested change, with the purchase's state at the time of the request. */
interface Change extends Pick<Force, 'purchaseId' | 'status' | 'serialnumber'> {
  from: Transactionrc
  /** The pending attempt; null for a refund. */
  attemptId: bigint | null
}

/** The payload of a change that waits for a second administrator. */
const forcePayload = z.object({
  status: z.union([z.literal(purchaseState.success), z.literal(purchaseState.failed)]),
  serialnumber: z.string().nullable(),
  from: transactionrc,
  attempt: rowId.nullable(),
  dispute: rowId.optional(),
})

interface Stopped {
  why: NotExecutable
  price: bigint
}

const wrongState = (state: Transactionrc) => new Refusal('purchase.state', { from: purchaseStateLabels[state] })

/**
 * Forces a pending purchase to success or failure. If an administrator forces a successful purchase to failure, it is refunded. Returns `done`, or
 * `approval_requested` if the change waits for a second administrator.
 */
export async function forcePurchase(context: ForceContext, asked: Force): Promise<'done' | 'approval_requested'> {
  const change = await changeOf(context.db, asked)
  const forced: Forced = {
    by: asked.by,
    asSeller: asked.sellerId !== null,
    reason: asked.description,
    soloLimit: await soloLimitOf(context, asked, change),
    approval: null,
    ...disputeLockOf(context, change, { disputeId: asked.disputeId, asSeller: asked.sellerId !== null, approved: false }),
  }
  const stopped = await executeChange(context, change, forced)
  if (stopped === null) return 'done'
  if (stopped.why !== 'needs-second') return refuseOwnPurchase(context, change, forced)
  const { status, serialnumber, from, attemptId } = change
  await requestApproval(context, {
    kind: 'purchase.force',
    subject: String(change.purchaseId),
    amount: stopped.price,
    payload: z.encode(forcePayload, { status, serialnumber, from, attempt: attemptId, dispute: asked.disputeId }) as JsonObject,
    by: asked.by,
    reason: asked.description ?? '',
    ...(forced.lockDispute && { validate: forced.lockDispute }),
  })
  return 'approval_requested'
}

/** For refunds by administrators. A seller who refunds its own sale does not wait for administrators. */
const disputeLockOf = (
  { lockRefundedDispute }: ForceContext,
  { purchaseId, attemptId }: Change,
  { asSeller, ...refund }: { disputeId: bigint | undefined; asSeller: boolean; approved: boolean },
): Pick<Forced, 'lockDispute'> =>
  attemptId !== null || asSeller ? {} : { lockDispute: (tx) => lockRefundedDispute(tx, { purchaseId, ...refund }) }

/**
 * The highest price that this administrator may decide without a second administrator, after its earlier decisions of the day; null means any price.
 */
async function soloLimitOf(
  context: ForceContext,
  { by, sellerId }: Force,
  { purchaseId, price }: Change & { price: bigint },
): Promise<bigint | null> {
  if (sellerId !== null) return null
  const rule = 'purchases.secondAdminFrom'
  const from = await secondAdminFrom(context, rule, by.memberId)
  if (from === 0n) return null
  const spending = { memberId: by.memberId, rule, from, subject: String(purchaseId), amount: price }
  return (await spendSoloLimit(context.db, spending)) ? price : belowAnyPrice
}

/** Lower than every price, so that even a purchase with price 0 needs a second administrator. */
const belowAnyPrice = -1n

/**
 * Called when a second administrator has approved: executes the change if the purchase still has the state that it had at the request, and if the
 * dispute that the request was about still runs.
 */
export async function executeApprovedForce(
  context: ForceContext,
  { subject, payload, reason }: Approved,
  approval: Approval,
): Promise<void> {
  const { attempt: attemptId, dispute, ...asked } = forcePayload.decode(payload as z.input<typeof forcePayload>)
  const change = { ...asked, purchaseId: BigInt(subject), attemptId }
  const lock = disputeLockOf(context, change, { disputeId: dispute, asSeller: false, approved: true })
  const forced: Forced = { by: approval.by, asSeller: false, reason, soloLimit: null, approval, ...lock }
  const stopped = await executeChange(context, change, forced).catch((error) => {
    throw error instanceof Refusal && (error.code === 'purchase.state' || error.code === 'dispute.ended') ? noLongerPossible(error) : error
  })
  if (stopped?.why === 'own-money') return refuseOwnPurchase(context, change, forced)
  if (stopped !== null) throw new Refusal('decision.changed')
}

const refuseOwnPurchase = ({ audit }: ForceContext, { purchaseId }: Change, { by }: Forced): Promise<never> =>
  refuseOwnMoney(audit, { event: 'purchase.force_refused', by, subject: purchaseId })

/** Returns the change with the present price; the price may still change before the decision is executed. */
async function changeOf(
  db: Database,
  { purchaseId, status, serialnumber, sellerId, from: seen }: Force,
): Promise<Change & { price: bigint }> {
  const purchase = await db.read
    .selectFrom('purchase')
    .select(['transactionrc', 'seller_id', 'price'])
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  if (!purchase || (sellerId !== null && purchase.seller_id !== sellerId)) throw new Refusal('not_found.purchase')
  const { price } = purchase
  const from = purchase.transactionrc as Transactionrc
  if (seen !== undefined && seen !== from) throw wrongState(from)
  if (from === purchaseState.success && status === purchaseState.failed && sellerId === null)
    return { purchaseId, price, status, serialnumber, from, attemptId: null }
  const attempt = await db.read
    .selectFrom('attempt')
    .select(['id', 'seller_id'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  if (from !== purchaseState.pending) throw wrongState(from)
  if (sellerId !== null && attempt.seller_id !== sellerId) throw new Refusal('not_found.purchase')
  return { purchaseId, price, status, serialnumber, from, attemptId: attempt.id }
}

/** Null if the change was executed. */
const executeChange = (context: ForceContext, change: Change, forced: Forced): Promise<Stopped | null> =>
  change.attemptId === null ? refundSale(context, change, forced) : forcePending(context, change, change.attemptId, forced)

/**
 * Whether this decision is stored, after waiting for a commit in progress. Called if the database's result was lost, because a caller that receives
 * an error would repeat the decision.
 */
async function isRecorded(db: Database, { purchaseId, status, from }: Change, forced: Forced): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockPurchasesById(tx, [purchaseId])
    const decision = await tx
      .selectFrom('purchase_force')
      .select('id')
      .where('purchase_id', '=', purchaseId)
      .where('member_id', '=', decidedBy(forced))
      .where('from_state', '=', from)
      .where('to_state', '=', status)
      .executeTakeFirst()
    return decision !== undefined
  })
}

/** Passes the decision to the settler like any answer, so that only one of a concurrent answer and this decision takes effect. */
async function forcePending({ db, settler }: ForceContext, change: Change, attemptId: bigint, forced: Forced): Promise<Stopped | null> {
  const message = forced.reason ?? (change.status === purchaseState.success ? 'Disukseskan manual' : 'Digagalkan manual')
  const settled = await settler
    .add({
      attemptId,
      purchaseId: change.purchaseId,
      source: 'force',
      claim: null,
      result:
        change.status === purchaseState.success
          ? { state: 'success', serialNumber: change.serialnumber, message, supplierReference: null }
          : { state: 'failed', message },
      request: '',
      answer: message,
      tookMs: null,
      forced,
    })
    .catch((error: unknown) => ({ error }))
  if (!('error' in settled)) {
    if (isNotExecutable(settled.decision)) return { why: settled.decision, price: settled.view.price }
    if (settled.decision === 'succeed' || settled.decision === 'fail') return null
  }
  // If the result of the batch was lost, the batch is settled again and finds a final purchase, which this decision may have caused.
  if (await isRecorded(db, change, forced)) return null
  throw 'error' in settled ? settled.error : wrongState(settled.view.transactionrc)
}

/** A seller refunds its own sale and writes the reason. */
export async function refundBySeller(
  context: ForceContext,
  { purchaseId, by, reason }: { purchaseId: bigint; by: Caller; reason: string },
): Promise<void> {
  const change: Change = { purchaseId, status: purchaseState.failed, serialnumber: null, from: purchaseState.success, attemptId: null }
  await refundSale(context, change, { by, asSeller: true, reason, soloLimit: null, approval: null })
}

/**
 * The seller returns its earnings and the platform returns its fee. If an administrator decides, the part that the seller's balance does not cover
 * becomes the seller's debt. A seller itself can refund only what its balance covers.
 */
async function refundSale(context: ForceContext, change: Change, forced: Forced): Promise<Stopped | null> {
  const { db, callbacks } = context
  try {
    const stopped = await db.fast.transaction((tx) => refundSaleIn(tx, context, change, forced))
    if (stopped !== null) return stopped
  } catch (error) {
    if (isLockConflict(error)) throw new Refusal('purchase.locked', {}, { retryAfterSeconds: 1 })
    if (error instanceof Refusal || !(await isRecorded(db, change, forced))) throw error
  }
  callbacks.afterCommit()
  return null
}

async function refundSaleIn(
  tx: Tx,
  { audit, callbacks, xmppResults, refunded: onRefunded }: ForceContext,
  { purchaseId }: Change,
  forced: Forced,
): Promise<Stopped | null> {
  const purchase = (await lockPurchasesById(tx, [purchaseId])).get(purchaseId)
  if (purchase?.transactionrc !== purchaseState.success) throw wrongState(purchase?.transactionrc ?? purchaseState.failed)
  await forced.lockDispute?.(tx)
  const why = await whyForceNotExecutable(tx, purchase, forced)
  if (why !== null) return { why, price: purchase.price }
  const [attempt] = await tx.run<{ id: bigint }>(settledAttempt, [purchase.id, attemptState.success])
  if (attempt === undefined) throw new Error(`purchase ${purchase.id} succeeded without an attempt`)
  await invalidateDaySums(tx, purchase.created_at)
  // The same order of locks as in the settler: debts before wallets.
  await lockDebt(tx, purchase.seller_id)
  const balances = await lockWallets(tx, [purchase.buyer_id, purchase.seller_id])
  // A blocked account no longer moves money; an administrator decides instead.
  if (forced.asSeller && (await isShut(tx, purchase.seller_id))) throw new Refusal('account.closed')
  const earned = purchase.price - purchase.fee
  const covered = balances.get(purchase.seller_id) ?? 0n
  const uncovered = covered < earned ? earned - covered : 0n
  if (uncovered > 0n && forced.asSeller) throw new Refusal('dispute.seller_lacks', { short: rupiahText(uncovered) })
  const after = await postEntries(tx, [
    purchaseRefunded({
      attempt: attempt.id,
      buyer: purchase.buyer_id,
      seller: purchase.seller_id,
      price: purchase.price,
      fee: purchase.fee,
      uncovered,
    }),
  ])
  if (uncovered > 0n) await addDebt(tx, purchase.seller_id, uncovered)
  await tx.run(markRefunded, [purchase.id, forced.reason])
  await releaseGuards(tx, [purchase.id])
  await recordForce(tx, audit, forced, {
    purchaseId: purchase.id,
    from: purchaseState.success,
    to: purchaseState.failed,
    description: forced.reason,
  })
  await onRefunded(tx, { purchaseId, by: decidedBy(forced), asSeller: forced.asSeller, reason: forced.reason })
  const refunded = [...(await lockPurchasesById(tx, [purchase.id])).values()]
  await publishPurchaseChanges(tx, { callbacks, xmppResults }, { changed: refunded, finished: refunded }, after)
  return null
}

const settledAttempt: Statement = {
  name: 'purchases.settled-attempt',
  text: 'select id from attempt where purchase_id = $1 and state = $2',
}

const markRefunded: Statement = {
  name: 'purchases.mark-refunded',
  text: 'update purchase set transactionrc = 2, refunded_at = now(), updated_at = now(), version = version + 1, description = $2 where id = $1',
}
