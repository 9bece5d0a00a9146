import type { OfferRow, offerConcerns } from '@lapak/contract/selling/offers'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, inOrderOf, onePage, type PageAsk } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { offersDearerThanOthers, rankOf } from './rank.ts'

/** An offer from the database, without its rank among other offers. */
export type StoredOffer = Omit<OfferRow, 'peringkat' | 'penawaran'>

export interface OfferListAsk extends PageAsk {
  sort: { field: keyof typeof sortColumns; descending: boolean }
  search?: string | undefined
  brandid?: bigint | undefined
  categoryid?: bigint | undefined
  status?: boolean | undefined
  perhatian?: (typeof offerConcerns)[number] | undefined
}

const sortColumns = {
  id: 'offer.id',
  productcode: 'product.code',
  productname: 'product.name',
  brandname: 'brand.name',
  kodesupplier: 'offer.supplier_code',
  sellprice: 'offer.sell_price',
  buyprice: 'offer.buy_price',
  discount: 'offer.promo_price',
  status: 'offer.open',
} as const

interface Reads {
  read: Reader
  catalogue: CatalogueSnapshot
}

export async function listOffers({ read, catalogue }: Reads, sellerId: bigint, asked: OfferListAsk): Promise<Page<OfferRow>> {
  const found = await matching({ read, catalogue }, sellerId, asked)
  const rows = await onePage(withColumns(found), asked, sortColumns[asked.sort.field], 'offer.id').execute()
  return { content: ranked(catalogue, rows.map(toRow)), totalElements: await countOf(found) }
}

/** Ids of all offers that match the list's filter, in its order. */
export async function idsOfOffers(reads: Reads, sellerId: bigint, asked: OfferListAsk, most: number): Promise<bigint[]> {
  const found = (await matching(reads, sellerId, asked)).select('offer.id')
  const rows = await onePage(found, { ...asked, page: 0, size: most }, sortColumns[asked.sort.field], 'offer.id').execute()
  return rows.map(({ id }) => id)
}

/** Offers of the seller with these ids, in the same order. */
export async function offersOfIds(read: Reader, sellerId: bigint, ids: readonly bigint[]): Promise<StoredOffer[]> {
  const rows = await withColumns(ofSeller(read, sellerId)).where(sql<boolean>`offer.id = any(${ids}::bigint[])`).execute()
  return inOrderOf(ids, rows).map(toRow)
}

export const rankedOffer = (catalogue: CatalogueSnapshot, offer: StoredOffer): OfferRow => ({
  ...offer,
  ...rankOf(catalogue, offer.id, new Date()),
})

const ranked = (catalogue: CatalogueSnapshot, offers: readonly StoredOffer[]) => offers.map((offer) => rankedOffer(catalogue, offer))

/** One offer of this seller that is not archived; refused as not found when it belongs to another seller. */
export async function readOffer(read: Reader, sellerId: bigint, id: bigint): Promise<StoredOffer> {
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

async function matching({ read, catalogue }: Reads, sellerId: bigint, asked: OfferListAsk): Promise<Offers> {
  const { search, brandid, categoryid, status, perhatian } = asked
  let offers = ofSeller(read, sellerId)
  if (brandid !== undefined) offers = offers.where('product.brand_id', '=', brandid)
  if (categoryid !== undefined) offers = offers.where('product.category_id', '=', categoryid)
  if (status !== undefined) offers = offers.where('offer.open', '=', status)
  if (perhatian === 'rugi') offers = offers.where(sql<boolean>`least(offer.promo_price, offer.sell_price) < offer.buy_price`)
  if (perhatian === 'bukantermurah') {
    const dearer = await offersDearerThanOthers(catalogue, sellerId, new Date())
    offers = offers.where(sql<boolean>`offer.id = any(${dearer}::bigint[])`)
  }
  if (search !== undefined) {
    const pattern = containsPattern(search)
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

const toRow = (row: Row): StoredOffer => ({
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
