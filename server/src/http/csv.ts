import { Readable } from 'node:stream'
import { eachOf, inTurns } from '#jobs/yielding.ts'

/** Numbers stay numbers in the file; everything else is text. */
export type Cell = string | number | bigint | null

/** A CSV file whose rows are read while it is sent. */
export interface CsvFile {
  /** File name with extension. */
  name: string
  headings: readonly string[]
  /** Number of rows, known before the first of them is read. */
  rowCount: number
  /** Rows in batches. */
  rows: AsyncIterable<Cell[][]>
  /** Records the download in the audit. Called when the caller may have the file, and before anything is sent. */
  record?: () => Promise<unknown>
}

/** UTF-8 with byte order mark, without which spreadsheets misread characters; lines and quotes follow RFC 4180. */
export async function csvStream({ headings, rows }: CsvFile): Promise<Readable> {
  const batches = rows[Symbol.asyncIterator]()
  // Read the first batch before sending, so that an immediate error becomes a refusal and not a truncated file.
  const first = await batches.next()
  return Readable.from(lines(headings, first, batches))
}

async function* lines(headings: readonly string[], first: IteratorResult<Cell[][]>, batches: AsyncIterator<Cell[][]>) {
  try {
    yield `\ufeff${line(headings)}`
    for (let batch = first; !batch.done; batch = await batches.next()) yield (await inTurns(eachOf(batch.value, line))).join('')
  } finally {
    await batches.return?.()
  }
}

const line = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Formula characters, or characters that spreadsheets interpret differently, at the start of a text. */
const atTheBeginning = /^(?=[ "]*[=+\-@＝＋－＠]|[\t\r\n\0])/
/** Such characters after a character that a program with another separator takes for the start of a cell, ignoring our quotes. */
const inside = /([;,\t\r\n\0][ "]*)(?=[=+\-@＝＋－＠])/g

/**
 * Texts are quoted and numbers are not, so that 0812… is not read as a number. A text that a spreadsheet would execute as a formula is prefixed with
 * an apostrophe.
 */
function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return value.toString()
  const text = value.replace(inside, "$1'").replace(atTheBeginning, "'")
  return `"${text.replaceAll('"', '""')}"`
}
