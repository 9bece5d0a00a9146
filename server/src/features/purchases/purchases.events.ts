import type { Database } from '#core/db.ts'
import { type EventSource, event, type Told } from '#core/events.ts'
import { readBalance } from '../wallet/wallet.ts'
import { changesIn, salesIn } from './changes.ts'
import type { Purchases } from './purchases.ts'
import { readSaleRows } from './reading/lists.queries.ts'

/** Told once per settled batch (`changes.ts`). */
export const purchasesChannel = 'purchases'

/** Told by the worker that sends them (`sending/tell-sellers.ts`). */
const salesChannel = 'sales'

/** Every change of a purchase, as the list shows it, and the balance after it. */
export const purchaseEvents = ({ db, purchases }: { db: Database; purchases: Pick<Purchases, 'read'> }): EventSource => ({
  channels: { [purchasesChannel]: (payload) => changesIn(payload).map(({ buyerId, id }) => ({ memberId: buyerId, subject: id })) },
  gatherMs: 0,
  async read(buyerId, purchaseIds) {
    const told: Told[] = []
    for (const id of purchaseIds) {
      const row = await purchases.read({ buyerId }, id)
      if (row) told.push(event('trxupdate', row))
    }
    return [...told, event('saldo', await readBalance(db.read, buyerId))]
  },
})

/**
 * The same for the shop that sells, from when an order is with its server. A busy one is told of the orders of a moment together.
 * What went on to another shop is taken away: it reads nothing of it any more.
 */
export const saleEvents = ({ db }: { db: Database }): EventSource => ({
  channels: {
    [purchasesChannel]: (payload) =>
      changesIn(payload).flatMap(({ sellerId, formerSellerIds, id }) =>
        [sellerId, ...formerSellerIds].map((memberId) => ({ memberId, subject: id })),
      ),
    [salesChannel]: (payload) => salesIn(payload).map(({ sellerId, id }) => ({ memberId: sellerId, subject: id })),
  },
  gatherMs: 500,
  async read(sellerId, purchaseIds) {
    const rows = await readSaleRows(db, purchaseIds)
    const told = rows.map((row) => (row.sellerid === sellerId ? event('penjualan', row) : event('penjualanpindah', { id: row.id })))
    return rows.some((row) => row.sellerid === sellerId) ? [...told, event('saldo', await readBalance(db.read, sellerId))] : told
  },
})
