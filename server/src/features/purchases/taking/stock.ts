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
