import type { deliveryStates } from '@lapak/contract/partners/callbacks'
import { purchaseStatus } from '@lapak/contract/partners/purchase-status'
import { z } from 'zod'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { type PurchaseView, statusView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { bigints, texts } from '#db/arrays.ts'
import type { Database, Statement, Tx } from '#db/db.ts'
import { readWallets } from '#ledger/balance.ts'
import { claimDeliveriesFunction } from './claims.ts'
import { deliveryState, stateNames } from './delivery-state.ts'
import { requireVerifiedEndpoint } from './endpoints.ts'

/**
 * Callbacks to buyers in the format of Standard Webhooks. A callback is stored with its final body in the transaction that causes it, and is sent
 * afterwards until the buyer answers 2xx or the schedule ends. The order of callbacks is not guaranteed, so the body contains a version that
 * increases with each change of the purchase.
 */
export interface Callbacks {
  /** Enqueues a callback for each purchase that has a callback URL, either from the order or from the account of the buyer. */
  enqueueStatus(tx: Tx, views: PurchaseView[], balances: ReadonlyMap<bigint, bigint>): Promise<void>
  /** Wakes the sender after callbacks were committed. The sender would not find them before the commit. */
  afterCommit(): void
  /**
   * Enqueues a callback with the current state of a purchase on request of the member. False if there is no callback URL; refused if the origin of the
   * URL is not verified.
   */
  enqueueCurrentStatus(view: PurchaseView): Promise<boolean>
  /** Enqueues a test callback. False if the member has no callback URL; refused if the origin of the URL is not verified. */
  enqueuePing(memberId: bigint): Promise<boolean>
  /** Enqueues a callback that warns the member that its balance fell below its own threshold. */
  enqueueLowBalance(memberId: bigint, balance: bigint, threshold: bigint): Promise<void>
  /** Enqueues callbacks about changes of the prices that members pay, but not for members without a callback URL. */
  enqueuePriceChanges(tx: Tx, changesByMember: ReadonlyMap<bigint, object[]>): Promise<void>
  listDeliveriesOfPurchase(purchaseId: bigint): Promise<DeliveryView[]>
  /**
   * Sends a callback of the member again with the same id and body. False if the member has no callback with this id; refused if the origin of its
   * URL is not verified.
   */
  redeliver(memberId: bigint, id: bigint): Promise<boolean>
}

export interface DeliveryView {
  id: string
  event: string
  url: string
  state: (typeof deliveryStates)[number]
  attempts: { at: Date; status: number | null; answer: string }[]
  nextat: Date | null
}

/** Database functions that must be created before the first callback is sent. */
export const callbackFunctions = [claimDeliveriesFunction]

/** The message id that the receiver sees. It is the same for all attempts. */
export const messageIdOf = (id: bigint) => `msg_${id}`

const eventNames = { 0: 'purchase.pending', 1: 'purchase.success', 2: 'purchase.failed' } as const

const eventOf = (view: PurchaseView) => (view.refundedAt === null ? eventNames[view.transactionrc] : 'purchase.refunded')

interface CallbacksContext {
  db: Database
  catalogue: CatalogueSnapshot
  wakeSender(): void
  /** True if a transaction enqueued callbacks and the sender was not woken since. */
  isWakeDue: boolean
}

export function createCallbacks(services: Omit<CallbacksContext, 'isWakeDue'>): Callbacks {
  const context = { ...services, isWakeDue: false }
  return {
    enqueueStatus: (tx, views, balances) => enqueueStatus(context, tx, views, balances),
    afterCommit: () => afterCommit(context),
    enqueueCurrentStatus: (view) => enqueueCurrentStatus(context, view),
    enqueuePing: (memberId) => enqueuePing(context, memberId),
    enqueueLowBalance: async (memberId, balance, threshold) => {
      await enqueueNotification(context, memberId, 'balance.low', { balance: Number(balance), threshold: Number(threshold) })
    },
    enqueuePriceChanges: (tx, changesByMember) => enqueuePriceChanges(context, tx, changesByMember),
    listDeliveriesOfPurchase: (purchaseId) => listDeliveriesOfPurchase(context, purchaseId),
    redeliver: (memberId, id) => redeliver(context, memberId, id),
  }
}

const urlOf = ({ catalogue }: CallbacksContext, view: PurchaseView) =>
  view.callbackUrl ?? (catalogue.tradingProfiles.get(view.buyerId)?.callbackUrl || null)

async function enqueueStatus(context: CallbacksContext, tx: Tx, views: PurchaseView[], balances: ReadonlyMap<bigint, bigint>) {
  const deliverable = views.flatMap((view) => {
    const url = urlOf(context, view)
    return url === null ? [] : [{ view, url }]
  })
  if (deliverable.length === 0) return
  const known = await withBalances(
    tx,
    deliverable.map(({ view }) => view.buyerId),
    balances,
  )
  await tx.run(insertDeliveries, [
    bigints(deliverable.map(({ view }) => view.buyerId)),
    bigints(deliverable.map(({ view }) => view.id)),
    texts(deliverable.map(({ view }) => eventOf(view))),
    texts(deliverable.map(({ url }) => url)),
    texts(deliverable.map(({ view }) => purchaseBody(view, known.get(view.buyerId) ?? 0n))),
  ])
  context.isWakeDue = true
}

function afterCommit(context: CallbacksContext) {
  if (!context.isWakeDue) return
  context.isWakeDue = false
  context.wakeSender()
}

async function enqueueCurrentStatus(context: CallbacksContext, view: PurchaseView): Promise<boolean> {
  const { db } = context
  const url = urlOf(context, view)
  if (url === null) return false
  await requireVerifiedEndpoint(db.read, view.buyerId, url)
  await db.fast.transaction((tx) => enqueueStatus(context, tx, [view], new Map()))
  afterCommit(context)
  return true
}

async function enqueuePing(context: CallbacksContext, memberId: bigint): Promise<boolean> {
  const url = context.catalogue.tradingProfiles.get(memberId)?.callbackUrl
  if (url) await requireVerifiedEndpoint(context.db.read, memberId, url)
  return enqueueNotification(context, memberId, 'ping', pingMessage)
}

/** Enqueues a callback that is not about a purchase; false if the member has no callback URL. */
async function enqueueNotification(context: CallbacksContext, memberId: bigint, event: string, data: NotificationData): Promise<boolean> {
  const { db, catalogue, wakeSender } = context
  const url = catalogue.tradingProfiles.get(memberId)?.callbackUrl
  if (!url) return false
  await db.transaction((tx) =>
    tx
      .insertInto('delivery')
      .values({ member_id: memberId, event, url, body: notificationBody(event, data) })
      .execute(),
  )
  wakeSender()
  return true
}

async function enqueuePriceChanges(context: CallbacksContext, tx: Tx, changesByMember: ReadonlyMap<bigint, object[]>): Promise<void> {
  const deliverable = [...changesByMember].flatMap(([memberId, changes]) => {
    const url = context.catalogue.tradingProfiles.get(memberId)?.callbackUrl
    return url ? [{ memberId, url, body: notificationBody('price.changed', { changes }) }] : []
  })
  if (deliverable.length === 0) return
  await tx.run(insertDeliveries, [
    bigints(deliverable.map(({ memberId }) => memberId)),
    bigints(deliverable.map(() => null)),
    texts(deliverable.map(() => 'price.changed')),
    texts(deliverable.map(({ url }) => url)),
    texts(deliverable.map(({ body }) => body)),
  ])
  context.isWakeDue = true
}

async function listDeliveriesOfPurchase({ db }: CallbacksContext, purchaseId: bigint): Promise<DeliveryView[]> {
  const deliveries = await db.read.selectFrom('delivery').selectAll().where('purchase_id', '=', purchaseId).orderBy('id').execute()
  if (deliveries.length === 0) return []
  const attempts = await db.read
    .selectFrom('delivery_attempt')
    .selectAll()
    .where(
      'delivery_id',
      'in',
      deliveries.map((delivery) => delivery.id),
    )
    .orderBy('at')
    .execute()
  return deliveries.map((delivery) => ({
    id: messageIdOf(delivery.id),
    event: delivery.event,
    url: delivery.url,
    state: stateNames[delivery.state] ?? 'waiting',
    attempts: attempts.filter((attempt) => attempt.delivery_id === delivery.id).map(({ at, status, answer }) => ({ at, status, answer })),
    nextat: delivery.state === deliveryState.waiting ? delivery.due_at : null,
  }))
}

async function redeliver({ db, wakeSender }: CallbacksContext, memberId: bigint, id: bigint): Promise<boolean> {
  const delivery = await db.read
    .selectFrom('delivery')
    .select('url')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (!delivery) return false
  await requireVerifiedEndpoint(db.read, memberId, delivery.url)
  await db.transaction((tx) =>
    tx
      .updateTable('delivery')
      .set({ state: deliveryState.waiting, held_origin: null, tries: 0, due_at: new Date() })
      .where('id', '=', id)
      // A delivery that a worker has claimed is being sent now, and must not be sent a second time.
      .where('claimed_by', 'is', null)
      .execute(),
  )
  wakeSender()
  return true
}

type NotificationData = Record<string, string | number | object[]>

export const pingMessage = { message: 'Callback Lapak berfungsi' }

/** The body of a callback that is not about a purchase. */
export const notificationBody = (event: string, data: NotificationData): string =>
  JSON.stringify({ type: event, timestamp: new Date().toISOString(), data })

/** Reads missing balances: a successful purchase does not change the buyer's wallet, so its posting does not contain the balance. */
async function withBalances(tx: Tx, buyers: bigint[], balances: ReadonlyMap<bigint, bigint>): Promise<ReadonlyMap<bigint, bigint>> {
  const missing = [...new Set(buyers.filter((buyer) => !balances.has(buyer)))]
  if (missing.length === 0) return balances
  return new Map([...balances, ...(await readWallets(tx, missing))])
}

/** Compact JSON, so that receivers who parse the body and serialize it again to verify the signature get the same bytes. */
function purchaseBody(view: PurchaseView, balance: bigint): string {
  return JSON.stringify({
    type: eventOf(view),
    timestamp: view.updatedAt.toISOString(),
    data: z.encode(purchaseStatus, statusView(view, balance)),
  })
}

const insertDeliveries: Statement = {
  name: 'callbacks.enqueue',
  text: `
  insert into delivery (member_id, purchase_id, event, url, body)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])`,
}

export { callbackBacklog } from './backlog.queries.ts'
export { changeCallbackUrl, makeCallbackSecret } from './callback-url-and-secret.ts'
