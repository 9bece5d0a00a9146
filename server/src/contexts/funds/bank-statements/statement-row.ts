import { createHash } from 'node:crypto'
import { senMax } from '@lapak/contract/shared/money'

/** A row of a bank statement, from any source. */
export interface StatementRow {
  /** Only digits; empty if the source does not give the account number. */
  accountNo: string
  at: Date
  /** False if only the day is known; `at` is then the start of that day. */
  hasTime: boolean
  /** In sen; positive for money in. */
  amount: bigint
  /** True if the source says that the bank took a credit back. */
  isReversal?: true
  description: string
  reff: string
  /** The balance after the row, in sen. */
  balance: bigint | null
  /** The feed's name for the row, prefixed with the name of the feed. */
  name: string | null
}

/** A hash of all fields that the source gave, so that a repeated row is recognised. */
export const fingerprintOf = (bank: string, source: string, row: StatementRow): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        bank,
        source,
        row.accountNo,
        row.at.toISOString(),
        row.hasTime,
        row.amount.toString(),
        row.balance?.toString() ?? '',
        // The feed's name for a row is compared separately.
        row.name === null ? row.reff : '',
        row.description.replace(/\s+/g, ' ').trim(),
      ]),
    )
    .digest()

/** Two sources may date the same row so many days apart, for example over a weekend and a holiday. */
export const nearDays = 4

/**
 * The largest total of one delivery, in sen; real deliveries never reach it. Without this limit, some thousand of the largest rows would add up to
 * sums that no page can show, and rows are never deleted.
 */
const deliveryMax = 10n * senMax

export const isTooMuch = (rows: readonly Pick<StatementRow, 'amount'>[]): boolean =>
  rows.reduce((total, { amount }) => total + (amount < 0n ? -amount : amount), 0n) > deliveryMax
