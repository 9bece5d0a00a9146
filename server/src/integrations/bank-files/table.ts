import { parse } from 'csv-parse/sync'
import { unreadableFile } from './bank-file.ts'

export interface Line {
  /** Without surrounding spaces. */
  cells: readonly string[]
  /** The line number in the file. */
  line: number
}

interface TextLine {
  text: string
  line: number
}

/** Longer lines are skipped in the search for the header; no bank writes such a line above its rows. */
const lineMax = 4000
/** The header is searched within this many characters. */
const headWithinCharacters = 64_000

/** The first lines, unparsed, without empty and too long lines. They are split at every line break, since a header contains none. */
export const linesWithin = (text: string, most: number): TextLine[] =>
  text
    .slice(0, headWithinCharacters)
    .split(/\r\n|\r|\n/, most)
    .map((one, at) => ({ text: at === 0 ? one.replace(/^\ufeff/, '') : one, line: at + 1 }))
    .filter((one) => one.text.trim() !== '' && one.text.length <= lineMax)

/** The cells of one line; a line that cannot be parsed is one cell. */
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

/** The lines below a line of the file, parsed as a table. */
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
    throw unreadableFile(`tanda kutip di sekitar baris ${line} tidak berpasangan`)
  }
}

function below(text: string, head: number): string {
  const breaks = /\r\n|\r|\n/g
  for (let line = 0; line < head; line++) if (breaks.exec(text) === null) return ''
  return text.slice(breaks.lastIndex)
}
