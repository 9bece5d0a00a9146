import type { ChangeRow } from '@lapak/contract/catalogue/price-changes'
import { sql } from 'kysely'
import type { Database } from '#db/db.ts'

/** Kinds of changes that occur daily: an offer with a cut-off and a shop with hours have two such changes a day. */
export const passingKinds = [
  'cut_off',
  'cut_off_over',
  'sold_out',
  'in_stock',
  'shop_open',
  'shop_closed',
] as const satisfies ChangeRow['kind'][]

const batchSize = 10_000

interface Kept {
  days: number
  passingDays: number
}

/**
 * Deletes old changes in batches, oldest first. A buyer's price at the time of a change is derived from later changes of its special price. All kinds
 * except `passingKinds` are therefore kept for the same time, so that the changes needed for a shown change always exist.
 */
export async function purgeChanges(db: Database, { days, passingDays }: Kept): Promise<void> {
  const shorter = Math.min(days, passingDays)
  let after = 0n
  for (let more = true; more; ) {
    const { rows } = await db.transaction((tx) =>
      sql<{ last: bigint | null; more: boolean | null }>`
        with oldest as materialized (select id, kind, at from offer_change where id > ${after} order by id limit ${batchSize}),
        gone as (
          delete from offer_change using oldest
          where offer_change.id = oldest.id and oldest.at < now()
            - case when oldest.kind = any(${passingKinds}::text[]) then ${shorter}::integer else ${days}::integer end * interval '1 day'
        )
        select max(id) as last, max(at) < now() - ${shorter} * interval '1 day' as more from oldest`.execute(tx),
    )
    after = rows[0]?.last ?? after
    more = rows[0]?.more === true
  }
}
