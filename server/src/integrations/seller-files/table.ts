import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parse as parseLine } from 'csv-parse/sync'
import { inTurns, yieldToEvents } from '#jobs/yielding.ts'

/** Thrown if the file is not a valid list; the message is shown to the user. */
export class SellerFileError extends Error {}

/** In bytes. A larger file is not a list of a seller. */
export const bytesMax = 4_000_000

const separators = [';', ',', '\t', '|']
const headWithin = 40
const headWithinCharacters = 40_000

export interface Head<Field extends string> {
  separator: string
  /** The column index of each field; -1 if the field is missing. */
  columns: Record<Field, number>
  line: number
}

/**
 * Finds the header and the separator with which it can be read. Works line by line, so that the header of a truncated file is found. `heads` contains
 * complete column names, in lower case and without spaces, dots, hyphens and underscores. `text` is in parts, as in `linesOf`.
 */
export function headOf<Field extends string>(
  text: readonly string[],
  heads: Record<Field, readonly string[]>,
  needed: readonly NoInfer<Field>[],
): Promise<Head<Field> | null> {
  return inTurns(lookForHead(text, heads, needed))
}

function* lookForHead<Field extends string>(
  text: readonly string[],
  heads: Record<Field, readonly string[]>,
  needed: readonly Field[],
): Generator<void, Head<Field> | null> {
  if (!text.some((part) => /\S/.test(part))) throw new SellerFileError('file kosong')
  const lines = beginningOf(text, headWithinCharacters).split(/\r\n|\r|\n/, headWithin)
  const mayBeHead = lines.map((line) => needed.every((field) => hasOneOf(bare(line), heads[field])))
  for (const separator of separators)
    for (const [index, line] of lines.entries()) {
      if (!mayBeHead[index]) continue
      yield
      const columns = columnsOf(cellsOf(line, separator), heads)
      if (needed.every((field) => columns[field] >= 0)) return { separator, columns, line: index + 1 }
    }
  return null
}

function beginningOf(text: readonly string[], maxLength: number): string {
  let beginning = ''
  for (const part of text) {
    if (beginning.length >= maxLength) break
    beginning += part.slice(0, maxLength - beginning.length)
  }
  return beginning
}

/** A quick check without parsing cells, since most lines are not the header. */
const hasOneOf = (line: string, names: readonly string[]): boolean => names.some((name) => line.includes(name))

const bare = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, '')

function cellsOf(line: string, delimiter: string): string[] {
  try {
    return (parseLine(line, { ...tables, delimiter, to: 1 })[0] ?? []).map((cell) => cell.trim())
  } catch {
    return []
  }
}

function columnsOf<Field extends string>(cells: readonly string[], heads: Record<Field, readonly string[]>): Record<Field, number> {
  const names = cells.map(bare)
  const at = Object.entries<readonly string[]>(heads).map(([field, known]) => [field, names.findIndex((name) => known.includes(name))])
  return Object.fromEntries(at) as Record<Field, number>
}

export interface Line {
  cells: string[]
  line: number
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

const tables = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: 10_000 } as const

/** Cells per line. Empty cells have no length, so the parser would create millions of them before a record counts as too long. */
const cellsMax = 1000

/** Throws if the text is not a table with this separator. */
export async function* linesOf(text: readonly string[], delimiter: string): AsyncGenerator<Line> {
  const parser = parse({ ...tables, delimiter, info: true })
  // If the source fails, the loop over the parser below throws the error.
  pipeline(Readable.from(withFewCells(chunksOf(text), delimiter)), parser, () => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>)
      yield { cells: record.map((cell) => cell.trim()), line: info.lines }
  } catch (error) {
    throw error instanceof SellerFileError ? error : new SellerFileError('tabelnya terputus')
  }
}

/** Throws if a line has too many cells. Separators inside quoted cells are counted as well, since a seller's list does not contain that many. */
async function* withFewCells(chunks: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  let cells = 0
  for await (const text of chunks) {
    for (let at = 0; at < text.length; at++) {
      const sign = text[at]
      cells = sign === '\n' || sign === '\r' ? 0 : sign === delimiter ? cells + 1 : cells
      if (cells > cellsMax) throw new SellerFileError('terlalu banyak kolom')
    }
    yield text
  }
}

/** Characters per step; a step takes some milliseconds on a slow machine that reads its first file. */
const chunkSize = 2048

async function* chunksOf(text: readonly string[]): AsyncGenerator<string> {
  for (const part of text)
    for (let at = 0, end = 0; at < part.length; at = end) {
      end = wholeEnd(part, at + chunkSize)
      yield part.slice(at, end)
      await yieldToEvents()
    }
}

/** Moves the end of a part so that it does not split a surrogate pair, since the parser converts each part to bytes. */
const wholeEnd = (part: string, end: number): number => (/[\ud800-\udbff]/.test(part.charAt(end - 1)) ? end + 1 : end)

/** Some programs write an apostrophe before a value that a spreadsheet would read as a number. */
export const withoutMark = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell)

/** `8.12E+11` was a number before a spreadsheet changed it. */
export const isScientific = (cell: string): boolean => /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(cell)

/** Reads `10250`, `10.250` and `Rp 10.250,00`; null if the text is ambiguous. */
export function priceOf(cell: string): bigint | null {
  if (cell.length > 30) return null
  const bare = cell.replace(/^rp\.?\s?/i, '')
  const whole = /^(\d{1,12}|[1-9]\d{0,2}(?:\.\d{3}){1,3}|[1-9]\d{0,2}(?:,\d{3}){1,3})(?:[.,]00)?$/.exec(bare)?.[1]
  return whole === undefined ? null : BigInt(whole.replace(/[.,]/g, ''))
}
