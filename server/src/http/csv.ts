import { Readable } from 'node:stream'
import { eachOf, inTurns } from '#jobs/yielding.ts'

/** A number stays a number for whoever opens the file; everything else is text. */
export type Cell = string | number | bigint | null

/** A file of rows that are read while they are sent. */
export interface CsvFile {
  /** With its ending. */
  name: string
  headings: readonly string[]
  /** Portions of rows. */
  rows: AsyncIterable<Cell[][]>
}

/** UTF-8 with a byte order mark, without which spreadsheets misread letters; lines and quotes as RFC 4180 has them. */
export async function csvStream({ headings, rows }: CsvFile): Promise<Readable> {
  const portions = rows[Symbol.asyncIterator]()
  // Before anything is sent, so that what fails at once is answered as a refusal and not as half a file.
  const first = await portions.next()
  return Readable.from(lines(headings, first, portions))
}

async function* lines(headings: readonly string[], first: IteratorResult<Cell[][]>, portions: AsyncIterator<Cell[][]>) {
  try {
    yield `\ufeff${line(headings)}`
    for (let portion = first; !portion.done; portion = await portions.next()) yield (await inTurns(eachOf(portion.value, line))).join('')
  } finally {
    await portions.return?.()
  }
}

const line = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

/** Where a cell begins that would be run, or that a spreadsheet may read differently: at the beginning of a text, */
const atTheBeginning = /^(?=[ "]*[=+\-@＝＋－＠]|[\t\r\n\0])/
/** and wherever a reader with another separator begins one inside, for which our quotes are part of the text. */
const inside = /([;,\t\r\n\0][ "]*)(?=[=+\-@＝＋－＠])/g

/**
 * Texts are quoted and numbers are not, so that 0812… is told from an amount. What a spreadsheet would run as a formula is led by
 * an apostrophe.
 */
function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return value.toString()
  const text = value.replace(inside, "$1'").replace(atTheBeginning, "'")
  return `"${text.replaceAll('"', '""')}"`
}
