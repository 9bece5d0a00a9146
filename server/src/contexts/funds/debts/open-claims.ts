import type { ApprovalKind } from '@lapak/contract/system/approvals'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { broughtWithin } from '#ledger/seller-days.ts'

/** Open claims, whose decision may still cost the member money or bring it money. */
interface OpenClaims {
  /** Claims about the member's sales and balance: their number, and their sum if all of them were decided against the member. */
  against: {
    count: number
    amount: bigint
    /** The part of `amount` that sales of the last `recentHours` hours brought into the balance, without the proceeds that paid a debt. */
    recent: bigint
  }
  /** The number of claims by the member about its own purchases. */
  own: number
}

/** An open approval request of this kind. The payload is read only for this kind. */
const waits = (kind: ApprovalKind) => sql`outcome is null and kind = ${kind}`
const subject = (kind: ApprovalKind) => sql`case when kind = ${kind} then subject::bigint end`

/**
 * Open claims against a member or by it: disputes and returns, and requests that wait for the approval of a second administrator (a refund, a top-up
 * reversal, a negative adjustment). Add new kinds of claims here.
 */
export async function openClaimsOf(read: Reader, memberId: bigint, recentHours = 0): Promise<OpenClaims> {
  const { rows } = await sql<{ count: bigint; amount: bigint; recent: bigint; own: bigint }>`
    with claimed as (
      select purchase_id from dispute where state in (0, 1) and (seller_id = ${memberId} or buyer_id = ${memberId})
      union
      select ${subject('purchase.force')} from approval_request
      where ${waits('purchase.force')} and payload ->> 'from' = '1' and payload ->> 'status' = '2'
        -- A refund that was requested for a dispute lapses with the dispute.
        and (payload ->> 'dispute' is null or exists (select from dispute where id = (payload ->> 'dispute')::bigint and state in (0, 1)))
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
