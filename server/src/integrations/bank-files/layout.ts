import type { BankCode } from '@lapak/contract/shared/banks'
import { type NumberRule, numberRules } from './amounts.ts'
import { BankFileError, type MappedHead, type Mapping, type UnknownHead, unreadableFile } from './bank-file.ts'
import { bareName, type Role, rolesOf, wrongWith } from './columns.ts'
import { dateOf } from './dates.ts'
import { type Format, formatOf } from './formats.ts'
import { cellsOf, type Line, linesWithin } from './table.ts'

/** How the rows of a file are read. */
export interface Layout {
  name: string
  roles: readonly Role[]
  /** The number format of the bank; null if it has to be derived from the rows. */
  number: NumberRule | null
  format: Format | null
  /** The column names of the header, in the form of `bareName`. */
  names: readonly string[]
  /** The original header, if an administrator mapped its columns. */
  mapped: MappedHead | null
}

export interface Found {
  layout: Layout
  separator: string
  /** The line number of the header in the file. */
  line: number
  before: Line[]
}

interface Head {
  separator: string
  cells: string[]
  line: number
}

/** The header must be within this number of lines from the beginning of the file. */
const headWithin = 40
const separators = [',', ';', '\t', '|']

const withoutEmptyEnd = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/**
 * Finds the header and the roles of its columns. First choice: an export that a bank documents, with its columns in any order. Second: an
 * administrator's mapping. Third: a header whose names all have one meaning at every bank.
 */
export function findHead(text: string, bank: BankCode, mappings: readonly Mapping[]): Found {
  const lines = linesWithin(text, headWithin)
  const heads = separators.flatMap((separator) =>
    lines.flatMap(({ text, line }): Head[] => {
      const cells = withoutEmptyEnd(cellsOf(text, separator))
      return cells.length < 3 ? [] : [{ separator, cells, line }]
    }),
  )
  const found = ({ separator, cells, line }: Head, layout: Omit<Layout, 'names' | 'mapped'>, mapped: MappedHead | null = null): Found => ({
    layout: { ...layout, names: cells.map(bareName), mapped },
    separator,
    line,
    before: lines.filter((one) => one.line < line).map((one) => ({ cells: cellsOf(one.text, separator), line: one.line })),
  })

  const documented = heads.flatMap((head) => {
    const format = formatOf(head.cells)
    return format ? [{ head, format }] : []
  })
  const own = documented.find(({ format }) => format.bank === bank)
  if (own) {
    const { head, format } = own
    return found(head, { name: format.name, format, number: format.number, roles: rolesOf(head.cells) as Role[] })
  }
  if (documented[0]) throw new BankFileError({ kind: 'wrong_bank', other: documented[0].format.bank })

  for (const { columns, roles, number } of mappings) {
    const head = heads.find(({ cells }) => sameNames(cells, columns))
    if (!head) continue
    const mapped = { line: head.line, columns: head.cells, roles: [...roles], sample: sampleBelow(text, head), number }
    return found(head, { name: mappedName, format: null, number: numberRules[number], roles }, mapped)
  }

  const understood = heads.find(({ cells }) => wrongWith(rolesOf(cells)) === null)
  if (understood) return found(understood, { name: knownName, format: null, number: null, roles: rolesOf(understood.cells) as Role[] })
  throw new BankFileError({ kind: 'unknown_head', head: unknownHead(text, heads) })
}

/** Stored rows are compared by their source, which contains these names, so the names must not change. */
const knownName = 'CSV'
const mappedName = 'CSV dipetakan'

const sameNames = (cells: readonly string[], columns: readonly string[]): boolean =>
  cells.length === columns.length && cells.every((cell, at) => bareName(cell) === bareName(columns[at] ?? ''))

const sampleRows = 5

const sampleBelow = (text: string, { separator, line }: Head): string[][] =>
  linesWithin(text, headWithin + sampleRows)
    .filter((one) => one.line > line)
    .slice(0, sampleRows)
    .map((one) => cellsOf(one.text, separator))

/** The line that is most likely the header: it contains names and no values, and a line with a date follows. */
function unknownHead(text: string, heads: readonly Head[]): UnknownHead {
  const known = ({ cells }: Head) => rolesOf(cells).filter((role, at) => role !== null && cells[at] !== '').length
  const isNames = ({ cells }: Head) => cells.every((cell) => dateOf(cell) === null && !/^[\d.,+-]+$/.test(cell))
  const below = (head: Head) => sampleBelow(text, head)
  const best = heads
    .filter(
      (head) =>
        isNames(head) && below(head).some((cells) => cells.length >= head.cells.length && cells.some((cell) => dateOf(cell) !== null)),
    )
    .toSorted((a, b) => known(b) - known(a) || b.cells.length - a.cells.length)[0]
  if (!best) throw unreadableFile('judul kolom tidak dikenal')
  const roles = rolesOf(best.cells)
  return { line: best.line, columns: best.cells, roles, sample: below(best), reason: wrongWith(roles) ?? '' }
}

/** The reason why an administrator's mapping is invalid; null if it is valid. A column with a known name cannot be mapped to another role. */
export function wrongWithMapping({ columns, roles }: Mapping): string | null {
  if (columns.length !== roles.length) return 'setiap kolom harus dipetakan'
  const named = rolesOf(columns)
  for (const [at, role] of named.entries()) {
    const chosenRole = roles[at]
    if (role === null || role === 'ignored' || chosenRole === role) continue
    if (chosenRole !== 'ignored') return `kolom "${columns[at]}" bukan ${roleLabels[chosenRole as Role]}`
    if (neverIgnored.has(role) && !named.some((other, index) => other === role && roles[index] === role))
      return `kolom "${columns[at]}" tidak boleh diabaikan`
  }
  return wrongWith(roles)
}

/** Columns that must not be mapped as ignored: without them, money would be lost or read with the wrong sign. */
const neverIgnored = new Set<Role>(['debit', 'credit', 'amount', 'mark', 'currency', 'balance'])

const roleLabels: Record<Role, string> = {
  date: 'tanggal',
  time: 'jam',
  description: 'keterangan',
  reff: 'referensi',
  debit: 'debit',
  credit: 'kredit',
  amount: 'jumlah',
  mark: 'arah',
  balance: 'saldo',
  opening: 'saldo awal',
  account: 'rekening',
  currency: 'mata uang',
  ignored: 'yang diabaikan',
}
