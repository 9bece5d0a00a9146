import type { Reader, Tx } from '#db/db.ts'

/**
 * The payment provider for cards, QRIS and virtual accounts. Passed in at startup, because the gateway is above the tickets; null where none is set
 * up.
 */
export interface TicketProvider {
  /**
   * Requests the member's virtual account and locks it against a refusal until the end of the transaction; false while it is refused. Call it before
   * locking the member: all code that credits its payments uses the same order.
   */
  holdAccount(tx: Tx, memberId: bigint): Promise<boolean>
  /** Creates the payment request of a new ticket, in its transaction. Not for virtual accounts. */
  wants(tx: Tx, ticket: { id: bigint; memberId: bigint; channel: string; nominal: bigint }): Promise<void>
  /** The payment data that the provider has returned so far. */
  payableBy(read: Reader, ticket: { id: bigint; member_id: bigint; channel: string }): Promise<Payable>
}

export interface Payable {
  accountNo: string | null
  qr: { text: string; picture: string } | null
  url: string | null
  /** Rupiah that came for the ticket and are in suspense. */
  waiting: bigint | null
}
