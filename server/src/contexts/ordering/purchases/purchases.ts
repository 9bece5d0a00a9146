import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
import type { Bill, LineResult, Orderable, PurchaseDetail } from '@lapak/contract/ordering/purchases'
import type { CatalogueSnapshot, Product } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { XmppResults } from '#contexts/partners/jabber/jabber.ts'
import type { PurchaseView } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { ApprovedAction } from '#contexts/system/approvals/approvals.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import type { Supplier } from '#integrations/suppliers/supplier.ts'
import type { Log } from '#shared/log.ts'
import type { Cipher } from '#shared/secrets.ts'
import type { Tracer } from '#shared/tracing/tracer.ts'
import type { PurchaseChange } from './changes.ts'
import { checkNow } from './dispatch/check-now.ts'
import { acceptOrder, findExistingOrder } from './placement/accept-order.ts'
import { inquireBill } from './placement/bill.ts'
import { inquireCustomer } from './placement/customer.ts'
import type { Inquiry } from './placement/inquire.ts'
import { createOrderFailures, type OrderFailures } from './placement/order-failures.ts'
import { placeOrders } from './placement/place-orders.ts'
import { createPlacer } from './placement/placer.ts'
import { listOrderable, listOrderableOutsideList } from './queries/orderable.ts'
import { findByReference, readAttempts, type StoredPurchase } from './queries/purchases.queries.ts'
import { type Step, stepsOf } from './routing/route.ts'
import type { Timing } from './settlement/decide.ts'
import {
  executeApprovedForce,
  type Force,
  forcePurchase,
  type LockRefundedDispute,
  type Refunded,
  refundBySeller,
} from './settlement/force.ts'
import { createSettler, type Settler } from './settlement/settle.ts'
import { traceOrder } from './traces.ts'
import type { Order, OrderResult } from './types.ts'

/** The core of the context: accepts orders from every channel and handles everything that happens to them. */
export interface Purchases {
  order(order: Order): Promise<OrderResult>
  /**
   * The present state of the order with this reference; null if the reference is new. Refused if the stored order is a different one. The bill token
   * may be missing.
   */
  findExisting(order: Order): Promise<OrderResult | null>
  inquireBill(ask: Inquiry): Promise<Bill>
  /** The name of a target's owner, before an order; null if no seller returns it. */
  inquireCustomer(ask: Inquiry): Promise<string | null>
  force(asked: Force): ReturnType<typeof forcePurchase>
  executeApprovedForce: ApprovedAction
  /** A seller refunds its own sale. */
  refundBySeller(given: { purchaseId: bigint; by: Caller; reason: string }): Promise<void>
  /** Makes the dispatcher request the status of these purchases from the sellers' servers now, before the next request is due. */
  checkNow(ids: bigint[]): Promise<LineResult[]>
  find(buyerId: bigint, reffclient: string): Promise<StoredPurchase | null>
  attempts(purchaseId: bigint): Promise<PurchaseDetail['attempts']>
  /** All sellers of a product in the buyer's list, in the order in which a new order would try them now. */
  route(buyerId: bigint, product: Product): Step[]
  orderable(buyerId: bigint, asked: { target?: string | undefined; search?: string | undefined }): Promise<Orderable[]>
  /**
   * The products of brands that are not in the buyer's list, at their cheapest open offers. Used by the web app only: buyers' software can order only
   * from the list.
   */
  orderableOutsideList: Purchases['orderable']
  settler: Settler
  /** The number of orders waiting to be placed. */
  readonly waiting: number
  /** Whether orders fail in this process. */
  failures: Pick<OrderFailures, 'failing' | 'placedWithin'>
  /** Stops accepting orders. Resolves when all accepted orders are placed. */
  close(): Promise<void>
}

export interface PurchasesOptions {
  db: Database
  audit: Audit
  settings: Settings
  catalogue: CatalogueSnapshot
  cipher: Cipher
  suppliers: Record<SupplierKind, Supplier>
  callbacks: Callbacks
  xmppResults: XmppResults
  log: Log
  tracer: Tracer | null
  timing: Timing
  restoredAt: Date | null
  queueMax: number
  /** Returns true if workers in other processes send the orders. */
  notify(): boolean
  refreshCatalogue(): Promise<void>
  wakeDispatcher(): void
  /** True while an administrator has paused all orders. */
  paused(now: Date): boolean
  /** Called in the transaction that refunds a success. */
  refunded(tx: Tx, refund: Refunded): Promise<void>
  lockRefundedDispute: LockRefundedDispute
  /** Called when an order was accepted. */
  placed(order: PurchaseChange): void
  /** Called when an order took the buyer's balance below its warning limit (`floor`). Amounts in whole rupiah. */
  wentBelowFloor(crossing: { memberId: bigint; balance: bigint; floor: bigint }): void
}

export function createPurchases(options: PurchasesOptions): Purchases {
  const { db, catalogue, tracer } = options
  const now = () => new Date()
  const placer = createPlacer(db, options)
  const settler = createSettler(options)
  const failures = createOrderFailures((error) => options.log.error({ err: error }, 'orders fail: not ready for more of them'))
  let closing = false
  const orders = {
    ...options,
    placer,
    failures,
    now,
    closing: () => closing,
    placed: publishAccepted,
  }

  function publishAccepted(view: PurchaseView, sellerId: bigint, balance: bigint) {
    options.placed({ id: view.id, buyerId: view.buyerId, sellerId })
    const floor = catalogue.tradingProfiles.get(view.buyerId)?.lowbalance ?? null
    // Only the order that takes the balance below the limit triggers a warning, so that a buyer who stays below it is not warned with every order.
    if (floor !== null && balance < floor && balance + view.price >= floor)
      options.wentBelowFloor({ memberId: view.buyerId, balance, floor })
  }

  return {
    settler,
    get waiting() {
      return placer.waiting
    },
    failures,
    order: (order) => (tracer === null ? acceptOrder(orders, order) : traceOrder(tracer, order, () => acceptOrder(orders, order))),
    findExisting: ({ token: _, ...order }) => findExistingOrder(orders, order),
    inquireBill: (ask) => inquireBill({ ...options, now }, ask),
    inquireCustomer: (ask) => inquireCustomer({ ...options, now }, ask),
    force: (asked) => forcePurchase({ ...options, settler }, asked),
    executeApprovedForce: (approved, approval) => executeApprovedForce({ ...options, settler }, approved, approval),
    refundBySeller: (given) => refundBySeller({ ...options, settler }, given),
    checkNow: (ids) => checkNow(db, ids, options.wakeDispatcher),
    find: (buyerId, reffclient) => findByReference(db, buyerId, reffclient),
    attempts: (purchaseId) => readAttempts(db, purchaseId),
    route: (buyerId, product) => stepsOf(catalogue, buyerId, product, now()),
    orderable: (buyerId, asked) => listOrderable(db, catalogue, buyerId, asked, now()),
    orderableOutsideList: (buyerId, asked) => listOrderableOutsideList(db, catalogue, buyerId, asked, now()),
    async close() {
      closing = true
      await placer.idle()
      await settler.idle()
    },
  }
}

/** Database functions that orders need. */
export const purchaseFunctions = [placeOrders]

export { type UntakenAlerts, untakenAlerts } from './alerts/untaken.queries.ts'
export { attemptState } from './attempt-state.ts'
export { prepareAfterRestore } from './dispatch/after-restore.ts'
export { attemptOfReference, supplierReference, type TestOrder, testOfReference, testPrefix, testReference } from './dispatch/reference.ts'
export { moveStocks, setStock } from './placement/set-stock.ts'
export { openOrders } from './queries/backlog.queries.ts'
export { firstPurchaseSince, hasBought } from './queries/bought.ts'
export { listPurchases } from './queries/lists.queries.ts'
export { sellersOfDays } from './queries/seller-ranking.ts'
export { sumsByDay } from './queries/sums-by-day.ts'
export { followsText, stateLabels } from './sellers-guide/labels.ts'
export { startTrial, type Trial } from './sellers-guide/trial.ts'
export type { Timing } from './settlement/decide.ts'
export type { Refunded } from './settlement/force.ts'
