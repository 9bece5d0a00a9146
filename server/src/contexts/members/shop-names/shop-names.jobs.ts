import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { reserveNamesOfSellers } from './shop-names.ts'

export const shopNameJobs = ({ db, log }: { db: Database; log: Log }) => [
  cronJob({
    name: 'reserve-shop-names',
    cron: '27 3 * * *',
    runOnStart: true,
    async run() {
      for (const clash of await reserveNamesOfSellers(db)) log.warn(clash, 'shop name looks like that of an older shop')
    },
  }),
]
