import { dotted } from '@lapak/contract/shared/money'
import { downloadRowsMax } from '@lapak/contract/shared/wire'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import type { Cell, CsvFile } from './csv.ts'
import { Refusal } from './refusal.ts'

export type Column<Row> = [heading: string, cell: (row: Row) => Cell]

/** What differs between lists that may be had as files. */
interface ListAsFile<Found, Row> {
  /** Without its ending. */
  name: string
  /** The days that were asked for, which the name of the file tells. */
  days?: { awal?: string | undefined; akhir?: string | undefined }
  columns: readonly Column<Row>[]
  /** All that the list finds, in its order and in one moment, so that no row comes twice or never while others change; of wide rows their numbers. */
  find: (most: number) => Promise<readonly Found[]>
  /** The rows of what was found, in its order. */
  read: (found: Found[]) => Promise<readonly Row[]> | readonly Row[]
  /** How many are read at once, which takes some milliseconds. */
  portion?: number
  max?: number
  /** Keeps who takes how many rows, where they are about others. */
  note?: (rows: number) => Promise<unknown>
}

/** A list as a file: refused where it is too long and noted before anything leaves, then read in portions, each with a connection only for as long as it is read. */
export async function listAsFile<Found, Row>(list: ListAsFile<Found, Row>): Promise<CsvFile> {
  const { name, days, columns, find, max = downloadRowsMax, note } = list
  const found = await find(max + 1)
  if (found.length > max) throw new Refusal('download.too_many', { max: dotted(max) })
  await note?.(found.length)
  return {
    name: `${[name, days?.awal, days?.akhir].filter((part) => part !== undefined).join('-')}.csv`,
    headings: columns.map(([heading]) => heading),
    rows: portions(list, found),
  }
}

async function* portions<Found, Row>(
  { columns, read, portion = 500 }: Pick<ListAsFile<Found, Row>, 'columns' | 'read' | 'portion'>,
  found: readonly Found[],
): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < found.length; from += portion) {
    const rows = await read(found.slice(from, from + portion))
    yield await inTurns(eachOf(rows, (row) => columns.map(([, cell]) => cell(row))))
  }
}
