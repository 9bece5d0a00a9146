import type { Settings } from '#contexts/system/settings/settings.ts'
import { periodically, whenAsked } from '#jobs/jobs.ts'
import { tellPricesOfHour } from './hourly-notices.ts'
import { notePauses } from './pauses.ts'
import { sweepChanges } from './sweep.ts'
import { type TellDeps, tellChanges, tellPriceChanges } from './tell.ts'

export const priceChangeJobs = (deps: TellDeps & { settings: Settings }) => [
  whenAsked(tellChanges, () => tellPriceChanges(deps)),
  periodically({ name: 'note-pauses', at: '* * * * *', work: () => notePauses(deps.db) }),
  periodically({ name: 'tell-prices-of-hour', at: '7 * * * *', atStart: true, work: () => tellPricesOfHour(deps.db, new Date()) }),
  periodically({
    name: 'sweep-price-changes',
    at: '36 3 * * *',
    work: () =>
      sweepChanges(deps.db, {
        days: deps.settings.get('priceChanges.keptDays'),
        passingDays: deps.settings.get('priceChanges.passingKeptDays'),
      }),
  }),
]
