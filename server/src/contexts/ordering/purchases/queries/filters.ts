import { purchaseState, type purchaseSumQuery } from '@lapak/contract/ordering/purchases'
import { type SearchedDigits, searchedDigits } from '@lapak/contract/shared/searched-digits'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { customersOf } from '#contexts/catalogue/special-prices/special-prices.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaRange } from '#shared/clock.ts'
import { attemptState } from '../attempt-state.ts'

export interface Filters extends z.output<typeof purchaseSumQuery> {
  /** Only purchases that were ordered before this moment. */
  before?: Date | undefined
}

/** Whose purchases are read: those of the buyer, of the seller, or of all members if both are omitted. */
export interface Scope {
  buyerId?: bigint
  sellerId?: bigint
}

/** The filters in terms of columns of the purchase itself, so that the search needs no joins. */
export interface ResolvedFilters {
  scope: Scope
  filters: Filters
  /** The id range of the requested days, which limits the rows that are scanned. */
  ids: { first: bigint; beyond: bigint } | null
  /** The products of the requested brand and category. */
  products: bigint[] | null
  /**
   * The search text, and the products and members whose names contain it. Buyers are searched only for administrators and for a seller, and for a
   * seller only among its own customers.
   */
  search: {
    pattern: string
    digits: SearchedDigits | null
    id: bigint | null
    products: bigint[]
    sellers: bigint[]
    buyers: bigint[]
  } | null
}

type Condition = RawBuilder<boolean>

/** Resolves the filters with queries of small tables and id ranges. Runs no query if the filters need none. */
export async function resolveFilters(read: Reader, scope: Scope, filters: Filters): Promise<ResolvedFilters> {
  const { from, until } = jakartaRange(filters.awal, filters.akhir)
  const dated = from !== undefined || until !== undefined
  const sorted = filters.brandid !== undefined || filters.categoryid !== undefined
  if (!dated && !sorted && !filters.search) return { scope, filters, ids: null, products: null, search: null }
  const pattern = containsPattern(filters.search ?? '')
  const { rows } = await sql<{
    first: bigint
    beyond: bigint
    products: string[]
    named_products: string[]
    named_sellers: string[] | null
    named_buyers: string[] | null
  }>`
    select ids.first, ids.beyond,
      ${sorted ? productsOf(filters) : noIds} as products,
      ${filters.search ? productsNamed(pattern) : noIds} as named_products,
      ${filters.search && scope.sellerId === undefined ? sellersNamed(pattern) : noIds} as named_sellers,
      ${filters.search ? buyersOf(scope, pattern) : noIds} as named_buyers
    from purchase_ids(${from ?? null}::timestamptz, ${until ?? null}::timestamptz) ids`.execute(read)
  const [found] = rows
  if (found === undefined) throw new Error('purchase_ids returned no row')
  const buyers = (found.named_buyers ?? []).map(BigInt)
  if (isUnscoped(scope) && buyers.length > buyersMax)
    throw new Refusal('input.invalid', {}, { errors: { search: `Lebih dari ${buyersMax} member cocok, ketik lebih lengkap` } })
  return {
    scope,
    filters,
    ids: dated ? { first: found.first, beyond: found.beyond } : null,
    products: sorted ? found.products.map(BigInt) : null,
    search: filters.search
      ? {
          pattern,
          digits: searchedDigits(filters.search),
          id: isUnscoped(scope) && /^\d{1,15}$/.test(filters.search) ? BigInt(filters.search) : null,
          products: found.named_products.map(BigInt),
          sellers: (found.named_sellers ?? []).map(BigInt),
          buyers,
        }
      : null,
  }
}

const noIds = sql`null::bigint[]`

const productsOf = ({ brandid, categoryid }: Filters) => sql`array(
  select id from product where (${brandid ?? null}::bigint is null or brand_id = ${brandid ?? null}::bigint)
    and (${categoryid ?? null}::bigint is null or category_id = ${categoryid ?? null}::bigint))`

/** The index covers code and name together, so the condition finds rows by the index first, then checks the name. */
const productsNamed = (pattern: string) =>
  sql`array(select id from product where code || ' ' || name ilike ${pattern} and name ilike ${pattern})`

const sellersNamed = (pattern: string) =>
  sql`array(select id from member where name ilike ${pattern} and exists (select from seller_api where seller_id = member.id))`

/**
 * The maximum number of buyers that a search may match. With more matches the search is refused, because the purchases of some of the buyers could be
 * mistaken for those of all.
 */
const buyersMax = 1000

const buyersNamed = (pattern: string) =>
  sql`array(select id from member where name ilike ${pattern} or email ilike ${pattern} limit ${buyersMax + 1})`

/** A seller searches only among the names of its own customers, never among those of all members. */
const customersNamed = (sellerId: bigint, pattern: string) =>
  sql`array(select id from member where name ilike ${pattern} and id = any(array(select ${sql.ref(customersOf.name)}(${sellerId}))))`

function buyersOf(scope: Scope, pattern: string) {
  if (scope.sellerId !== undefined) return customersNamed(scope.sellerId, pattern)
  return isUnscoped(scope) ? buyersNamed(pattern) : noIds
}

const isUnscoped = ({ buyerId, sellerId }: Scope): boolean => buyerId === undefined && sellerId === undefined

/** All pending purchases of all members. They are few among all purchases, and are found by their live attempts. */
export const isAllPending = ({ scope, filters }: Pick<ResolvedFilters, 'scope' | 'filters'>): boolean =>
  isUnscoped(scope) && filters.statustrx === purchaseState.pending

export const stillPending = sql<boolean>`purchase.id = any(array(select purchase_id from attempt where state < ${sql.lit(attemptState.success)}))`

/** True if neither a buyer nor a seller nor a product is requested. */
export const isOverall = ({ scope, filters, products }: ResolvedFilters): boolean =>
  scope.buyerId === undefined && scope.sellerId === undefined && filters.sellerid === undefined && products === null

/**
 * Conditions that apply both to purchases and to their sums per day, so without the search text and the days. The table of totals has only the
 * columns that need no buyer, seller or product.
 */
export function conditionsOn(
  table: 'purchase' | 'purchase_day' | 'purchase_day_total',
  { scope, filters, products }: ResolvedFilters,
): Condition[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return [
    ...(scope.buyerId === undefined ? [] : [sql<boolean>`${column('buyer_id')} = ${scope.buyerId}`]),
    ...(scope.sellerId === undefined ? [] : [sql<boolean>`${column('seller_id')} = ${scope.sellerId}`]),
    ...(filters.sellerid === undefined ? [] : [sql<boolean>`${column('seller_id')} = ${filters.sellerid}`]),
    ...(filters.statustrx === undefined ? [] : [sql<boolean>`${column('transactionrc')} = ${filters.statustrx}`]),
    ...(products === null ? [] : [sql<boolean>`${column('product_id')} = any(${products}::bigint[])`]),
  ]
}

/** Conditions that only the purchases themselves can answer, not the sums per day. */
const ofPurchasesAlone = ({ scope, filters, search }: ResolvedFilters): Condition[] => [
  ...(search === null ? [] : [matchesSearch(search)]),
  ...(isAllPending({ scope, filters }) ? [stillPending] : []),
  ...(filters.before === undefined ? [] : [sql<boolean>`purchase.created_at < ${filters.before}`]),
]

/** Whether the sums per day can answer the filters. */
export const isSummedByDays = (resolved: ResolvedFilters): boolean => ofPurchasesAlone(resolved).length === 0

/** The SQL condition for the purchases that match the filters. */
export function matchesFilters(resolved: ResolvedFilters): Condition {
  const { filters, ids } = resolved
  const { from, until } = jakartaRange(filters.awal, filters.akhir)
  return allOf([
    ...conditionsOn('purchase', resolved),
    ...(ids === null ? [] : [sql<boolean>`purchase.id >= ${ids.first} and purchase.id < ${ids.beyond}`]),
    ...(from === undefined ? [] : [sql<boolean>`purchase.created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql<boolean>`purchase.created_at < ${until}`]),
    ...ofPurchasesAlone(resolved),
  ])
}

export const allOf = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

const matchesSearch = ({ pattern, digits, id, products, sellers, buyers }: NonNullable<ResolvedFilters['search']>) => sql<boolean>`(
  purchase.product_id = any(${products}::bigint[]) or purchase.seller_id = any(${sellers}::bigint[])
  ${id === null ? sql`` : sql`or purchase.id = ${id}`} ${buyers.length === 0 ? sql`` : sql`or purchase.buyer_id = any(${buyers}::bigint[])`}
  or purchase.reffclient ilike ${pattern} or purchase.target ilike ${pattern} or purchase.product_code ilike ${pattern}
  or purchase.serialnumber ilike ${pattern}${digits === null ? sql`` : matchesDigits(digits)})`

/** Finds the digits of a number in any spelling, both in the target and in the seller's serial number. */
const matchesDigits = ({ number, serial }: SearchedDigits) => sql`
  or purchase.target like ${containsPattern(number)} or translate(purchase.serialnumber, ' .-', '') like ${containsPattern(serial)}`
