import type { TargetKind } from '@lapak/contract/market-data/targets'
import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import { bigints, booleans, integers, plainElements, smallints, texts } from '#db/arrays.ts'
import { type Database, type FastPool, isLockConflict, type Statement } from '#db/db.ts'
import { type Batcher, createBatcher, deferred } from '#jobs/batcher.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import { tracePlaced } from '../traces.ts'
import { placeOrders } from './place-orders.ts'

/** A routed order with its price, ready to be written. */
export interface Placement {
  buyerId: bigint
  reffclient: string
  productId: bigint
  productCode: string
  target: string
  /** The target kind by which the buyer's input was normalized. */
  targetKind: TargetKind
  counter: number
  offerId: bigint
  /**
   * The newest version of the offer, its product and its shop when the price was read. If the database has a newer version, the order is routed and
   * priced again.
   */
  offerVersion: bigint
  stocked: boolean
  sellerId: bigint
  price: bigint
  fee: bigint
  amount: bigint | null
  maxprice: bigint | null
  inquiryId: bigint | null
  /** True if the buyer chose this offer itself, so no other offer is tried. */
  pinned: boolean
  channel: OrderChannel
  callbackUrl: string | null
  /** For how many minutes the same order is refused as a probable double; 0 means that doubles are not refused. */
  guardMinutes: number
}

export type Placed =
  | { verdict: 'placed'; id: bigint; attemptId: bigint; balance: bigint; at: Date }
  /** The reference is already used, by the same order or by a different order. */
  | { verdict: 'known' }
  | { verdict: 'stale' | 'double' | 'sold_out' | 'token' | 'low' | 'blocked' }
  /** A row that the order needs was locked by another transaction for longer than the maximum wait. */
  | { verdict: 'busy' }

const placeStatement: Statement = {
  name: 'purchases.place',
  text: `select verdicts::text, ids::text, attempt_ids::text, rests::text, at
    from ${placeOrders.name}(${Array.from({ length: 37 }, (_, index) => `$${index + 1}`).join(', ')})`,
}

/** Each column is an array with one element per order. */
interface PlacedRow {
  /**
   * For each order the reason why it was not placed (for example `busy`), or null if it was placed. The whole array is null if all orders are placed.
   */
  verdicts: string | null
  ids: string | null
  attempt_ids: string | null
  rests: string | null
  at: Date
}

export interface PlacerOptions {
  queueMax: number
  /** Returns true if workers in other processes send the orders, so that a batch notifies them once by NOTIFY. */
  notify(): boolean
  tracer?: Tracer | null
}

export type Placer = Batcher<Placement, Placed>

/** The maximum wait in milliseconds for locks. Orders that wait longer are refused as busy, before the buyer's software times out. */
const maxWaitMs = 8_000

/**
 * Collects orders and places them in batches; `createBatcher` describes the guarantees. Each order gets the same result as if the orders of its batch
 * were placed one after another.
 */
export function createPlacer(db: Database, { queueMax, notify, tracer = null }: PlacerOptions): Placer {
  const run: RunBatch = (batch, { skipLocked }) => placeBatch(db.fast, batch, { skipLocked, notify: notify() })
  return createBatcher<Placement, Placed>({
    ownerOf: (placement) => placement.buyerId,
    batchMax: 256,
    queueMax,
    run: tracer === null ? run : traced(tracer, run),
    lockedElsewhere: isLockConflict,
    maxWait: { ms: maxWaitMs, result: { verdict: 'busy' } },
  })
}

type RunBatch = (batch: Placement[], how: { skipLocked: boolean }) => Promise<(Placed | typeof deferred)[]>

const traced =
  (tracer: Tracer, run: RunBatch): RunBatch =>
  async (batch, how) => {
    const begunAt = performance.now()
    const placed = await run(batch, how)
    tracePlaced(tracer, placed, performance.now() - begunAt)
    return placed
  }

/**
 * Returns one result per order, in the order of the batch. With `skipLocked`, orders that need rows locked by other transactions are deferred.
 * Without it, the batch fails if another transaction does not release its lock.
 */
export async function placeBatch(
  fast: FastPool,
  batch: Placement[],
  { skipLocked, notify }: { skipLocked: boolean; notify: boolean },
): Promise<(Placed | typeof deferred)[]> {
  const [row] = await fast.run<PlacedRow>(placeStatement, [skipLocked, notify, ...columns(batch)])
  if (row === undefined) throw new Error('place_orders returned no row')
  const [verdicts, ids, attemptIds, rests] = [row.verdicts, row.ids, row.attempt_ids, row.rests].map(plainElements)
  return batch.map((_, index) => toPlaced(row.at, verdicts?.[index], ids?.[index], attemptIds?.[index], rests?.[index]))
}

function toPlaced(at: Date, verdict?: string, id?: string, attemptId?: string, balance?: string): Placed | typeof deferred {
  if (verdict === 'busy') return deferred
  if (verdict !== undefined && verdict !== 'NULL') return { verdict: verdict as Exclude<Placed['verdict'], 'placed' | 'busy'> }
  if (id === undefined || attemptId === undefined || balance === undefined) throw new Error('place_orders returned no ids')
  return { verdict: 'placed', id: BigInt(id), attemptId: BigInt(attemptId), balance: BigInt(balance), at }
}

/** The parameters of `place_orders` after the first two parameters, in the order of the function. */
function columns(batch: Placement[]): unknown[] {
  const buyers = ascending(batch.map((one) => one.buyerId))
  const stocks = ascending(batch.flatMap((one) => (one.stocked ? one.offerId : [])))
  const products = ascending(batch.map((one) => one.productId))
  const sellers = ascending(batch.map((one) => one.sellerId))
  const offers = new Distinct(
    batch,
    (one) => `${one.offerId} ${one.offerVersion} ${one.targetKind} ${one.productCode}`,
    (one) => one.offerId,
  )
  const references = new Distinct(batch, (one) => `${one.buyerId} ${one.reffclient}`)
  const guards = new Distinct(batch, (one) => (one.guardMinutes > 0 ? guardText(one) : null))
  const bills = new Distinct(
    batch,
    (one) => one.inquiryId?.toString() ?? null,
    (one) => one.inquiryId ?? 0n,
  )
  const spending = spendingOf(batch, [references, guards, bills])
  const asked = countOf(batch.flatMap((one) => (one.stocked ? one.offerId : [])))
  const buyerAt = positions(buyers)
  const stockAt = positions(stocks)
  const productAt = positions(products)
  const sellerAt = positions(sellers)
  return [
    bigints(buyers),
    bigints(buyers.map((buyer) => spending.inAll.get(buyer))),
    bigints(stocks),
    bigints(stocks.map((stock) => asked.get(stock))),
    bigints(bills.ones.map((one) => one.inquiryId)),
    integers(bills.firsts),
    bigints(offers.ones.map((one) => one.offerId)),
    bigints(offers.ones.map((one) => one.offerVersion)),
    bigints(products),
    integers(offers.ones.map((one) => productAt.get(one.productId))),
    texts(offers.ones.map((one) => one.productCode)),
    texts(offers.ones.map((one) => one.targetKind)),
    bigints(sellers),
    integers(offers.ones.map((one) => sellerAt.get(one.sellerId))),
    bigints(references.ones.map((one) => one.buyerId)),
    texts(references.ones.map((one) => one.reffclient)),
    texts(guards.ones.map(guardText)),
    integers(guards.firsts),
    integers(batch.map((one) => buyerAt.get(one.buyerId))),
    integers(orNone(batch.map((one) => (one.stocked ? stockAt.get(one.offerId) : null)))),
    integers(orNone(bills.at)),
    integers(offers.at),
    integers(references.at),
    integers(orNone(guards.at)),
    integers(batch.map((one) => one.guardMinutes)),
    texts(batch.map((one) => one.target)),
    smallints(orNone(batch.map((one) => (one.counter === 1 ? null : one.counter)))),
    bigints(batch.map((one) => one.price)),
    bigints(spending.upTo),
    bigints(orNone(batch.map((one) => one.fee || null))),
    bigints(orNone(batch.map((one) => one.amount))),
    bigints(orNone(batch.map((one) => one.maxprice))),
    smallints(batch.map((one) => one.channel)),
    texts(orNone(batch.map((one) => one.callbackUrl))),
    booleans(orNone(batch.map((one) => one.pinned || null))),
  ]
}

/** The text from which `recent_order_key` computes the key of a double guard: buyer, product, counter and target. */
const guardText = ({ buyerId, productId, counter, target }: Placement) => `${buyerId}.${productId}.${counter}.${target}`

/** Returns an empty array if no order has a value: in SQL an index beyond the end of an array returns null as well. */
const orNone = <Value>(values: (Value | null | undefined)[]) =>
  values.every((value) => value === null || value === undefined) ? [] : values

const ascending = (ids: bigint[]): bigint[] => [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))

/**
 * The sum of the prices of each buyer's orders: per order, up to and including that order; and per buyer, of all its orders. The sum of all orders is
 * null if two orders have the same reference, guard or bill.
 */
function spendingOf(batch: Placement[], matters: Distinct[]): { upTo: bigint[]; inAll: ReadonlyMap<bigint, bigint | null> } {
  const inAll = new Map<bigint, bigint | null>()
  const upTo = batch.map(({ buyerId, price }) => {
    const spent = (inAll.get(buyerId) ?? 0n) + price
    inAll.set(buyerId, spent)
    return spent
  })
  for (const { at, ones } of matters)
    batch.forEach((one, index) => {
      const first = ones[(at[index] ?? 0) - 1]
      if (first === undefined || first === one) return
      inAll.set(one.buyerId, null)
      inAll.set(first.buyerId, null)
    })
  return { upTo, inAll }
}

function countOf(ids: bigint[]): Map<bigint, bigint> {
  const counts = new Map<bigint, bigint>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0n) + 1n)
  return counts
}

const positions = (ids: bigint[]): Map<bigint, number> => new Map(ids.map((id, index) => [id, index + 1]))

/**
 * The first order with each key and its position in the batch. For every order also the position of its key among these first orders, counted from 1,
 * or null if the order has no key. The first orders keep the order of the batch, or are sorted by the number with which their key begins.
 */
class Distinct {
  readonly ones: Placement[] = []
  readonly firsts: number[] = []
  readonly at: (number | null)[]

  constructor(batch: Placement[], keyOf: (one: Placement) => string | null, ascendBy?: (one: Placement) => bigint) {
    const known = new Map<string, number>()
    this.at = batch.map(() => null)
    const orders = batch.map((one, index) => ({ one, index, rank: ascendBy?.(one) ?? 0n }))
    if (ascendBy) orders.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)))
    for (const { one, index } of orders) {
      const key = keyOf(one)
      if (key === null) continue
      const position = known.get(key) ?? this.ones.push(one)
      if (position > this.firsts.length) this.firsts.push(index + 1)
      known.set(key, position)
      this.at[index] = position
    }
  }
}
