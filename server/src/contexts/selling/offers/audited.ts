import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import type { Terms } from './plan.ts'

/** What the audit holds of an offer's terms. */

export const pricesOf = ({ sell_price, promo_price }: { sell_price: bigint; promo_price: bigint | null }) => ({
  sell: sell_price,
  promo: promo_price,
})

export const codesOf = ({ supplier_code, check_code }: { supplier_code: string; check_code: string | null }) => ({
  supplier: supplier_code,
  check: check_code,
})

/** How many offers are changed in one go. */
export type ManyWay = 'bulk' | 'file' | 'sync'

interface Together {
  sellerId: bigint
  by: Actor
  way: ManyWay
  changed: readonly { before: Terms; after: Terms }[]
  added: number
}

/** One row, whatever moved: what is neither a price nor a code stands in none of their own. */
export async function recordBulkChange(audit: Audit, tx: Tx, { sellerId, by, way, changed, added }: Together): Promise<void> {
  const moved = (...names: (keyof Terms)[]) =>
    changed.filter(({ before, after }) => names.some((name) => before[name] !== after[name])).length
  const after = {
    ...{ way, changed: changed.length, added, cost: moved('buy_price'), status: moved('open', 'disturbed') },
    ...{ stock: moved('stock'), cutoff: moved('cutoff_from', 'cutoff_to') },
  }
  if (changed.length + added > 0) await audit.note(tx, { event: 'offers.changed', by, subject: sellerId, after })
}

interface Counted {
  sellerId: bigint
  by: Actor
  /** Of one; missing where many were counted together. */
  offer?: bigint
}

/** A seller counted its stock anew. `ledger:check` compares the sums with what the database kept of each count. */
export async function noteCount(tx: Tx, audit: Audit, { sellerId, by, offer }: Counted, pieces: bigint): Promise<void> {
  if (pieces === 0n) return
  await audit.note(tx, {
    event: 'stock.counted',
    by,
    subject: sellerId,
    after: { ...(offer !== undefined && { offer }), pieces: Number(pieces) },
  })
}
