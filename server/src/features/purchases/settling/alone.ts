import { sql } from 'kysely'
import type { Database } from '#core/db.ts'

interface Wish {
  memberId: bigint
  purchaseId: bigint
  amount: bigint
  /** What is decided alone within a day stays below it. */
  limit: bigint
}

const day = sql`interval '1 day'`

/**
 * Counts an administrator's purchase against what it may decide alone, so that one large decision is not made as ten small ones. Before
 * the purchase is locked and in a transaction of its own: under its lock, two decisions of one person would wait for each other's
 * wallets. So it counts as well when nothing came of it, and each purchase once.
 */
export function mayDecideAlone(db: Database, { memberId, purchaseId, amount, limit }: Wish): Promise<boolean> {
  return db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`decides alone ${memberId}`}, 0))`.execute(tx)
    await tx.deleteFrom('alone_decision').where('member_id', '=', memberId).where('at', '<=', sql<Date>`now() - ${day}`).execute()
    const { others } = await tx
      .selectFrom('alone_decision')
      .select(({ fn }) => fn.coalesce(fn.sum<bigint>('amount'), sql<bigint>`0`).as('others'))
      .where('member_id', '=', memberId)
      .where('purchase_id', '<>', purchaseId)
      .executeTakeFirstOrThrow()
    if (BigInt(others) + amount >= limit) return false
    await tx
      .insertInto('alone_decision')
      .values({ member_id: memberId, purchase_id: purchaseId, amount })
      .onConflict((conflict) => conflict.columns(['member_id', 'purchase_id']).doUpdateSet({ amount }))
      .execute()
    return true
  })
}
