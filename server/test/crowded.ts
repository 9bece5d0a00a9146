import { type Kysely, sql } from 'kysely'
import { type Database, openDatabase } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables } from './database.ts'

/** A database whose tables were analysed only once, while they were empty, as autovacuum does in a quiet first night. */
export interface Crowded {
  db: Database
  tables: Kysely<DB>
  /** Runs `ask` and counts the rows of these tables, and the entries of their indexes, that the database read for it. */
  looking<Found>(ask: () => Promise<Found>): Promise<{ found: Found; looked: number; entries: number }>
  drop(): Promise<void>
}

export async function startCrowded(crowded: readonly (keyof DB)[]): Promise<Crowded> {
  const database = await createTestDatabase()
  const tables = openTables(database.ownerUrl)
  // A single connection, so that its statistics can be flushed before they are read.
  const db = await openDatabase({ url: database.url, pool: 1, log: createLog('fatal') })
  for (const table of crowded) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(tables)
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(tables)
  }

  async function lookedAtSoFar(): Promise<{ looked: number; entries: number }> {
    // Flushes the statistics of both connections: otherwise the rows inserted before would be reported seconds later, and count for a later query.
    for (const one of [tables, db.read]) await sql`select pg_stat_force_next_flush()`.execute(one)
    const { rows } = await sql<{ looked: bigint; entries: bigint }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as looked,
        (select sum(idx_tup_read)::bigint from pg_stat_user_indexes where relname = any(${[...crowded]})) as entries
      from pg_stat_user_tables where relname = any(${[...crowded]})`.execute(db.read)
    return { looked: Number(rows[0]?.looked), entries: Number(rows[0]?.entries) }
  }

  return {
    db,
    tables,
    async looking(ask) {
      const before = await lookedAtSoFar()
      const found = await ask()
      const after = await lookedAtSoFar()
      return { found, looked: after.looked - before.looked, entries: after.entries - before.entries }
    },
    async drop() {
      await db.close()
      await tables.destroy()
      await database.drop()
    },
  }
}
