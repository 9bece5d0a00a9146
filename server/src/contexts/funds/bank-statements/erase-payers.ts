import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { runInBatches } from '#jobs/batches.ts'

const batchSize = 1000

/** Removes payers' names after `keptDays`. A row whose money has no owner yet keeps its text, which helps to find the owner. */
export async function erasePayers(db: Database, keptDays: number): Promise<void> {
  const eraseBatch = (tx: Tx) =>
    sql`
      update bank_statement set description = ''
      where id in (
        select id from bank_statement
        where description <> '' and explained not in ('new', 'unmatched') and happened_at < now() - ${keptDays} * interval '1 day'
        limit ${batchSize} for update skip locked
      )`.execute(tx)
  await runInBatches(db, eraseBatch, batchSize)
  await db.transaction((tx) =>
    sql`update statement_file set content = '' where content <> '' and created_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
  )
}
