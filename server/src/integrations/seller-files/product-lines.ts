import { textReading } from '#integrations/bank-files/text-of.ts'
import { inTurns } from '#jobs/yielding.ts'
import { bytesMax, headOf, linesOf, SellerFileError, withoutMark } from './table.ts'

/** A file with one product per line. */
export interface ProductLines<Row> {
  rows: (Row & { line: number })[]
  /** The lines that cannot be read, each with the reason. */
  errors: { line: number; code: string; text: string }[]
}

/** Thrown if a cell cannot be read; the message is shown to the user. */
export class CellError extends Error {}

/** Reads the cells of a line. */
export interface LineReader<Field extends string> {
  /** The text of a field; empty if the cell is empty or the file has no such column. */
  cell: (field: Field) => string
  unlessEmpty: <Value>(field: Field, read: (text: string) => Value) => Value | undefined
  /** Undefined if the file has no such column. Null if the cell is empty, which clears the value. */
  orTaken: <Value>(field: Field, read: (text: string) => Value | null) => Value | null | undefined
}

interface Reading<Field extends string, Row> {
  heads: Record<Field | 'code', readonly string[]>
  rowsMax: number
  /** Whether the line is skipped. */
  skips: (reader: LineReader<Field | 'code'>, cells: readonly string[]) => boolean
  /** Throws `CellError`. */
  rowOf: (reader: LineReader<Field | 'code'>) => Row
}

/**
 * Throws `SellerFileError` if the file is not a list; lines that cannot be read are returned with their numbers. Reads in steps and yields to other
 * work between them.
 */
export async function readProductLines<Field extends string, Row extends object>(
  bytes: Uint8Array,
  { heads, rowsMax, skips, rowOf }: Reading<Field, Row>,
): Promise<ProductLines<Row>> {
  if (bytes.length > bytesMax) throw new SellerFileError('lebih besar dari 4 MB')
  const text = await inTurns(textReading(bytes))
  const head = await headOf<Field | 'code'>(text, heads, ['code'])
  if (head === null) throw new SellerFileError('kolom Kode produk tidak ditemukan')
  const file: ProductLines<Row> = { rows: [], errors: [] }
  let lines = 0
  for await (const { cells, line } of linesOf(text, head.separator)) {
    if (line <= head.line) continue
    lines += 1
    if (lines > rowsMax) throw new SellerFileError(`lebih dari ${rowsMax} baris`)
    const reader = lineReader(cells, head.columns)
    if (skips(reader, cells)) continue
    try {
      file.rows.push({ ...rowOf(reader), line })
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      file.errors.push({ line, code: reader.cell('code').slice(0, 30), text: error.message })
    }
  }
  if (file.rows.length + file.errors.length === 0) throw new SellerFileError('tidak ada baris produk')
  return file
}

function lineReader<Field extends string>(cells: readonly string[], columns: Record<Field, number>): LineReader<Field> {
  const cell = (field: Field) => withoutMark(cells[columns[field]] ?? '').trim()
  return {
    cell,
    unlessEmpty: (field, read) => (cell(field) === '' ? undefined : read(cell(field))),
    orTaken: (field, read) => (columns[field] < 0 ? undefined : cell(field) === '' ? null : read(cell(field))),
  }
}

export function textIn(text: string, max: number, what: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  if (text.length > max || /[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()) throw new CellError(`${what} tidak terbaca`)
  return text
}
