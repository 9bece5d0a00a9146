import type { TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { showSuccess } from '#ui/snackbar.ts'

/** An action on several rows. */
export type BulkAction<Row> = RowAction<Row> | DialogAction<Row>

interface Named {
  label: string
  icon: TablerIcon
  danger?: boolean
}

/** An action for which the server has one call for all rows; a dialog sends it. */
interface DialogAction<Row> extends Named {
  openDialog: (rows: Row[]) => void
}

/** An action for which the server has no call for many rows, so one request per row is sent. */
export interface RowAction<Row> extends Named {
  /** The confirmation question. */
  question: (count: number) => string
  run: (row: Row) => Promise<unknown>
  done: (count: number) => string
  /** Called after the last row, to refetch the changed data. */
  settled: () => unknown
}

export interface Bulk<Row> {
  /** The progress; undefined while no action runs. */
  progress: { done: number; of: number } | undefined
  /** The failed rows of the last action, one line per row. */
  failures: { title: string; lines: string[] } | undefined
  dismiss: () => void
  /** Starts an action; resolves to the rows that were not changed. */
  start: (action: RowAction<Row>, rows: Row[]) => Promise<Row[]>
}

/** Sends the requests of a bulk action one after another. A failed request does not stop the others, unless they would fail too. */
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
    if (lines.length === 0) showSuccess(done(count))
    else setFailures({ title: count > 0 ? `${done(count)}, sebagian belum berhasil` : 'Belum berhasil', lines })
    // Not awaited, so that the user can select rows again during the refetch.
    void settled()
    return left
  }

  return { progress, failures, dismiss: () => setFailures(undefined), start }
}

/**
 * Sends one request and returns its error, if any. After a refusal because of too many requests, it waits as long as the server demands and tries
 * once more.
 */
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

/** Whether the server cannot be reached or the session has ended, so that the requests for the remaining rows would fail too. */
const isGone = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 401)
