import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'

export const otpJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  periodically({
    name: 'purge-otp-codes',
    at: '18 3 * * *',
    async work() {
      await db.transaction((tx) =>
        sql`delete from otp where least(used_at, expires_at) < now() - ${settings.get('otp.keptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
