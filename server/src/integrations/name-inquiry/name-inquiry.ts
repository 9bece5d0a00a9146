import type { BankCode } from '@lapak/contract/shared/banks'

/** Queries the name of the owner of a bank account. */
export interface NameInquiry {
  ownerOf(bankCode: BankCode, accountNo: string): Promise<Owner>
  /** Checks whether the service answers and accepts our key. Null if it does, else the error. Does not query an account or pay anything. */
  check(): Promise<string | null>
}

/** `named`: the name as the bank writes it. `none`: the account cannot be paid to. `unknown`: there was no usable answer. */
export type Owner = { kind: 'named'; name: string } | { kind: 'none' } | { kind: 'unknown'; message: string }
