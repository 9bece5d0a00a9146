import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database, Tx } from '#db/db.ts'
import { createEvent, type EventSource, sameForAll } from '#realtime/events.ts'

const channel = 'seller_applications'
const anything = 0n

export async function publishToAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx)
}

export const sellerApplicationEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [channel]: () => [{ subject: anything }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(createEvent('pengajuan', {})),
})
