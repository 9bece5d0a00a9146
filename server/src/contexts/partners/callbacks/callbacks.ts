import type { deliveryStates } from '@lapak/contract/partners/callbacks'
import { purchaseStatus } from '@lapak/contract/partners/purchase-status'
import { z } from 'zod'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { type PurchaseView, statusView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { bigints, texts } from '#db/arrays.ts'
import type { Database, Statement, Tx } from '#db/db.ts'
import { readWallets } from '#ledger/balance.ts'
import { claimOfDeliveries } from './claims.ts'
import { deliveryState, stateNames } from './delivery-state.ts'
import { requireVerifiedEndpoint } from './endpoints.ts'

/**
 * Callbacks to buyers, as Standard Webhooks. A callback is stored with its final body in the transaction of its cause and sent afterwards, until the
 * buyer answers 2xx or the schedule ends. Order is not guaranteed: the body contains a version that grows with the purchase.
 */
export interface Callbacks {
  /** Stores a callback for each purchase with a callback address, given by the order or by the buyer's account. */
  store(tx: Tx, views: PurchaseView[], balances: ReadonlyMap<bigint, bigint>): Promise<void>
  /** Wakes the sender after the commit of stored callbacks. Before the commit it would find nothing. */
  committed(): void
  /** Stores the current state once more, on request. False when there is no address; refused when its endpoint is not verified. */
  storeAgain(view: PurchaseView): Promise<boolean>
  /** Stores a test callback. False when the member has no address; refused when its endpoint is not verified. */
  storePing(memberId: bigint): Promise<boolean>
  /** Stores a warning that the balance fell below the member's own threshold. */
  storeLowBalance(memberId: bigint, balance: bigint, threshold: bigint): Promise<void>
  /** Stores changes of the prices that members pay; members without an address get none. */
  storePriceChanges(tx: Tx, changesByMember: ReadonlyMap<bigint, object[]>): Promise<void>
  ofPurchase(purchaseId: bigint): Promise<DeliveryView[]>
  /**
   * Sends a callback of the member again with the same id and body. False when the member has none with this id; refused when its endpoint is not
   * verified.
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

/** Database functions that must exist before the first callback. */
export const callbackFunctions = [claimOfDeliveries]

/** Message id for the receiver; the same for all attempts. */
export const deliveryName = (id: bigint) => `msg_${id}`

const eventNames = { 0: 'purchase.pending', 1: 'purchase.success', 2: 'purchase.failed' } as const

const eventOf = (view: PurchaseView) => (view.refundedAt === null ? eventNames[view.transactionrc] : 'purchase.refunded')

export function createCallbacks({ db, market, wakeSender }: { db: Database; market: CatalogueSnapshot; wakeSender(): void }): Callbacks {
  const addressOf = (view: PurchaseView) => view.callbackUrl ?? (market.traders.get(view.buyerId)?.callbackUrl || null)

  let stored = false

  function committed() {
    if (!stored) return
    stored = false
    wakeSender()
  }

  async function store(tx: Tx, views: PurchaseView[], balances: ReadonlyMap<bigint, bigint>) {
    const addressed = views.flatMap((view) => {
      const url = addressOf(view)
      return url === null ? [] : [{ view, url }]
    })
    if (addressed.length === 0) return
    const known = await withBalances(
      tx,
      addressed.map(({ view }) => view.buyerId),
      balances,
    )
    await tx.run(insertDeliveries, [
      bigints(addressed.map(({ view }) => view.buyerId)),
      bigints(addressed.map(({ view }) => view.id)),
      texts(addressed.map(({ view }) => eventOf(view))),
      texts(addressed.map(({ url }) => url)),
      texts(addressed.map(({ view }) => purchaseBody(view, known.get(view.buyerId) ?? 0n))),
    ])
    stored = true
  }

  /** Stores a callback without a purchase; false when the member has no address. */
  async function storeNotification(memberId: bigint, event: string, data: NotificationData): Promise<boolean> {
    const url = market.traders.get(memberId)?.callbackUrl
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

  return {
    store,
    committed,
    async storeAgain(view) {
      const address = addressOf(view)
      if (address === null) return false
      await requireVerifiedEndpoint(db.read, view.buyerId, address)
      await db.fast.transaction((tx) => store(tx, [view], new Map()))
      committed()
      return true
    },
    async storePing(memberId) {
      const address = market.traders.get(memberId)?.callbackUrl
      if (address) await requireVerifiedEndpoint(db.read, memberId, address)
      return storeNotification(memberId, 'ping', pingMessage)
    },
    async storeLowBalance(memberId, balance, threshold) {
      await storeNotification(memberId, 'balance.low', { balance: Number(balance), threshold: Number(threshold) })
    },
    async storePriceChanges(tx, changesByMember) {
      const addressed = [...changesByMember].flatMap(([memberId, changes]) => {
        const url = market.traders.get(memberId)?.callbackUrl
        return url ? [{ memberId, url, body: notificationBody('price.changed', { changes }) }] : []
      })
      if (addressed.length === 0) return
      await tx.run(insertDeliveries, [
        bigints(addressed.map(({ memberId }) => memberId)),
        bigints(addressed.map(() => null)),
        texts(addressed.map(() => 'price.changed')),
        texts(addressed.map(({ url }) => url)),
        texts(addressed.map(({ body }) => body)),
      ])
      stored = true
    },
    async ofPurchase(purchaseId) {
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
        id: deliveryName(delivery.id),
        event: delivery.event,
        url: delivery.url,
        state: stateNames[delivery.state] ?? 'waiting',
        attempts: attempts
          .filter((attempt) => attempt.delivery_id === delivery.id)
          .map(({ at, status, answer }) => ({ at, status, answer })),
        nextat: delivery.state === deliveryState.waiting ? delivery.due_at : null,
      }))
    },
    async redeliver(memberId, id) {
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
          // A claimed delivery is being sent right now and must not be sent a second time.
          .where('claimed_by', 'is', null)
          .execute(),
      )
      wakeSender()
      return true
    },
  }
}

type NotificationData = Record<string, string | number | object[]>

export const pingMessage = { message: 'Callback Lapak berfungsi' }

/** Body of a callback without a purchase. */
export const notificationBody = (event: string, data: NotificationData): string =>
  JSON.stringify({ type: event, timestamp: new Date().toISOString(), data })

/** A success does not change the buyer's wallet, so its balance is not part of the posting. */
async function withBalances(tx: Tx, buyers: bigint[], balances: ReadonlyMap<bigint, bigint>): Promise<ReadonlyMap<bigint, bigint>> {
  const missing = [...new Set(buyers.filter((buyer) => !balances.has(buyer)))]
  if (missing.length === 0) return balances
  return new Map([...balances, ...(await readWallets(tx, missing))])
}

/** Compact JSON, so that receivers who verify the signature over a parsed and serialized body get the same bytes. */
function purchaseBody(view: PurchaseView, balance: bigint): string {
  return JSON.stringify({
    type: eventOf(view),
    timestamp: view.updatedAt.toISOString(),
    data: z.encode(purchaseStatus, statusView(view, balance)),
  })
}

const insertDeliveries: Statement = {
  name: 'callbacks.store',
  text: `
  insert into delivery (member_id, purchase_id, event, url, body)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])`,
}

export { changeCallbackAddress, makeCallbackSecret } from './address-and-secret.ts'
export { callbackBacklog } from './backlog.queries.ts'
