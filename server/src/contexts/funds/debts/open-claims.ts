import type { ApprovalKind } from '@lapak/contract/system/approvals'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { broughtWithin } from '#ledger/seller-days.ts'

/** What may still have to be given back: claims that nobody has decided. */
interface OpenClaims {
  /** About the member's sales and balance: how many, and what it would give back if all were decided against it. */
  against: {
    count: number
    amount: bigint
    /** So much of it sales of the last hours that were asked about brought into the balance; what of them paid a debt did not. */
    recent: bigint
  }
  /** About what it bought. */
  own: number
}

/** What one administrator wants and a second one has not answered. Its payload is read only where it is of this kind. */
const waits = (kind: ApprovalKind) => sql`outcome is null and kind = ${kind}`
const subject = (kind: ApprovalKind) => sql`case when kind = ${kind} then subject::bigint end`

/**
 * Everything that is claimed of a member or by it and is not decided: disputes and returns, and what waits for a second administrator, which is a refund, a top-up
 * that is to be taken back, or an adjustment that takes. Whatever else can be claimed is added here.
 */
export async function openClaimsOf(read: Reader, memberId: bigint, recentHours = 0): Promise<OpenClaims> {
  const { rows } = await sql<{ count: bigint; amount: bigint; recent: bigint; own: bigint }>`
    with claimed as (
      select purchase_id from dispute where state in (0, 1) and (seller_id = ${memberId} or buyer_id = ${memberId})
      union
      select ${subject('purchase.force')} from approval_request
      where ${waits('purchase.force')} and payload ->> 'from' = '1' and payload ->> 'status' = '2'
    ), claims as (
      select seller_id as of, buyer_id as by, price - fee as amount, ${broughtWithin(recentHours)} as recent
      from claimed join purchase on purchase.id = purchase_id
      where transactionrc = 1 and (seller_id = ${memberId} or buyer_id = ${memberId})
      union all
      select member_id, null, credited, null from approval_request join top_up on top_up.id = ${subject('ticket.decide')}
      where ${waits('ticket.decide')} and payload ->> 'to' = '4' and state = 2 and member_id = ${memberId}
      union all
      select ${memberId}, null, approval_request.amount, null from approval_request
      where ${waits('cash.move')} and payload ->> 'act' = 'adjustment' and payload ->> 'member' = ${String(memberId)}
        and payload ->> 'amount' like '-%'
    )
    select count(*) filter (where of = ${memberId}) as count, coalesce(sum(amount) filter (where of = ${memberId}), 0)::bigint as amount,
      coalesce(sum(recent) filter (where of = ${memberId}), 0)::bigint as recent, count(*) filter (where by = ${memberId}) as own
    from claims`.execute(read)
  const [found] = rows
  const { count = 0n, amount = 0n, recent = 0n, own = 0n } = found ?? {}
  return { against: { count: Number(count), amount, recent }, own: Number(own) }
}
