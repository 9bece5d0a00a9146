import { z } from 'zod'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Tx } from '#db/db.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import { enqueue, idInJob, type Job } from '#jobs/jobs.ts'

const origin = z.object({ memberId: idInJob, origin: z.string() })

/** Sends one challenge to an origin. These jobs run one at a time, so that an origin that answers slowly does not delay e-mails and codes. */
export const verifyEndpointJob: Job<typeof origin> = { name: 'verify-callback-endpoint', payload: origin, isShort: true, serial: true }

const daySeconds = 86_400

/**
 * Must be called in the transaction that recorded and locked the origin; a job sends the challenge afterwards. The number of challenged origins per
 * member and day is limited, because each port and each host name of a server is a separate origin. False if the limit is reached.
 */
export async function requestEndpointVerification(tx: Tx, settings: Settings, memberId: bigint, origin: string): Promise<boolean> {
  const perDay = settings.get('callbacks.automaticChallengesPerDay')
  if ((await rateLimitInTx(tx, `callbacks.automaticChallengesPerDay:${memberId}`, perDay, daySeconds)) > 0) return false
  await tx
    .updateTable('callback_endpoint')
    .set({ asked_at: new Date() })
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .execute()
  await enqueue(tx, verifyEndpointJob, { memberId, origin })
  return true
}
