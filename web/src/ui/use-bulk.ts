import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { sayDone } from '#ui/snackbar.ts'

/** Something that can be done with several rows. */
export type BulkAction<Row> = RowAction<Row> | DialogAction<Row>

interface Named {
  label: string
  icon: TablerIcon
  danger?: boolean
}

/** The server has one call for all of them, made by a dialog. */
interface DialogAction<Row> extends Named {
  opens: (rows: Row[]) => void
}

/** The server has no call for that, so each row has its own. */
export interface RowAction<Row> extends Named {
  /** Is asked first. */
  question: (count: number) => string
  run: (row: Row) => Promise<unknown>
  done: (count: number) => string
  /** After the last row: reads again what has changed. */
  settled: () => unknown
}

export interface Bulk<Row> {
  /** While it runs. */
  progress: { done: number; of: number } | undefined
  /** What could not be done the last time, with a line for each row. */
  failures: { title: string; lines: string[] } | undefined
  dismiss: () => void
  /** Gives the rows with which nothing was done. */
  start: (action: RowAction<Row>, rows: Row[]) => Promise<Row[]>
}

/** One row after the other; one that fails does not keep the others from their turn. */
export function useBulk<Row>(labelOf: (row: Row) => string): Bulk<Row> {
  const [progress, setProgress] = useState<Bulk<Row>['progress']>()
  const [failures, setFailures] = useState<Bulk<Row>['failures']>()

  async function start({ run, done, settled }: RowAction<Row>, rows: Row[]): Promise<Row[]> {
    const left: Row[] = []
    const lines: string[] = []
    setFailures(undefined)
    for (const [place, row] of rows.entries()) {
      setProgress({ done: place, of: rows.length })
      const error = await whenThereIsRoom(() => run(row))
      if (!error) continue
      left.push(row)
      lines.push(`${labelOf(row)}: ${error.message}`)
      if (!isGone(error)) continue
      const untried = rows.slice(place + 1)
      left.push(...untried)
      if (untried.length > 0) lines.push(`${untried.length} lainnya belum dicoba.`)
      break
    }
    setProgress(undefined)
    const count = rows.length - left.length
    if (lines.length === 0) sayDone(done(count))
    else setFailures({ title: count > 0 ? `${done(count)}, sebagian belum berhasil` : 'Belum berhasil', lines })
    // Not waited for: whoever looks at what is left may choose anew meanwhile.
    void settled()
    return left
  }

  return { progress, failures, dismiss: () => setFailures(undefined), start }
}

/** What went wrong. Whoever is too quick for the server waits as long as it says, once for a row, and goes on. */
async function whenThereIsRoom(run: () => Promise<unknown>): Promise<Error | undefined> {
  const tried = () =>
    run().then(
      () => undefined,
      (reason: Error) => reason,
    )
  const error = await tried()
  if (!(error instanceof ApiError && error.status === 429 && error.retryAfterSeconds !== undefined)) return error
  await new Promise((resolve) => setTimeout(resolve, (error.retryAfterSeconds ?? 0) * 1000))
  return tried()
}

/** The server, or the right to ask it: the rows that are left would only fail as well. */
const isGone = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 401)
