import type { BankCode } from '@lapak/contract/shared/banks'

/** Asks a bank whose account a number is. */
export interface NameInquiry {
  ownerOf(bankCode: BankCode, accountNo: string): Promise<Owner>
  /** What is wrong, or null where it answers and knows our key; nobody is asked about and nothing is paid. */
  check(): Promise<string | null>
}

/** `named` as the bank writes it; `none` when nobody can be paid there; `unknown` while nobody has said anything. */
export type Owner = { kind: 'named'; name: string } | { kind: 'none' } | { kind: 'unknown'; message: string }
