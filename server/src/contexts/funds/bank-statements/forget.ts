import { sql } from 'kysely'
import type { Database } from '#db/db.ts'

const portion = 1000

/** Removes payers' names after `keptDays`. A row whose money has no owner yet keeps its text, which helps to find the owner. */
export async function forgetPayers(db: Database, keptDays: number): Promise<void> {
  for (let taken = portion; taken === portion; ) {
    const { numAffectedRows } = await db.transaction((tx) =>
      sql`
      update bank_statement set description = ''
      where id in (
        select id from bank_statement
        where description <> '' and explained not in ('new', 'unmatched') and happened_at < now() - ${keptDays} * interval '1 day'
        limit ${portion} for update skip locked
      )`.execute(tx),
    )
    taken = Number(numAffectedRows ?? 0)
  }
  await db.transaction((tx) =>
    sql`update statement_file set content = '' where content <> '' and created_at < now() - ${keptDays} * interval '1 day'`.execute(tx),
  )
}
