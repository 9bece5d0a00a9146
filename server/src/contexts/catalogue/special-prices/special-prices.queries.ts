import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, inOrderOf, onePage, type PageAsk } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'

export type SpecialPriceRow = DataOf<typeof specialPriceCalls.change>

export interface SpecialPriceListAsk extends PageAsk {
  sort: { field: keyof typeof sortColumns; descending: boolean }
  search?: string | undefined
  brandid?: bigint | undefined
  categoryid?: bigint | undefined
}

const sortColumns = {
  id: 'special_price.id',
  membername: 'buyer.name',
  productcode: 'product.code',
  hargajual: 'special_price.price',
} as const

export async function listSpecialPrices(read: Reader, sellerId: bigint, asked: SpecialPriceListAsk): Promise<Page<SpecialPriceRow>> {
  const found = matching(read, sellerId, asked)
  const rows = await onePage(withColumns(found), asked, sortColumns[asked.sort.field], 'special_price.id').execute()
  return { content: rows.map(toRow), totalElements: await countOf(found) }
}

/** The ids of all special prices that match the filters of the list, in the order of the list. */
export async function idsOfSpecialPrices(read: Reader, sellerId: bigint, asked: SpecialPriceListAsk, most: number): Promise<bigint[]> {
  const found = matching(read, sellerId, asked).select('special_price.id')
  const rows = await onePage(found, { ...asked, page: 0, size: most }, sortColumns[asked.sort.field], 'special_price.id').execute()
  return rows.map(({ id }) => id)
}

/** The special prices with these ids, if the seller has not ended them, in the order of the ids. */
export async function specialPricesOfIds(read: Reader, sellerId: bigint, ids: readonly bigint[]): Promise<SpecialPriceRow[]> {
  const rows = await withColumns(ofSeller(read, sellerId)).where(sql<boolean>`special_price.id = any(${ids}::bigint[])`).execute()
  return inOrderOf(ids, rows).map(toRow)
}

/** One active special price of this seller. Refused with "not found" if it belongs to another seller. */
export async function readSpecialPrice(read: Reader, sellerId: bigint, id: bigint): Promise<SpecialPriceRow> {
  const row = await withColumns(ofSeller(read, sellerId)).where('special_price.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.special_price')
  return toRow(row)
}

const ofSeller = (read: Reader, sellerId: bigint) =>
  read
    .selectFrom('special_price')
    .innerJoin('offer', 'offer.id', 'special_price.offer_id')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .innerJoin('member as buyer', 'buyer.id', 'special_price.buyer_id')
    .innerJoin('member as seller', 'seller.id', 'offer.seller_id')
    .leftJoin('offer_stock', 'offer_stock.offer_id', 'offer.id')
    .where('offer.seller_id', '=', sellerId)
    .where('offer.archived_at', 'is', null)
    .where('special_price.archived_at', 'is', null)

type SpecialPrices = ReturnType<typeof ofSeller>

function matching(read: Reader, sellerId: bigint, { search, brandid, categoryid }: SpecialPriceListAsk): SpecialPrices {
  let prices = ofSeller(read, sellerId)
  if (brandid !== undefined) prices = prices.where('product.brand_id', '=', brandid)
  if (categoryid !== undefined) prices = prices.where('product.category_id', '=', categoryid)
  if (search !== undefined) {
    const pattern = containsPattern(search)
    prices = prices.where((where) =>
      where.or([where('buyer.name', 'ilike', pattern), where('product.code', 'ilike', pattern), where('product.name', 'ilike', pattern)]),
    )
  }
  return prices
}

const withColumns = (prices: SpecialPrices) =>
  prices.select([
    'special_price.id',
    'special_price.price',
    'buyer.id as buyer_id',
    'buyer.name as buyer_name',
    'buyer.avatar',
    'product.id as product_id',
    'product.code',
    'product.name',
    'brand.name as brand_name',
    'offer.sell_price',
    'offer.promo_price',
    'offer.open',
    'offer.stocked',
    'offer_stock.remaining',
    'seller.id as seller_id',
    'seller.name as seller_name',
    'seller.shop_open',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

const toRow = (row: Row): SpecialPriceRow => ({
  id: row.id,
  member: { memberid: row.buyer_id, membername: row.buyer_name, memberavatar: row.avatar },
  product: {
    productid: row.product_id,
    productname: row.name,
    productcode: row.code,
    sellprice: row.sell_price,
    brand: { brandname: row.brand_name },
  },
  hargajual: row.price,
  discount: row.promo_price ?? 0n,
  stok: row.stocked ? Number(row.remaining ?? 0n) : null,
  status: row.open,
  statustoko: row.shop_open,
  sellername: row.seller_name,
  sellerid: row.seller_id,
})
