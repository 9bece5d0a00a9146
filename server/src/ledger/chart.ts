import type { CashCode } from '@lapak/contract/shared/banks'

/**
 * The chart of accounts. The id of a wallet is its member's id; platform accounts have negative ids and rows in `system_account`. A positive amount
 * is a credit everywhere: see 0003-ledger.sql.
 */
export const platformAccounts = {
  salesInFlight: -1n,
  cashOutsInFlight: -2n,
  suspense: -3n,
  feeIncome: -4n,
  gatewayCost: -5n,
  adjustments: -6n,
  sellerReceivable: -7n,
} as const

/** The account of the platform's money at a bank. It is an asset, so the money at the bank is the negative of the sum of the account's entries. */
export const cashAccount = (code: CashCode): bigint => -100n - BigInt(code)

export const walletAccount = (memberId: bigint): bigint => memberId
