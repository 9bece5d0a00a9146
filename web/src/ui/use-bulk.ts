import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { sayDone } from '#ui/snackbar.ts'

/** An action on several rows. */
export type BulkAction<Row> = RowAction<Row> | DialogAction<Row>

interface Named {
  label: string
  icon: TablerIcon
  danger?: boolean
}

/** The server has one call for all rows, sent by a dialog. */
interface DialogAction<Row> extends Named {
  opens: (rows: Row[]) => void
}

/** The server has no bulk call, so one request per row is sent. */
export interface RowAction<Row> extends Named {
  /** The confirmation question. */
  question: (count: number) => string
  run: (row: Row) => Promise<unknown>
  done: (count: number) => string
  /** Called after the last row; refreshes the changed data. */
  settled: () => unknown
}

export interface Bulk<Row> {
  /** Set while the action runs. */
  progress: { done: number; of: number } | undefined
  /** The failures of the last action, one line per row. */
  failures: { title: string; lines: string[] } | undefined
  dismiss: () => void
  /** Resolves to the rows that were not changed. */
  start: (action: RowAction<Row>, rows: Row[]) => Promise<Row[]>
}

/** Sends one row after another; a failure does not stop the others. */
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
    // Not awaited: the user may select rows again in the meantime.
    void settled()
    return left
  }

  return { progress, failures, dismiss: () => setFailures(undefined), start }
}

/** Returns the error, if any. After a rate limit it waits as long as the server demands and tries once more per row. */
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

/** The server cannot be reached or the session ended: the remaining rows would fail too. */
const isGone = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 401)
