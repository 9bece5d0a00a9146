import type { Database } from '#core/db.ts'

/** What about purchases waits for a person. */
export async function listAlerts(db: Database) {
  const rows = await db.read
    .selectFrom('purchase_alert')
    .select(['id', 'purchase_id as idtrx', 'kind', 'message', 'created_at as createat'])
    .where('resolved_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as 'unknown_too_long' | 'contradiction' | 'status_too_old' }))
}

/** True when there was such an open alert. */
export async function resolveAlert(db: Database, id: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction((tx) =>
    tx
      .updateTable('purchase_alert')
      .set({ resolved_at: new Date() })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}
