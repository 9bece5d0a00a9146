import type { TopUpTicket } from '@lapak/contract/funds/top-ups'
import type { CashCode } from '@lapak/contract/shared/banks'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { feeWithin, listMethodsById, methodOfFound } from './methods.ts'

interface Found {
  memberId: bigint
  bank: CashCode
  channel: TopUpTicket['channel']
  /** The received sum. */
  amount: bigint
}

/**
 * Creates a ticket for money that came without a ticket; the caller approves the new ticket at once. The fee is the same as if the member had created
 * a ticket.
 */
export async function ticketFor(tx: Tx, installation: string, { memberId, bank, channel, amount }: Found): Promise<bigint> {
  const method = methodOfFound(await listMethodsById(tx), { bank, channel })
  if (!method) throw new Error(`No payment method for ${channel} at ${bank}`)
  const member = await tx.selectFrom('member').select('id').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new Refusal('not_found.member')
  const waiting = await tx
    .selectFrom('top_up')
    .select('id')
    .where('cash_code', '=', bank)
    .where('nominal', '=', amount)
    .where('channel', '=', channel)
    .where('state', 'in', [0, 1])
    .$if(channel !== 'transfer', (tickets) => tickets.where('member_id', '=', memberId))
    .executeTakeFirst()
  // No two open transfers may have the same bank and sum, not even for a moment. A member may not have two open tickets of one sum and channel at the
  // provider.
  if (waiting) throw new Refusal('statement.sum_waits', { invoice: invoiceOf(installation, waiting.id) })
  const fee = feeWithin(method, amount)
  if (fee >= amount) throw new Refusal('deposit.below_fee')
  const { id } = await tx
    .insertInto('top_up')
    .values({ member_id: memberId, method_id: method.id, channel, cash_code: bank, amount: amount - fee, fee, nominal: amount })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violatesConstraint(error, 'top_up_sum_open') || violatesConstraint(error, 'top_up_va_open')
        ? new Refusal('statement.sum_waits', { invoice: '' })
        : error
    })
  return id
}
