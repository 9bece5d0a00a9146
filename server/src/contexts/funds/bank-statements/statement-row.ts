import { createHash } from 'node:crypto'
import { senMax } from '@lapak/contract/shared/money'

/** A row of a bank's statement, whoever told it. */
export interface StatementRow {
  /** Digits; empty where the teller does not say. */
  accountNo: string
  at: Date
  /** False where only the day is known; `at` is its beginning then. */
  hasTime: boolean
  /** In sen; positive came in. */
  amount: bigint
  description: string
  reff: string
  /** After the row, in sen. */
  balance: bigint | null
  /** The feed's own name of the row, led by the name of the feed. */
  name: string | null
}

/** All that its teller says of a row, so that the same row told again is known. */
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
        // A feed's name of a row is compared by itself.
        row.name === null ? row.reff : '',
        row.description.replace(/\s+/g, ' ').trim(),
      ]),
    )
    .digest()

/** Tellers may date one row so many days apart: a weekend with a holiday beside it. */
export const nearDays = 4

/**
 * More than this moves at no bank in one delivery. Without an end, some thousand of the largest rows would make sums that no page can
 * show, and rows stay.
 */
const deliveryMax = 10n * senMax

export const isTooMuch = (rows: readonly Pick<StatementRow, 'amount'>[]): boolean =>
  rows.reduce((total, { amount }) => total + (amount < 0n ? -amount : amount), 0n) > deliveryMax
