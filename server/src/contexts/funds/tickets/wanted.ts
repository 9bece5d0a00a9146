import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import type { Confirmed } from '#contexts/funds/bank-statements/bank-statements.ts'
import type { Caller } from '#http/http.ts'

/** What the administrator confirmed about the money of the ticket, by the field of the wire. */
export interface ConfirmedOfTicket extends Confirmed {
  /**
   * The invoice number of the ticket through which other money of the member was credited: a payment to its virtual account, or a transfer of another
   * sum. The money of this ticket is different money.
   */
  beside?: string | null | undefined
  /**
   * For a returned or rejected cash-out: the invoice number of the ticket that was credited for a transfer of its sum. That was not the returned money
   * of the cash-out.
   */
  returnedin?: string | null | undefined
}

/** An administrator's decision about a ticket. */
export interface Wanted {
  id: bigint
  to: TicketState
  /** The ticket's state that the administrator saw; if it is not given, the current state. */
  from?: TicketState | undefined
  by: Caller
  description: string
  /** The cash account that a cash-out was paid from; null for the bank of the member's account. */
  source: CashCode | null
  confirmed: ConfirmedOfTicket
  /** The sum by which the balance does not cover debt and claims, as confirmed by the administrator; for a cash-out whose money was already sent. */
  lacking?: bigint | null
  /** True if the ticket is approved because its money is in suspense; the approval is refused if the money is no longer in suspense. */
  moneyMustWait: boolean
  /** True if the provider pays the cash-out. */
  byProvider?: boolean
  /** The reference of the failed payout that the new payout replaces. */
  after?: string | null
}
