import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database, Tx } from '#db/db.ts'
import { runInBatches } from '#jobs/batches.ts'
import { idInJob, type Job } from '#jobs/jobs.ts'
import { deliveryState } from './delivery-state.ts'
import { originOf } from './endpoints.ts'

const verified = z.object({ memberId: idInJob, origin: z.string() })
/** Returns callbacks that waited for the verification of an origin to the queue. */
export const releaseHeldJob: Job<typeof verified> = { name: 'release-callbacks', payload: verified }

const moved = z.object({ memberId: idInJob, from: z.string() })
/** Moves waiting callbacks from the account's previous callback URL to its new URL. */
export const moveHeldJob: Job<typeof moved> = { name: 'move-callbacks', payload: moved }

export const releaseHeldDeliveries = (db: Database, { memberId, origin }: z.output<typeof verified>): Promise<void> =>
  requeue(db, sql`member_id = ${memberId} and held_origin = ${origin}`, sql`url`)

/** The sender treats the moved callbacks like new ones: if the origin of the new URL is not verified either, they wait again. */
export async function moveHeldDeliveries(db: Database, { memberId, from }: z.output<typeof moved>): Promise<void> {
  const { callback_url: to } = await db.read
    .selectFrom('member')
    .select('callback_url')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (to === '' || to === from) return
  await requeue(db, sql`member_id = ${memberId} and held_origin = ${originOf(from)} and url = ${from}`, sql`${to}`)
}

const batchSize = 10_000

/** Updates in batches, each in its own transaction: all callbacks of `callbacks.keptDays` days may be waiting for an unverified origin. */
async function requeue(db: Database, which: RawBuilder<unknown>, url: RawBuilder<unknown>): Promise<void> {
  const requeueBatch = (tx: Tx) =>
    sql`
      update delivery set state = ${deliveryState.waiting}, held_origin = null, url = ${url}, due_at = now()
      where id = any(array(select id from delivery where state = ${deliveryState.held} and ${which} order by id limit ${batchSize} for update))`.execute(
      tx,
    )
  await runInBatches(db, requeueBatch, batchSize)
}
