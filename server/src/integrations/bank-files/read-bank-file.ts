import { createHash } from 'node:crypto'
import type { BankCode } from '@lapak/contract/shared/banks'
import { directionOf, inTwoColumns, minusFirst, type NumberRule, numberRules, parseMarkedAmount, ruleOf, withMark } from './amounts.ts'
import { verifyBalances } from './balances.ts'
import { type BankFile, BankFileError, type BankFileRow, type Mapping, unreadableFile } from './bank-file.ts'
import { bareName, type Role, rolesOf, wrongWith } from './columns.ts'
import { clockOf, dateOf, dayText, type FileDate, isOfSpreadsheet, yearOf } from './dates.ts'
import { balanceOfText, type Foot, footOf, type StatedTotals, valuesUnder, verifyTotals } from './foot.ts'
import { findHead, type Layout } from './layout.ts'
import { type Line, linesBelow } from './table.ts'
import { textOf } from './text-of.ts'

export interface Expected {
  bank: BankCode
  /** Today in Jakarta; completes dates without a year. */
  today: string
  /** The administrators' mappings of unknown headers, newest first. */
  mappings?: readonly Mapping[]
}

/** Reads a statement file of a bank. Throws `BankFileError` if any part of the file is not understood. */
export function readBankFile(bytes: Uint8Array, { bank, today, mappings = [] }: Expected): BankFile {
  if (isWorkbook(bytes)) throw unreadableFile('ini file Excel, bukan CSV')
  const text = textOf(bytes)
  if (text.trim() === '') throw unreadableFile('file kosong')
  if (/^\s*<(?:!doctype|html)/i.test(text.slice(0, 1000))) throw unreadableFile('ini halaman web, bukan file CSV')
  if (separators.some((separator) => hasMore(text, separator, cellsMax))) throw unreadableFile('terlalu banyak kolom')
  const { layout, separator, line: head, before } = findHead(text, bank, mappings)
  const below = linesBelow(text, head, separator, rowsMax + footMax + 1).filter((line) => !isBlank(line))
  refuseLongCells(below)
  const table = { layout, separator, below, before }
  refuseOtherCurrency(before)
  refuseSpreadsheet(table)
  const { lines, foot } = parted(table)
  if (lines.length > rowsMax) throw unreadableFile(`lebih dari ${rowsMax} baris`)
  const number = layout.number ?? ruleOf(sumsIn(lines, layout)) ?? numberRules.dot
  const context = { layout, number, period: periodIn(before), accountNo: accountIn(before), today, lines }
  const read = rowsOf(context)
  if (read.rows.length === 0 && read.pending === 0) throw unreadableFile('tidak ada baris mutasi')
  verifyTotals(read, foot, number)
  const named = {
    opening: read.opening ?? balanceOfText(foot.opening, number),
    closing: read.closing ?? balanceOfText(foot.closing, number),
  }
  const balances = verifyBalances(read.rows, named)
  if (read.bySign && balances.opening === null) throw unreadableFile('arah kredit atau debit tidak dapat dipastikan')
  const teller = tellerOf(layout, read.rows)
  return { format: layout.name, teller, rows: read.rows, pending: read.pending, ...balances, mapped: layout.mapped }
}

/**
 * Identifies the layout from which the rows were read. Files of one format may come with or without a balance and an account number, and with their
 * text columns in another order. The same movement has different texts in two such files. In files of one layout, rows with different texts are
 * different movements.
 */
function tellerOf({ name, format, names, roles }: Layout, rows: readonly BankFileRow[]): string {
  const isUsual = format?.heads[0] === names.join()
  const columns = isUsual
    ? []
    : [
        createHash('sha256')
          .update(JSON.stringify([names, roles]))
          .digest('hex')
          .slice(0, 8),
      ]
  const account = rows.some(({ accountNo }) => accountNo === null) ? ['tanpa rekening'] : []
  return [name, ...columns, ...account].join(' ')
}

/** The magic numbers of Excel files, new and old. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  [
    [0x50, 0x4b, 0x03, 0x04],
    [0xd0, 0xcf, 0x11, 0xe0],
  ].some((mark) => mark.every((byte, index) => bytes[index] === byte))

const separators = [',', ';', '\t', '|']
/** A limit, because the code below matches each cell against patterns and keeps all rows in memory. */
const rowsMax = 20_000
const footMax = 200
const cellMax = 2000
/** Fifty cells per row; separators inside amounts and texts are counted as well. A parsed cell takes a hundred times its size in the file. */
const cellsMax = 50 * rowsMax

function hasMore(text: string, separator: string, most: number): boolean {
  let count = 0
  for (let at = text.indexOf(separator); at >= 0 && count <= most; at = text.indexOf(separator, at + 1)) count += 1
  return count > most
}

const isBlank = ({ cells }: Line): boolean => cells.every((cell) => cell === '')

function refuseLongCells(lines: readonly Line[]) {
  const long = lines.find(({ cells }) => cells.some((cell) => cell.length > cellMax))
  if (long) throw unreadableFile(`baris ${long.line} berisi sel yang terlalu panjang`)
}

interface Table {
  layout: Layout
  separator: string
  before: readonly Line[]
  below: readonly Line[]
}

const at = ({ roles }: Layout, role: Role): number => roles.indexOf(role)
const cellOf = ({ cells }: Line, index: number): string => (index < 0 ? '' : (cells[index] ?? ''))
const dateCell = (line: Line, layout: Layout): string => cellOf(line, at(layout, 'date'))

/** `5.05E+13` was an account number before a spreadsheet changed it. */
const isScientific = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+?\d+$/i.test(cell)

/** Refuses a file that a spreadsheet has saved again: its dates and amounts may have changed, so none of it is trusted. */
function refuseSpreadsheet({ layout, below, before }: Table) {
  const excel = (line: number) => new BankFileError({ kind: 'excel', line })
  const dated = below.filter((line) => dateOf(dateCell(line, layout)) !== null || isOfSpreadsheet(dateCell(line, layout)))
  const changed = below.find(({ cells }) => cells.some(isScientific)) ?? dated.find((line) => isOfSpreadsheet(dateCell(line, layout)))
  if (changed) throw excel(changed.line)
  const { format, names } = layout
  if (!format) return
  const others = Object.values(numberRules).filter((rule) => rule !== format.number)
  const sums = sumsIn(dated, layout)
  const isOtherStyle = sums.length > 0 && sums.some((text) => format.number(text) === null)
  if (dated[0] && isOtherStyle && others.some((rule) => sums.every((text) => rule(text) !== null))) throw excel(dated[0].line)
  if (format.plainText) refuseWideLines(before, names)
  if (!format.wholeCells) return
  const branch = names.findIndex((name) => name === 'cabang' || name === 'branch')
  const short = dated.find((line) => /^\d{1,3}$/.test(cellOf(line, branch)))
  if (short) throw excel(short.line)
  const amount = at(layout, 'amount')
  const bare = dated.find(
    (line) => /^'?[\d,]*\d(?:\.\d)?$/.test(withMark(cellOf(line, amount)).sum) && format.number(withMark(cellOf(line, amount)).sum),
  )
  if (bare) throw excel(bare.line)
}

/** A spreadsheet makes all lines as wide as the widest one. */
function refuseWideLines(before: readonly Line[], { length }: readonly string[]) {
  const above = before.filter((line) => !isBlank(line))
  const areWide = above.every(({ cells }) => cells.length >= length && cells.at(-1) === '')
  if (above[0] && areWide) throw new BankFileError({ kind: 'excel', line: above[0].line })
}

const isRupiah = (text: string): boolean => /^(?:idr|rp\.?|rupiah|360)?$/i.test(text)

function refuseOtherCurrency(before: readonly Line[]) {
  for (const { cells } of before) {
    const currency = /^(?:(?:kode )?mata uang|currency(?: code)?|ccy)\s*[:=,;\t|\s]*\s*(.*)$/i.exec(
      cells.filter((cell) => cell !== '').join(' '),
    )?.[1]
    if (currency !== undefined && !isRupiah(currency.trim())) throw unreadableFile('mata uangnya bukan rupiah')
  }
}

/** The cells that contain amounts, without the placeholder of an empty amount. */
function sumsIn(lines: readonly Line[], { roles }: Layout): string[] {
  const columns = roles.flatMap((role, index) => (['debit', 'credit', 'amount', 'balance', 'opening'].includes(role) ? [index] : []))
  return lines.flatMap((line) =>
    columns.flatMap((index) => {
      const { sum } = withMark(cellOf(line, index))
      return sum === '' || sum === '-' ? [] : [sum]
    }),
  )
}

interface Parted {
  lines: Line[]
  foot: Foot
}

/** Separates the rows from the other lines below them, or between them at a page break. A line is left out only if its content is recognized. */
function parted({ layout, separator, below }: Table): Parted {
  const lines: Line[] = []
  const stated: StatedTotals[] = []
  const skipped = new Set<number>()
  const lastRow = below.findLastIndex((line) => isDay(dateCell(line, layout)))
  for (const [index, line] of below.entries()) {
    const isRow = isDay(dateCell(line, layout)) && line.cells.length >= layout.names.length
    const values = isRow ? null : valuesUnder(line, below[index + 1])
    if (values) {
      stated.push(...values)
      skipped.add(index + 1)
    } else if (skipped.has(index)) continue
    else if (!isRow && (isPageMark(line) || isCarried(line, layout))) continue
    else if (!isRow && (footOf(line, separator) !== null || isHead(line, layout))) stated.push(...[footOf(line, separator) ?? []].flat())
    else if (!isRow && index > lastRow && isRemark(line, layout)) continue
    else lines.push(line)
  }
  return {
    lines,
    foot: {
      opening: first(stated, 'opening'),
      closing: first(stated, 'closing'),
      credit: first(stated, 'credit'),
      debit: first(stated, 'debit'),
    },
  }
}

const first = (stated: readonly StatedTotals[], kind: StatedTotals['kind']) => stated.find((one) => one.kind === kind) ?? null

const isPending = (date: string): boolean => /^'?PEND(?:ING)?$/i.test(date)
const isDay = (date: string): boolean => isPending(date) || dateOf(date) !== null

/** True for a header that is repeated on the next page or in another language. */
const isHead = ({ cells }: Line, { names }: Layout): boolean =>
  wrongWith(rolesOf(cells)) === null || names.every((name, index) => bareName(cells[index] ?? '') === name)

/** True for a page number such as `Halaman 1 dari 2` in a line without any other text. */
function isPageMark({ cells }: Line): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 1 && /^(?:hal(?:aman)?|page)\.? ?:? ?\d{1,4}(?: ?(?:dari|of|\/) ?\d{1,4})?$/i.test(filled[0] ?? '')
}

/** A line that repeats the balance at the end of a page or at the beginning of the next page. The balances of the rows verify it. */
const carriedWords = /^'?(?:saldo (?:pindahan|dipindahkan)|pindahan saldo|balance (?:brought|carried) forward)\b/i

const isCarried = (line: Line, layout: Layout): boolean =>
  line.cells.some((cell) => carriedWords.test(cell)) && movedIn(line, layout).every((text) => text === '' || text === '-')

/** The amounts that the line moves, without direction marks. */
const movedIn = (line: Line, layout: Layout): string[] =>
  (['debit', 'credit', 'amount'] as const).map((role) => withMark(cellOf(line, at(layout, role))).sum)

/** A remark for the reader below the rows. If rows begin with a text, the line could be a truncated row, so it is not a remark. */
const isRemark = ({ cells }: Line, { roles }: Layout): boolean =>
  roles[0] !== 'description' &&
  roles[0] !== 'reff' &&
  /\p{L}{3}/u.test(cells[0] ?? '') &&
  dateOf(cells[0] ?? '') === null &&
  cells.slice(1).every((cell) => !/\d/.test(cell))

interface Context {
  layout: Layout
  number: NumberRule
  period: readonly [string, string] | null
  accountNo: string | null
  today: string
  lines: readonly Line[]
}

interface Read {
  rows: BankFileRow[]
  pending: number
  /** The amounts of pending rows, for totals that include them. */
  pendingAmounts: bigint[]
  opening: bigint | null
  closing: bigint | null
  /** Whether the direction is given only by a minus sign. */
  bySign: boolean
}

function rowsOf(context: Context): Read {
  const { layout, lines, number } = context
  const columns = layout.names.length
  const whole = layout.format?.twoLines ? joined(lines, layout) : lines.map((line) => ({ line, time: null, text: '' }))
  const cut = whole.find(({ line }) => line.cells.length < columns)
  if (cut) throw unreadableFile(`baris ${cut.line.line} terpotong`)
  // An unquoted separator inside a text shifts the payer's text into the amount columns.
  const wide = whole.find(({ line }) => line.cells.slice(columns).some((cell) => cell !== ''))
  if (wide) throw unreadableFile(`baris ${wide.line.line} lebih panjang dari judul kolom`)
  const direction = directionIn(lines, context)
  const read: Read = { rows: [], pending: 0, pendingAmounts: [], opening: null, closing: null, bySign: direction.bySign }
  for (const { line, time, text } of whole) {
    const date = dateCell(line, layout)
    const balanceLine = isPending(date) ? null : balanceLineOf(line, context)
    if (balanceLine) {
      if (balanceLine.kind !== 'carried') read[balanceLine.kind] ??= balanceLine.balance
      continue
    }
    const amount = direction.amountOf(line)
    if (isPending(date)) {
      read.pending += 1
      if (amount !== null) read.pendingAmounts.push(amount)
      continue
    }
    const row = rowOf(line, amount, context)
    // Balance lines without a movement are not rows.
    if (row.amount === 0n) continue
    refuseOpening(line, row, { layout, number })
    read.rows.push(time === null ? row : { ...row, time, description: `${row.description} ${text}`.trim() })
  }
  return read
}

interface WholeRow {
  line: Line
  time: string | null
  text: string
}

/** Joins rows of two lines: the date, and below it the time with the rest of the text. */
function joined(lines: readonly Line[], layout: Layout): WholeRow[] {
  const rows: WholeRow[] = []
  for (const line of lines) {
    const above = rows.at(-1)
    const time = cellOf(line, 0) === '' ? /^(\d{2}:\d{2}:\d{2}) WIB$/.exec(dateCell(line, layout))?.[1] : undefined
    if (time !== undefined && above && above.time === null)
      rows[rows.length - 1] = { line: above.line, time, text: oneLine(cellOf(line, at(layout, 'description'))) }
    else rows.push({ line, time: null, text: '' })
  }
  return rows
}

/** A line of the table that contains only a balance: `SALDO AWAL` without an amount. */
function balanceLineOf(
  line: Line,
  { layout, number }: Context,
): { kind: 'opening' | 'closing' | 'carried'; balance: bigint | null } | null {
  if (movedIn(line, layout).some((text) => text !== '' && text !== '-' && number(text) !== 0n)) return null
  const text = descriptionOf(line, layout).replace(/^'/, '')
  const kind = /^(?:saldo awal|opening balance|starting balance|beginning balance)/i.test(text)
    ? 'opening'
    : /^(?:saldo akhir|closing balance|ending balance)/i.test(text)
      ? 'closing'
      : carriedWords.test(text)
        ? 'carried'
        : null
  return kind && { kind, balance: balanceIn(line, layout, number) }
}

interface Direction {
  amountOf(line: Line): bigint | null
  bySign: boolean
}

/**
 * How the file marks incoming and outgoing money. The rule applies to all rows: an unmarked row among marked ones is an error, not incoming money.
 */
function directionIn(lines: readonly Line[], { layout, number }: Context): Direction {
  const [debit, credit, amount, mark] = (['debit', 'credit', 'amount', 'mark'] as const).map((role) => at(layout, role)) as [
    number,
    number,
    number,
    number,
  ]
  if (amount < 0)
    return {
      bySign: false,
      amountOf: (line) => {
        const moved = inTwoColumns(cellOf(line, debit), cellOf(line, credit), number)
        const direction = directionOf(cellOf(line, mark))
        if (moved === null || cellOf(line, mark) === '') return moved
        return direction === (moved < 0n ? 'out' : 'in') ? moved : null
      },
    }
  const sumAndMark = (line: Line) => {
    const { sum, mark: within } = withMark(cellOf(line, amount))
    const columnMark = cellOf(line, mark)
    return {
      sum: minusFirst(sum),
      mark: columnMark === '' ? within : columnMark,
      contradicts: columnMark !== '' && within !== '' && directionOf(columnMark) !== directionOf(within),
    }
  }
  const all = lines.map(sumAndMark)
  const bySign =
    all.every((one) => one.mark === '') && (all.some(({ sum }) => sum.startsWith('-')) || all.every(({ sum }) => sum.startsWith('+')))
  return {
    bySign,
    amountOf: (line) => {
      const one = sumAndMark(line)
      if (bySign) return number(one.sum)
      return one.contradicts ? null : parseMarkedAmount(one.sum, one.mark, number)
    },
  }
}

/** A date before this day has a misread year. */
const firstDay = '2000-01-01'

function rowOf(line: Line, amount: bigint | null, { layout, number, period, accountNo, today }: Context): BankFileRow {
  const date = dateOf(dateCell(line, layout))
  if (date === null) throw unreadableFile(`tanggal pada baris ${line.line} tidak terbaca`)
  const day = dayText(yearOf(date, { period, today }), date)
  // A row with a future date would pay a top-up ticket that is open today, and the bank's real row would later count as a second payment.
  if (day < firstDay || day > today) throw unreadableFile(`tanggal pada baris ${line.line} tidak terbaca`)
  if (period && (day < period[0] || day > period[1])) throw unreadableFile(`tanggal pada baris ${line.line} di luar periode file`)
  if (amount === null) throw unreadableFile(`jumlah pada baris ${line.line} tidak terbaca`)
  if (!isRupiah(cellOf(line, at(layout, 'currency')))) throw unreadableFile(`mata uang pada baris ${line.line} bukan rupiah`)
  return {
    line: line.line,
    accountNo: digitsOf(cellOf(line, at(layout, 'account'))) ?? accountNo,
    day,
    time: timeOf(line, layout, date),
    amount,
    description: descriptionOf(line, layout),
    reff: textsOf(line, layout, 'reff'),
    balance: balanceIn(line, layout, number),
  }
}

/** Replaces control characters as well, since PostgreSQL cannot store NUL. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const textsOf = (line: Line, { roles }: Layout, wanted: Role): string =>
  oneLine(
    roles
      .flatMap((role, index) => (role === wanted ? [cellOf(line, index)] : []))
      .filter((text) => text !== '')
      .join(' '),
  )

/** Keeps the apostrophe that KlikBCA writes before the text: a row that appears again must have the same text. */
const descriptionOf = (line: Line, layout: Layout): string => textsOf(line, layout, 'description')

/** A spreadsheet saves 09:03:09 as the number `90309`. */
function timeOf(line: Line, layout: Layout, date: FileDate): string | null {
  const text = cellOf(line, at(layout, 'time')).replace(/^'/, '')
  if (text === '') return date.time
  const time = /^\d{1,6}$/.test(text) ? clockOf(text.padStart(6, '0').replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3')) : clockOf(text)
  if (time === undefined) throw unreadableFile(`jam pada baris ${line.line} tidak terbaca`)
  return time
}

function balanceIn(line: Line, layout: Layout, number: NumberRule): bigint | null {
  const { sum, mark } = withMark(cellOf(line, at(layout, 'balance')))
  if (sum === '') return null
  const read = number(sum)
  if (read === null || (read < 0n && directionOf(mark) === 'in')) throw unreadableFile(`saldo pada baris ${line.line} tidak terbaca`)
  return directionOf(mark) === 'out' && read > 0n ? -read : read
}

/** If a row also contains the balance before it, both balances must match. */
function refuseOpening(line: Line, { amount, balance }: BankFileRow, { layout, number }: Pick<Context, 'layout' | 'number'>) {
  const text = cellOf(line, at(layout, 'opening'))
  if (text === '' || balance === null) return
  const opening = number(withMark(text).sum)
  if (opening === null) throw unreadableFile(`saldo pada baris ${line.line} tidak terbaca`)
  if (opening + amount !== balance) throw new BankFileError({ kind: 'hole', line: line.line })
}

const digitsOf = (text: string | undefined): string | null => text?.replace(/\D/g, '') || null

/** The account number above the header: `No. Rekening,=,'1234567890`. */
function accountIn(before: readonly Line[]): string | null {
  const named = before.find(({ cells }) =>
    /^(?:no\.? ?rek|no(?:mor)?\.? rekening|norek|account (?:no\.?|number)|rekening)(?![a-z])/i.test(cells[0] ?? ''),
  )
  return digitsOf(named?.cells.join(' '))
}

const isoOf = (text: string): string | null => {
  const date = dateOf(text)
  return date === null || date.year === null ? null : dayText(date.year, date)
}

/** The period above the header: `Periode,=,01/11/2026 - 30/11/2026`. */
function periodIn(before: readonly Line[]): readonly [string, string] | null {
  for (const { cells } of before) {
    const [from, until] = [...cells.join(' ').matchAll(/\d{1,2}\/\d{1,2}\/\d{4}/g)].map(([text]) => isoOf(text))
    if (from && until) return from <= until ? [from, until] : [until, from]
  }
  return null
}
