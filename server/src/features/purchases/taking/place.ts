import type { OrderChannel } from '@lapak/contract/order-channels'
import type { TargetKind } from '@lapak/contract/targets'
import { type Database, type FastPool, lockedElsewhere, type Statement } from '#core/db.ts'
import { type Gatherer, gather, setAside } from '#core/gather.ts'
import { placeOrders } from './place-orders.ts'

/** An order that is routed and priced, ready to be written. */
export interface Placement {
  buyerId: bigint
  reffclient: string
  productId: bigint
  productCode: string
  target: string
  /** How the target was read from what the buyer wrote. */
  targetKind: TargetKind
  counter: number
  offerId: bigint
  /** The version of the offer that the price was read from, or of its product or shop where that moved later; a moved one is routed and priced again. */
  offerVersion: bigint
  stocked: boolean
  sellerId: bigint
  price: bigint
  fee: bigint
  amount: bigint | null
  maxprice: bigint | null
  inquiryId: bigint | null
  /** The buyer chose this offer itself: it is tried alone. */
  pinned: boolean
  channel: OrderChannel
  callbackUrl: string | null
  /** Minutes of the double guard; 0 is off. */
  guardMinutes: number
}

export type Placed =
  | { verdict: 'placed'; id: bigint; attemptId: bigint; balance: bigint; at: Date }
  /** The reference is used already, by this order or another one. */
  | { verdict: 'known' }
  | { verdict: 'stale' | 'double' | 'sold_out' | 'token' | 'low' }
  /** Something of the order was locked elsewhere for as long as a buyer's software waits. */
  | { verdict: 'busy' }

const call: Statement = {
  name: 'purchases.place',
  text: `select * from ${placeOrders.name}(${Array.from({ length: 33 }, (_, index) => `$${index + 1}`).join(', ')})`,
}

interface PlacedRow {
  id: bigint | null
  attempt_id: bigint | null
  balance: bigint | null
  at: Date
  verdict: Placed['verdict']
}

export interface PlacerOptions {
  queueMax: number
  /** True when other processes send the orders, so that they must be told by NOTIFY, once per batch. */
  notify: boolean
}

export type Placer = Gatherer<Placement, Placed>

/** What is locked for longer than this is refused as busy; the buyer's software has not given up yet. */
const patienceMs = 8_000

/**
 * Gathers orders and places them in batches; see `gather` for what it promises to each of them. The answer to each is what
 * it would be if the orders of its batch came one after the other.
 */
export function createPlacer(db: Database, { queueMax, notify }: PlacerOptions): Placer {
  return gather<Placement, Placed>({
    ownerOf: (placement) => placement.buyerId,
    batchMax: 256,
    queueMax,
    run: (batch, { passOver }) => placeTogether(db.fast, batch, { passOver, notify }),
    lockedElsewhere,
    patience: { ms: patienceMs, result: { verdict: 'busy' } },
  })
}

/** One result per order, in order. To pass over sets aside what somebody else has locked; otherwise it fails when a lock stays. */
export async function placeTogether(
  fast: FastPool,
  batch: Placement[],
  { passOver, notify }: { passOver: boolean; notify: boolean },
): Promise<(Placed | typeof setAside)[]> {
  const rows = await fast.run<PlacedRow>(call, [passOver, notify, ...columns(batch)])
  return rows.map(toPlaced)
}

function toPlaced(row: PlacedRow): Placed | typeof setAside {
  if (row.verdict === 'busy') return setAside
  if (row.verdict !== 'placed') return { verdict: row.verdict }
  if (row.id === null || row.attempt_id === null || row.balance === null) throw new Error('a placed order came back without its hold')
  return { verdict: 'placed', id: row.id, attemptId: row.attempt_id, balance: row.balance, at: row.at }
}

/** The parameters of `place_orders` behind the first two, in its order. */
function columns(batch: Placement[]): unknown[] {
  const buyers = ascending(batch.map((one) => one.buyerId))
  const stocks = ascending(batch.flatMap((one) => (one.stocked ? one.offerId : [])))
  const bills = ascending(batch.flatMap((one) => one.inquiryId ?? []))
  const offers = new Distinct(batch, (one) => `${one.offerId} ${one.offerVersion}`)
  const references = new Distinct(batch, (one) => `${one.buyerId} ${one.reffclient}`)
  const guards = new Distinct(batch, (one) =>
    one.guardMinutes > 0 ? `${one.buyerId} ${one.productId} ${one.counter} ${one.target}` : null,
  )
  const buyerAt = positions(buyers)
  const stockAt = positions(stocks)
  const billAt = positions(bills)
  return [
    buyers,
    stocks,
    bills,
    offers.ones.map((one) => one.offerId),
    offers.ones.map((one) => one.offerVersion),
    references.ones.map((one) => one.buyerId),
    references.ones.map((one) => one.reffclient),
    guards.ones.map((one) => one.buyerId),
    guards.ones.map((one) => one.productId),
    guards.ones.map((one) => one.target),
    guards.ones.map((one) => one.counter),
    batch.map((one) => buyerAt.get(one.buyerId)),
    batch.map((one) => (one.stocked ? stockAt.get(one.offerId) : null)),
    batch.map((one) => (one.inquiryId === null ? null : billAt.get(one.inquiryId))),
    offers.at,
    references.at,
    guards.at,
    batch.map((one) => one.guardMinutes),
    batch.map((one) => one.productId),
    batch.map((one) => one.productCode),
    batch.map((one) => one.target),
    batch.map((one) => one.targetKind),
    batch.map((one) => one.counter),
    batch.map((one) => one.sellerId),
    batch.map((one) => one.price),
    batch.map((one) => one.fee),
    batch.map((one) => one.amount),
    batch.map((one) => one.maxprice),
    batch.map((one) => one.channel),
    batch.map((one) => one.callbackUrl),
    batch.map((one) => one.pinned),
  ]
}

const ascending = (ids: bigint[]): bigint[] => [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))

const positions = (ids: bigint[]): Map<bigint, number> => new Map(ids.map((id, index) => [id, index + 1]))

/** The first order with each key, and for every order the position of its first, from 1; null for those without a key. */
class Distinct {
  readonly ones: Placement[] = []
  readonly at: (number | null)[]

  constructor(batch: Placement[], keyOf: (one: Placement) => string | null) {
    const known = new Map<string, number>()
    this.at = batch.map((one) => {
      const key = keyOf(one)
      if (key === null) return null
      const position = known.get(key) ?? this.ones.push(one)
      known.set(key, position)
      return position
    })
  }
}
