import { z } from 'zod'
import type { Database } from '#core/db.ts'
import { type Job, periodically, whenAsked } from '#core/jobs.ts'
import { notePauses } from './pauses.ts'
import { type TellDeps, tellPriceChanges } from './tell.ts'

const nothing = z.object({})

/** One job for all changes of the next moment, whoever makes them: a later one finds it waiting and leaves it its time. */
export const tellChanges: Job<typeof nothing> = {
  name: 'tell-price-changes',
  payload: nothing,
  triesMax: 12,
  gatherSeconds: 2,
  takesSeconds: true,
}

export const priceChangeJobs = (deps: TellDeps & { db: Database }) => [
  whenAsked(tellChanges, () => tellPriceChanges(deps)),
  periodically({ name: 'note-pauses', at: '* * * * *', work: () => notePauses(deps.db) }),
]
