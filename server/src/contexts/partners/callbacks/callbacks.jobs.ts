import { periodically, whenAsked } from '#jobs/jobs.ts'
import { type ChallengeContext, challengeInTurn } from './challenge.ts'
import { purgeDeliveries } from './purge.ts'
import { follow, moveHeld, release, releaseHeld } from './release.ts'
import { challengeOrigin } from './request-verification.ts'

export interface CallbackJobsContext extends ChallengeContext {
  wakeSender(): void
}

export const callbackJobs = (context: CallbackJobsContext) => [
  whenAsked(challengeOrigin, (asked) => challengeInTurn(context, asked)),
  whenAsked(releaseHeld, async (verified) => {
    await release(context.db, verified)
    context.wakeSender()
  }),
  whenAsked(moveHeld, async (moved) => {
    await follow(context.db, moved)
    context.wakeSender()
  }),
  periodically({
    name: 'purge-deliveries',
    at: '23 3 * * *',
    work: () => purgeDeliveries(context.db, context.settings.get('callbacks.keptDays')),
  }),
]
