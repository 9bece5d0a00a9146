import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'
import { escalateOverdue } from './disputes.ts'

export const disputeJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  cronJob({ name: 'escalate-disputes', cron: '* * * * *', runOnStart: true, run: () => escalateOverdue({ db, settings }) }),
]
