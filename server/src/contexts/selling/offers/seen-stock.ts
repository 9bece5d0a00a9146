import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { OwnOffer } from './plan.ts'

/**
 * The stock of each offer that a seller saw in its last preview of a stock change. Sales between this preview and the execution are subtracted from
 * the new stock. If the stock is set in another way, the remembered value is deleted.
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

export async function deleteSeenStock(tx: Tx, sellerId: bigint): Promise<void> {
  await tx.deleteFrom('previewed_stock').where('seller_id', '=', sellerId).execute()
}

/** The offers with the stock that the seller saw in the preview; offers with an unlimited stock stay as they are. */
export const asSeen = (offers: readonly OwnOffer[], seen: SeenStock): OwnOffer[] =>
  offers.map((offer) =>
    offer.before.stock === null ? offer : { ...offer, before: { ...offer.before, stock: seen.get(offer.offerId) ?? offer.before.stock } },
  )
