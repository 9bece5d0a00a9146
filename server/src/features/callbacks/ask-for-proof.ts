import { z } from 'zod'
import type { Tx } from '#core/db.ts'
import { enqueue, idInJob, type Job } from '#core/jobs.ts'

const origin = z.object({ memberId: idInJob, origin: z.string() })

/** Asks an origin for its proof, once. */
export const challengeOrigin: Job<typeof origin> = { name: 'challenge-callback', payload: origin, takesSeconds: true }

/** In the transaction that named the origin; afterwards a job asks. */
export async function askForProof(tx: Tx, memberId: bigint, origin: string): Promise<void> {
  await tx
    .updateTable('callback_origin')
    .set({ asked_at: new Date() })
    .where('member_id', '=', memberId)
    .where('origin', '=', origin)
    .execute()
  await enqueue(tx, challengeOrigin, { memberId, origin })
}
