import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'
import { sweepDeliveries } from './sweep.ts'

export const callbackJobs = ({ db }: { db: Database }) => [
  periodically({ name: 'sweep-deliveries', at: '23 3 * * *', work: () => sweepDeliveries(db) }),
]
