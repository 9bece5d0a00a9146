import { z } from 'zod'
import { plainText } from './wire.ts'

/** What an administrator confirms about money that is to be credited. Each field repeats the name that the refusal gave. */
export const moneyConfirmations = z.object({
  /** The cash-outs of this sum that the bank may have returned: the money is not their return. */
  notreturn: plainText(150).optional(),
  /** The tickets that were approved by hand: the money is not theirs. */
  notticket: plainText(150).optional(),
  /**
   * The bank rows (`mutasi 12`), cash transfers (`transfer kas 12`) and withdrawals from the provider (`penarikan WD-1`) by which as much had left an
   * account of the platform, all of them: the money is not that money.
   */
  notown: plainText(400).optional(),
  /** The sums that feeds say of the bank row now (`Rp 457`, `Rp 457, Rp 458`), where they said another one before: the bank has the sum that is to be credited. */
  ralat: plainText(150).optional(),
  /** The bank rows (`mutasi 12`) by which the bank may have taken the money back, all of them: they take other money back. */
  notreversed: plainText(150).optional(),
})
export type MoneyConfirmations = z.output<typeof moneyConfirmations>

/** What an administrator confirms about the money of a ticket. */
export const ticketConfirmations = moneyConfirmations.extend({
  /** Invoices of all tickets through which other money of the member was credited: the money of this ticket is different money. */
  beside: plainText(150).optional(),
  /** For a cash-out: invoice of the ticket that was credited for money of its sum: that was not the returned money of the cash-out. */
  returnedin: plainText(50).optional(),
})
export type TicketConfirmations = z.output<typeof ticketConfirmations>
