import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'

/**
 * Removes customers' numbers after `keptDays` from the sellers' files, from their rows, and from the details of ended differences. Open differences
 * keep their details, because administrators need them to ask the seller.
 */
export async function eraseCustomers(db: Database, keptDays: number): Promise<void> {
  while (await db.transaction((tx) => eraseOldestReport(tx, keptDays)));
  await db.transaction((tx) =>
    sql`
      update reconciliation_difference set detail = ''
      where scope = 'seller' and detail <> '' and ended_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
  )
}

/** Handles one report per transaction, since a report has thousands of rows. Returns false if no report is left. */
async function eraseOldestReport(tx: Tx, keptDays: number): Promise<boolean> {
  const { rows } = await sql<{ id: bigint }>`
    update seller_report set content = ''
    where id = (
      select id from seller_report where content <> '' and created_at < now() - ${keptDays} * interval '1 day' order by created_at limit 1
    )
    returning id`.execute(tx)
  for (const { id } of rows) await sql`update seller_report_row set number = '' where report_id = ${id} and number <> ''`.execute(tx)
  return rows.length > 0
}
