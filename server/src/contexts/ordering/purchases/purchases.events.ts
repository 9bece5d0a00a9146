import { sql } from 'kysely'
import { readBalances } from '#contexts/funds/wallet/wallet.ts'
import type { Database } from '#db/db.ts'
import { createEvent, type EventSource, type MemberChanges, type RealtimeEvent } from '#realtime/events.ts'
import { changesIn, salesIn } from './changes.ts'
import { readBuyersRows, readSaleRows } from './queries/lists.queries.ts'

/** The channel of a NOTIFY per settled batch (`changes.ts`). */
export const purchasesChannel = 'purchases'

/** The channel of NOTIFYs from the worker that sends orders (`dispatch/dispatch.ts`). */
const salesChannel = 'sales'

/** Events for the buyer: each changed purchase as the list shows it, and the balance after the change. */
export const purchaseEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [purchasesChannel]: (payload) => changesIn(payload).map(({ buyerId, id }) => ({ memberId: buyerId, subject: id })) },
  batchMs: 0,
  happenedElsewhere: (memberId, withinMs) => hasTaken(db, 'buyer_id', memberId, withinMs),
  async read(changes) {
    const rows = await readBuyersRows(db, subjectsOf(changes))
    return withBalances(db, changes, rows, {
      eventOf: (row, buyerId) => (row.buyer_id === buyerId ? createEvent('trxupdate', row) : null),
      more: createEvent('trxbanyak', {}),
    })
  },
})

/**
 * Events for the seller, from the moment at which an order was sent to its server. Events of a short period are published together. A sale that moved
 * to another seller is removed from the page of its former seller, who may no longer read it.
 */
export const saleEvents = ({ db }: { db: Database }): EventSource => ({
  channels: {
    [purchasesChannel]: (payload) =>
      changesIn(payload).flatMap(({ sellerId, formerSellerIds, id }) =>
        [sellerId, ...formerSellerIds].map((memberId) => ({ memberId, subject: id })),
      ),
    [salesChannel]: (payload) => salesIn(payload).map(({ sellerId, id }) => ({ memberId: sellerId, subject: id })),
  },
  batchMs: 500,
  happenedElsewhere: (memberId, withinMs) => hasTaken(db, 'seller_id', memberId, withinMs),
  async read(changes) {
    const rows = await readSaleRows(db, subjectsOf(changes))
    return withBalances(db, changes, rows, {
      eventOf: (row, sellerId) =>
        row.sellerid === sellerId ? createEvent('penjualan', row) : createEvent('penjualanpindah', { id: row.id }),
      more: createEvent('penjualanbanyak', {}),
    })
  },
})

/** The maximum time between the start of placing, which is stored as `created_at`, and the commit: no statement runs longer. */
const placedWithinMs = 30_000

/**
 * Whether the member has purchases of the last milliseconds. An order is published only by the process that accepted it, until it is sent or final.
 * Other processes check the member's newest purchases here, by the clock of the database.
 */
async function hasTaken(db: Database, side: 'buyer_id' | 'seller_id', memberId: bigint, withinMs: number): Promise<boolean> {
  const since = sql<boolean>`created_at > now() - ${withinMs + placedWithinMs} * interval '1 millisecond'`
  const newest = await db.read
    .selectFrom('purchase')
    .select(since.as('lately'))
    .where(side, '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.lately ?? false
}

const subjectsOf = (changes: readonly MemberChanges[]) => [...new Set(changes.flatMap(({ subjects }) => subjects))]

interface Telling<Row> {
  eventOf(row: Row, memberId: bigint): RealtimeEvent | null
  /** The event that is published instead if there are more rows than are published individually. */
  more: RealtimeEvent
}

/**
 * The events of each member, followed by its balance, which is read after the rows. A sale that moved to another seller does not change the balance.
 */
async function withBalances<Row extends { id: bigint }>(
  db: Database,
  changes: readonly MemberChanges[],
  rows: readonly Row[],
  { eventOf, more }: Telling<Row>,
): Promise<Map<bigint, RealtimeEvent[]>> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const balances = await readBalances(
    db.read,
    changes.map(({ memberId }) => memberId),
  )
  return new Map(
    changes.map(({ memberId, subjects, more: isMore }) => {
      const events = subjects.flatMap((id) => {
        const row = byId.get(id)
        return (row && eventOf(row, memberId)) ?? []
      })
      if (isMore) events.push(more)
      const balance = balances.get(memberId)
      const moved = balance !== undefined && events.some((one) => one.event !== 'penjualanpindah')
      return [memberId, moved ? [...events, createEvent('saldo', { balance })] : events]
    }),
  )
}
