import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'

/** Deletes expired counts of guesses (brute-force.ts, brute-force-by-network.ts) and of rate limits (rate-limit-counts.ts). */
export const throttlingJobs = ({ db }: { db: Database }) => [
  cronJob({
    name: 'purge-rate-counters',
    cron: '16 3 * * *',
    async run() {
      // Kept long, since consecutive wrong guesses count until a right guess.
      await db.transaction((tx) => sql`delete from sign_in_failure where at < now() - interval '90 days'`.execute(tx))
      await db.transaction((tx) => sql`delete from network_attempt where at < now() - interval '1 day'`.execute(tx))
      await db.transaction((tx) => sql`delete from rate_count where began_at < now() - interval '2 days'`.execute(tx))
    },
  }),
]
