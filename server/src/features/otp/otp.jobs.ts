import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'

export const otpJobs = ({ db }: { db: Database }) => [
  periodically({
    name: 'sweep-codes',
    at: '18 3 * * *',
    async work() {
      await db.transaction((tx) => sql`delete from otp where least(used_at, expires_at) < now() - interval '7 days'`.execute(tx))
    },
  }),
]
