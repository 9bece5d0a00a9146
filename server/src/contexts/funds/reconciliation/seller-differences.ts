import { differencesMax, sellerWords } from '@lapak/contract/funds/reconciliation'
import { sql } from 'kysely'
import { attemptOfReference, supplierReference, testOfReference } from '#contexts/ordering/purchases/purchases.ts'
import type { Reader } from '#db/db.ts'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import { jakartaRange } from '#shared/clock.ts'
import { batches } from './batches.ts'
import type { Found } from './differences.ts'

type State = keyof typeof sellerWords

export interface ListedOrder {
  reference: string
  number: string
  /** Whole rupiah. */
  price: bigint
  state: State
}

export interface SellerDayAsked {
  installation: string
  sellerId: bigint
  day: string
}

/** The result of comparing a seller's list of a day with our orders. */
export interface SellerCompared {
  found: Found[]
  /** The number of listed orders that this platform sent to this seller. */
  known: number
  /** Our successful orders of the day. */
  sales: number
  sold: bigint
}

/**
 * Finds differences between a seller's list and our orders of a day. Orders are matched by the seller's reference. Only differences about money are
 * reported, so an order that failed on one side and is missing on the other side is not a difference. A day has many orders, so the comparison yields
 * regularly to other requests.
 */
export async function compareSeller(read: Reader, asked: SellerDayAsked, listed: readonly ListedOrder[]): Promise<SellerCompared> {
  // Orders of the seller's self-test involve no money.
  const orders = await inTurns(byReference(listed, ({ reference }) => testOfReference(asked.installation, reference) === null))
  const ours = await ordersOf(read, asked, orders)
  const found = await inTurns(differencesOf(asked.sellerId, orders, ours))
  const { sales, sold, missing } = await notListed(read, asked, orders)
  return { found: [...found, ...missing], known: ours.size, sales, sold }
}

interface SellersOrder extends ListedOrder {
  successes: number
}

/** A list may contain one order several times, with different states: a success counts, otherwise the last state. */
function* byReference(
  listed: readonly ListedOrder[],
  counts: (order: ListedOrder) => boolean = () => true,
): Generator<void, Map<string, SellersOrder>> {
  const orders = new Map<string, SellersOrder>()
  for (const order of listed) {
    yield
    if (!counts(order)) continue
    const before = orders.get(order.reference)
    const successes = (before?.successes ?? 0) + (order.state === 1 ? 1 : 0)
    orders.set(order.reference, { ...(before?.state === 1 ? before : order), successes })
  }
  return orders
}

/** The number and the sum of the successful orders in a list. */
export async function sumListed(listed: readonly ListedOrder[]): Promise<{ sales: number; sold: bigint }> {
  const orders = await inTurns(byReference(listed))
  const done = [...orders.values()].filter(({ state }) => state === 1)
  return { sales: done.length, sold: done.reduce((sum, { price }) => sum + price, 0n) }
}

interface OurOrder {
  price: bigint
  state: State
  target: string
}

/** Our orders at this seller with these references. */
async function ordersOf(
  read: Reader,
  { installation, sellerId }: SellerDayAsked,
  orders: ReadonlyMap<string, SellersOrder>,
): Promise<Map<string, OurOrder>> {
  const referenceOf = await inTurns(attemptsOf(installation, orders.keys()))
  const found = new Map<string, OurOrder>()
  for (const some of batches([...referenceOf.keys()])) {
    const { rows } = await sql<OurOrder & { id: bigint }>`
      select attempt.id, attempt.price, purchase.target,
        case when attempt.state <= 3 then 0 when attempt.state = 4 and purchase.transactionrc = 1 then 1 else 2 end as state
      from unnest(${some}::bigint[]) asked(id)
      join attempt on attempt.id = asked.id
      join purchase on purchase.id = attempt.purchase_id
      where attempt.seller_id = ${sellerId}`.execute(read)
    for (const { id, ...order } of rows) found.set(referenceOf.get(id) ?? '', order)
  }
  return found
}

function* attemptsOf(installation: string, references: Iterable<string>): Generator<void, Map<bigint, string>> {
  const referenceOf = new Map<bigint, string>()
  for (const reference of references) {
    const attempt = attemptOfReference(installation, reference)
    if (attempt !== null) referenceOf.set(attempt, reference)
    yield
  }
  return referenceOf
}

function* differencesOf(
  memberId: bigint,
  orders: ReadonlyMap<string, SellersOrder>,
  ours: ReadonlyMap<string, OurOrder>,
): Generator<void, Found[]> {
  const found: Found[] = []
  for (const order of orders.values()) {
    const difference = differenceOf(order, ours.get(order.reference))
    if (difference) found.push({ ...difference, memberId })
    yield
  }
  return found
}

type Difference = Omit<Found, 'memberId'>

function differenceOf({ reference, number, price, state, successes }: SellersOrder, ours: OurOrder | undefined): Difference | null {
  const description = [number, sellerWords[state]].filter((text) => text !== '').join(' · ')
  const theirs = state === 1 ? price * 100n : 0n
  if (!ours) return state === 2 ? null : { kind: 'not_in_lapak', reference, ours: null, theirs, detail: description }
  const due = ours.state === 1 ? ours.price * 100n : 0n
  if (ours.state !== state)
    return {
      kind: 'status',
      reference,
      ours: due,
      theirs,
      detail: `${ours.target} · ${sellerWords[ours.state]}, suplier: ${sellerWords[state]}`,
    }
  if (successes > 1)
    return { kind: 'twice', reference, ours: due, theirs: theirs * BigInt(successes), detail: `${ours.target} · ${successes} kali` }
  return due === theirs ? null : { kind: 'price', reference, ours: due, theirs, detail: ours.target }
}

interface Sale {
  id: bigint
  price: bigint
  target: string
}

/**
 * The number and sum of our successful orders of the day, and those orders that are in none of the seller's lists. An order from just before midnight
 * may be in the list of the next day.
 */
async function notListed(
  read: Reader,
  { installation, sellerId, day }: SellerDayAsked,
  listed: ReadonlyMap<string, unknown>,
): Promise<{ sales: number; sold: bigint; missing: Found[] }> {
  const { from, until } = jakartaRange(day, day)
  const { rows } = await sql<Sale>`
    select attempt.id, attempt.price, purchase.target
    from purchase_ids(${from}, ${until}) ids, purchase join attempt on attempt.purchase_id = purchase.id and attempt.state = 4
    where purchase.seller_id = ${sellerId} and purchase.id >= ids.first and purchase.id < ids.beyond
      and purchase.created_at >= ${from} and purchase.created_at < ${until} and purchase.transactionrc = 1
    order by attempt.id`.execute(read)
  const sales = await inTurns(eachOf(rows, (sale) => ({ ...sale, reference: supplierReference(installation, sale.id) })))
  const unlisted = sales.filter(({ reference }) => !listed.has(reference))
  const elsewhere = await listedAnyDay(
    read,
    sellerId,
    unlisted.map(({ reference }) => reference),
  )
  const missing = unlisted
    .filter(({ reference }) => !elsewhere.has(reference))
    .slice(0, differencesMax + 1)
    .map(
      ({ reference, price, target }): Found => ({
        kind: 'not_at_seller',
        memberId: sellerId,
        reference,
        ours: price * 100n,
        theirs: null,
        detail: target,
      }),
    )
  return { sales: rows.length, sold: rows.reduce((sum, { price }) => sum + price, 0n), missing }
}

/** Those of the references that are in any list of the seller. */
async function listedAnyDay(read: Reader, sellerId: bigint, references: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of batches(references)) {
    const { rows } = await sql<{ reference: string }>`
      select reference from seller_report_row where seller_id = ${sellerId} and reference = any(${some}::text[])`.execute(read)
    for (const { reference } of rows) found.add(reference)
  }
  return found
}
