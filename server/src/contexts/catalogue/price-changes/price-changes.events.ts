import type { Database } from '#db/db.ts'
import { type EventSource, event, sameForAll } from '#realtime/events.ts'
import { buyersOf } from './price-changes.queries.ts'

/** Members in whose list a price changed. */
export const priceChangesChannel = 'price_changes'

/** A seller whose shop opened or closed; whom that concerns is asked by who has pages. */
export const shopChangesChannel = 'shop_changes'

const anything = 0n

/** Prices that change by the hundred are told to a page once; it reads its list again, at once, so this process has to know them by then. */
export const priceChangeEvents = ({ db, refreshMarket }: { db: Database; refreshMarket(): Promise<void> }): EventSource => ({
  channels: {
    [priceChangesChannel]: (payload) => payload.split(' ').map((id) => ({ memberId: BigInt(id), subject: anything })),
    [shopChangesChannel]: (payload) => [{ subject: BigInt(payload) }],
  },
  batchMs: 200,
  concerned: (sellers, connected) => buyersOf(db.read, sellers, connected),
  async read(changes) {
    await refreshMarket()
    return sameForAll(event('hargaupdate', {}))(changes)
  },
})
