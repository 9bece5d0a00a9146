import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'

const now = sql<Date>`clock_timestamp()`

/**
 * Undefined leaves the stock unchanged, and null makes it unlimited. A concurrent sale is subtracted from the new number. Setting `counted_at` makes
 * the database record the count. Returns the change in pieces, for the audit.
 */
export async function setStock(tx: Tx, offerId: bigint, stock: number | null | undefined): Promise<bigint> {
  if (stock === undefined) return 0n
  if (stock === null) {
    await tx.deleteFrom('offer_stock').where('offer_id', '=', offerId).execute()
    return 0n
  }
  const remaining = BigInt(stock)
  const counted = await tx
    .insertInto('offer_stock')
    .values({ offer_id: offerId, remaining })
    .onConflict((conflict) =>
      conflict.column('offer_id').doUpdateSet({ remaining, counted_at: now }).where('offer_stock.remaining', '<>', remaining),
    )
    .returning(sql<bigint>`new.remaining - coalesce(old.remaining, 0)`.as('pieces'))
    .executeTakeFirst()
  return counted?.pieces ?? 0n
}

interface StockMoved {
  offerId: bigint
  /** The stock that the caller read before; null means unlimited. */
  was: number | null
  stock: number | null
}

/**
 * Sets the stock of many offers from numbers that were read earlier, and takes sales and returns since then into account. Locks the rows in the same
 * order as placing does. Returns the total change in pieces.
 */
export async function moveStocks(tx: Tx, stocks: readonly StockMoved[]): Promise<bigint> {
  const ids = stocks.map(({ offerId }) => offerId)
  const numbers = (of: (stock: StockMoved) => number | null) => stocks.map((stock) => of(stock)?.toString() ?? null)
  const stockChanges = sql`unnest(${ids}::bigint[], ${numbers(({ was }) => was)}::bigint[], ${numbers(({ stock }) => stock)}::bigint[]) as news(id, was, stock)`
  await sql`select from offer_stock where offer_id = any(${ids}::bigint[]) order by offer_id for update`.execute(tx)
  await sql`delete from offer_stock using ${stockChanges} where offer_stock.offer_id = news.id and news.stock is null`.execute(tx)
  const moved = await sql<{ pieces: bigint }>`
    update offer_stock set remaining = greatest(0, offer_stock.remaining + news.stock - news.was), counted_at = clock_timestamp() from ${stockChanges}
    where offer_stock.offer_id = news.id and news.was is not null and news.stock is not null
    returning new.remaining - old.remaining as pieces`.execute(tx)
  const begun = await sql<{ pieces: bigint }>`
    insert into offer_stock (offer_id, remaining)
    select id, stock from ${stockChanges} where was is null and stock is not null order by id
    on conflict (offer_id) do update set remaining = excluded.remaining, counted_at = clock_timestamp()
    returning new.remaining - coalesce(old.remaining, 0) as pieces`.execute(tx)
  return [...moved.rows, ...begun.rows].reduce((sum, { pieces }) => sum + pieces, 0n)
}
