import { dotted } from '@lapak/contract/shared/money'
import { sql } from 'kysely'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

const countedDays = 30

interface Credited {
  memberId: bigint
  bank: string
  channel: string
  amount: bigint
  /** The ticket that an administrator confirmed to be about different money. */
  confirmed: string | null
}

/**
 * Refuses to credit money to a member who has a top-up of the same account and channel that an administrator approved by hand and of which neither a
 * bank row nor a payment shows the money: it may be this money, with another sum or reported late. The administrator names the newest such ticket to
 * confirm that this is different money.
 */
export async function refusePerhapsCounted(
  tx: Tx,
  installation: string,
  { memberId, bank, channel, amount, confirmed }: Credited,
): Promise<void> {
  const counted = await tx
    .selectFrom('top_up')
    .select(['id', 'received'])
    .where('member_id', '=', memberId)
    .where('cash_code', '=', bank)
    .where('channel', '=', channel)
    .where('how', '=', 'admin')
    .where('state', '=', 2)
    .where('approved_at', '>', sql<Date>`now() - ${countedDays} * interval '1 day'`)
    .where(sql<boolean>`not exists (select from bank_statement where explained = 'deposit' and explained_id = top_up.id)`)
    .where(sql<boolean>`not exists (select from gateway_payment where top_up_id = top_up.id)`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (counted === undefined) return
  const invoice = invoiceOf(installation, counted.id)
  if (confirmed === invoice) return
  const filling = { amount: dotted(amount), invoice, received: dotted(counted.received ?? 0n) }
  throw new Refusal('ticket.perhaps_counted', filling, { extra: { tiket: invoice } })
}
