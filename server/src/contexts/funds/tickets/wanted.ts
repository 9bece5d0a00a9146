import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import type { Caller } from '#http/http.ts'

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
  /**
   * The invoice number of the ticket through which other money of the member was credited: a payment to its virtual account, or a transfer of another
   * sum. By sending it, the administrator confirms that the money of this ticket is different money.
   */
  beside?: string | null
  /**
   * For a returned or rejected cash-out: the invoice number of the ticket that was credited for a transfer of its sum. By sending it, the
   * administrator confirms that this is not the returned money of the cash-out.
   */
  returnedIn?: string | null | undefined
  /** The invoice number of a cash-out of this sum. The administrator confirms that the money of this top-up is not its returned money. */
  notReturn?: string | null | undefined
  /** The invoice number of a ticket of this sum that was approved by hand. The administrator confirms that the money of this top-up is not its money. */
  notTicket?: string | null | undefined
  /**
   * The bank row, or the withdrawal from the provider, by which as much had left an account of the platform. The administrator confirms that the money of
   * this top-up is not that money.
   */
  notOwn?: string | null | undefined
  /** The sum by which the balance does not cover debt and claims, as confirmed by the administrator; for a cash-out whose money was already sent. */
  lacking?: bigint | null
  /** True if the ticket is approved because its money is in suspense; the approval is refused if the money is no longer in suspense. */
  moneyMustWait: boolean
  /** True if the provider pays the cash-out. */
  byProvider?: boolean
  /** The reference of the failed payout that the new payout replaces. */
  after?: string | null
}
