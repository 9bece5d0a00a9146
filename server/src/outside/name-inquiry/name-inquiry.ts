/** Asks a bank whose account a number is. */
export interface NameInquiry {
  /** The owner's name as the bank writes it; null when the bank has no such account. */
  ownerOf(bankCode: string, accountNo: string): Promise<string | null>
}
