import type { BankCode } from '@lapak/contract/banks'
import type { NumberRule } from './amounts.ts'

export interface Line {
  /** Trimmed. */
  cells: readonly string[]
  line: number
}

/** The cells of a row by what they are. */
export interface RawRow {
  line: number
  date: string
  /** `HH:mm:ss`, where it stands apart from the date. */
  time?: string
  /** In sen, positive came in; null for what cannot be read. */
  amount: bigint | null
  description: string
  reff?: string
  balance?: string
  accountNo?: string
}

/** One of the ways in which a bank writes its statements, known by its whole head and never by parts of words. */
export interface Format {
  name: string
  bank: BankCode
  /** Small letters; the same columns in the bank's languages. */
  heads: readonly (readonly string[])[]
  number: NumberRule
  /** All that follows the head. */
  rows(lines: readonly Line[], number: NumberRule): Iterable<RawRow>
  /** Lines that are no rows, such as sums below them. */
  isFooter?(cells: readonly string[]): boolean
}

export const cell = (line: Line, index: number): string => line.cells[index] ?? ''

/** A sum in two columns, one of which is empty or zero; null where both are filled, both empty, or one cannot be read. */
export function inTwoColumns(debit: string, credit: string, number: NumberRule): bigint | null {
  if (debit === '' && credit === '') return null
  const [out, into] = [debit, credit].map((text) => (text === '' || text === '-' ? 0n : number(text)))
  if (out === undefined || into === undefined || out === null || into === null || (out !== 0n && into !== 0n)) return null
  return into - (out < 0n ? -out : out)
}

/** A sum with the mark of its direction beside it. */
export function marked(text: string, mark: string, number: NumberRule): bigint | null {
  const amount = number(text)
  if (amount === null || amount < 0n) return null
  if (/^(?:cr|c|k|kredit|credit)$/i.test(mark)) return amount
  return /^(?:db|d|debet|debit)$/i.test(mark) ? -amount : null
}
