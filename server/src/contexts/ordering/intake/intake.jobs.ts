import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'

export const intakeJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  periodically({
    name: 'purge-sandbox-orders',
    at: '26 3 * * *',
    async work() {
      const keptDays = settings.get('sandbox.keptDays')
      await db.transaction((tx) => sql`delete from sandbox_order where created_at < now() - ${keptDays} * interval '1 day'`.execute(tx))
    },
  }),
]
