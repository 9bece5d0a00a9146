import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'
import type { Settings } from '../settings/settings.ts'
import { sweepDeliveries } from './sweep.ts'

export const callbackJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  periodically({ name: 'sweep-deliveries', at: '23 3 * * *', work: () => sweepDeliveries(db, settings.get('callbacks.keptDays')) }),
]
