import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { OwnOffer } from './plan.ts'

/**
 * The stock that a seller saw in the last preview of a change that says one, so that what is sold until it is carried out counts (decision 0043). What
 * sets a stock in another way ends it.
 */
export type SeenStock = ReadonlyMap<bigint, number>

export async function rememberSeenStock(db: Database, sellerId: bigint, offers: readonly OwnOffer[]): Promise<void> {
  const counted = offers.flatMap(({ offerId, before: { stock } }) => (stock === null ? [] : [{ offerId, stock }]))
  const seen = { offer_ids: counted.map(({ offerId }) => offerId), remaining: counted.map(({ stock }) => BigInt(stock)) }
  await db.transaction((tx) =>
    tx
      .insertInto('previewed_stock')
      .values({ seller_id: sellerId, ...seen })
      .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(seen))
      .execute(),
  )
}

export async function readSeenStock(read: Reader, sellerId: bigint): Promise<SeenStock> {
  const { rows } = await sql<{ id: bigint; stock: bigint }>`
    select seen.* from previewed_stock, unnest(offer_ids, remaining) as seen(id, stock) where seller_id = ${sellerId}`.execute(read)
  return new Map(rows.map(({ id, stock }) => [id, Number(stock)]))
}

export async function forgetSeenStock(tx: Tx, sellerId: bigint): Promise<void> {
  await tx.deleteFrom('previewed_stock').where('seller_id', '=', sellerId).execute()
}

/** As it was seen, as long as it is counted. */
export const asSeen = (offers: readonly OwnOffer[], seen: SeenStock): OwnOffer[] =>
  offers.map((offer) =>
    offer.before.stock === null ? offer : { ...offer, before: { ...offer.before, stock: seen.get(offer.offerId) ?? offer.before.stock } },
  )
