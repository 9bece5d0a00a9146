import { BankFileError, type BankFileRow } from './bank-file.ts'

export interface Balances {
  opening: bigint | null
  closing: bigint | null
}

/** Balances that the file states outside its rows. */
export type Named = Balances

/**
 * Verifies that no row is missing: each balance is the previous one plus the amount of its row, in chronological or reverse order, and the first and
 * last balances equal those that the file states.
 */
export function verifyBalances(rows: readonly BankFileRow[], named: Named): Balances {
  if (rows.some(({ balance }) => balance === null)) return verifySum(rows, named)
  const [forward, backward] = [rows, rows.toReversed()].map((ordered) => ({ ordered, hole: holeIn(ordered) }))
  const best = forward?.hole === null || backward?.hole !== null ? forward : backward
  if (best === undefined) return named
  if (best.hole !== null) throw new BankFileError({ kind: 'hole', line: best.hole })
  const [first, last] = [best.ordered[0], best.ordered.at(-1)]
  if (!first || !last || first.balance === null || last.balance === null) return named
  const verified = { opening: first.balance - first.amount, closing: last.balance }
  if (named.opening !== null && named.opening !== verified.opening) throw new BankFileError({ kind: 'hole', line: first.line })
  if (named.closing !== null && named.closing !== verified.closing) throw new BankFileError({ kind: 'hole', line: last.line })
  return verified
}

function holeIn(rows: readonly BankFileRow[]): number | null {
  const broken = rows.find((row, index) => {
    const before = rows[index - 1]
    return before !== undefined && before.balance !== null && before.balance + row.amount !== row.balance
  })
  return broken?.line ?? null
}

function verifySum(rows: readonly BankFileRow[], named: Named): Balances {
  const sum = rows.reduce((total, { amount }) => total + amount, 0n)
  const last = rows.at(-1)
  if (last && named.opening !== null && named.closing !== null && named.opening + sum !== named.closing)
    throw new BankFileError({ kind: 'hole', line: last.line })
  return named
}
