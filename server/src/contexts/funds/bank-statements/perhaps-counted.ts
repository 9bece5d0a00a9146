import { dotted } from '@lapak/contract/shared/money'
import type { WaitingMoney } from '#contexts/funds/suspense/suspense.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { type MoneyToCredit, perhapsCounted } from './candidates.ts'

interface Credited extends MoneyToCredit {
  /** The invoice number of the ticket that an administrator confirmed to be about different money. */
  confirmed: string | null
}

/**
 * Refuses to credit money, by whatever ticket, if a top-up that an administrator approved by hand may already count it, unless the administrator names
 * the newest such ticket and so confirms that this is different money. Returns the confirmed ticket. The caller must hold the lock of the member's
 * credits (`lockCredits`).
 */
export async function refusePerhapsCounted(tx: Tx, installation: string, { confirmed, ...money }: Credited): Promise<bigint | null> {
  const counted = await perhapsCounted(tx, money)
  if (counted === undefined) return null
  const invoice = invoiceOf(installation, counted.id)
  if (confirmed === invoice) return counted.id
  const filling = { amount: dotted(money.amount), invoice, received: dotted(counted.received ?? 0n) }
  throw new Refusal('ticket.perhaps_counted', filling, { extra: { tiket: invoice } })
}

/** When suspense money came: by the bank, or by the provider, which may not tell it. */
export async function timeOfMoney(read: Reader, { statementId, paymentId }: WaitingMoney): Promise<Date> {
  if (paymentId === null) {
    const row = await read.selectFrom('bank_statement').select('happened_at').where('id', '=', statementId).executeTakeFirstOrThrow()
    return row.happened_at
  }
  const paid = await read
    .selectFrom('gateway_payment')
    .select(['paid_at', 'created_at'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return paid.paid_at ?? paid.created_at
}
