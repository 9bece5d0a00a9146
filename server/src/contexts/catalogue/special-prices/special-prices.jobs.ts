import type { Database } from '#db/db.ts'
import { cronJob } from '#jobs/jobs.ts'
import { purgeFound } from './buyers.ts'

export const specialPriceJobs = ({ db }: { db: Database }) => [
  cronJob({ name: 'purge-found-buyers', cron: '24 3 * * *', run: () => purgeFound(db) }),
]
