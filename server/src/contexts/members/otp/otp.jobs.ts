import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'

export const otpJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  cronJob({
    name: 'purge-otp-codes',
    cron: '18 3 * * *',
    async run() {
      await db.transaction((tx) =>
        sql`delete from otp where least(used_at, expires_at) < now() - ${settings.get('otp.keptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
