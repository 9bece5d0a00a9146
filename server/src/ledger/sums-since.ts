import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

/** The number of the last entry set that was booked before this time. */
export async function lastSetBefore(read: Reader, moment: Date): Promise<bigint> {
  const { rows } = await sql<{ number: bigint }>`
    select coalesce(entry_set_at(${moment}) - 1, (select max(set_id) from entry), 0) as number`.execute(read)
  return rows[0]?.number ?? 0n
}

/** Entry sets with a number greater than `after` and not greater than `upTo`. */
interface SetRangeAfter {
  after: bigint
  upTo: bigint
}

export interface MemberSum {
  memberId: bigint
  count: number
  amount: bigint
}

/** The money that sales brought into each seller's wallet. */
export async function salesBySeller(read: Reader, { after, upTo }: SetRangeAfter): Promise<MemberSum[]> {
  const { rows } = await sql<MemberSum>`
    select account_id as "memberId", count(*)::integer as count, sum(amount)::bigint as amount
    from entry where set_id > ${after} and set_id <= ${upTo} and account_id > 0 and event = 'purchase.settled'
    group by account_id`.execute(read)
  return rows
}

/**
 * The money that was returned to each buyer since its last activity, because a purchase failed finally. For a purchase that was sent to the next
 * seller, the price was held again in the same transaction, so it does not count.
 */
export async function releasesByBuyer(read: Reader, { after, upTo }: SetRangeAfter): Promise<MemberSum[]> {
  const { rows } = await sql<MemberSum>`
    with released as materialized (
      select account_id, amount, reference, at from entry
      where set_id > ${after} and set_id <= ${upTo} and account_id > 0 and event = 'purchase.released'
    )
    select released.account_id as "memberId", count(*)::integer as count, sum(released.amount)::bigint as amount
    from released
    join attempt on attempt.id = released.reference
    join purchase on purchase.id = attempt.purchase_id and purchase.transactionrc = 2
    join member on member.id = released.account_id
    where released.at > coalesce(member.last_active_at, '-infinity')
      and not exists (select from attempt later where later.purchase_id = attempt.purchase_id and later.number > attempt.number)
    group by released.account_id`.execute(read)
  return rows
}
