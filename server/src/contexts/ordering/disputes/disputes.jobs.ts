import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'
import { escalateOverdue } from './disputes.ts'

export const disputeJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  periodically({ name: 'escalate-disputes', at: '* * * * *', atStart: true, work: () => escalateOverdue({ db, settings }) }),
]
