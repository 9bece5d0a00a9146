import type { AlertKind } from '@lapak/contract/ordering/purchases'
import type { Updateable } from 'kysely'
import { refuseOwnMoney } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database, Reader, Statement, Tx } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { attemptState } from '../attempt-state.ts'

export interface Alert {
  purchaseId: bigint
  attemptId: bigint
  kind: AlertKind
  message: string
}

const raise: Statement = {
  name: 'purchases.alerts',
  text: `
  insert into purchase_alert (purchase_id, attempt_id, kind, message)
  select purchase_id, attempt_id, kind, message from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) as raised(purchase_id, attempt_id, kind, message)
  where kind = 'contradiction' or (
    select true from purchase_alert where purchase_alert.attempt_id = raised.attempt_id and purchase_alert.kind = raised.kind limit 1
  ) is null
  on conflict (attempt_id, kind) where resolved_at is null do nothing`,
}

/**
 * An attempt has at most one open alert of each kind. An alert about waiting too long is raised only once, even if it was resolved; an alert about a
 * contradiction is raised again.
 */
export async function raiseAlerts(tx: Tx, alerts: Alert[]): Promise<void> {
  if (alerts.length === 0) return
  await tx.run(raise, [
    alerts.map((one) => one.purchaseId),
    alerts.map((one) => one.attemptId),
    alerts.map((one) => one.kind),
    alerts.map((one) => one.message),
  ])
}

const raiseOverdue: Statement = {
  name: 'purchases.overdue',
  text: `
  insert into purchase_alert (purchase_id, attempt_id, kind, message)
  select purchase_id, id, 'unknown_too_long', left('Belum ada kepastian: ' || coalesce(nullif(message, ''), 'belum ada jawaban suplier'), 500)
  from attempt
  where state <= ${attemptState.unknown} and created_at < now() - $1::integer * interval '1 minute' and (
    select true from purchase_alert where attempt_id = attempt.id and kind in ('unknown_too_long', 'status_too_old', 'code_missing', 'partial') limit 1
  ) is null
  on conflict (attempt_id, kind) where resolved_at is null do nothing`,
}

/** Raises alerts for overdue attempts in any state before the final one, including attempts whose status is no longer requested. */
export async function alertOverdue(db: Database, minutes: number): Promise<void> {
  await db.fast.run(raiseOverdue, [minutes])
}

interface AlertDeps {
  db: Database
  audit: Audit
}

/** An administrator takes over an alert that is free or that another administrator has taken. All administrators see the name and the reason. */
export const acknowledgeAlert = (deps: AlertDeps, by: Caller, id: bigint, reason: string): Promise<void> =>
  change(deps, by, id, { event: 'alert.taken', reason, set: { taken_by: by.memberId, taken_at: new Date(), taken_reason: reason } })

/** An administrator marks the alert as resolved. */
export const resolveAlert = (deps: AlertDeps, by: Caller, id: bigint, reason: string): Promise<void> =>
  change(deps, by, id, {
    event: 'alert.resolved',
    reason,
    set: { resolved_by: by.memberId, resolved_at: new Date(), resolved_reason: reason },
  })

interface Change {
  event: 'alert.taken' | 'alert.resolved'
  reason: string
  set: Updateable<DB['purchase_alert']>
}

/**
 * Changes only open alerts. The buyer and the seller of the purchase cannot change its alerts as administrators, because they could hide a problem
 * from which they profit.
 */
async function change({ db, audit }: AlertDeps, by: Caller, id: bigint, { event, reason, set }: Change): Promise<void> {
  if (await isOwn(db.read, id, by.memberId)) await refuseOwnMoney(audit, { event: 'alert.refused', by, subject: id })
  await db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('purchase_alert')
      .set(set)
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('not_found.alert')
    await audit.record(tx, { event, by, subject: id, reason })
  })
}

/** Whether this member is the buyer of the purchase, its seller, or the seller of the attempt that the alert is about. */
const isOwn = async (read: Reader, id: bigint, memberId: bigint): Promise<boolean> =>
  (await read
    .selectFrom('purchase_alert')
    .innerJoin('purchase', 'purchase.id', 'purchase_alert.purchase_id')
    .innerJoin('attempt', 'attempt.id', 'purchase_alert.attempt_id')
    .select('purchase_alert.id')
    .where('purchase_alert.id', '=', id)
    .where((where) =>
      where.or([where('buyer_id', '=', memberId), where('purchase.seller_id', '=', memberId), where('attempt.seller_id', '=', memberId)]),
    )
    .executeTakeFirst()) !== undefined
