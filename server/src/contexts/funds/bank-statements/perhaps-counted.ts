import { dotted } from '@lapak/contract/shared/money'
import type { SuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { lastCounted, type MoneyToCredit, perhapsCounted } from './candidates.ts'
import { namesText } from './names-text.ts'

interface Credited extends MoneyToCredit {
  /** The names of the tickets that an administrator confirmed to be about different money. */
  confirmed: string | null
}

/**
 * Refuses to credit money, by whatever ticket, if top-ups that an administrator approved by hand may already count it, unless the administrator repeats
 * their names and so confirms that this is different money. Returns the one of them that was credited last,
 * which stands for all that were credited before. The caller must hold the lock
 * of the member's credits (`lockCredits`).
 */
export async function refusePerhapsCounted(tx: Tx, installation: string, { confirmed, ...money }: Credited): Promise<bigint | null> {
  const counted = await perhapsCounted(tx, money)
  const [nearest] = counted
  if (nearest === undefined) return null
  const tickets = namesText(counted.map(({ id }) => invoiceOf(installation, id)))
  if (confirmed === tickets) return (await lastCounted(tx, money))?.id ?? null
  const received = dotted(nearest.received ?? 0n)
  throw new Refusal('ticket.perhaps_counted', { amount: dotted(money.amount), tickets, received }, { extra: { tiket: tickets } })
}

/** When suspense money came: by the bank, or by the provider, which may not tell it. */
export async function timeOfMoney(read: Reader, { statementId, paymentId }: SuspenseItem): Promise<Date> {
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
