import { sql } from 'kysely'
import type { Database } from '#core/db.ts'

/** A purchase keeps its result in its own row for ever; its callbacks are kept for a quarter of a year. */
const keptDays = 90
const portion = 10_000

/** Takes the oldest callbacks out of the log, portion by portion, looking at no more than those. */
export async function sweepDeliveries(db: Database): Promise<void> {
  for (let taken = portion; taken === portion; ) {
    const { numAffectedRows } = await sql`
      with oldest as materialized (select id, state, created_at from delivery order by id limit ${portion}),
      old as materialized (select id from oldest where state <> 0 and created_at < now() - ${keptDays} * interval '1 day'),
      attempts as (delete from delivery_attempt where delivery_id in (select id from old))
      delete from delivery where id in (select id from old)`.execute(db.read)
    taken = Number(numAffectedRows ?? 0)
  }
}
