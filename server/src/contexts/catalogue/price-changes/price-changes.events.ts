import type { Database } from '#db/db.ts'
import { createEvent, type EventSource, sameForAll } from '#realtime/events.ts'
import { buyersOf } from './price-changes.queries.ts'

/** The payload lists the members in whose buying list a price changed. */
export const priceChangesChannel = 'price_changes'

/** The payload is the id of a seller whose shop opened or closed. Each process determines which of its connected members are affected. */
export const shopChangesChannel = 'shop_changes'

const anything = 0n

/**
 * A browser page gets one event for any number of changes and reloads its list at once, so this process refreshes its snapshot before it sends the
 * event.
 */
export const priceChangeEvents = ({ db, refreshCatalogue }: { db: Database; refreshCatalogue(): Promise<void> }): EventSource => ({
  channels: {
    [priceChangesChannel]: (payload) => payload.split(' ').map((id) => ({ memberId: BigInt(id), subject: anything })),
    [shopChangesChannel]: (payload) => [{ subject: BigInt(payload) }],
  },
  batchMs: 200,
  concerned: (sellers, connected) => buyersOf(db.read, sellers, connected),
  async read(changes) {
    await refreshCatalogue()
    return sameForAll(createEvent('hargaupdate', {}))(changes)
  },
})
