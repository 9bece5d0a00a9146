import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database } from '#db/db.ts'
import { createEvent, type EventSource, sameForAll } from '#realtime/events.ts'

/** The database triggers of the ticket tables notify this channel of every change. */
const channel = 'tickets'
const anything = 0n

/** Many changes are merged into one realtime event for each open page of an administrator, which then reloads its list. */
export const ticketEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [channel]: () => [{ subject: anything }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(createEvent('tiketadmin', {})),
})
