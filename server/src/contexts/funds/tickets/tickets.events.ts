import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database } from '#db/db.ts'
import { type EventSource, event, sameForAll } from '#realtime/events.ts'

/** Told by the tables of tickets themselves, in whichever way one changed. */
const channel = 'tickets'
const anything = 0n

/** Tickets that change by the dozen are told to an administrator's page once; it reads its list again. */
export const ticketEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [channel]: () => [{ subject: anything }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(event('tiketadmin', {})),
})
