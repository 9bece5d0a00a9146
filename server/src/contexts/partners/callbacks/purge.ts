import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { runInBatches } from '#jobs/batches.ts'
import { deliveryState } from './delivery-state.ts'

const batchSize = 10_000

/**
 * Deletes callbacks that are older than `keptDays`, in batches from the oldest on, and reads only the rows that it deletes. The state of a purchase
 * is not lost, because the purchase has its own row.
 */
export async function purgeDeliveries(db: Database, keptDays: number): Promise<void> {
  const deleteOldest = (tx: Tx) =>
    sql`
      with oldest as materialized (select id, state, created_at from delivery order by id limit ${batchSize}),
      old as materialized (select id from oldest where state <> 0 and created_at < now() - ${keptDays} * interval '1 day'),
      attempts as (delete from delivery_attempt where delivery_id in (select id from old))
      delete from delivery where id in (select id from old)`.execute(tx)
  await runInBatches(db, deleteOldest, batchSize)
  // Deletes unverified origins that no callback waits for. The origin of the account's callback URL is recorded again at the next callback.
  await db.transaction((tx) =>
    sql`
    delete from callback_endpoint where verified_at is null and coalesce(asked_at, created_at) < now() - ${keptDays} * interval '1 day'
      and not exists (select from delivery where delivery.member_id = callback_endpoint.member_id and held_origin = origin and state = ${deliveryState.held})`.execute(
      tx,
    ),
  )
}
