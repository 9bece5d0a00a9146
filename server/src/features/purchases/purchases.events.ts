import type { Database } from '#core/db.ts'
import { type EventSource, event, type Told } from '#core/events.ts'
import { readBalance } from '../wallet/wallet.ts'
import { changesIn } from './changes.ts'
import type { Purchases } from './purchases.ts'
import { readRows } from './reading/lists.queries.ts'

/** Told once per settled batch (`changes.ts`). */
export const purchasesChannel = 'purchases'

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

/** The same for the shop that sells. A busy one is told of the orders of a moment together. */
export const saleEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [purchasesChannel]: (payload) => changesIn(payload).map(({ sellerId, id }) => ({ memberId: sellerId, subject: id })) },
  gatherMs: 500,
  async read(sellerId, purchaseIds) {
    const rows = await readRows(db, purchaseIds)
    const own = rows.filter((row) => row.sellerid === sellerId).map((row) => event('penjualan', row))
    return own.length > 0 ? [...own, event('saldo', await readBalance(db.read, sellerId))] : []
  },
})
