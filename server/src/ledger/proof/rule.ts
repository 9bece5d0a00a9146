import { type RawBuilder, sql } from 'kysely'

/** What must hold on any database at any second, as a query for the rows which break it. */
export interface Rule {
  name: string
  query: RawBuilder<{ row: string }>
}

/** Their reference is an attempt, and `sales.ts` proves them; every other event is a transfer between two accounts, which `transfers.ts` proves. */
export const eventsOfSales = sql`('purchase.held', 'purchase.released', 'purchase.settled', 'purchase.refunded')`
