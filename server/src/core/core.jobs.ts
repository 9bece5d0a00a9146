import { sql } from 'kysely'
import type { Database } from './db.ts'
import { periodically } from './jobs.ts'

/** Counts of guesses (guessing.ts, network-guesses.ts) and of what costs something (count-within.ts) mean nothing once their time has run out. */
export const coreJobs = ({ db }: { db: Database }) => [
  periodically({
    name: 'sweep-counts',
    at: '16 3 * * *',
    async work() {
      // Long, since those that were wrong in a row count until a right one.
      await db.transaction((tx) => sql`delete from sign_in_failure where at < now() - interval '90 days'`.execute(tx))
      await db.transaction((tx) => sql`delete from network_guess where at < now() - interval '1 day'`.execute(tx))
      await db.transaction((tx) => sql`delete from rate_count where began_at < now() - interval '2 days'`.execute(tx))
    },
  }),
]
