import { Readable } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { parse as parseLine } from 'csv-parse/sync'
import { textOf } from '../bank-files/text-of.ts'

/** One order as its seller lists it. */
export interface SellerFileRow {
  line: number
  reference: string
  number: string
  /** Whole rupiah. */
  price: bigint
  /** 0 pending, 1 success, 2 failed. */
  state: 0 | 1 | 2
}

export interface SellerFile {
  rows: SellerFileRow[]
  /** Lines that cannot be read, and why. */
  errors: { line: number; text: string }[]
}

/** It is no such file; the reason is for people. */
export class SellerFileError extends Error {}

/** Whole heads, in lower case and without spaces, dots, dashes and lines. */
const heads = {
  reference: ['reference', 'referensi', 'noreferensi', 'reff', 'ref', 'reffid', 'refid', 'reffclient', 'trxid', 'idtrx'],
  number: ['number', 'nomor', 'tujuan', 'nomortujuan', 'target', 'msisdn', 'nohp'],
  price: ['price', 'harga', 'hargajual', 'nominal', 'jumlah'],
  status: ['status', 'statustrx', 'state'],
} as const
type Field = keyof typeof heads

const words: Record<string, SellerFileRow['state']> = {
  '0': 0,
  pending: 0,
  proses: 0,
  diproses: 0,
  process: 0,
  menunggu: 0,
  '1': 1,
  sukses: 1,
  success: 1,
  berhasil: 1,
  ok: 1,
  '2': 2,
  gagal: 2,
  failed: 2,
  batal: 2,
  refund: 2,
  '3': 2,
}

const separators = [';', ',', '\t', '|']
const headWithin = 40
const headWithinLetters = 40_000

/** A longer one is no list of orders. */
const bytesMax = 4_000_000

/**
 * A seller's own list of orders. Throws `SellerFileError` unless it is one; lines that cannot be read are told by their numbers. It is long and a
 * stranger's, so it is read in portions, and others have their turn between them.
 */
export async function readSellerFile(bytes: Uint8Array, rowsMax: number): Promise<SellerFile> {
  if (bytes.length > bytesMax) throw new SellerFileError('lebih besar dari 4 MB')
  const text = textOf(bytes)
  const { separator, columns, line: headLine } = headOf(text)
  const file: SellerFile = { rows: [], errors: [] }
  let lines = 0
  for await (const { cells, line } of linesOf(text, separator)) {
    if (line <= headLine) continue
    lines += 1
    if (lines > rowsMax) throw new SellerFileError(`lebih dari ${rowsMax} baris`)
    if (cells.every((cell) => cell === '')) continue
    const row = rowOf(cells, columns, line)
    if (typeof row === 'string') file.errors.push({ line, text: row })
    else file.rows.push(row)
  }
  if (file.rows.length + file.errors.length === 0) throw new SellerFileError('tidak ada baris transaksi')
  return file
}

type Columns = Record<Field, number>

interface Head {
  separator: string
  columns: Columns
  line: number
}

/** The separator is the one under which the head appears. Line by line, so that the head is found of a file that ends in the middle. */
function headOf(text: string): Head {
  if (!/\S/.test(text)) throw new SellerFileError('file kosong')
  const lines = text.slice(0, headWithinLetters).split(/\r\n|\r|\n/, headWithin)
  for (const separator of separators)
    for (const [index, line] of lines.entries()) {
      const columns = columnsOf(cellsOf(line, separator))
      if (columns.reference >= 0 && columns.price >= 0 && columns.status >= 0) return { separator, columns, line: index + 1 }
    }
  throw new SellerFileError('kolom reference, price dan status tidak ditemukan')
}

function cellsOf(line: string, delimiter: string): string[] {
  try {
    return (parseLine(line, { ...tables, delimiter, to: 1 })[0] ?? []).map((cell) => cell.trim())
  } catch {
    return []
  }
}

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[\s._-]/g, ''))
  const at = (field: Field) => names.findIndex((name) => (heads[field] as readonly string[]).includes(name))
  return { reference: at('reference'), number: at('number'), price: at('price'), status: at('status') }
}

interface Line {
  cells: string[]
  line: number
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

const tables = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: 10_000 } as const

/** Throws where this separator makes no table of it. */
async function* linesOf(text: string, delimiter: string): AsyncGenerator<Line> {
  const parser = Readable.from(portionsOf(text)).pipe(parse({ ...tables, delimiter, info: true }))
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>)
      yield { cells: record.map((cell) => cell.trim()), line: info.lines }
  } catch {
    throw new SellerFileError('tabelnya terputus')
  }
}

/** Characters that are read at a time, some ten milliseconds. */
const portion = 4096

async function* portionsOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += portion) {
    yield text.slice(at, at + portion)
    await othersTurn()
  }
}

/** The row, or why it cannot be read. */
function rowOf(cells: readonly string[], columns: Columns, line: number): SellerFileRow | string {
  const reference = withoutMark(cells[columns.reference] ?? '')
  // What software calls an order; a text of any other kind is a column that was moved.
  if (!/^[\x21-\x7e]{1,50}$/.test(reference)) return 'referensi tidak terbaca'
  if (isScientific(reference)) return 'referensi rusak oleh Excel'
  const state = words[(cells[columns.status] ?? '').toLowerCase()]
  if (state === undefined) return 'status tidak dikenal'
  const price = priceOf(cells[columns.price] ?? '')
  if (price === null && state === 1) return 'harga tidak terbaca'
  const number = withoutMark(cells[columns.number] ?? '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store NUL, and a number has no others.
  if (number.length > 50 || /[\u0000-\u001f\u007f]/.test(number) || !number.isWellFormed()) return 'nomor tidak terbaca'
  return { line, reference, number, price: price ?? 0n, state }
}

/** Some write an apostrophe before what a spreadsheet would read as a number. */
const withoutMark = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell)

/** `8.12E+11` was a number before a spreadsheet had it. */
const isScientific = (cell: string): boolean => /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(cell)

/** `10250`, `10.250`, `Rp 10.250,00`; what could be either is not guessed. */
function priceOf(cell: string): bigint | null {
  if (cell.length > 30) return null
  const bare = cell.replace(/^rp\.?\s?/i, '')
  const whole = /^(\d{1,12}|\d{1,3}(?:\.\d{3}){1,3}|\d{1,3}(?:,\d{3}){1,3})(?:[.,]00)?$/.exec(bare)?.[1]
  return whole === undefined ? null : BigInt(whole.replace(/[.,]/g, ''))
}
