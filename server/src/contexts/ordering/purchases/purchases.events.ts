import { sql } from 'kysely'
import { readBalances } from '#contexts/funds/wallet/wallet.ts'
import type { Database } from '#db/db.ts'
import { type EventSource, event, type MemberChanges, type RealtimeEvent } from '#realtime/events.ts'
import { changesIn, salesIn } from './changes.ts'
import { readBuyersRows, readSaleRows } from './queries/lists.queries.ts'

/** Told once per settled batch (`changes.ts`). */
export const purchasesChannel = 'purchases'

/** Told by the worker that sends them (`dispatch/dispatch.ts`). */
const salesChannel = 'sales'

/** Every change of a purchase, as the list shows it, and the balance after it. */
export const purchaseEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [purchasesChannel]: (payload) => changesIn(payload).map(({ buyerId, id }) => ({ memberId: buyerId, subject: id })) },
  batchMs: 0,
  happenedElsewhere: (memberId, withinMs) => hasTaken(db, 'buyer_id', memberId, withinMs),
  async read(changes) {
    const rows = await readBuyersRows(db, subjectsOf(changes))
    return withBalances(db, changes, rows, {
      eventOf: (row, buyerId) => (row.buyer_id === buyerId ? event('trxupdate', row) : null),
      more: event('trxbanyak', {}),
    })
  },
})

/**
 * The same for the shop that sells, from when an order is with its server. A busy one is told of the orders of a moment together.
 * What went on to another shop is taken away: it reads nothing of it any more.
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
      eventOf: (row, sellerId) => (row.sellerid === sellerId ? event('penjualan', row) : event('penjualanpindah', { id: row.id })),
      more: event('penjualanbanyak', {}),
    })
  },
})

/** An order carries the moment when it began to be placed. No statement runs longer. */
const placedWithinMs = 30_000

/** Only the process that took an order tells of it until it is sent or ends. The newest one says it, by the clock that wrote it. */
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
  /** Told where there was more than is told of. */
  more: RealtimeEvent
}

/** What each is told of its rows, and the balance after them, which was read later. What left somebody else's hands moved no money. */
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
      return [memberId, moved ? [...events, event('saldo', { balance })] : events]
    }),
  )
}
