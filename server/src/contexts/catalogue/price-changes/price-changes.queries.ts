import type { ChangeRow } from '@lapak/contract/catalogue/price-changes'
import type { Page } from '@lapak/contract/shared/wire'
import { type RawBuilder, sql } from 'kysely'
import { sellsNow } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import type { PageAsk } from '#http/paging.ts'
import { buyerPrice } from '#shared/money/price.ts'

/** A change from the view of one buyer. */
interface OwnChange {
  id: bigint
  /** Null for a change of a whole shop, as are all other fields of a product. */
  offer_id: bigint | null
  kind: ChangeRow['kind']
  at: Date
  sell_price_before: bigint | null
  sell_price: bigint | null
  promo_price_before: bigint | null
  promo_price: bigint | null
  special_price_before: bigint | null
  special_price: bigint | null
  /** The special price of this buyer at the time of the change; null if the buyer had none. */
  own_price: bigint | null
  open_now: boolean
  product_code: string | null
  product_name: string | null
  shop_id: bigint
  shop_name: string
}

/**
 * Changes with the buyers that they concern (`concerned`: change_id, buyer_id), each with the prices of that buyer. The buyer's special price at the
 * time of a change is the "before" price of the next special-price change. If there is no later change, it is the present special price, or the last
 * special price if the offer was removed. Changes of the normal price do not concern a buyer with a special price.
 */
const ownChanges = (concerned: RawBuilder<unknown>) => sql`
  select change.*, concerned.buyer_id as concerned_id, own.price as own_price,
    ${sellsNow('shop')} and (offer.id is null or (offer.open and not offer.disturbed and offer.archived_at is null and product.active and brand.active
      and not exists (select from offer_pause where offer_pause.offer_id = offer.id))) as open_now,
    product.code as product_code, product.name as product_name, shop.id as shop_id, shop.name as shop_name
  from (${concerned}) concerned
  join offer_change change on change.id = concerned.change_id
  left join offer on offer.id = change.offer_id
  left join product on product.id = offer.product_id
  left join brand on brand.id = product.brand_id
  join member shop on shop.id = coalesce(offer.seller_id, change.seller_id)
  left join special_price present on present.buyer_id = concerned.buyer_id and present.offer_id = change.offer_id
    and present.archived_at is not distinct from offer.archived_at
  left join lateral (
    select later.id, later.special_price_before from offer_change later
    where later.offer_id = change.offer_id and later.buyer_id = concerned.buyer_id and later.id > change.id
    order by later.id limit 1
  ) later on true
  cross join lateral (select case when later.id is null then present.price else later.special_price_before end as price) own
  where (change.buyer_id is null or change.buyer_id = concerned.buyer_id) and (change.kind <> 'price' or own.price is null)`

/** Changes of offers that are in the buyer's buying list now, or were in it when the offer or its shop changed. */
const inList = (buyerId: bigint) => sql`
  select change.id as change_id, ${buyerId}::bigint as buyer_id from offer_change change
  where exists (
    select from buying_list_entry where buying_list_entry.buyer_id = ${buyerId} and buying_list_entry.offer_id = change.offer_id
      and (buying_list_entry.archived_at is null or change.at between buying_list_entry.created_at and buying_list_entry.archived_at)
  )
  union all
  select change.id, ${buyerId}::bigint from offer_change change
  where change.seller_id is not null and exists (
    select from buying_list_entry join offer on offer.id = buying_list_entry.offer_id
    where buying_list_entry.buyer_id = ${buyerId} and offer.seller_id = change.seller_id
      and (buying_list_entry.archived_at is null or change.at between buying_list_entry.created_at and buying_list_entry.archived_at)
  )`

/** Unpublished changes with the buyers whose buying list contains the offer now, or contained it until the offer was removed. */
const fresh = (changeIds: bigint[]) => sql`
  select distinct change.id as change_id, buying_list_entry.buyer_id from offer_change change
  join buying_list_entry on buying_list_entry.offer_id = change.offer_id and buying_list_entry.active
    and (buying_list_entry.archived_at is null or (change.kind = 'removed' and buying_list_entry.archived_at >= change.at))
  where change.id = any(${changeIds}::bigint[])
  union
  select change.id, buying_list_entry.buyer_id from offer_change change
  join offer on offer.seller_id = change.seller_id and offer.archived_at is null
  join buying_list_entry on buying_list_entry.offer_id = offer.id and buying_list_entry.active and buying_list_entry.archived_at is null
  where change.id = any(${changeIds}::bigint[])`

/** The members among `among` whose buying list contains an offer of one of these sellers. */
export async function buyersOf(read: Reader, sellerIds: bigint[], among: bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: string }>`
    select member.id from unnest(${among}::bigint[]) as member(id)
    where exists (
      select from buying_list_entry join offer on offer.id = buying_list_entry.offer_id
      where buying_list_entry.buyer_id = member.id and buying_list_entry.archived_at is null and buying_list_entry.active and offer.seller_id = any(${sellerIds}::bigint[])
    )`.execute(read)
  return rows.map(({ id }) => BigInt(id))
}

export interface ChangesAsk extends PageAsk {
  search?: string | undefined
  productcode?: string | undefined
  sellerid?: bigint | undefined
  kind?: ChangeRow['kind'][] | undefined
}

export async function listChanges(read: Reader, buyerId: bigint, asked: ChangesAsk): Promise<Page<ChangeRow>> {
  const found = sql`select * from (${ownChanges(inList(buyerId))}) own where ${narrowed(asked)}`
  const direction = asked.sort.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<OwnChange>`${found} order by id ${direction} limit ${asked.size} offset ${asked.page * asked.size}`.execute(
    read,
  )
  const { rows: counted } = await sql<{ total: bigint }>`select count(*) as total from (${found}) found`.execute(read)
  return { content: rows.map(toRow), totalElements: Number(counted[0]?.total ?? 0n) }
}

function narrowed({ search, productcode, sellerid, kind }: ChangesAsk): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (productcode !== undefined) conditions.push(sql`product_code = ${productcode}`)
  if (sellerid !== undefined) conditions.push(sql`shop_id = ${sellerid}`)
  if (kind !== undefined) conditions.push(sql`kind = any(${kind}::text[])`)
  if (search !== undefined) {
    const pattern = containsPattern(search)
    conditions.push(sql`(product_code ilike ${pattern} or product_name ilike ${pattern} or shop_name ilike ${pattern})`)
  }
  return sql.join(conditions, sql` and `)
}

/** The buyers that these changes concern, and the callback contents for buyers who want callbacks. */
export async function readPriceChanges(
  read: Reader,
  changeIds: bigint[],
): Promise<{ concerned: bigint[]; wanted: Map<bigint, PriceChange[]> }> {
  const { rows: buyers } = await sql<{ id: bigint }>`
    select distinct concerned_id as id from (${ownChanges(fresh(changeIds))}) news order by 1`.execute(read)
  const { rows } = await sql<OwnChange & { concerned_id: bigint }>`
    select news.* from (${ownChanges(fresh(changeIds))}) news join member on member.id = news.concerned_id and member.price_change_callbacks
    order by news.id`.execute(read)
  const wanted = new Map<bigint, PriceChange[]>()
  for (const row of rows) {
    const ofBuyer = wanted.get(row.concerned_id) ?? []
    wanted.set(row.concerned_id, ofBuyer)
    ofBuyer.push(toPriceChange(row))
  }
  return { concerned: buyers.map(({ id }) => id), wanted }
}

/** Counts for each buyer the changes that concern its buying list. */
export async function countPriceChanges(read: Reader, changeIds: bigint[]): Promise<{ buyerId: bigint; count: number }[]> {
  if (changeIds.length === 0) return []
  const { rows } = await sql<{ buyerId: bigint; count: number }>`
    select concerned_id as "buyerId", count(*)::integer as count from (${ownChanges(fresh(changeIds))}) news group by concerned_id`.execute(
    read,
  )
  return rows
}

/** A price change in the format of callbacks. */
export interface PriceChange {
  /** Null if the change is the opening or closing of a whole shop. */
  productcode: string | null
  seller: string
  kind: ChangeRow['kind']
  price_before: number | null
  price: number | null
  open: boolean
  at: string
}

const closes: ReadonlySet<ChangeRow['kind']> = new Set(['closed', 'removed', 'disturbed', 'cut_off', 'sold_out', 'shop_closed'])

function toPriceChange(change: OwnChange): PriceChange {
  const { pricebefore, price } = pricesOf(change)
  return {
    productcode: change.product_code,
    seller: change.shop_name,
    kind: change.kind,
    price_before: pricebefore === null ? null : Number(pricebefore),
    price: price === null ? null : Number(price),
    open: !closes.has(change.kind) && change.open_now,
    at: change.at.toISOString(),
  }
}

const toRow = (change: OwnChange): ChangeRow => ({
  id: change.id,
  productmemberid: change.offer_id,
  productcode: change.product_code,
  productname: change.product_name,
  sellerid: change.shop_id,
  sellername: change.shop_name,
  kind: change.kind,
  ...pricesOf(change),
  at: change.at,
})

/** This buyer's prices before and after the change; null for a change of a whole shop. */
function pricesOf(change: OwnChange): Pick<ChangeRow, 'pricebefore' | 'price'> {
  if (change.sell_price_before === null) return { pricebefore: null, price: null }
  const special = change.kind === 'special'
  const before = special ? change.special_price_before : change.own_price
  const after = special ? change.special_price : change.own_price
  return {
    pricebefore: buyerPrice({ sellPrice: change.sell_price_before, promoPrice: change.promo_price_before }, before),
    price: change.sell_price === null ? null : buyerPrice({ sellPrice: change.sell_price, promoPrice: change.promo_price }, after),
  }
}
