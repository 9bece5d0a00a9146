import type { Database } from '#db/db.ts'
import { createEvent, type EventSource } from '#realtime/events.ts'
import { countUnread } from './notifications.queries.ts'

/** Channel for the ids of members whose notifications changed. */
export const notificationsChannel = 'notices'

const anything = 0n

/** Sends the number of unread notifications for the bell; an open list of notifications then loads again. */
export const notificationEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [notificationsChannel]: (payload) => payload.split(' ').map((id) => ({ memberId: BigInt(id), subject: anything })) },
  batchMs: 100,
  async read(changes) {
    const ids = changes.map(({ memberId }) => memberId)
    const counts = await countUnread(db.read, ids)
    return new Map(ids.map((id) => [id, [createEvent('notifikasi', { belumdibaca: counts.get(id) ?? 0 })]]))
  },
})
