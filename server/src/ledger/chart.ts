import type { CashCode } from '@lapak/contract/shared/banks'

/**
 * The chart of accounts. Wallets have the member's id; platform accounts are negative and have rows in `system_account`. Amounts are credit positive
 * everywhere: see 0003-ledger.sql.
 */
export const platform = {
  salesInFlight: -1n,
  cashOutsInFlight: -2n,
  unmatchedDeposits: -3n,
  feeIncome: -4n,
  gatewayCost: -5n,
  adjustments: -6n,
  sellerReceivable: -7n,
} as const

/** The platform's money at a bank. It is an asset, so the amount is the negative of the sum of its entries. */
export const cash = (code: CashCode): bigint => -100n - BigInt(code)

export const wallet = (memberId: bigint): bigint => memberId
