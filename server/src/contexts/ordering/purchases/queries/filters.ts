import { purchaseState, type purchaseSumQuery } from '@lapak/contract/ordering/purchases'
import { type SearchedDigits, searchedDigits } from '@lapak/contract/shared/searched-digits'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { customersOf } from '#contexts/catalogue/special-prices/special-prices.ts'
import type { Reader } from '#db/db.ts'
import { containing } from '#db/like-pattern.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaRange } from '#shared/clock.ts'

export interface Filters extends z.output<typeof purchaseSumQuery> {
  /** Ordered before this moment. */
  before?: Date | undefined
}

/** Whose purchases: the buyer's own, the seller's own, or everybody's. */
export interface Scope {
  buyerId?: bigint
  sellerId?: bigint
}

/** Filters in terms of the columns that a purchase has itself, so that finding purchases joins nothing. */
export interface Narrowing {
  scope: Scope
  filters: Filters
  /** Numbers among which everything of the asked days is; a scan stays between them. */
  ids: { first: bigint; beyond: bigint } | null
  /** Products of the asked brand and category. */
  products: bigint[] | null
  /** What is searched for, and whose names contain it; buyers only where there are several, for a seller its customers. */
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

/** Looks up in small tables and among the numbers what the filters mean; asks nothing when they say nothing of the kind. */
export async function narrow(read: Reader, scope: Scope, filters: Filters): Promise<Narrowing> {
  const { from, until } = jakartaRange(filters.awal, filters.akhir)
  const dated = from !== undefined || until !== undefined
  const sorted = filters.brandid !== undefined || filters.categoryid !== undefined
  if (!dated && !sorted && !filters.search) return { scope, filters, ids: null, products: null, search: null }
  const pattern = containing(filters.search ?? '')
  const { rows } = await sql<{
    first: bigint
    beyond: bigint
    products: string[]
    named_products: string[]
    named_sellers: string[] | null
    named_buyers: string[] | null
  }>`
    select ids.first, ids.beyond,
      ${sorted ? productsOf(filters) : none} as products,
      ${filters.search ? productsNamed(pattern) : none} as named_products,
      ${filters.search && scope.sellerId === undefined ? sellersNamed(pattern) : none} as named_sellers,
      ${filters.search ? buyersOf(scope, pattern) : none} as named_buyers
    from purchase_ids(${from ?? null}::timestamptz, ${until ?? null}::timestamptz) ids`.execute(read)
  const [found] = rows
  if (found === undefined) throw new Error('purchase_ids gave no row')
  const buyers = (found.named_buyers ?? []).map(BigInt)
  if (isEverybodys(scope) && buyers.length > buyersMax)
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
          id: isEverybodys(scope) && /^\d{1,15}$/.test(filters.search) ? BigInt(filters.search) : null,
          products: found.named_products.map(BigInt),
          sellers: (found.named_sellers ?? []).map(BigInt),
          buyers,
        }
      : null,
  }
}

const none = sql`null::bigint[]`

const productsOf = ({ brandid, categoryid }: Filters) => sql`array(
  select id from product where (${brandid ?? null}::bigint is null or brand_id = ${brandid ?? null}::bigint)
    and (${categoryid ?? null}::bigint is null or category_id = ${categoryid ?? null}::bigint))`

/** By the index over code and name, which contains more than was asked. */
const productsNamed = (pattern: string) =>
  sql`array(select id from product where code || ' ' || name ilike ${pattern} and name ilike ${pattern})`

const sellersNamed = (pattern: string) =>
  sql`array(select id from member where name ilike ${pattern} and exists (select from seller_api where seller_id = member.id))`

/** Who means one of more than these has to say more: purchases of some of them would pass for those of all. */
const buyersMax = 1000

const buyersNamed = (pattern: string) =>
  sql`array(select id from member where name ilike ${pattern} or email ilike ${pattern} limit ${buyersMax + 1})`

/** A seller looks for who bought from it; names of others, it cannot look through. */
const customersNamed = (sellerId: bigint, pattern: string) =>
  sql`array(select id from member where name ilike ${pattern} and id = any(array(select ${sql.ref(customersOf.name)}(${sellerId}))))`

function buyersOf(scope: Scope, pattern: string) {
  if (scope.sellerId !== undefined) return customersNamed(scope.sellerId, pattern)
  return isEverybodys(scope) ? buyersNamed(pattern) : none
}

const isEverybodys = ({ buyerId, sellerId }: Scope): boolean => buyerId === undefined && sellerId === undefined

/** All that is pending of everybody: few among all purchases, and found by what is still sent or asked about. */
export const isAllPending = ({ scope, filters }: Pick<Narrowing, 'scope' | 'filters'>): boolean =>
  isEverybodys(scope) && filters.statustrx === purchaseState.pending

export const stillPending = sql<boolean>`purchase.id = any(array(select purchase_id from attempt where state < 4))`

/** Whether it is not asked whose, from whom or of what. */
export const isOverall = ({ scope, filters, products }: Narrowing): boolean =>
  scope.buyerId === undefined && scope.sellerId === undefined && filters.sellerid === undefined && products === null

/**
 * What holds for the found rows, of purchases and of their sums per day alike; search and days are not in it. Totals have
 * only the columns of what is overall.
 */
export function narrowedBy(
  table: 'purchase' | 'purchase_day' | 'purchase_day_total',
  { scope, filters, products }: Narrowing,
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

/** What only a purchase itself can be asked, and not the sums per day. */
const ofPurchasesAlone = ({ scope, filters, search }: Narrowing): Condition[] => [
  ...(search === null ? [] : [searched(search)]),
  ...(isAllPending({ scope, filters }) ? [stillPending] : []),
  ...(filters.before === undefined ? [] : [sql<boolean>`purchase.created_at < ${filters.before}`]),
]

/** Whether the sums per day know all that is asked for. */
export const isSummedByDays = (narrowing: Narrowing): boolean => ofPurchasesAlone(narrowing).length === 0

/** The condition under which a purchase is found. */
export function found(narrowing: Narrowing): Condition {
  const { filters, ids } = narrowing
  const { from, until } = jakartaRange(filters.awal, filters.akhir)
  return all([
    ...narrowedBy('purchase', narrowing),
    ...(ids === null ? [] : [sql<boolean>`purchase.id >= ${ids.first} and purchase.id < ${ids.beyond}`]),
    ...(from === undefined ? [] : [sql<boolean>`purchase.created_at >= ${from}`]),
    ...(until === undefined ? [] : [sql<boolean>`purchase.created_at < ${until}`]),
    ...ofPurchasesAlone(narrowing),
  ])
}

export const all = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

const searched = ({ pattern, digits, id, products, sellers, buyers }: NonNullable<Narrowing['search']>) => sql<boolean>`(
  purchase.product_id = any(${products}::bigint[]) or purchase.seller_id = any(${sellers}::bigint[])
  ${id === null ? sql`` : sql`or purchase.id = ${id}`} ${buyers.length === 0 ? sql`` : sql`or purchase.buyer_id = any(${buyers}::bigint[])`}
  or purchase.reffclient ilike ${pattern} or purchase.target ilike ${pattern} or purchase.product_code ilike ${pattern}
  or purchase.serialnumber ilike ${pattern}${digits === null ? sql`` : spelledOtherwise(digits)})`

/** A number is found however it was typed here, and however the seller wrote it. */
const spelledOtherwise = ({ number, serial }: SearchedDigits) => sql`
  or purchase.target like ${containing(number)} or translate(purchase.serialnumber, ' .-', '') like ${containing(serial)}`
