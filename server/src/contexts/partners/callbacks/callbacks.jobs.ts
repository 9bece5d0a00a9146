import { cronJob, onDemandJob } from '#jobs/jobs.ts'
import { type ChallengeContext, runChallengeJob } from './challenge.ts'
import { purgeDeliveries } from './purge.ts'
import { moveHeld, moveHeldDeliveries, releaseHeld, releaseHeldDeliveries } from './release.ts'
import { verifyCallbackEndpoint } from './request-verification.ts'

export interface CallbackJobsContext extends ChallengeContext {
  wakeSender(): void
}

export const callbackJobs = (context: CallbackJobsContext) => [
  onDemandJob(verifyCallbackEndpoint, (asked) => runChallengeJob(context, asked)),
  onDemandJob(releaseHeld, async (verified) => {
    await releaseHeldDeliveries(context.db, verified)
    context.wakeSender()
  }),
  onDemandJob(moveHeld, async (moved) => {
    await moveHeldDeliveries(context.db, moved)
    context.wakeSender()
  }),
  cronJob({
    name: 'purge-deliveries',
    cron: '23 3 * * *',
    run: () => purgeDeliveries(context.db, context.settings.get('callbacks.keptDays')),
  }),
]
