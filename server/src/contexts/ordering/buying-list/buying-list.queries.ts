import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import type { Page } from '@lapak/contract/shared/wire'
import { type RawBuilder, sql } from 'kysely'
import { measuredOf } from '#contexts/catalogue/catalogue/catalogue.ts'
import { type CatalogueSnapshot, offerState, sellsNow } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, onePage, type PageAsk } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { buyerPrice, hasPromo } from '#shared/money/price.ts'

export interface BuyingListAsk extends PageAsk {
  sort: { field: keyof typeof sortColumns; descending: boolean }
  search?: string | undefined
  brandid?: bigint | undefined
  categoryid?: bigint | undefined
  sellerid?: bigint | undefined
}

/**
 * Used only for sorting. The shown price comes from `buyerPrice`, which orders use too. A test verifies that this expression and `buyerPrice` agree.
 */
const priceInSql = sql<bigint>`coalesce(special_price.price, case when offer.promo_price > 0 and offer.promo_price < offer.sell_price then offer.promo_price else offer.sell_price end)`

const sortColumns = {
  id: 'buying_list_entry.id',
  productcode: 'product.code',
  productname: 'product.name',
  sellername: 'seller.name',
  price: priceInSql,
  prioritas: 'buying_list_entry.priority',
  status: 'buying_list_entry.active',
} as const

/** The database connection for the entries, and the snapshot for the states and the quality of their offers. */
export interface BuyingListReader {
  read: Reader
  catalogue: CatalogueSnapshot
}

export async function listMappings(
  { read, catalogue }: BuyingListReader,
  buyerId: bigint,
  asked: BuyingListAsk,
): Promise<Page<MappingRow>> {
  const condition = wanted(asked)
  const found = condition === null ? ofBuyer(read, buyerId) : ofBuyer(read, buyerId).where(condition)
  const rows = await onePage(withColumns(found), asked, sortColumns[asked.sort.field], 'buying_list_entry.id').execute()
  // Counts without joining the other tables if no filter needs them.
  const totalElements = await countOf(condition === null ? entriesOf(read, buyerId) : sold(read, buyerId).where(condition))
  return { content: rows.map((row) => toRow(catalogue, row)), totalElements }
}

/** One entry of this buyer's list. Refused with "not found" if the entry belongs to another buyer. */
export async function readMapping({ read, catalogue }: BuyingListReader, buyerId: bigint, id: bigint): Promise<MappingRow> {
  const row = await withColumns(ofBuyer(read, buyerId)).where('buying_list_entry.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.mapping')
  return toRow(catalogue, row)
}

/** All entries of a product, by priority. */
export async function readMappingsOf({ read, catalogue }: BuyingListReader, buyerId: bigint, productId: bigint): Promise<MappingRow[]> {
  const rows = await withColumns(ofBuyer(read, buyerId))
    .where('buying_list_entry.product_id', '=', productId)
    .orderBy('buying_list_entry.priority')
    .execute()
  return rows.map((row) => toRow(catalogue, row))
}

const entriesOf = (read: Reader, buyerId: bigint) =>
  read.selectFrom('buying_list_entry').where('buying_list_entry.buyer_id', '=', buyerId).where('buying_list_entry.archived_at', 'is', null)

/** The entries joined with the tables that filters use. */
const sold = (read: Reader, buyerId: bigint) =>
  entriesOf(read, buyerId)
    .innerJoin('offer', 'offer.id', 'buying_list_entry.offer_id')
    .innerJoin('product', 'product.id', 'buying_list_entry.product_id')
    .innerJoin('member as seller', 'seller.id', 'offer.seller_id')

const ofBuyer = (read: Reader, buyerId: bigint) =>
  sold(read, buyerId)
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .leftJoin('offer_stock', 'offer_stock.offer_id', 'offer.id')
    .leftJoin('special_price', (join) =>
      join
        .onRef('special_price.offer_id', '=', 'offer.id')
        .onRef('special_price.buyer_id', '=', 'buying_list_entry.buyer_id')
        .on('special_price.archived_at', 'is', null),
    )

type Mappings = ReturnType<typeof ofBuyer>

/** Null if the request contains no filter. */
function wanted({ search, brandid, categoryid, sellerid }: BuyingListAsk): RawBuilder<boolean> | null {
  const conditions: RawBuilder<boolean>[] = []
  if (brandid !== undefined) conditions.push(sql`product.brand_id = ${brandid}`)
  if (categoryid !== undefined) conditions.push(sql`product.category_id = ${categoryid}`)
  if (sellerid !== undefined) conditions.push(sql`offer.seller_id = ${sellerid}`)
  if (search !== undefined) {
    const pattern = containsPattern(search)
    conditions.push(sql`(product.code ilike ${pattern} or product.name ilike ${pattern} or seller.name ilike ${pattern})`)
  }
  return conditions.length === 0 ? null : sql`${sql.join(conditions, sql` and `)}`
}

const withColumns = (mappings: Mappings) =>
  mappings.select([
    'buying_list_entry.id',
    'buying_list_entry.offer_id',
    'buying_list_entry.priority',
    'buying_list_entry.active',
    'product.code',
    'product.name',
    'product.type',
    'product.denom',
    'product.active as product_active',
    'brand.active as brand_active',
    'brand.name as brand_name',
    'brand.target_kind',
    'seller.id as seller_id',
    'seller.name as seller_name',
    sellsNow('seller').as('sells'),
    'offer.sell_price as sellPrice',
    'offer.promo_price as promoPrice',
    'offer.stocked',
    'offer_stock.remaining',
    'special_price.price as special_price',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

/** An offer that is not in this process's snapshot yet cannot be ordered through this process, so it is shown as closed. */
function stateOf(catalogue: CatalogueSnapshot, row: Row): MappingRow['state'] {
  const offer = catalogue.offers.get(row.offer_id)
  const state = offer && row.product_active && row.brand_active ? offerState(catalogue, offer, new Date()) : 'closed'
  return state === 'open' && row.stocked && !row.remaining ? 'sold_out' : state
}

const toRow = (catalogue: CatalogueSnapshot, row: Row): MappingRow => ({
  id: row.id,
  productmemberid: row.offer_id,
  productcode: row.code,
  productname: row.name,
  brandname: row.brand_name,
  sellername: row.seller_name,
  sellerid: row.seller_id,
  statustoko: row.sells,
  producttype: row.type as MappingRow['producttype'],
  denom: row.denom,
  targetkind: row.target_kind as MappingRow['targetkind'],
  price: buyerPrice(row, row.special_price),
  sellprice: row.sellPrice,
  discount: row.special_price === null && hasPromo(row) ? (row.promoPrice ?? 0n) : 0n,
  state: stateOf(catalogue, row),
  prioritas: row.priority,
  status: row.active,
  ...measuredOf(catalogue, row.offer_id),
})
