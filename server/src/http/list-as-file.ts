import { dotted } from '@lapak/contract/shared/money'
import { downloadRowsMax } from '@lapak/contract/shared/wire'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import type { Cell, CsvFile } from './csv.ts'
import { Refusal } from './refusal.ts'

export type Column<Row> = [heading: string, cell: (row: Row) => Cell]

/** Definition of a list that can be downloaded. */
interface ListAsFile<Found, Row> {
  /** File name without extension. */
  name: string
  /** The requested days, which are part of the file name. */
  days?: { awal?: string | undefined; akhir?: string | undefined }
  columns: readonly Column<Row>[]
  /**
   * Finds all rows of the list, in its order and from one snapshot, so that concurrent changes neither repeat nor skip a row. For wide rows, returns
   * only their ids.
   */
  find: (most: number) => Promise<readonly Found[]>
  /** The rows for the found entries, in the same order. */
  read: (found: Found[]) => Promise<readonly Row[]> | readonly Row[]
  /** Rows per read; a read should take a few milliseconds. */
  batchSize?: number
  max?: number
  /** Records in the audit who downloads how many rows, for lists about other members. */
  note?: (rows: number) => Promise<unknown>
}

/**
 * Returns a list as a file. A list that is too long is refused before anything is sent. The rows are then read in batches, and a connection is used
 * only while a batch is read.
 */
export async function listAsFile<Found, Row>(list: ListAsFile<Found, Row>): Promise<CsvFile> {
  const { name, days, columns, find, max = downloadRowsMax, note } = list
  const found = await find(max + 1)
  if (found.length > max) throw new Refusal('download.too_many', { max: dotted(max) })
  return {
    name: `${[name, days?.awal, days?.akhir].filter((part) => part !== undefined).join('-')}.csv`,
    headings: columns.map(([heading]) => heading),
    rowCount: found.length,
    rows: batches(list, found),
    ...(note && { record: () => note(found.length) }),
  }
}

async function* batches<Found, Row>(
  { columns, read, batchSize = 500 }: Pick<ListAsFile<Found, Row>, 'columns' | 'read' | 'batchSize'>,
  found: readonly Found[],
): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < found.length; from += batchSize) {
    const rows = await read(found.slice(from, from + batchSize))
    yield await inTurns(eachOf(rows, (row) => columns.map(([, cell]) => cell(row))))
  }
}
