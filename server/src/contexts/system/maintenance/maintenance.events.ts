import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import { createEvent, type EventSource, sameForAll } from '#realtime/events.ts'

const channel = 'maintenance'
const anything = 0n

export async function publishToAll(tx: Tx): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

/** Pages that receive the event request the announcement at once, so this process refreshes its cache first. */
export const maintenanceEvents = ({ refreshCatalogue }: { refreshCatalogue(): Promise<void> }): EventSource => ({
  channels: { [channel]: () => [{ subject: anything }] },
  batchMs: 200,
  async concerned(_, connected) {
    await refreshCatalogue()
    return connected
  },
  read: sameForAll(createEvent('pemeliharaan', {})),
})
