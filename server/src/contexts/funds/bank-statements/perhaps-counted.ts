import type { CashCode } from '@lapak/contract/shared/banks'
import { dotted } from '@lapak/contract/shared/money'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { perhapsCounted } from './candidates.ts'

interface Credited {
  memberId: bigint
  bank: CashCode
  channel: string
  amount: bigint
  /** The ticket that an administrator confirmed to be about different money. */
  confirmed: string | null
}

/**
 * Refuses to credit money to a member if a top-up that an administrator approved by hand may already count it, unless the administrator names the
 * newest such ticket and so confirms that this is different money.
 */
export async function refusePerhapsCounted(tx: Tx, installation: string, { amount, confirmed, ...credited }: Credited): Promise<void> {
  const counted = await perhapsCounted(tx, credited)
  if (counted === undefined) return
  const invoice = invoiceOf(installation, counted.id)
  if (confirmed === invoice) return
  const filling = { amount: dotted(amount), invoice, received: dotted(counted.received ?? 0n) }
  throw new Refusal('ticket.perhaps_counted', filling, { extra: { tiket: invoice } })
}
