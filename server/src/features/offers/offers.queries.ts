import type { DataOf } from '@lapak/contract/call'
import type { offerCalls } from '@lapak/contract/offers'
import type { Page } from '@lapak/contract/wire'
import type { Reader } from '#core/db.ts'
import { countOf, onePage, type PageAsk } from '#core/paging.ts'
import { Refusal } from '#core/refusal.ts'
import { containing } from '#core/search.ts'

export type OfferRow = DataOf<typeof offerCalls.one>

/** Reads work on the pool and inside a transaction alike. */
export interface OfferListAsk extends PageAsk {
  sort: { field: keyof typeof sortColumns; descending: boolean }
  search?: string | undefined
  brandid?: bigint | undefined
  categoryid?: bigint | undefined
  status?: boolean | undefined
}

const sortColumns = {
  id: 'offer.id',
  productcode: 'product.code',
  productname: 'product.name',
  brandname: 'brand.name',
  sellprice: 'offer.sell_price',
  status: 'offer.open',
} as const

export async function listOffers(read: Reader, sellerId: bigint, asked: OfferListAsk): Promise<Page<OfferRow>> {
  const found = matching(read, sellerId, asked)
  const rows = await onePage(withColumns(found), asked, sortColumns[asked.sort.field], 'offer.id').execute()
  return { content: rows.map(toRow), totalElements: await countOf(found) }
}

/** One live offer of this seller; refused as not found when it is somebody else's. */
export async function readOffer(read: Reader, sellerId: bigint, id: bigint): Promise<OfferRow> {
  const row = await withColumns(ofSeller(read, sellerId)).where('offer.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.offer')
  return toRow(row)
}

export const productsOfBrand = (read: Reader, brandId: bigint) =>
  read
    .selectFrom('product')
    .select(['id', 'code as productcode', 'name as productname', 'type as producttype'])
    .where('brand_id', '=', brandId)
    .where('active', '=', true)
    .orderBy('code')
    .execute()

const ofSeller = (read: Reader, sellerId: bigint) =>
  read
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .innerJoin('member as seller', 'seller.id', 'offer.seller_id')
    .leftJoin('offer_stock', 'offer_stock.offer_id', 'offer.id')
    .where('offer.seller_id', '=', sellerId)
    .where('offer.archived_at', 'is', null)

type Offers = ReturnType<typeof ofSeller>

function matching(read: Reader, sellerId: bigint, { search, brandid, categoryid, status }: OfferListAsk): Offers {
  let offers = ofSeller(read, sellerId)
  if (brandid !== undefined) offers = offers.where('product.brand_id', '=', brandid)
  if (categoryid !== undefined) offers = offers.where('product.category_id', '=', categoryid)
  if (status !== undefined) offers = offers.where('offer.open', '=', status)
  if (search !== undefined) {
    const pattern = containing(search)
    offers = offers.where((where) =>
      where.or([
        where('product.code', 'ilike', pattern),
        where('product.name', 'ilike', pattern),
        where('brand.name', 'ilike', pattern),
        where('offer.supplier_code', 'ilike', pattern),
      ]),
    )
  }
  return offers
}

const withColumns = (offers: Offers) =>
  offers.select([
    'offer.id',
    'offer.product_id',
    'offer.supplier_code',
    'offer.check_code',
    'offer.sell_price',
    'offer.buy_price',
    'offer.promo_price',
    'offer.open',
    'offer.disturbed',
    'offer.stocked',
    'offer.cutoff_from',
    'offer.cutoff_to',
    'product.code',
    'product.name',
    'product.brand_id',
    'product.category_id',
    'brand.name as brand_name',
    'offer_stock.remaining',
    'seller.id as seller_id',
    'seller.name as seller_name',
    'seller.shop_open',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

const toRow = (row: Row): OfferRow => ({
  id: row.id,
  productid: row.product_id,
  brandid: row.brand_id,
  categoryid: row.category_id,
  brandname: row.brand_name,
  productcode: row.code,
  productname: row.name,
  membercode: row.supplier_code,
  kodesupplier: row.supplier_code,
  kodecek: row.check_code,
  sellprice: row.sell_price,
  buyprice: row.buy_price,
  discount: row.promo_price ?? 0n,
  promoprice: row.promo_price ?? 0n,
  stok: row.stocked ? Number(row.remaining ?? 0n) : null,
  status: row.open,
  gangguan: row.disturbed,
  cutoffawal: hourAndMinute(row.cutoff_from),
  cutoffakhir: hourAndMinute(row.cutoff_to),
  statustoko: row.shop_open,
  sellerid: row.seller_id,
  sellername: row.seller_name,
})

const hourAndMinute = (time: string | null) => time?.slice(0, 5) ?? null
