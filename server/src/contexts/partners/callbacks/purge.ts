import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import { deliveryState } from './delivery-state.ts'

const portion = 10_000

/**
 * What a purchase became is in its own row for ever; who was told, and how, is looked up for so many days. Takes the oldest callbacks out of the log, portion by portion, looking at no
 * more than those.
 */
export async function purgeDeliveries(db: Database, keptDays: number): Promise<void> {
  for (let taken = portion; taken === portion; ) {
    const { numAffectedRows } = await db.transaction((tx) =>
      sql`
      with oldest as materialized (select id, state, created_at from delivery order by id limit ${portion}),
      old as materialized (select id from oldest where state <> 0 and created_at < now() - ${keptDays} * interval '1 day'),
      attempts as (delete from delivery_attempt where delivery_id in (select id from old))
      delete from delivery where id in (select id from old)`.execute(tx),
    )
    taken = Number(numAffectedRows ?? 0)
  }
  // Nobody proved it, and nothing waits for it any more. That of the account is named again with the next callback.
  await db.transaction((tx) =>
    sql`
    delete from callback_endpoint where verified_at is null and coalesce(asked_at, created_at) < now() - ${keptDays} * interval '1 day'
      and not exists (select from delivery where delivery.member_id = callback_endpoint.member_id and held_origin = origin and state = ${deliveryState.held})`.execute(
      tx,
    ),
  )
}
