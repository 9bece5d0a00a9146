import type { BankCode } from '@lapak/contract/shared/banks'
import type { NumberStyle } from './amounts.ts'
import type { Role } from './columns.ts'

/** A row of a statement in a bank's own file. */
export interface BankFileRow {
  /** The line number in the file, so that a person can find the row. */
  line: number
  /** Null if the file does not contain it. */
  accountNo: string | null
  /** In Asia/Jakarta. */
  day: string
  /** `HH:mm:ss`, or null if the bank gives days only. */
  time: string | null
  /** In sen; positive is incoming money. */
  amount: bigint
  description: string
  reff: string
  /** The balance after the row, in sen. */
  balance: bigint | null
}

export interface BankFile {
  /** Our name of the format; the bank has none for it. */
  format: string
  /** The layout that produced the rows. Rows of another layout may have other texts, so they are compared as those of another source. */
  teller: string
  /** In the order of the file. */
  rows: BankFileRow[]
  /** The number of rows that the bank has not settled; they appear again in a later file. */
  pending: number
  opening: bigint | null
  closing: bigint | null
  /** Set if an administrator mapped the columns. */
  mapped: MappedHead | null
}

/** The data about a file with an unknown header. */
export interface UnknownHead {
  line: number
  columns: string[]
  /** The likely role of each column, by its name. */
  roles: (Role | null)[]
  /** The first lines below the header. */
  sample: string[][]
  /** Why the file cannot be read without a mapping. */
  reason: string
}

/** The same for a header that an administrator has mapped. */
export interface MappedHead extends Omit<UnknownHead, 'roles' | 'reason'> {
  roles: Role[]
  number: NumberStyle
}

/** An administrator's mapping of the columns of a bank's file. */
export interface Mapping {
  columns: readonly string[]
  roles: readonly Role[]
  number: NumberStyle
}

export type Problem =
  | { kind: 'unreadable'; reason: string }
  | { kind: 'wrong_bank'; other: BankCode }
  /** No column is missing, but not all are known: an administrator maps them once. */
  | { kind: 'unknown_head'; head: UnknownHead }
  /** A spreadsheet saved the file: dates and amounts may have changed, and long numbers are lost. */
  | { kind: 'excel'; line: number }
  /** The balance after this row is not the previous balance plus its amount. */
  | { kind: 'hole'; line: number }

/** A file is read completely or not at all: rows missing from a partly read file would look like money that never came. */
export class BankFileError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(JSON.stringify(problem))
    this.problem = problem
  }
}

export const unreadable = (reason: string) => new BankFileError({ kind: 'unreadable', reason })
