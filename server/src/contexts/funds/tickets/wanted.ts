import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import type { Caller } from '#http/http.ts'

/** An administrator's word about a ticket. */
export interface Wanted {
  id: bigint
  to: TicketState
  /** As it stood for who says it; else as it stands when the word arrives. */
  from?: TicketState | undefined
  by: Caller
  description: string
  /** From where a cash-out was paid; null is its own bank. */
  source: CashCode | null
  /** The ticket of a payment at the member's own account that was credited beside this one: its money is another. */
  beside?: string | null
  /** What the member of a cash-out that has left lacks, as who paid it saw it. */
  lacking?: bigint | null
  /** It is approved because its money waits, so not when it waits no more. */
  moneyMustWait: boolean
  /** A cash-out is not paid yet: the provider is asked to pay it. */
  byProvider?: boolean
  /** The payout that has failed, which this one follows. */
  after?: string | null
}
