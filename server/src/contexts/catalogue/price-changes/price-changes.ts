import type { ChangeRow } from '@lapak/contract/catalogue/price-changes'
import { sql } from 'kysely'
import { withinHoursNow } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Reader, Tx } from '#db/db.ts'
import { enqueue } from '#jobs/jobs.ts'
import { buyerPrice } from '#shared/money/price.ts'
import { shopChangesChannel } from './price-changes.events.ts'
import { publishPriceChangesJob } from './publish-changes.ts'

export { rateLimitLines } from './rate-limit-lines.ts'

/** The properties of an offer that buyers see. */
export interface OfferTerms {
  sell_price: bigint
  promo_price: bigint | null
  open: boolean
  disturbed: boolean
}

export interface OfferChanged {
  offerId: bigint
  before: OfferTerms
  /** Null if the offer was removed. */
  after: OfferTerms | null
}

interface Noted {
  offerId: bigint
  buyerId: bigint | null
  kind: ChangeRow['kind']
  sellBefore: bigint
  sell: bigint | null
  promoBefore: bigint | null
  promo: bigint | null
  specialBefore: bigint | null
  special: bigint | null
}

/** Like `recordOfferChanges` for one change, and publishes it soon. */
export async function recordOfferChange(tx: Tx, change: OfferChanged, at: Date): Promise<void> {
  if (await recordOfferChanges(tx, [change], at)) await publishSoon(tx)
}

/**
 * Records these changes as buyers see them, with the given time, in the transaction that makes them. Returns false if neither a price nor a state
 * changed. After many calls, call `publishSoon` last, because it locks a row until the commit and other transactions wait for it.
 */
export async function recordOfferChanges(tx: Tx, changes: readonly OfferChanged[], at: Date): Promise<boolean> {
  const noted = changes.flatMap(notedOf)
  await note(tx, noted, at)
  return noted.length > 0
}

/** All changes of the next seconds share one queued job; this call locks the row of that job. */
export const publishSoon = (tx: Tx): Promise<void> => enqueue(tx, publishPriceChangesJob, {})

/** For each of these offers, the normal prices before each price change since then. */
export async function pricesBefore(
  read: Reader,
  offerIds: readonly bigint[],
  since: Date,
): Promise<(Pick<OfferTerms, 'sell_price' | 'promo_price'> & { offerId: bigint })[]> {
  const rows = await read
    .selectFrom('offer_change')
    .select(['offer_id', 'sell_price_before', 'promo_price_before'])
    .distinct()
    .where(sql<boolean>`offer_id = any(${offerIds}::bigint[])`)
    .where('kind', '=', 'price')
    .where('at', '>', since)
    .execute()
  return rows.flatMap(({ offer_id, sell_price_before, promo_price_before }) =>
    offer_id === null ? [] : [{ offerId: offer_id, sell_price: sell_price_before ?? 0n, promo_price: promo_price_before }],
  )
}

export interface SpecialPriceChanged {
  offerId: bigint
  buyerId: bigint
  before: bigint | null
  /** Null if the special price ended. */
  after: bigint | null
}

/** Records that special prices were given, changed or ended. */
export async function recordSpecialPrices(tx: Tx, changes: readonly SpecialPriceChanged[], at: Date): Promise<void> {
  const offers = await tx
    .selectFrom('offer')
    .select(['id', 'sell_price', 'promo_price'])
    .where('id', '=', sql<bigint>`any(${changes.map(({ offerId }) => offerId)}::bigint[])`)
    .execute()
  const byId = new Map(offers.map((offer) => [offer.id, offer]))
  const noted = changes.flatMap(({ offerId, buyerId, before, after }): Noted[] => {
    const offer = byId.get(offerId)
    if (!offer) return []
    const prices = { sellBefore: offer.sell_price, sell: offer.sell_price, promoBefore: offer.promo_price, promo: offer.promo_price }
    return [{ offerId, buyerId, kind: 'special', ...prices, specialBefore: before, special: after }]
  })
  await note(tx, noted, at)
  if (noted.length > 0) await publishSoon(tx)
}

/** Records that all offers of a seller opened or closed together, as a single row; connected browser pages reload. */
export async function recordShopChange(tx: Tx, sellerId: bigint, open: boolean): Promise<void> {
  await tx
    .insertInto('offer_change')
    .values({ seller_id: sellerId, kind: open ? 'shop_open' : 'shop_closed' })
    .execute()
  await publishSoon(tx)
  await sql`select pg_notify(${shopChangesChannel}, ${sellerId.toString()})`.execute(tx)
}

/**
 * Records that a seller switched its shop on or off. Buyers already know the state of the switch, unless the last run of the job found the shop
 * outside its hours (`shop_pause`). This function updates `shop_pause` as well, so that this function and the job record each change only once.
 */
export async function recordShopSwitch(tx: Tx, sellerId: bigint, open: boolean): Promise<void> {
  const { rows } = await sql<{ sells: boolean; known: boolean }>`
    with shop as materialized (
      select id, ${withinHoursNow('member')} as within from member where id = ${sellerId}
    ),
    ended as (
      delete from shop_pause where seller_id = (select id from shop where within) returning seller_id
    ),
    begun as (
      insert into shop_pause (seller_id) select id from shop where not within on conflict do nothing returning seller_id
    )
    select ${open} and within as sells,
      not ${open} and case when within then not exists (select from ended) else exists (select from begun) end as known
    from shop`.execute(tx)
  const [shop] = rows
  if (shop && shop.sells !== shop.known) await recordShopChange(tx, sellerId, shop.sells)
}

/** Records that products can or can no longer be ordered: one change for each open offer that is in a buying list. */
export async function recordProductsChange(tx: Tx, productIds: readonly bigint[], open: boolean, at: Date): Promise<void> {
  if (productIds.length === 0) return
  const { numAffectedRows } = await sql`
    insert into offer_change (offer_id, kind, sell_price_before, sell_price, promo_price_before, promo_price, at)
    select id, ${open ? 'open' : 'closed'}, sell_price, sell_price, promo_price, promo_price, ${at} from offer
    where product_id = any(${productIds}::bigint[]) and archived_at is null and open
      and exists (select from buying_list_entry where buying_list_entry.offer_id = offer.id and buying_list_entry.archived_at is null)`.execute(
    tx,
  )
  if ((numAffectedRows ?? 0n) > 0n) await enqueue(tx, publishPriceChangesJob, {})
}

function notedOf({ offerId, before, after }: OfferChanged): Noted[] {
  const everybody = { offerId, buyerId: null, specialBefore: null, special: null }
  const old = { sellBefore: before.sell_price, promoBefore: before.promo_price }
  if (after === null) return [{ ...everybody, ...old, kind: 'removed', sell: null, promo: null }]
  const prices = { ...everybody, ...old, sell: after.sell_price, promo: after.promo_price }
  const now = { ...prices, sellBefore: after.sell_price, promoBefore: after.promo_price }
  return [
    ...(normalPrice(before) === normalPrice(after) ? [] : [{ ...prices, kind: 'price' as const }]),
    ...(before.open === after.open ? [] : [{ ...now, kind: after.open ? ('open' as const) : ('closed' as const) }]),
    ...(before.disturbed === after.disturbed ? [] : [{ ...now, kind: after.disturbed ? ('disturbed' as const) : ('restored' as const) }]),
  ]
}

/** The price of buyers without a special price. */
const normalPrice = ({ sell_price, promo_price }: OfferTerms) => buyerPrice({ sellPrice: sell_price, promoPrice: promo_price }, null)

async function note(tx: Tx, noted: Noted[], at: Date) {
  if (noted.length === 0) return
  await sql`
    insert into offer_change (offer_id, buyer_id, kind, sell_price_before, sell_price, promo_price_before, promo_price,
      special_price_before, special_price, at)
    select noted.*, ${at}::timestamptz
    from unnest(${noted.map((one) => one.offerId)}::bigint[], ${noted.map((one) => one.buyerId)}::bigint[], ${noted.map((one) => one.kind)}::text[],
      ${noted.map((one) => one.sellBefore)}::bigint[], ${noted.map((one) => one.sell)}::bigint[],
      ${noted.map((one) => one.promoBefore)}::bigint[], ${noted.map((one) => one.promo)}::bigint[],
      ${noted.map((one) => one.specialBefore)}::bigint[], ${noted.map((one) => one.special)}::bigint[]) as noted`.execute(tx)
}
