import type { Statement, Tx } from '#core/db.ts'

const deleteGuards: Statement = {
  name: 'purchases.free-guards',
  text: `
  delete from recent_order using purchase
  where purchase.id = any($1::bigint[]) and recent_order.purchase_id = purchase.id
    and recent_order.key = recent_order_key(purchase.buyer_id, purchase.product_id, purchase.target, purchase.counter)`,
}

/** Of purchases that were no sale in the end: ordering the same again is no double of them. */
export async function freeGuards(tx: Tx, purchases: bigint[]): Promise<void> {
  if (purchases.length > 0) await tx.run(deleteGuards, [purchases])
}
