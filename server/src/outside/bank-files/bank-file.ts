import type { BankCode } from '@lapak/contract/banks'

/** A row of a statement as a bank's own file tells it. */
export interface BankFileRow {
  /** Of the file, for whoever has to look. */
  line: number
  /** Null where the file does not say. */
  accountNo: string | null
  /** In Jakarta. */
  day: string
  /** `HH:mm:ss`, or null where the bank tells days only. */
  time: string | null
  /** In sen; positive came in. */
  amount: bigint
  description: string
  reff: string
  /** After the row, in sen. */
  balance: bigint | null
}

export interface BankFile {
  /** The name of what the bank calls nothing. */
  format: string
  /** In the order of the file. */
  rows: BankFileRow[]
  /** Rows that the bank has not settled; they come again in a later file. */
  pending: number
  opening: bigint | null
  closing: bigint | null
}

export type Problem =
  | { kind: 'unreadable'; reason: string }
  | { kind: 'wrong_bank'; other: BankCode }
  /** A spreadsheet saved it, and long numbers are gone. */
  | { kind: 'excel'; line: number }
  /** The balance after this row is not the one before with its amount. */
  | { kind: 'hole'; line: number }

/** A file is read whole or not at all: a half-read one looks like money that never came. */
export class BankFileError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(JSON.stringify(problem))
    this.problem = problem
  }
}

export const unreadable = (reason: string) => new BankFileError({ kind: 'unreadable', reason })
