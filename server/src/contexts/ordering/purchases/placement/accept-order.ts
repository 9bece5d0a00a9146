import { isMeter } from '@lapak/contract/market-data/targets'
import { purchaseState } from '@lapak/contract/ordering/purchases'
import { rupiahText } from '@lapak/contract/shared/money'
import { soldOutAmong } from '#contexts/catalogue/catalogue/catalogue.ts'
import type { CatalogueSnapshot, Product, TradingProfile } from '#contexts/market-data/snapshot/snapshot.ts'
import type { PurchaseView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { type Database, isConnectionLost } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { crashPoint } from '#shared/crash-points.ts'
import type { Log } from '#shared/log.ts'
import { findByReference, type StoredPurchase } from '../queries/purchases.queries.ts'
import { type Route, refuseUnroutable, routeFromList, routeTo, type SellerCandidate } from '../routing/route.ts'
import type { Order, OrderResult } from '../types.ts'
import type { OrderFailures } from './order-failures.ts'
import type { Placed, Placement, Placer } from './placer.ts'

export interface OrderContext {
  db: Database
  catalogue: CatalogueSnapshot
  placer: Placer
  failures: Pick<OrderFailures, 'recordPlaced' | 'recordFailure'>
  log: Log
  refreshCatalogue(): Promise<void>
  wakeDispatcher(): void
  /** Called after an order was accepted, with its seller and the buyer's balance after the order. */
  placed(view: PurchaseView, sellerId: bigint, balance: bigint): void
  now(): Date
  closing(): boolean
  /** True if an administrator has paused all orders. */
  paused(now: Date): boolean
}

/** The maximum number of times that an order is routed again because a price changed between routing and placing. */
const roundsMax = 5

/**
 * Accepts an order: routes it, determines its price, debits the balance, stores it and commits. The order is pending only after the commit. A later
 * order with the same reference always returns the stored purchase in its present state, whatever has changed in product, price or balance.
 */
export async function acceptOrder(context: OrderContext, order: Order): Promise<OrderResult> {
  crashPoint('order.received')
  if (context.closing()) throw new Refusal('system.closing', {}, { retryAfterSeconds: 2 })
  if (context.placer.fullFor(order.buyerId)) throw new Refusal('system.busy', {}, { retryAfterSeconds: 1 })
  try {
    const result = await placeOrReturnExisting(context, order)
    if (!result.isDuplicate) context.failures.recordPlaced()
    return result
  } catch (error) {
    context.failures.recordFailure(order.buyerId, error)
    // The order may have been stored. Sending it again with the same reference returns its state.
    if (isConnectionLost(error)) throw new Refusal('system.busy', {}, { retryAfterSeconds: 2 })
    throw error
  }
}

async function placeOrReturnExisting(context: OrderContext, order: Order): Promise<OrderResult> {
  try {
    const ordered = await routeAndPlace(context, order)
    crashPoint('order.placed')
    if (!ordered.isDuplicate) context.wakeDispatcher()
    return ordered
  } catch (refusal) {
    // If the reference is used, its order is returned even if a new order would be refused.
    const existing = refusal instanceof Refusal ? await findExistingOrder(context, order) : null
    if (existing === null) throw refusal
    return existing
  }
}

async function routeAndPlace(context: OrderContext, order: Order): Promise<OrderResult> {
  const { catalogue } = context
  const buyer = catalogue.tradingProfiles.get(order.buyerId)
  if (!buyer?.active) throw new Refusal('access.blocked')
  if (context.paused(context.now())) throw new Refusal('system.maintenance', {}, { retryAfterSeconds: 60 })
  if (order.token !== null) return placeBill(context, buyer, order, order.token)
  const soldOut = new Set<bigint>()
  // Sold-out offers are not tried again, so only changed prices count towards the maximum.
  for (let moved = 0; moved < roundsMax; ) {
    const { product, target } = resolveProductAndTarget(catalogue, order)
    checkAmount(product, order.amount)
    const route = routeFor(context, buyer, product, order)
    const candidate = chooseSeller(route, product, order, soldOut)
    const placement = toPlacement(context, buyer, product, { ...order, target }, candidate, (order.amount ?? 0n) + candidate.price, null)
    const placed = await context.placer.add(placement)
    if (placed.verdict === 'sold_out') await addSoldOut(context, soldOut, candidate, route)
    else if (placed.verdict === 'stale') {
      moved += 1
      await context.refreshCatalogue()
    } else return orderResultOf(context, order, placement, placed)
  }
  throw new Refusal('system.busy', {}, { retryAfterSeconds: 1 })
}

/** Adds this offer and all other sold-out offers of the route with one query. */
async function addSoldOut({ db }: OrderContext, soldOut: Set<bigint>, { offer }: SellerCandidate, { candidates }: Route) {
  soldOut.add(offer.id)
  const others = await soldOutAmong(
    db,
    candidates.map((candidate) => candidate.offer),
  )
  for (const id of others) soldOut.add(id)
}

const routeFor = ({ catalogue, now }: OrderContext, buyer: TradingProfile, product: Product, { offerId }: Order): Route =>
  offerId === null ? routeFromList(catalogue, buyer.id, product, now()) : routeTo(catalogue, buyer.id, product, offerId, now())

/**
 * Returns the product and the target. Evaluated before each attempt to place the order, because the product may have been closed or changed as well.
 */
function resolveProductAndTarget(catalogue: CatalogueSnapshot, { productcode, target }: Order): { product: Product; target: string } {
  const product = catalogue.productsByCode.get(productcode)
  if (product === undefined) throw new Refusal('purchase.not_in_list', { productcode })
  return { product, target: checkedTarget(catalogue, product, target) }
}

const meterFormats = 'meter PLN (11 angka) atau ID pelanggan (12 angka)'

/** The target as it is stored and compared. A number of another operator is refused here, before anything is sent. */
export function checkedTarget({ operators }: CatalogueSnapshot, product: Product, raw: string): string {
  const target = operators.normalizeTarget(raw, product.targetKind)
  if (product.targetKind === 'meter' && !isMeter(target)) throw new Refusal('purchase.wrong_prefix', { target, operator: meterFormats })
  if (!operators.targetFits(target, product.operator))
    throw new Refusal('purchase.wrong_prefix', { target, operator: operators.nameOf(product.operator ?? '') })
  return target
}

function checkAmount(product: Product, amount: bigint | null) {
  const { code: productcode, denom } = product
  if (product.type === 1) throw new Refusal('purchase.token_needed')
  if (product.type === 0 && amount !== null) throw new Refusal('purchase.amount_unwanted', { productcode })
  if (product.type === 2 && amount === null) throw new Refusal('purchase.amount_needed', { productcode })
  if (amount !== null && amount % denom !== 0n) throw new Refusal('purchase.amount_step', { denom: rupiahText(denom) })
}

/** The first seller in the buyer's order with a price within `maxprice`. If there is none, throws the most helpful reason. */
function chooseSeller(
  { candidates, skipped, mapped }: Route,
  { code: productcode }: Product,
  order: Order,
  soldOut: ReadonlySet<bigint>,
): SellerCandidate {
  if (!mapped) throw new Refusal('purchase.not_in_list', { productcode })
  const inStock = candidates.filter(({ offer }) => !soldOut.has(offer.id))
  const priceOf = (candidate: SellerCandidate) => (order.amount ?? 0n) + candidate.price
  const candidate = inStock.find((one) => order.maxprice === null || priceOf(one) <= order.maxprice)
  if (candidate !== undefined) return candidate
  if (inStock[0] !== undefined)
    throw new Refusal('purchase.price_ceiling', { price: rupiahText(priceOf(inStock[0])), maxprice: rupiahText(order.maxprice ?? 0n) })
  if (soldOut.size > 0) throw new Refusal('purchase.sold_out', { productcode })
  return refuseUnroutable(skipped, productcode)
}

/** A bill is paid to the seller from which it was requested, at the price that was shown. */
async function placeBill(context: OrderContext, buyer: TradingProfile, order: Order, token: string): Promise<OrderResult> {
  const asked = resolveProductAndTarget(context.catalogue, order)
  const inquiry = await context.db.read
    .selectFrom('inquiry')
    .selectAll()
    .where('token', '=', token)
    .where('buyer_id', '=', buyer.id)
    .executeTakeFirst()
  const offer = inquiry && context.catalogue.offers.get(inquiry.offer_id)
  if (
    !inquiry ||
    !offer ||
    inquiry.product_id !== asked.product.id ||
    inquiry.target !== asked.target ||
    (order.offerId ?? offer.id) !== offer.id
  )
    throw new Refusal('purchase.token_invalid')
  if (order.maxprice !== null && inquiry.price > order.maxprice) {
    throw new Refusal('purchase.price_ceiling', { price: rupiahText(inquiry.price), maxprice: rupiahText(order.maxprice) })
  }
  for (let round = 1; round <= roundsMax; round++) {
    const { product, target } = resolveProductAndTarget(context.catalogue, order)
    // The seller may have been blocked, or may have closed its shop, since the bill was requested.
    const route = routeTo(context.catalogue, buyer.id, product, offer.id, context.now())
    const candidate = chooseSeller(route, product, { ...order, amount: null, maxprice: null }, new Set())
    const placement = toPlacement(context, buyer, product, { ...order, target }, candidate, inquiry.price, inquiry.id)
    const placed = await context.placer.add(placement)
    if (placed.verdict === 'sold_out') throw new Refusal('purchase.sold_out', { productcode: product.code })
    if (placed.verdict !== 'stale') return orderResultOf(context, order, placement, placed)
    await context.refreshCatalogue()
  }
  throw new Refusal('system.busy', {}, { retryAfterSeconds: 1 })
}

function toPlacement(
  { catalogue }: OrderContext,
  buyer: TradingProfile,
  product: Product,
  order: Order,
  { offer }: SellerCandidate,
  price: bigint,
  inquiryId: bigint | null,
): Placement {
  return {
    buyerId: buyer.id,
    reffclient: order.reffclient,
    productId: product.id,
    productCode: product.code,
    target: order.target,
    targetKind: product.targetKind,
    counter: order.counter,
    offerId: offer.id,
    offerVersion: catalogue.versionOf(offer),
    stocked: offer.stocked,
    sellerId: offer.sellerId,
    price,
    fee: catalogue.saleFee({ product, offer, price }),
    amount: order.amount,
    maxprice: order.maxprice,
    inquiryId,
    pinned: order.offerId !== null,
    channel: order.channel,
    callbackUrl: order.callbackUrl,
    guardMinutes: buyer.doubleguard,
  }
}

async function orderResultOf(context: OrderContext, order: Order, placement: Placement, placed: Placed): Promise<OrderResult> {
  switch (placed.verdict) {
    case 'placed': {
      const view = viewOfPlaced(placement, placed)
      context.placed(view, placement.sellerId, placed.balance)
      // The only place that knows both the request and the purchase (docs/running/tracing.md).
      if (context.log.isLevelEnabled('debug')) context.log.debug({ purchase: placed.id, attempt: placed.attemptId }, 'order placed')
      return { view, balance: placed.balance, isDuplicate: false }
    }
    case 'double':
      throw new Refusal('purchase.probable_double', {
        productcode: order.productcode,
        target: placement.target,
        counter: order.counter + 1,
      })
    case 'token':
      throw new Refusal('purchase.token_invalid')
    case 'blocked':
      throw new Refusal('access.blocked')
    case 'low':
      throw new Refusal('balance.too_low')
    case 'busy':
      throw new Refusal('system.busy', {}, { retryAfterSeconds: 1 })
    case 'known': {
      const known = await findExistingOrder(context, order)
      if (known === null) throw new Error(`reference ${order.reffclient} was used but its purchase is not found`)
      return known
    }
    case 'stale':
    case 'sold_out':
      throw new Error(`verdict ${placed.verdict} belongs to the round before`)
  }
}

const viewOfPlaced = (placement: Placement, placed: Extract<Placed, { verdict: 'placed' }>): PurchaseView => ({
  id: placed.id,
  buyerId: placement.buyerId,
  reffclient: placement.reffclient,
  productCode: placement.productCode,
  target: placement.target,
  price: placement.price,
  transactionrc: purchaseState.pending,
  serialnumber: null,
  description: null,
  refundedAt: null,
  version: 1,
  createdAt: placed.at,
  updatedAt: placed.at,
  callbackUrl: placement.callbackUrl,
})

/** An order whose bill token is unknown: the order is compared by product and target. */
type OrderToCompare = Omit<Order, 'token'> & Partial<Pick<Order, 'token'>>

/**
 * The stored order with this reference if it is the same order; null if no order has the reference. Refused if the stored order is a different one.
 */
export async function findExistingOrder(
  { db, catalogue }: Pick<OrderContext, 'db' | 'catalogue'>,
  order: OrderToCompare,
): Promise<OrderResult | null> {
  const stored = await findByReference(db, order.buyerId, order.reffclient)
  if (stored === null) return null
  if (!isSameOrder(catalogue, stored, order)) throw new Refusal('purchase.reference_used', { reffclient: order.reffclient })
  return { view: stored.view, balance: stored.balance, isDuplicate: true }
}

function isSameOrder(catalogue: CatalogueSnapshot, stored: StoredPurchase, order: OrderToCompare): boolean {
  const kind = stored.targetKind ?? catalogue.productsByCode.get(stored.view.productCode)?.targetKind ?? null
  return (
    stored.view.productCode === order.productcode &&
    stored.view.target === catalogue.operators.normalizeTarget(order.target, kind) &&
    stored.counter === order.counter &&
    stored.amount === order.amount &&
    stored.pinnedTo === order.offerId &&
    (order.token === undefined || stored.token === order.token)
  )
}
