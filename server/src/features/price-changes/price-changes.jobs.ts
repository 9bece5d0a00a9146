import { periodically, whenAsked } from '#core/jobs.ts'
import { notePauses } from './pauses.ts'
import { type TellDeps, tellChanges, tellPriceChanges } from './tell.ts'

export const priceChangeJobs = (deps: TellDeps) => [
  whenAsked(tellChanges, () => tellPriceChanges(deps)),
  periodically({ name: 'note-pauses', at: '* * * * *', work: () => notePauses(deps.db) }),
]
