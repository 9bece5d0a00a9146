import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'
import { escalateOverdue } from './disputes.ts'

export const disputeJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  periodically({ name: 'escalate-disputes', at: '* * * * *', atStart: true, work: () => escalateOverdue({ db, settings }) }),
]
