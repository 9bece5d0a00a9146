import type { CashCode } from '@lapak/contract/shared/banks'

/**
 * The chart of accounts. Wallets carry the member's id; house accounts are negative and have rows in `system_account`.
 * Amounts are credit positive everywhere: see 0003-ledger.sql.
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

/** The money that the house holds at a bank; an asset, so its entries sum to the negative of what is held. */
export const cash = (code: CashCode): bigint => -100n - BigInt(code)

export const wallet = (memberId: bigint): bigint => memberId
