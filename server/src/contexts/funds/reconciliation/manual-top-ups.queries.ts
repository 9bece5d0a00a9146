import type { CashCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader } from '#db/db.ts'
import { cashMovementsSql } from '#ledger/cash.ts'
import { entrySetRange } from '#ledger/statement.ts'
import type { Movement } from './provider-pairs.ts'

/** A top-up of a channel of the provider that an administrator approved, and for which no payment of the provider is stored. */
export interface ManualTopUp extends Movement {
  id: bigint
  invoice: string
  /** When the ticket was created. */
  since: Date
  memberId: bigint
}

type Found = Pick<ManualTopUp, 'id' | 'at' | 'since' | 'memberId'> & { reference: string | null; received: bigint }

const columns = sql`top_up.id, top_up.received, top_up.created_at as since, top_up.member_id as "memberId"`

const isManual = sql`top_up.channel <> 'transfer' and top_up.how = 'admin' and top_up.state = 2
  and not exists (select from gateway_payment where gateway_payment.top_up_id = top_up.id)`

const toManualTopUp =
  (installation: string) =>
  ({ reference, received, ...row }: Found): ManualTopUp => {
    const invoice = invoiceOf(installation, row.id)
    return { ...row, invoice, key: reference ?? invoice, productId: '', effect: received * 100n }
  }

/** The top-ups that were booked on this day in the provider's cash account. */
export async function manualTopUpsOf(read: Reader, installation: string, code: CashCode, day: string): Promise<ManualTopUp[]> {
  const { rows } = await sql<Found>`
    select ${columns}, booked.at, coalesce(own.reference, account.reference) as reference
    from ${cashMovementsSql(code, await entrySetRange(read, { awal: day, akhir: day }))} booked
    join top_up on top_up.id = booked.reference
    left join payment_request own on own.top_up_id = top_up.id
    left join payment_request account on account.kind = 'va' and account.member_id = top_up.member_id and top_up.channel = 'va'
    where booked.event = 'deposit.approved' and ${isManual}`.execute(read)
  return rows.map(toManualTopUp(installation))
}

/**
 * The top-ups approved within a time whose members were asked to pay under one of these references; a virtual account has one reference for all its
 * top-ups.
 */
export async function manualTopUpsWith(
  read: Reader,
  installation: string,
  references: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<ManualTopUp[]> {
  const wanted = sql`request.reference = any(${references}::text[]) and approved_at >= ${from} and approved_at < ${until} and ${isManual}`
  const { rows } = await sql<Found>`
    select ${columns}, approved_at as at, request.reference
    from payment_request request join top_up on top_up.id = request.top_up_id
    where ${wanted}
    union all
    select ${columns}, approved_at, request.reference
    from payment_request request join top_up on top_up.member_id = request.member_id and top_up.channel = 'va'
    where request.kind = 'va' and ${wanted}`.execute(read)
  return rows.map(toManualTopUp(installation))
}
