import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import type { Caller } from '#http/http.ts'

/** An administrator's decision about a ticket. */
export interface Wanted {
  id: bigint
  to: TicketState
  /** The state that the administrator saw; without it, the state when the request arrives. */
  from?: TicketState | undefined
  by: Caller
  description: string
  /** The account that a cash-out was paid from; null for its own bank. */
  source: CashCode | null
  /**
   * The ticket of another payment that was credited to the member's virtual account; naming it confirms that this ticket's money is a different
   * payment.
   */
  beside?: string | null
  /** The missing sum of a cash-out that has left, as the administrator confirmed it. */
  lacking?: bigint | null
  /** True if the ticket is approved because its money is in suspense; refused if it no longer is. */
  moneyMustWait: boolean
  /** True if the provider is requested to pay the cash-out. */
  byProvider?: boolean
  /** The reference of the failed payout that this one follows. */
  after?: string | null
}
