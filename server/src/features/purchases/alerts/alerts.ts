import type { AlertKind } from '@lapak/contract/purchases'
import type { Database, Statement, Tx } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../../audit/audit.ts'

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

/** One at a time of a kind. That it waits is said once, whoever closed it knows; each contradiction is news. */
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
  where state <= 3 and created_at < now() - $1::integer * interval '1 minute' and (
    select true from purchase_alert where attempt_id = attempt.id and kind in ('unknown_too_long', 'status_too_old') limit 1
  ) is null
  on conflict (attempt_id, kind) where resolved_at is null do nothing`,
}

/** Whatever an attempt waits for, and also where nobody asks about it any more: after so long it is seen. */
export async function alertOverdue(db: Database, minutes: number): Promise<void> {
  await db.fast.run(raiseOverdue, [minutes])
}

/** What about purchases waits for a person. */
export async function listAlerts(db: Database) {
  const rows = await db.read
    .selectFrom('purchase_alert')
    .select(['id', 'purchase_id as idtrx', 'kind', 'message', 'created_at as createat'])
    .where('resolved_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as AlertKind }))
}

/** Somebody has dealt with it; the audit keeps who, and how. */
export async function resolveAlert({ db, audit }: { db: Database; audit: Audit }, by: Caller, id: bigint, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('purchase_alert')
      .set({ resolved_at: new Date() })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('not_found.alert')
    await audit.note(tx, { event: 'alert.resolved', by, subject: id, reason })
  })
}
