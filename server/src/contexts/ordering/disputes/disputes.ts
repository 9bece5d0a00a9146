import { type DisputeKind, type DisputeReason, type DisputeRow, disputeState } from '@lapak/contract/ordering/disputes'
import { sql } from 'kysely'
import type { Purchases, Refunded } from '#contexts/ordering/purchases/purchases.ts'
import {
  type Administrator,
  type Approval,
  type Approved,
  asNoLongerPossible,
  type NotExecutable,
  openRequests,
  refuseOwnMoney,
  requestApproval,
  secondAdminFrom,
  spendSoloLimit,
  whyNotExecutable,
} from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { notifyAdmins, notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { publishDispute } from './disputes.events.ts'
import { disputesOf, readDispute } from './disputes.queries.ts'
import { begunEmail, endedEmail } from './emails.ts'
import { notificationsOf, waitingNotification } from './notifications.ts'

export interface DisputeDeps {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  purchases: Pick<Purchases, 'refundBySeller' | 'force'>
  /** The URL of the web app, without a trailing slash. */
  publicUrl(): string
}

const runs = [disputeState.open, disputeState.escalated] as const
const hours = (count: number) => sql<Date>`now() + ${count} * interval '1 hour'`

/** The end of the period in which a success can be disputed, `disputes.windowHours` after the success. */
const disputableUntil = (settings: Settings, succeededAt: Date): Date =>
  new Date(succeededAt.getTime() + settings.get('disputes.windowHours') * 3_600_000)

/** The end of the period in which a return can be claimed, `disputes.returnDays` after the success. */
const returnableUntil = (settings: Settings, succeededAt: Date): Date =>
  new Date(succeededAt.getTime() + settings.get('disputes.returnDays') * 86_400_000)

/**
 * The reason why a new claim about a purchase is refused, or null. It is refused if the purchase has a running claim, a claim of the same kind or a
 * decided claim.
 */
function whyNotAgain(
  known: readonly { kind: string; state: number }[],
  kind: DisputeKind,
): 'dispute.exists' | 'dispute.return_decided' | null {
  if (known.some((one) => one.kind === kind || isRunning(one.state))) return 'dispute.exists'
  return known.some(({ state }) => state !== disputeState.withdrawn) ? 'dispute.return_decided' : null
}

const isRunning = (state: number) => runs.some((one) => one === state)

/** For the buyer of a purchase: its claims, or the dates until which it can be disputed or returned. */
export async function ofPurchase({ db, settings }: Pick<DisputeDeps, 'db' | 'settings'>, buyerId: bigint, id: bigint) {
  const purchase = await db.read
    .selectFrom('purchase')
    .select(['transactionrc', 'updated_at'])
    .where('id', '=', id)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirst()
  if (!purchase) throw new Refusal('not_found.purchase')
  const claims = await disputesOf(db.read, id)
  const known = claims.map(({ jenis, state }) => ({ kind: jenis, state }))
  const open = (kind: DisputeKind, until: Date) =>
    purchase.transactionrc === 1 && until > new Date() && whyNotAgain(known, kind) === null ? until : null
  return {
    dispute: claims[0] ?? null,
    until: open('dispute', disputableUntil(settings, purchase.updated_at)),
    retursampai: open('return', returnableUntil(settings, purchase.updated_at)),
  }
}

/**
 * Opens a dispute or a return claim about a successful purchase of the caller. The seller is notified and has a limited number of hours to answer.
 */
export async function beginDispute(
  { db, audit, outbox, settings, publicUrl }: DisputeDeps,
  by: Caller,
  { idtrx, jenis, reason, msg }: { idtrx: bigint; jenis: DisputeKind; reason: DisputeReason; msg: string },
): Promise<DisputeRow> {
  const begun = db.transaction(async (tx) => {
    const purchase = await holdPurchase(tx, idtrx)
    if (purchase?.buyer_id !== by.memberId) throw new Refusal('not_found.purchase')
    const known = await tx.selectFrom('dispute').select(['kind', 'state']).where('purchase_id', '=', idtrx).execute()
    const why = whyNotAgain(known, jenis)
    if (why !== null) throw new Refusal(why)
    if (purchase.transactionrc !== 1) throw new Refusal('dispute.not_a_success')
    refuseTooLate(settings, jenis, purchase.updated_at)
    const { id } = await tx
      .insertInto('dispute')
      .values({
        purchase_id: idtrx,
        buyer_id: by.memberId,
        seller_id: purchase.seller_id,
        kind: jenis,
        reason,
        story: msg,
        due_at: hours(settings.get('disputes.sellerHours')),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit.record(tx, {
      event: 'dispute.begun',
      by,
      subject: id,
      after: { purchase: idtrx, reason, ...(jenis === 'return' && { kind: jenis }) },
    })
    const dispute = await notifyParties(tx, id)
    await outbox.sendEmail(tx, { memberId: purchase.seller_id, email: purchase.seller_email }, begunEmail(dispute, publicUrl()))
    return dispute
  })
  return begun.catch((error) => {
    throw isThere.some((index) => violatesConstraint(error, index)) ? new Refusal('dispute.exists') : error
  })
}

/** The unique constraints that an insert violates if a concurrent call has opened a claim. */
const isThere = ['dispute_of_each_kind', 'dispute_one_runs'] as const

function refuseTooLate(settings: Settings, kind: DisputeKind, succeededAt: Date) {
  const now = new Date()
  if (kind === 'dispute' && disputableUntil(settings, succeededAt) < now)
    throw new Refusal('dispute.too_late', { hours: settings.get('disputes.windowHours') })
  if (kind === 'return' && returnableUntil(settings, succeededAt) < now)
    throw new Refusal('dispute.return_too_late', { days: settings.get('disputes.returnDays') })
}

/** Locks the purchase, which waits for a refund in progress. */
const holdPurchase = (tx: Tx, id: bigint) =>
  tx
    .selectFrom('purchase')
    .innerJoin('member as seller', 'seller.id', 'purchase.seller_id')
    .select(['buyer_id', 'seller_id', 'transactionrc', 'purchase.updated_at', 'seller.email as seller_email'])
    .where('purchase.id', '=', id)
    .forShare('purchase')
    .executeTakeFirst()

/** The buyer withdraws the dispute, usually because the goods have arrived. */
export async function withdrawDispute(deps: DisputeDeps, by: Caller, id: bigint): Promise<DisputeRow> {
  return deps.db.transaction(async (tx) => {
    await holdRunning(tx, { id, of: 'buyer_id', memberId: by.memberId })
    await end(tx, id, { state: disputeState.withdrawn, by: by.memberId, verdict: null })
    await deps.audit.record(tx, { event: 'dispute.withdrawn', by, subject: id })
    return notifyParties(tx, id)
  })
}

/** The seller contests the dispute, which is possible once. Then an administrator decides. */
export async function contestDispute({ db, audit, settings }: DisputeDeps, by: Caller, id: bigint, answer: string): Promise<DisputeRow> {
  return db.transaction(async (tx) => {
    const { answered_at } = await holdRunning(tx, { id, of: 'seller_id', memberId: by.memberId })
    if (answered_at !== null) throw new Refusal('dispute.answered')
    await tx
      .updateTable('dispute')
      .set({
        answer,
        answered_at: sql`now()`,
        state: disputeState.escalated,
        // If the dispute has already passed to the platform, a late answer of the seller does not extend the platform's deadline.
        due_at: sql`case when state = ${disputeState.open} then ${hours(settings.get('disputes.adminHours'))} else due_at end`,
      })
      .where('id', '=', id)
      .execute()
    await audit.record(tx, { event: 'dispute.contested', by, subject: id })
    return notifyParties(tx, id)
  })
}

/** The seller refunds the price of a disputed purchase from its balance. */
export async function refundDisputeBySeller({ db, purchases }: DisputeDeps, by: Caller, id: bigint, reason: string): Promise<DisputeRow> {
  const { purchase_id } = await findRunning(db, { id, of: 'seller_id', memberId: by.memberId })
  await purchases.refundBySeller({ purchaseId: purchase_id, by, reason })
  return readDispute(db.read, id)
}

/** An administrator decides in favour of the buyer. Above a price limit a second administrator must approve the refund. */
export async function refundDispute(
  { db, purchases }: DisputeDeps,
  by: Caller,
  id: bigint,
  reason: string,
): Promise<'done' | 'approval_requested'> {
  const { purchase_id } = await findRunning(db, { id })
  return purchases.force({
    purchaseId: purchase_id,
    status: 2,
    from: 1,
    serialnumber: null,
    description: reason,
    by,
    sellerId: null,
    // Another administrator may reject the dispute at the same time, or the buyer may withdraw it before a second administrator approves.
    disputeId: id,
  })
}

interface RefundedDispute {
  purchaseId: bigint
  /** The dispute that the refund is about; undefined if an administrator refunds the purchase itself. */
  disputeId: bigint | undefined
  /** Whether a second administrator has approved the refund. */
  approved: boolean
}

/**
 * Locks the running dispute of a purchase that an administrator refunds. Throws `dispute.ended` if the refund is about a dispute that has ended, and
 * `decision.waits` while the rejection of the dispute waits for a second administrator.
 */
export async function lockRefundedDispute(tx: Tx, { purchaseId, disputeId, approved }: RefundedDispute): Promise<void> {
  if (disputeId !== undefined) await holdRunning(tx, { id: disputeId })
  const id = disputeId ?? (await holdRunningOf(tx, purchaseId))?.id
  if (id !== undefined && !approved && (await rejectionIsAsked(tx, id))) throw new Refusal('decision.waits')
}

const rule = 'purchases.secondAdminFrom'

/**
 * An administrator decides in favour of the seller. Refused if this administrator is the buyer or the seller. Above a price limit a second
 * administrator must approve, as for a refund: the buyer cannot claim again, and the claim no longer holds back the seller's money.
 */
export async function rejectDispute(
  deps: DisputeDeps,
  by: Administrator,
  id: bigint,
  reason: string,
): Promise<'done' | 'approval_requested'> {
  const { purchase_id } = await findRunning(deps.db, { id })
  const { price } = await deps.db.read.selectFrom('purchase').select('price').where('id', '=', purchase_id).executeTakeFirstOrThrow()
  const from = await secondAdminFrom(deps, rule, by.memberId)
  const alone = await spendSoloLimit(deps.db, { memberId: by.memberId, rule, from, subject: `dispute ${id}`, amount: price })
  const stopped = await executeRejection(deps, { by, id, reason, alone, approval: null })
  if (stopped === null) return 'done'
  if (stopped === 'own-money') return refuseOwnDispute(deps, by, id)
  const validate = async (tx: Tx) => void (await holdUnlessRefundIsAsked(tx, id))
  const payload = { purchase: Number(purchase_id) }
  await requestApproval(deps, { kind: 'dispute.reject', subject: String(id), amount: price, payload, by, reason, validate })
  return 'approval_requested'
}

/** Rejects the dispute after the approval of a second administrator, if the dispute still runs. */
export async function executeApprovedRejection(deps: DisputeDeps, { subject, reason }: Approved, approval: Approval): Promise<void> {
  const [{ by }, id] = [approval, BigInt(subject)]
  const stopped = await executeRejection(deps, { by, id, reason, alone: false, approval }).catch((error: unknown) => {
    throw asNoLongerPossible(error)
  })
  if (stopped === 'own-money') return refuseOwnDispute(deps, by, id)
  if (stopped !== null) throw new Refusal('decision.changed')
}

const refuseOwnDispute = ({ audit }: DisputeDeps, by: Administrator, id: bigint): Promise<never> =>
  refuseOwnMoney(audit, { event: 'dispute.decide_refused', by, subject: id })

interface Rejection {
  by: Administrator
  id: bigint
  reason: string
  /** Whether the administrator may decide without a second administrator. */
  alone: boolean
  approval: Approval | null
}

/** Null if the dispute was rejected, otherwise the reason why it was not. */
function executeRejection(
  { db, audit, outbox, publicUrl }: DisputeDeps,
  { by, id, reason, alone, approval }: Rejection,
): Promise<NotExecutable | null> {
  return db.transaction(async (tx) => {
    const { buyer_id, seller_id } = await holdUnlessRefundIsAsked(tx, id)
    const why = await whyNotExecutable(tx, { memberId: by.memberId, approval, parties: [buyer_id, seller_id], needsSecond: !alone })
    if (why !== null) return why
    await end(tx, id, { state: disputeState.rejected, by: by.memberId, verdict: reason })
    const after = approval && { askedby: approval.askedBy }
    await audit.record(tx, { event: 'dispute.rejected', by, subject: id, reason, ...(after && { after }) })
    await mailBuyer(tx, outbox, await notifyParties(tx, id), publicUrl())
    return null
  })
}

/** Locks the running dispute; throws `decision.waits` while a refund of its purchase waits for a second administrator. */
async function holdUnlessRefundIsAsked(tx: Tx, id: bigint) {
  const dispute = await holdRunning(tx, { id })
  if (await refundIsAsked(tx, { id, purchaseId: dispute.purchase_id })) throw new Refusal('decision.waits')
  return dispute
}

/** A refund that an earlier dispute of the purchase asked for does not count, since it can no longer be executed. */
async function refundIsAsked(tx: Tx, { id, purchaseId }: { id: bigint; purchaseId: bigint }): Promise<boolean> {
  const asked = openRequests(tx, 'purchase.force', purchaseId)
    .select('id')
    .where(sql<boolean>`coalesce((payload ->> 'dispute')::bigint = ${id}, true)`)
  return (await asked.executeTakeFirst()) !== undefined
}

const rejectionIsAsked = async (tx: Tx, id: bigint): Promise<boolean> =>
  (await openRequests(tx, 'dispute.reject', id).select('id').executeTakeFirst()) !== undefined

/** Ends the running dispute of a purchase. Called in the transaction of every refund. A seller may refund only a disputed purchase. */
export async function endWithRefund(
  { outbox, publicUrl }: Pick<DisputeDeps, 'outbox' | 'publicUrl'>,
  tx: Tx,
  { purchaseId, by, asSeller, reason }: Refunded,
): Promise<void> {
  const dispute = await holdRunningOf(tx, purchaseId)
  if (dispute === undefined) {
    if (asSeller) throw new Refusal('dispute.ended')
    return
  }
  await end(tx, dispute.id, { state: disputeState.refunded, by, verdict: reason })
  await mailBuyer(tx, outbox, await notifyParties(tx, dispute.id), publicUrl())
}

/** Passes disputes whose sellers did not answer in time to the administrators. */
export async function escalateOverdue({ db, settings }: Pick<DisputeDeps, 'db' | 'settings'>): Promise<void> {
  await db.transaction(async (tx) => {
    const overdue = await tx
      .updateTable('dispute')
      .set({ state: disputeState.escalated, due_at: hours(settings.get('disputes.adminHours')) })
      .where('state', '=', disputeState.open)
      .where('state', 'in', runs)
      .where('due_at', '<', sql<Date>`now()`)
      .returning('id')
      .execute()
    for (const { id } of overdue) await notifyParties(tx, id)
  })
}

interface Asked {
  id: bigint
  of?: 'buyer_id' | 'seller_id'
  memberId?: bigint
}

const running = (tx: Tx | Database['read'], { id, of, memberId }: Asked) =>
  tx
    .selectFrom('dispute')
    .select(['purchase_id', 'buyer_id', 'seller_id', 'state', 'answered_at'])
    .where('id', '=', id)
    .$if(of !== undefined && memberId !== undefined, (rows) => rows.where(of as 'buyer_id', '=', memberId as bigint))

type Found = Awaited<ReturnType<ReturnType<typeof running>['executeTakeFirst']>>

const findRunning = async ({ read }: Database, asked: Asked) => demandRunning(await running(read, asked).executeTakeFirst())

const holdRunning = async (tx: Tx, asked: Asked) => demandRunning(await running(tx, asked).forNoKeyUpdate().executeTakeFirst())

/** Locks the running dispute of a purchase, if there is one. */
const holdRunningOf = (tx: Tx, purchaseId: bigint) =>
  tx.selectFrom('dispute').select('id').where('purchase_id', '=', purchaseId).where('state', 'in', runs).forNoKeyUpdate().executeTakeFirst()

function demandRunning(dispute: Found) {
  if (!dispute) throw new Refusal('not_found.dispute')
  if (!runs.some((state) => state === dispute.state)) throw new Refusal('dispute.ended')
  return dispute
}

const end = (tx: Tx, id: bigint, { state, by, verdict }: { state: number; by: bigint; verdict: string | null }) =>
  tx.updateTable('dispute').set({ state, ended_by: by, verdict, ended_at: sql`now()`, due_at: null }).where('id', '=', id).execute()

/** Notifies buyer and seller of the present state, and the administrators if they have to decide. */
async function notifyParties(tx: Tx, id: bigint): Promise<DisputeRow> {
  const dispute = await readDispute(tx, id)
  notifyMembers(tx, ...notificationsOf(dispute))
  if (dispute.state === disputeState.escalated) notifyAdmins(tx, waitingNotification(dispute))
  await publishDispute(tx, dispute)
  return dispute
}

async function mailBuyer(tx: Tx, outbox: Pick<Outbox, 'sendEmail'>, dispute: DisputeRow, publicUrl: string) {
  const { email } = await tx.selectFrom('member').select('email').where('id', '=', dispute.memberid).executeTakeFirstOrThrow()
  await outbox.sendEmail(tx, { memberId: dispute.memberid, email }, endedEmail(dispute, publicUrl))
}
