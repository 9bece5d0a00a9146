import { sql } from 'kysely'
import { clockAt, offerCutOff, withinHoursNow } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database, Tx } from '#db/db.ts'
import { enqueue } from '#jobs/jobs.ts'
import { recordShopChange } from './price-changes.ts'
import { publishPriceChangesJob } from './publish-changes.ts'

/**
 * Records which offers in buying lists began or ended a cut-off, sold out or were restocked since the last run. Orders do not record this themselves,
 * so they never wait for it. A change that begins and ends between two runs is not recorded.
 */
export async function recordOfferPauses(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    if (await recordSome(tx)) await enqueue(tx, publishPriceChangesJob, {})
    for (const { id, within } of await shopsThatPassed(tx)) await recordShopChange(tx, id, within)
  })
}

/**
 * The shops whose opening hours began or ended since the last run. A shop that is switched off is recorded when it is switched on again within its
 * hours.
 */
async function shopsThatPassed(tx: Tx): Promise<{ id: bigint; within: boolean }[]> {
  const { rows } = await sql<{ id: bigint; within: boolean }>`
    with outside as materialized (
      select id from member where shop_hours is not null and not ${withinHoursNow('member')}
    ),
    ended as (
      delete from shop_pause where not exists (select from outside where outside.id = shop_pause.seller_id) returning seller_id
    ),
    begun as (
      insert into shop_pause (seller_id) select id from outside on conflict do nothing returning seller_id
    )
    select member.id, passed.within
    from (select seller_id, true as within from ended union all select seller_id, false from begun) passed
    join member on member.id = passed.seller_id
    where member.shop_open and member.status > 0
    order by member.id`.execute(tx)
  return rows
}

/** An offer that its seller closed is published as closed, and its cut-off or stock is not published. */
async function recordSome(tx: Tx): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with clock as materialized (
      select ${clockAt(sql`now()`)} as minute
    ),
    paused as materialized (
      select offer.id as offer_id, 'cut_off' as kind from offer, clock
      where cutoff_from is not null and archived_at is null and open
        and ${sql.ref(offerCutOff.name)}(cutoff_from, cutoff_to, clock.minute)
      union all
      select offer.id, 'sold_out' from offer_stock join offer on offer.id = offer_stock.offer_id
      where offer_stock.remaining = 0 and offer.stocked and offer.archived_at is null and offer.open
    ),
    listed as materialized (
      select * from paused
      where exists (select from buying_list_entry where buying_list_entry.offer_id = paused.offer_id and buying_list_entry.archived_at is null)
    ),
    ended as (
      delete from offer_pause
      where not exists (select from listed where listed.offer_id = offer_pause.offer_id and listed.kind = offer_pause.kind)
      returning offer_id, case kind when 'cut_off' then 'cut_off_over' else 'in_stock' end as kind
    ),
    begun as (
      insert into offer_pause (offer_id, kind) select offer_id, kind from listed
      on conflict do nothing
      returning offer_id, kind
    )
    insert into offer_change (offer_id, kind, sell_price_before, sell_price, promo_price_before, promo_price)
    select offer.id, news.kind, offer.sell_price, offer.sell_price, offer.promo_price, offer.promo_price
    from (select * from ended union all select * from begun) news
    join offer on offer.id = news.offer_id
    where offer.open and offer.archived_at is null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
