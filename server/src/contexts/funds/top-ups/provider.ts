import type { Reader, Tx } from '#db/db.ts'

/**
 * Who is paid where no bank account of the house is: cards, QRIS, virtual accounts. Handed in from where the program is put together, since
 * the gateway lies above the tickets; null where nobody is set up.
 */
export interface TicketProvider {
  /**
   * Has the member's own account opened and keeps it from being refused until the end of the transaction; false while it is refused. Before the
   * member is held, as everybody does who credits what was paid there.
   */
  holdAccount(tx: Tx, memberId: bigint): Promise<boolean>
  /** In the transaction of a new ticket that is not paid to such an account: asks for what its payer needs. */
  wants(tx: Tx, ticket: { id: bigint; memberId: bigint; channel: string; nominal: bigint }): Promise<void>
  /** What the provider has said of it so far. */
  payableBy(read: Reader, ticket: { id: bigint; member_id: bigint; channel: string }): Promise<Payable>
}

export interface Payable {
  accountNo: string | null
  qr: { text: string; picture: string } | null
  url: string | null
  /** Rupiah that came for it and wait for an administrator. */
  waiting: bigint | null
}
