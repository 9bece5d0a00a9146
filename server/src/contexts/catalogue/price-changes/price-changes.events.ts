import type { Database } from '#db/db.ts'
import { type EventSource, event, sameForAll } from '#realtime/events.ts'
import { buyersOf } from './price-changes.queries.ts'

/** The payload lists the members in whose buying list a price changed. */
export const priceChangesChannel = 'price_changes'

/** The payload is a seller whose shop opened or closed; each process finds the connected members that it concerns. */
export const shopChangesChannel = 'shop_changes'

const anything = 0n

/** A page gets one event for any number of changes and reloads its list immediately, so this process refreshes its snapshot first. */
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
