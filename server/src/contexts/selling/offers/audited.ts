import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import type { Terms } from './plan.ts'

/** The terms of an offer as the audit records them. */

export const pricesOf = ({ sell_price, promo_price }: { sell_price: bigint; promo_price: bigint | null }) => ({
  sell: sell_price,
  promo: promo_price,
})

export const codesOf = ({ supplier_code, check_code }: { supplier_code: string; check_code: string | null }) => ({
  supplier: supplier_code,
  check: check_code,
})

/** The features that change many offers together. */
export type ManyWay = 'bulk' | 'file' | 'sync'

interface Together {
  sellerId: bigint
  by: Actor
  method: ManyWay
  changed: readonly { before: Terms; after: Terms }[]
  added: number
}

/** Writes one audit row with the number of changed offers per kind of change. Changes of prices and codes also have one audit row per offer. */
export async function recordBulkChange(audit: Audit, tx: Tx, { sellerId, by, method, changed, added }: Together): Promise<void> {
  const moved = (...names: (keyof Terms)[]) =>
    changed.filter(({ before, after }) => names.some((name) => before[name] !== after[name])).length
  const after = {
    ...{ way: method, changed: changed.length, added, cost: moved('buy_price'), status: moved('open', 'disturbed') },
    ...{ stock: moved('stock'), cutoff: moved('cutoff_from', 'cutoff_to') },
  }
  if (changed.length + added > 0) await audit.record(tx, { event: 'offers.changed', by, subject: sellerId, after })
}

interface Counted {
  sellerId: bigint
  by: Actor
  /** The offer, if the stock of a single offer was set; missing when several offers were counted together. */
  offer?: bigint
}

/**
 * Records that a seller set its stock to a number that it had counted. `ledger:check` compares the sums of these rows with the counts in the
 * database.
 */
export async function recordCount(tx: Tx, audit: Audit, { sellerId, by, offer }: Counted, pieces: bigint): Promise<void> {
  if (pieces === 0n) return
  await audit.record(tx, {
    event: 'stock.counted',
    by,
    subject: sellerId,
    after: { ...(offer !== undefined && { offer }), pieces: Number(pieces) },
  })
}
