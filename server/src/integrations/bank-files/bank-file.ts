import type { BankCode } from '@lapak/contract/shared/banks'
import type { NumberStyle } from './amounts.ts'
import type { Role } from './columns.ts'

/** A row of a statement in a bank's own file. */
export interface BankFileRow {
  /** The line number in the file, so that a person can find the row. */
  line: number
  /** The account number; null if the file does not contain it. */
  accountNo: string | null
  /** In Asia/Jakarta. */
  day: string
  /** `HH:mm:ss`, or null if the file contains only days. */
  time: string | null
  /** In sen; positive is incoming money. */
  amount: bigint
  description: string
  reff: string
  /** The balance after the row, in sen. */
  balance: bigint | null
}

export interface BankFile {
  /** The platform's own name of the file format; banks do not name their formats. */
  format: string
  /**
   * Identifies the layout from which the rows were read. The same movement may have another text in another layout, so rows of two layouts are
   * compared like rows of two sources.
   */
  teller: string
  /** In the order of the file. */
  rows: BankFileRow[]
  /** The number of rows that the bank has not settled yet. They are not in `rows`, and they appear again in a later file. */
  pending: number
  opening: bigint | null
  closing: bigint | null
  /** The header with its mapping, if an administrator mapped the columns; else null. */
  mapped: MappedHead | null
}

/** A header that cannot be read without a mapping, with the data for creating the mapping. */
export interface UnknownHead {
  line: number
  columns: string[]
  /** The likely role of each column, by its name; null if the name is unknown. */
  roles: (Role | null)[]
  /** The first lines below the header. */
  sample: string[][]
  /** Why the file cannot be read without a mapping. */
  reason: string
}

/** A header whose columns an administrator has mapped. */
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
  /** The header has columns that cannot be read until an administrator has mapped them. */
  | { kind: 'unknown_head'; head: UnknownHead }
  /** A spreadsheet saved the file: dates and amounts may have changed, and long numbers are lost. */
  | { kind: 'excel'; line: number }
  /** The balance of this row does not match the previous balance or a balance that the file states, so a row may be missing. */
  | { kind: 'hole'; line: number }

/** A file is read completely or not at all: if some rows were missing, it would look as if their money had never arrived. */
export class BankFileError extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(JSON.stringify(problem))
    this.problem = problem
  }
}

export const unreadableFile = (reason: string) => new BankFileError({ kind: 'unreadable', reason })
