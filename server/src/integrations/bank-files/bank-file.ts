import type { BankCode } from '@lapak/contract/shared/banks'
import type { NumberStyle } from './amounts.ts'
import type { Role } from './columns.ts'

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
  /** Who tells: the format as far as it tells each row in one way. What it says otherwise is compared as another teller's word. */
  teller: string
  /** In the order of the file. */
  rows: BankFileRow[]
  /** Rows that the bank has not settled; they come again in a later file. */
  pending: number
  opening: bigint | null
  closing: bigint | null
  /** Where an administrator said what its columns hold. */
  mapped: MappedHead | null
}

/** What is found of a file whose head is not known. */
export interface UnknownHead {
  line: number
  columns: string[]
  /** What each column seems to hold, by its name. */
  roles: (Role | null)[]
  /** The first lines below. */
  sample: string[][]
  /** Why it cannot be read as it is. */
  reason: string
}

/** The same where it was said. */
export interface MappedHead extends Omit<UnknownHead, 'roles' | 'reason'> {
  roles: Role[]
  number: NumberStyle
}

/** What an administrator said of the columns of a bank. */
export interface Mapping {
  columns: readonly string[]
  roles: readonly Role[]
  number: NumberStyle
}

export type Problem =
  | { kind: 'unreadable'; reason: string }
  | { kind: 'wrong_bank'; other: BankCode }
  /** No column is missing, but not all are known: an administrator says once what they hold. */
  | { kind: 'unknown_head'; head: UnknownHead }
  /** A spreadsheet saved it: dates and sums may be others now, and long numbers are gone. */
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
