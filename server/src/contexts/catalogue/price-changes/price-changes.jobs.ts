import type { Settings } from '#contexts/system/settings/settings.ts'
import { cronJob, onDemandJob } from '#jobs/jobs.ts'
import { notifyPriceChangesHourly } from './hourly-notifications.ts'
import { recordOfferPauses } from './pauses.ts'
import { type PublishDeps, publishPriceChanges, publishPriceChangesJob } from './publish-changes.ts'
import { purgeChanges } from './purge.ts'

export const priceChangeJobs = (deps: PublishDeps & { settings: Settings }) => [
  onDemandJob(publishPriceChangesJob, () => publishPriceChanges(deps)),
  cronJob({ name: 'record-offer-pauses', cron: '* * * * *', run: () => recordOfferPauses(deps.db) }),
  cronJob({
    name: 'notify-price-changes-hourly',
    cron: '7 * * * *',
    runOnStart: true,
    run: () => notifyPriceChangesHourly(deps.db, new Date()),
  }),
  cronJob({
    name: 'purge-price-changes',
    cron: '36 3 * * *',
    run: () =>
      purgeChanges(deps.db, {
        days: deps.settings.get('priceChanges.keptDays'),
        passingDays: deps.settings.get('priceChanges.passingKeptDays'),
      }),
  }),
]
