import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { brokenSeals, sealDays } from './seals.ts'

/** Number of past days that the job verifies; `npm run audit:check` verifies all days. */
const daysChecked = 7

export const auditJobs = ({ db, log }: { db: Database; log: Log }) => [
  cronJob({
    name: 'seal-audit',
    // 01:26 in Jakarta.
    cron: '26 18 * * *',
    async run() {
      await sealDays(db, log)
      for (const broken of await brokenSeals(db.read, daysChecked)) log.fatal({ security: true, ...broken }, 'the audit was changed')
    },
  }),
]
