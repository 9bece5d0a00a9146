import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/schema.ts'

/** Inserts the rows that a stock count by a seller inserts, including the audit. */
export const countStock = (tables: Kysely<DB>, offerId: bigint, remaining: bigint) =>
  sql`
    with counted as (
      insert into offer_stock (offer_id, remaining) values (${offerId}, ${remaining})
      on conflict (offer_id) do update set remaining = excluded.remaining, counted_at = now()
      returning new.offer_id, new.remaining - coalesce(old.remaining, 0) as pieces
    )
    insert into audit (event, address, subject_kind, subject, after)
    select 'stock.counted', '', 'member', seller_id::text, jsonb_build_object('offer', offer_id, 'pieces', pieces)
    from counted join offer on offer.id = offer_id`.execute(tables)
