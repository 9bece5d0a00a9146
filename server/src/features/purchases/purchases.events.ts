import type { Database } from '#core/db.ts'
import { type Change, type EventSource, event, type Told } from '#core/events.ts'
import { readBalance } from '../wallet/wallet.ts'
import type { Purchases } from './purchases.ts'

/** Told once per settled batch, as `buyer:purchase` pairs. */
export const purchasesChannel = 'purchases'

/** Every change of a purchase, as the list shows it, and the balance after it. */
export const purchaseEvents = ({ db, purchases }: { db: Database; purchases: Pick<Purchases, 'read'> }): EventSource => ({
  channels: { [purchasesChannel]: pairsIn },
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

const pairsIn = (payload: string): Change[] =>
  payload.split(' ').flatMap((pair) => {
    const [buyer, purchase] = pair.split(':')
    return buyer && purchase ? { memberId: BigInt(buyer), subject: BigInt(purchase) } : []
  })
