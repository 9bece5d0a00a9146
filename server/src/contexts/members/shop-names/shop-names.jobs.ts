import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { reserveNamesOfSellers } from './shop-names.ts'

export const shopNameJobs = ({ db, log }: { db: Database; log: Log }) => [
  periodically({
    name: 'apply-shop-names',
    at: '27 3 * * *',
    atStart: true,
    async work() {
      for (const clash of await reserveNamesOfSellers(db)) log.warn(clash, 'a shop has a name that looks like the one of an older shop')
    },
  }),
]
