import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'
import { purgeFound } from './buyers.ts'

export const specialPriceJobs = ({ db }: { db: Database }) => [
  periodically({ name: 'purge-found-buyers', at: '24 3 * * *', work: () => purgeFound(db) }),
]
