import { parse } from 'csv-parse/sync'
import { unreadable } from './bank-file.ts'

export interface Line {
  /** Trimmed. */
  cells: readonly string[]
  /** Of the file. */
  line: number
}

interface TextLine {
  text: string
  line: number
}

/** No bank writes a longer one above its rows. */
const lineMax = 4000
/** Where a head is looked for. */
const headWithinCharacters = 64_000

/** The first lines as they stand, without those that are empty or too long. A head has no line break within. */
export const linesWithin = (text: string, most: number): TextLine[] =>
  text
    .slice(0, headWithinCharacters)
    .split(/\r\n|\r|\n/, most)
    .map((one, at) => ({ text: at === 0 ? one.replace(/^\ufeff/, '') : one, line: at + 1 }))
    .filter((one) => one.text.trim() !== '' && one.text.length <= lineMax)

/** The cells of one line; what no parser understands is one cell. */
export function cellsOf(text: string, delimiter: string): string[] {
  try {
    const [cells = []] = parse(text, { delimiter, to: 1, relax_column_count: true }) as string[][]
    return cells.map((cell) => cell.trim())
  } catch {
    return [text.trim()]
  }
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

/** What follows a line of the file, as a table. */
export function linesBelow(text: string, head: number, delimiter: string, most: number): Line[] {
  try {
    const parsed = parse(below(text, head), {
      delimiter,
      to: most,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[]
    return parsed.map(({ record, info }) => ({ cells: record.map((cell) => cell.trim()), line: head + info.lines }))
  } catch (error) {
    const line = typeof error === 'object' && error !== null && 'lines' in error ? head + Number(error.lines) : head
    throw unreadable(`tanda kutip di sekitar baris ${line} tidak berpasangan`)
  }
}

function below(text: string, head: number): string {
  const breaks = /\r\n|\r|\n/g
  for (let line = 0; line < head; line++) if (breaks.exec(text) === null) return ''
  return text.slice(breaks.lastIndex)
}
