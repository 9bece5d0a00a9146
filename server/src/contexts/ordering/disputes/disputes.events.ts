import type { DisputeRow } from '@lapak/contract/ordering/disputes'
import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database, Tx } from '#db/db.ts'
import { createEvent, type EventSource, publishEvent, sameForAll } from '#realtime/events.ts'

const channel = 'disputes'
const anything = 0n

/** Makes the browser pages of buyer, seller and administrators reload the dispute. */
export async function publishDispute(tx: Tx, { memberid, sellerid }: Pick<DisputeRow, 'memberid' | 'sellerid'>): Promise<void> {
  await publishEvent(tx, memberid, 'sengketa', {})
  await publishEvent(tx, sellerid, 'sengketa', {})
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

export const disputeEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [channel]: () => [{ subject: anything }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(createEvent('sengketa', {})),
})
