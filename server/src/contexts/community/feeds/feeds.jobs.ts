import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'
import { purgeRemoved } from './purge.ts'

export const feedJobs = (context: { db: Database; settings: Settings }) => [
  cronJob({ name: 'purge-removed-posts', cron: '41 3 * * *', run: () => purgeRemoved(context) }),
]
