import type { SellerSummary } from '@lapak/contract/selling/sellers'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { type CatalogueSnapshot, sellsNow } from '#contexts/market-data/snapshot/snapshot.ts'
import { readLocations } from '#contexts/system/locations/locations.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, onePage, type PageAsk } from '#http/paging.ts'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'

/** The database for sellers, and the catalogue snapshot for the number of their products. */
export interface SellersReader {
  read: Reader
  catalogue: CatalogueSnapshot
}

/** An open web app requests the balance every two minutes; a member without requests for longer than this is offline. */
const onlineWithinMs = 180_000
const similarityMin = 0.4

/** Until when the member counts as online; null when it is offline. */
export function onlineUntil(lastActive: Date | null, now = new Date()): Date | null {
  const until = (lastActive?.getTime() ?? 0) + onlineWithinMs
  return until > now.getTime() ? new Date(until) : null
}

export const isOnline = (lastActive: Date | null, now?: Date): boolean => onlineUntil(lastActive, now) !== null

export const ratingInSql = sql<number>`coalesce(round(seller_rating.stars::numeric / nullif(seller_rating.reviews, 0), 1), 0)::float8`

export const sortColumns = {
  sellerid: 'seller.id',
  sellername: 'seller.name',
  rating: ratingInSql,
  successrate: sql<number>`coalesce(seller_quality.success_basis_points, -1)`,
  mediandetik: sql<number>`coalesce(seller_quality.median_ms, 2147483647)`,
} as const

/** Approved sellers that are not blocked. */
export const selectSellers = (read: Reader) =>
  read
    .selectFrom('member as seller')
    .innerJoin('member_role', 'member_role.member_id', 'seller.id')
    .innerJoin('role', (join) => join.onRef('role.id', '=', 'member_role.role_id').on('role.name', '=', 'ROLE_SELLER'))
    .leftJoin('seller_rating', 'seller_rating.seller_id', 'seller.id')
    .leftJoin('seller_quality', 'seller_quality.seller_id', 'seller.id')
    .where('seller.status', '>', 0)

type Sellers = ReturnType<typeof selectSellers>

export const withColumns = (found: Sellers) =>
  found.select([
    'seller.id',
    'seller.name',
    'seller.avatar',
    sellsNow('seller').as('sells'),
    'seller.last_active_at',
    'seller.contact',
    'seller.province_id',
    'seller.city_id',
    'seller_quality.success_basis_points',
    'seller_quality.median_ms',
    'seller_quality.dispute_basis_points',
    ratingInSql.as('rating'),
    sql<bigint>`coalesce(seller_rating.reviews, 0)`.as('reviews'),
  ])

export type SellerRow = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>

export const qualityOf = (row: Pick<SellerRow, 'success_basis_points' | 'median_ms' | 'dispute_basis_points'>) => ({
  successrate: row.success_basis_points === null ? null : row.success_basis_points / 100,
  mediandetik: row.median_ms === null ? null : row.median_ms / 1000,
  sengketa: row.dispute_basis_points === null ? null : row.dispute_basis_points / 100,
})

export async function toSummaries(catalogue: CatalogueSnapshot, rows: SellerRow[]): Promise<SellerSummary[]> {
  const places = await readLocations()
  return rows.map((row) => ({
    sellerid: row.id,
    sellername: row.name,
    avatar: row.avatar,
    rating: row.rating,
    jmlreview: Number(row.reviews),
    status: row.sells,
    user: { online: isOnline(row.last_active_at) },
    location: places.nameOf({ provinceid: row.province_id, cityid: row.city_id, districtid: null }),
    jmlproduk: catalogue.offerCountOf(row.id),
    ...qualityOf(row),
  }))
}

export interface SellersAsk {
  page: number
  size: number
  /** 'shuffled' is a different order every day that stays the same all day, so that paging shows each seller once. */
  sort: 'shuffled' | { field: keyof typeof sortColumns; descending: boolean }
}

export async function listSellers({ read, catalogue }: SellersReader, { page, size, sort }: SellersAsk): Promise<Page<SellerSummary>> {
  const found = selectSellers(read)
  const [column, descending] =
    sort === 'shuffled' ? [sql<string>`md5(seller.id || ${jakartaDayOf(new Date())})`, false] : [sortColumns[sort.field], sort.descending]
  const rows = await onePage(withColumns(found), { page, size, sort: { descending } }, column, 'seller.id').execute()
  return { content: await toSummaries(catalogue, rows), totalElements: await countOf(found) }
}

/** Finds names that contain the text; if there are none, the most similar names, for typing errors. */
export async function searchSellers(
  { read, catalogue }: SellersReader,
  { cari, ...asked }: Omit<PageAsk, 'sort'> & { cari: string },
): Promise<Page<SellerSummary>> {
  if (cari === '') return { content: [], totalElements: 0 }
  const literally = selectSellers(read).where('seller.name', 'ilike', containsPattern(cari))
  const total = await countOf(literally)
  const likeness = sql<number>`word_similarity(${cari}, seller.name)`
  const found = total > 0 ? literally : selectSellers(read).where(likeness, '>=', similarityMin)
  const rows = await onePage(withColumns(found), { ...asked, sort: { descending: true } }, likeness, 'seller.id').execute()
  return { content: await toSummaries(catalogue, rows), totalElements: total > 0 ? total : await countOf(found) }
}

/** The sellers in a buyer's buying list. */
export async function sellersOfList({ read, catalogue }: SellersReader, buyerId: bigint): Promise<SellerSummary[]> {
  const rows = await withColumns(selectSellers(read))
    .where('seller.id', 'in', (of) =>
      of
        .selectFrom('buying_list_entry')
        .innerJoin('offer', 'offer.id', 'buying_list_entry.offer_id')
        .select('offer.seller_id')
        .where('buying_list_entry.buyer_id', '=', buyerId)
        .where('buying_list_entry.archived_at', 'is', null),
    )
    .orderBy('seller.name')
    .orderBy('seller.id')
    .execute()
  return toSummaries(catalogue, rows)
}

export const findSeller = (read: Reader, id: bigint): Promise<SellerRow | undefined> =>
  withColumns(selectSellers(read)).where('seller.id', '=', id).executeTakeFirst()

export interface BestHit {
  sellerid: bigint
  operator: string
  sellername: string
  selleravatar: string | null
}

/** The pairs of seller and brand with the most successful sales since the start of a day. */
export async function mostSold(read: Reader, sinceDay: string, firstId: bigint, size: number): Promise<BestHit[]> {
  return read
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('brand', 'brand.id', 'product.brand_id')
    .innerJoin('member as seller', 'seller.id', 'purchase.seller_id')
    .select(['seller.id as sellerid', 'brand.name as operator', 'seller.name as sellername', 'seller.avatar as selleravatar'])
    .where('purchase.id', '>=', firstId)
    .where('purchase.created_at', '>=', startOfJakartaDay(sinceDay))
    .where('purchase.transactionrc', '=', 1)
    .where('seller.status', '>', 0)
    .groupBy(['seller.id', 'brand.id', 'seller.name', 'seller.avatar', 'brand.name'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('seller.id')
    .limit(size)
    .execute()
}
