import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketConfirmations } from '@lapak/contract/shared/money-confirmations'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { z } from 'zod'
import type { Caller } from '#http/http.ts'

const confirmation = z.string().nullish()

/** What the administrator confirmed about the money of the ticket, by the field of the wire, as it is stored with a request for approval. */
export const confirmedOfTicket = z.object({
  beside: confirmation,
  returnedin: confirmation,
  notreturn: confirmation,
  notticket: confirmation,
  notown: confirmation,
  ralat: confirmation,
  notreversed: confirmation,
} satisfies Record<keyof TicketConfirmations, typeof confirmation>)
export type ConfirmedOfTicket = z.output<typeof confirmedOfTicket>

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
