import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'
import { purgeRemoved } from './purge.ts'

export const feedJobs = (context: { db: Database; settings: Settings }) => [
  periodically({ name: 'purge-removed-posts', at: '41 3 * * *', work: () => purgeRemoved(context) }),
]
