import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database, Tx } from '#db/db.ts'
import { createEvent, type EventSource, sameForAll } from '#realtime/events.ts'

const channel = 'health_alerts'
const anything = 0n

/** Notifies pages that an alert opened, was taken or ended. */
export async function publishAlerts(tx: Tx): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

export const healthEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [channel]: () => [{ subject: anything }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(createEvent('peringatan', {})),
})
