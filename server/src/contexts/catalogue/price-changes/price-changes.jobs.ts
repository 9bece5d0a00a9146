import type { Settings } from '#contexts/system/settings/settings.ts'
import { periodically, whenAsked } from '#jobs/jobs.ts'
import { notifyPricesOfHour } from './hourly-notifications.ts'
import { notePauses } from './pauses.ts'
import { type PublishDeps, publishChanges, publishPriceChanges } from './publish-changes.ts'
import { purgeChanges } from './purge.ts'

export const priceChangeJobs = (deps: PublishDeps & { settings: Settings }) => [
  whenAsked(publishChanges, () => publishPriceChanges(deps)),
  periodically({ name: 'record-offer-pauses', at: '* * * * *', work: () => notePauses(deps.db) }),
  periodically({
    name: 'notify-price-changes-hourly',
    at: '7 * * * *',
    atStart: true,
    work: () => notifyPricesOfHour(deps.db, new Date()),
  }),
  periodically({
    name: 'purge-price-changes',
    at: '36 3 * * *',
    work: () =>
      purgeChanges(deps.db, {
        days: deps.settings.get('priceChanges.keptDays'),
        passingDays: deps.settings.get('priceChanges.passingKeptDays'),
      }),
  }),
]
