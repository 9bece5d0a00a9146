import { cronJob, onDemandJob } from '#jobs/jobs.ts'
import { type ChallengeContext, runChallengeJob } from './challenge.ts'
import { purgeDeliveries } from './purge.ts'
import { verifyEndpointJob } from './request-verification.ts'
import { moveHeldDeliveries, moveHeldJob, releaseHeldDeliveries, releaseHeldJob } from './requeue-held.ts'

export interface CallbackJobsContext extends ChallengeContext {
  wakeSender(): void
}

export const callbackJobs = (context: CallbackJobsContext) => [
  onDemandJob(verifyEndpointJob, (asked) => runChallengeJob(context, asked)),
  onDemandJob(releaseHeldJob, async (verified) => {
    await releaseHeldDeliveries(context.db, verified)
    context.wakeSender()
  }),
  onDemandJob(moveHeldJob, async (moved) => {
    await moveHeldDeliveries(context.db, moved)
    context.wakeSender()
  }),
  cronJob({
    name: 'purge-deliveries',
    cron: '23 3 * * *',
    run: () => purgeDeliveries(context.db, context.settings.get('callbacks.keptDays')),
  }),
]
