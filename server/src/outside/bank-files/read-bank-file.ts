import type { BankCode } from '@lapak/contract/banks'
import { parse } from 'csv-parse/sync'
import { proveBalances } from './balances.ts'
import { type BankFile, BankFileError, type BankFileRow, unreadable } from './bank-file.ts'
import { dateOf, dayText, type FileDate, isClock, yearOf } from './dates.ts'
import type { Format, Line, RawRow } from './format.ts'
import { bcaFormats } from './formats/bca.ts'
import { bniFormats } from './formats/bni.ts'
import { briFormats } from './formats/bri.ts'
import { mandiriFormats } from './formats/mandiri.ts'
import { textOf } from './text-of.ts'

const formats: readonly Format[] = [...bcaFormats, ...bniFormats, ...briFormats, ...mandiriFormats]

export interface Expected {
  bank: BankCode
  /** In Jakarta; years that a bank leaves out are counted from here. */
  today: string
}

/** A bank's own file of its statement. Throws `BankFileError` unless all of it is understood. */
export function readBankFile(bytes: Uint8Array, { bank, today }: Expected): BankFile {
  const text = textOf(bytes)
  if (text.trim() === '') throw unreadable('file kosong')
  if (/^\s*<(?:!doctype|html)/i.test(text)) throw unreadable('ini halaman web, bukan file CSV')
  if (separators.some((separator) => hasMore(text, separator, cellsMax))) throw unreadable('terlalu banyak kolom')
  const { format, columns, before, after } = splitAtHead(text, bank)
  if (format.bank !== bank) throw new BankFileError({ kind: 'wrong_bank', other: format.bank })
  for (const { cells, line } of after) if (cells.some(isScientific)) throw new BankFileError({ kind: 'excel', line })
  const context = { format, columns, period: periodIn(before), accountNo: accountIn(before), today }
  const read = rowsOf(after, context)
  if (read.rows.length === 0 && read.pending === 0) throw unreadable('tidak ada baris mutasi')
  return { format: format.name, ...read, ...proveBalances(read.rows, balancesNamed(after, format)) }
}

/** `5.05E+13` was an account number before a spreadsheet had it. */
const isScientific = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(cell)

const separators = [',', ';', '\t', '|']
const headWithin = 40

/** What follows reads each cell by patterns, and all rows at once. */
const rowsMax = 20_000
const cellMax = 2000
/** Fifty in each row, the separators within sums and texts among them. Cells cost a hundred times what they take in the file. */
const cellsMax = 50 * rowsMax

function hasMore(text: string, separator: string, most: number): boolean {
  let count = 0
  for (let at = text.indexOf(separator); at >= 0 && count <= most; at = text.indexOf(separator, at + 1)) count += 1
  return count > most
}

interface Split {
  format: Format
  columns: number
  before: Line[]
  after: Line[]
}

/** The separator is the one under which the head of a known format appears. */
function splitAtHead(text: string, bank: BankCode): Split {
  const found = separators.flatMap((separator) => {
    const lines = linesOf(text, separator, headWithin)
    const index = lines.findIndex(({ cells }) => formatOf(cells) !== undefined)
    const head = lines[index]?.cells ?? []
    const format = formatOf(head)
    return format ? [{ format, separator, columns: withoutEmptyEnd(head).length, index }] : []
  })
  const best = found.find(({ format }) => format.bank === bank) ?? found[0]
  if (!best) throw unreadable('judul kolom tidak dikenal')
  const { format, separator, columns, index } = best
  const lines = linesOf(text, separator, headWithin + rowsMax + 1)
  const after = lines.slice(index + 1)
  if (after.length > rowsMax) throw unreadable(`lebih dari ${rowsMax} baris`)
  const long = after.find(({ cells }) => cells.some((cell) => cell.length > cellMax))
  if (long) throw unreadable(`baris ${long.line} berisi sel yang terlalu panjang`)
  return { format, columns, before: lines.slice(0, index), after }
}

function formatOf(cells: readonly string[]): Format | undefined {
  const head = withoutEmptyEnd(cells.map((cell) => cell.toLowerCase().replace(/\s+/g, ' ')))
  return formats.find(({ heads }) =>
    heads.some((known) => known.length === head.length && known.every((name, index) => name === head[index])),
  )
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** The first so many. Nothing where this separator makes no table of it. */
function linesOf(text: string, delimiter: string, most: number): Line[] {
  try {
    const parsed = parse(text, {
      delimiter,
      to: most,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[]
    return parsed.map(({ record, info }) => ({ cells: record.map((cell) => cell.trim()), line: info.lines }))
  } catch {
    return []
  }
}

interface Context {
  format: Format
  /** Of the head; a line with fewer was cut off. */
  columns: number
  period: readonly [string, string] | null
  accountNo: string | null
  today: string
}

const isBlank = ({ cells }: Line): boolean => cells.every((cell) => cell === '')
const isPending = (date: string): boolean => /^'?PEND$/i.test(date)

function rowsOf(after: readonly Line[], context: Context): Pick<BankFile, 'rows' | 'pending'> {
  const { format, columns } = context
  const lines = after.filter((line) => !isBlank(line) && !format.isFooter?.(line.cells))
  const cut = lines.find(({ cells }) => cells.length < columns)
  if (cut) throw unreadable(`baris ${cut.line} terpotong`)
  // A separator in a text that nobody quoted moves the payer's words to where sums stand.
  const wide = lines.find(({ cells }) => cells.slice(columns).some((cell) => cell !== ''))
  if (wide) throw unreadable(`baris ${wide.line} lebih panjang dari judul kolom`)
  const raw = [...format.rows(lines, format.number)]
  const settled = raw.filter(({ date }) => !isPending(date))
  // Balance lines without a movement are no rows.
  return { rows: settled.filter(({ amount }) => amount !== 0n).map((row) => rowOf(row, context)), pending: raw.length - settled.length }
}

/** Older ones are misread years. */
const firstDay = '2000-01-01'

function rowOf(raw: RawRow, { format, period, accountNo, today }: Context): BankFileRow {
  const date = dateOf(raw.date)
  if (date === null) throw unreadable(`tanggal pada baris ${raw.line} tidak terbaca`)
  const day = dayText(yearOf(date, { period, today }), date)
  // What has not come yet would pay what is asked for today, and its own row would be money once more.
  if (day < firstDay || day > today) throw unreadable(`tanggal pada baris ${raw.line} tidak terbaca`)
  if (raw.amount === null) throw unreadable(`jumlah pada baris ${raw.line} tidak terbaca`)
  return {
    line: raw.line,
    accountNo: digitsOf(raw.accountNo) ?? accountNo,
    day,
    time: timeOf(raw, date),
    amount: raw.amount,
    description: oneLine(raw.description),
    reff: oneLine(raw.reff ?? ''),
    balance: balanceOf(raw, format),
  }
}

/** PostgreSQL cannot store NUL. */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function timeOf({ time, line }: RawRow, date: FileDate): string | null {
  if (time === undefined) return date.time
  if (!isClock(time)) throw unreadable(`jam pada baris ${line} tidak terbaca`)
  return time
}

function balanceOf({ balance, line }: RawRow, { number }: Format): bigint | null {
  if (balance === undefined || balance === '') return null
  const read = number(balance)
  if (read === null) throw unreadable(`saldo pada baris ${line} tidak terbaca`)
  return read
}

const digitsOf = (text: string | undefined): string | null => text?.replace(/\D/g, '') || null

/** Above the head: `No. Rekening,=,'1234567890`. */
function accountIn(before: readonly Line[]): string | null {
  const named = before.find(({ cells }) => /^(?:no\.? rekening|account no\.?|nomor rekening)/i.test(cells[0] ?? ''))
  return digitsOf(named?.cells.join(' '))
}

const isoOf = (text: string): string | null => {
  const date = dateOf(text)
  return date === null || date.year === null ? null : dayText(date.year, date)
}

/** Above the head: `Periode,=,01/11/2026 - 30/11/2026`. */
function periodIn(before: readonly Line[]): readonly [string, string] | null {
  for (const { cells } of before) {
    const [first, last] = [...cells.join(' ').matchAll(/\d{1,2}\/\d{1,2}\/\d{4}/g)].map(([text]) => isoOf(text))
    if (first && last) return [first, last]
  }
  return null
}

/** Below the rows: `Saldo Awal,=,5300000.00`. One that is told and cannot be read would be a proof that nobody makes. */
function balancesNamed(after: readonly Line[], { isFooter, number }: Format) {
  const footer = after.filter(({ cells }) => isFooter?.(cells))
  const named = (words: RegExp) => {
    const [name = '', ...beside] = footer.find(({ cells: [first = ''] }) => words.test(first))?.cells ?? []
    const [word = '', ...within] = name.split(':')
    const told = [...within, ...beside].map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== '=')
    if (told.length === 0) return null
    const read = told.length === 1 ? number(told[0] ?? '') : null
    if (read === null) throw unreadable(`${word.trim()} tidak terbaca`)
    return read
  }
  return { opening: named(/^(?:saldo awal|starting balance)/i), closing: named(/^(?:saldo akhir|ending balance)/i) }
}
