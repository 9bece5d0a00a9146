import type { Statement, Tx } from '#db/db.ts'

const deleteGuards: Statement = {
  name: 'purchases.free-guards',
  text: `
  delete from recent_order
  where key = any(array(select recent_order_key(buyer_id, product_id, target, counter) from purchase where purchase.id = any($1::bigint[])))
    and purchase_id = any($1::bigint[])`,
}

/** Of purchases that were no sale in the end: ordering the same again is no double of them. */
export async function freeGuards(tx: Tx, purchases: bigint[]): Promise<void> {
  if (purchases.length > 0) await tx.run(deleteGuards, [purchases])
}
