import type { Reader, Tx } from '#db/db.ts'

/**
 * The payment provider for cards, QRIS and virtual accounts; null if no provider is set up. It is passed in at startup, because the payment gateway
 * depends on the tickets and not the other way round.
 */
export interface TicketProvider {
  /**
   * Requests the member's virtual account, and locks its payment request until the end of the transaction, so that it cannot be refused meanwhile.
   * Returns false while the account is refused. Call this before the member is locked: all code that credits payments to the account locks in this
   * order.
   */
  holdAccount(tx: Tx, memberId: bigint): Promise<boolean>
  /** Creates the payment request of a new ticket, in the ticket's transaction. Do not call it for tickets that are paid to virtual accounts. */
  wants(tx: Tx, ticket: { id: bigint; memberId: bigint; channel: string; nominal: bigint }): Promise<void>
  /** The payment data that the provider has returned so far. */
  payableBy(read: Reader, ticket: { id: bigint; member_id: bigint; channel: string }): Promise<Payable>
}

export interface Payable {
  accountNo: string | null
  qr: { text: string; picture: string } | null
  url: string | null
  /** The rupiah that came for the ticket and are in suspense; null if there are none. */
  waiting: bigint | null
}
