import { z } from 'zod'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Tx } from '#db/db.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import { enqueue, idInJob, type Job } from '#jobs/jobs.ts'

const origin = z.object({ memberId: idInJob, origin: z.string() })

/** Asks an origin for its proof, once. One after the other: what takes seconds to refuse a challenge holds up no letter and no code. */
export const challengeOrigin: Job<typeof origin> = { name: 'challenge-callback', payload: origin, takesSeconds: true, oneByOne: true }

const daySeconds = 86_400

/**
 * In the transaction that named the origin and keeps it locked; afterwards a job asks. One member has only so many asked a day, since each
 * port and each name of somebody's server is an origin of its own. False where this one stays unasked.
 */
export async function requestEndpointVerification(tx: Tx, settings: Settings, memberId: bigint, origin: string): Promise<boolean> {
  const perDay = settings.get('callbacks.originsAskedPerDay')
  if ((await rateLimitInTx(tx, `callbacks.originsAskedPerDay:${memberId}`, perDay, daySeconds)) > 0) return false
  await tx
    .updateTable('callback_endpoint')
    .set({ asked_at: new Date() })
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .execute()
  await enqueue(tx, challengeOrigin, { memberId, origin })
  return true
}
