import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import { startOfJakartaDay } from '#shared/clock.ts'
import { resolveFilters } from './filters.ts'
import { sumOf } from './sums.ts'

/** Whether a buyer ever had a successful purchase at a seller. */
export async function hasBought(db: Database, buyerId: bigint, sellerId: bigint): Promise<boolean> {
  const { jml } = await sumOf(db.read, await resolveFilters(db.read, { buyerId }, { sellerid: sellerId, statustrx: 1 }))
  return jml > 0n
}

/** The first id of purchases since this day in Jakarta: all purchases of this day or later have this id or a greater id. */
export async function firstPurchaseSince(db: Database, day: string): Promise<bigint> {
  const { rows } = await sql<{ first: bigint }>`select first from purchase_ids(${startOfJakartaDay(day)}, null)`.execute(db.read)
  return rows[0]?.first ?? 0n
}
