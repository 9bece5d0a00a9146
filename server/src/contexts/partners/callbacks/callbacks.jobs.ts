import { periodically, whenAsked } from '#jobs/jobs.ts'
import { challengeOrigin } from './ask-for-proof.ts'
import { type ChallengeContext, challengeInTurn } from './challenge.ts'
import { follow, moveHeld, release, releaseHeld } from './release.ts'
import { sweepDeliveries } from './sweep.ts'

export interface CallbackJobsContext extends ChallengeContext {
  wakeSender(): void
}

export const callbackJobs = (context: CallbackJobsContext) => [
  whenAsked(challengeOrigin, (asked) => challengeInTurn(context, asked)),
  whenAsked(releaseHeld, async (proved) => {
    await release(context.db, proved)
    context.wakeSender()
  }),
  whenAsked(moveHeld, async (moved) => {
    await follow(context.db, moved)
    context.wakeSender()
  }),
  periodically({
    name: 'sweep-deliveries',
    at: '23 3 * * *',
    work: () => sweepDeliveries(context.db, context.settings.get('callbacks.keptDays')),
  }),
]
