import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'

export const intakeJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  cronJob({
    name: 'purge-sandbox-orders',
    cron: '26 3 * * *',
    async run() {
      const keptDays = settings.get('sandbox.keptDays')
      await db.transaction((tx) => sql`delete from sandbox_order where created_at < now() - ${keptDays} * interval '1 day'`.execute(tx))
    },
  }),
]
