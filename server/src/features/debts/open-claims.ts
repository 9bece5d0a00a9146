import { sql } from 'kysely'
import type { Reader } from '#core/db.ts'

/** What may still have to be given back: claims that nobody has decided. */
interface OpenClaims {
  /** About the member's sales: how many, and what it would give back if all were decided for their buyers. */
  against: { count: number; amount: bigint }
  /** About what it bought. */
  own: number
}

/** Everything that is claimed of a member or by it and is not decided; whatever else can be claimed of a sale is added here. */
export async function openClaimsOf(read: Reader, memberId: bigint): Promise<OpenClaims> {
  const { rows } = await sql<{ count: bigint; amount: bigint; own: bigint }>`
    select count(*) filter (where dispute.seller_id = ${memberId}) as count,
      coalesce(sum(price - fee) filter (where dispute.seller_id = ${memberId}), 0)::bigint as amount,
      count(*) filter (where dispute.buyer_id = ${memberId}) as own
    from dispute join purchase on purchase.id = purchase_id
    where state in (0, 1) and (dispute.seller_id = ${memberId} or dispute.buyer_id = ${memberId})`.execute(read)
  const [found] = rows
  return { against: { count: Number(found?.count ?? 0), amount: found?.amount ?? 0n }, own: Number(found?.own ?? 0) }
}
