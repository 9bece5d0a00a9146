import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'

/** The maximum time of a test file that counts by days, on a busy machine. */
const fileTakesMs = 180_000
const dayMs = 86_400_000

/** The day so many days before the current one. In its first hour a day counts as the one before it, since the provider's list of that is not complete. */
export const comparedDayAgo = (days: number): string => jakartaDayOf(new Date(Date.now() - 3_600_000 - days * dayMs))

/**
 * Keeps a whole test file within one day in Jakarta: shortly before midnight it waits for the next day. Call it before the file first reads the
 * clock.
 */
export async function withinOneDay(now = Date.now()): Promise<void> {
  const midnight = startOfJakartaDay(jakartaDayOf(new Date(now + dayMs))).getTime()
  if (midnight - now < fileTakesMs) await pause(midnight - now + 1_000)
}

/**
 * Moves all entries back by a day. The stored sums of the days are deleted, because a job of every five minutes may have stored them just before; it
 * stores them again.
 */
export const moveEntriesToYesterday = (tables: Kysely<DB>): Promise<void> =>
  tables.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of ['ledger_day', 'wallet_day', 'seller_day', 'account_checkpoint'])
      await sql`delete from ${sql.table(table)}`.execute(tx)
    await sql`update entry set at = at - interval '1 day'`.execute(tx)
  })
