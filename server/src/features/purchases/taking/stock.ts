import { sql } from 'kysely'
import type { Tx } from '#core/db.ts'

/** Undefined leaves the stock alone, null makes it unlimited. A sale meanwhile counts from the new number, which is why sales keep it. */
export async function setStock(tx: Tx, offerId: bigint, stock: number | null | undefined) {
  if (stock === undefined) return
  if (stock === null) {
    await tx.deleteFrom('offer_stock').where('offer_id', '=', offerId).execute()
    return
  }
  const remaining = BigInt(stock)
  await tx
    .insertInto('offer_stock')
    .values({ offer_id: offerId, remaining })
    .onConflict((conflict) => conflict.column('offer_id').doUpdateSet({ remaining }).where('offer_stock.remaining', '<>', remaining))
    .execute()
}

/** The same for many offers, each with its own; locked in the order in which placing locks them. */
export async function setStocks(tx: Tx, stocks: readonly { offerId: bigint; stock: number | null }[]): Promise<void> {
  if (stocks.length === 0) return
  const ids = stocks.map(({ offerId }) => offerId)
  const left = stocks.map(({ stock }) => (stock === null ? null : BigInt(stock)))
  await sql`select from offer_stock where offer_id = any(${ids}::bigint[]) order by offer_id for update`.execute(tx)
  await sql`
    delete from offer_stock using unnest(${ids}::bigint[], ${left}::bigint[]) as stock(id, remaining)
    where offer_stock.offer_id = stock.id and stock.remaining is null`.execute(tx)
  await sql`
    insert into offer_stock (offer_id, remaining)
    select id, remaining from unnest(${ids}::bigint[], ${left}::bigint[]) as stock(id, remaining) where remaining is not null order by id
    on conflict (offer_id) do update set remaining = excluded.remaining`.execute(tx)
}
