import type { Statement, Tx } from '#db/db.ts'

const deleteGuards: Statement = {
  name: 'purchases.free-guards',
  text: `
  delete from recent_order
  where key = any(array(select recent_order_key(buyer_id, product_id, target, counter) from purchase where purchase.id = any($1::bigint[])))
    and purchase_id = any($1::bigint[])`,
}

/** Deletes the double guards of purchases that were not sold in the end, so that the order can be repeated. */
export async function releaseGuards(tx: Tx, purchases: bigint[]): Promise<void> {
  if (purchases.length > 0) await tx.run(deleteGuards, [purchases])
}
