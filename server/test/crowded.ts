import { type Kysely, sql } from 'kysely'
import { type Database, openDatabase } from '#core/db.ts'
import { createLog } from '#core/log.ts'
import type { DB } from '#core/schema.ts'
import { createTestDatabase, openTables } from './database.ts'

/** A database whose tables were analysed while empty, as by autovacuum in a quiet first night, and not again. */
export interface Crowded {
  db: Database
  tables: Kysely<DB>
  /** What somebody asks, and how many rows of these tables were looked at for the answer. */
  looking<Found>(ask: () => Promise<Found>): Promise<{ found: Found; looked: number }>
  drop(): Promise<void>
}

export async function startCrowded(crowded: readonly (keyof DB)[]): Promise<Crowded> {
  const database = await createTestDatabase()
  const tables = openTables(database.ownerUrl)
  // One connection, so that what it looked at can be asked for.
  const db = await openDatabase({ url: database.url, pool: 1, log: createLog('fatal') })
  for (const table of crowded) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(tables)
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(tables)
  }

  async function lookedAtSoFar(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(db.read)
    const { rows } = await sql<{ looked: bigint }>`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as looked from pg_stat_user_tables
      where relname = any(${[...crowded]})`.execute(db.read)
    return Number(rows[0]?.looked)
  }

  return {
    db,
    tables,
    async looking(ask) {
      const before = await lookedAtSoFar()
      const found = await ask()
      return { found, looked: (await lookedAtSoFar()) - before }
    },
    async drop() {
      await db.close()
      await tables.destroy()
      await database.drop()
    },
  }
}
