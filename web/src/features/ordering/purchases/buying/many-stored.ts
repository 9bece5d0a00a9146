import type { Transactionrc } from '@lapak/contract/ordering/purchases'
import { createStore, useSelector } from '@tanstack/react-store'
import type { OrderDraft } from '#features/ordering/purchases/buying/buy-order.ts'
import { sessionItem } from '#lib/session.ts'
import { decodeFromStorage, encodeForStorage } from '#lib/storage-encoding.ts'

/** The state of one line. Lines in the states `ready` and `unanswered` are sent with the next run; an unanswered line keeps its reference. */
export type StoredLineState =
  | { name: 'ready' }
  | { name: 'sending' }
  | { name: 'taken'; id: bigint; rc: Transactionrc }
  | { name: 'unanswered'; message: string }
  | { name: 'refused'; message: string }
  | { name: 'double'; message: string }

export interface StoredLine {
  order: OrderDraft
  state: StoredLineState
}

/*
 * A list of orders whose sending has begun. It is stored in this browser until each line has an answer: after a closed dialog, a reload or an empty
 * battery, the list shows the outcome of each target, and its sending continues under the same references.
 */

/** Whether the line has no final answer yet. */
export const isUnfinished = ({ state }: StoredLine): boolean =>
  state.name === 'ready' || state.name === 'sending' || state.name === 'unanswered'

/** In milliseconds; the same time for which an unanswered order is stored. */
const keptForMs = 24 * 60 * 60_000

const store = sessionItem('many-orders')

interface Kept {
  at: number
  lines: StoredLine[]
}

const kept = createStore(read())

function read(): Kept | null {
  try {
    const found = JSON.parse(store.read() ?? 'null', decodeFromStorage) as Kept | null
    return found && Date.now() - found.at < keptForMs && found.lines.some(isUnfinished) ? found : null
  } catch {
    // The stored value is invalid, so it was changed by hand: treat it as empty.
    return null
  }
}

function change(next: Kept | null) {
  try {
    store.write(next && JSON.stringify(encodeForStorage(next)))
  } catch {
    // The storage is full. The list is then kept only in memory; orders that were sent are stored separately.
  }
  kept.setState(() => next)
}

// Another tab continues the list, or another member signed in.
store.onReplaced(() => kept.setState(read))

export const storeList = (lines: StoredLine[]) => change({ at: Date.now(), lines })

/** Stores only this line, because another tab may have changed the other lines. */
export function storeLine(reffclient: string, next: StoredLine) {
  const list = kept.state
  const lines = list?.lines.map((line) => (line.order.reffclient === reffclient ? next : line)) ?? []
  if (list) change(lines.some(isUnfinished) ? { ...list, lines } : null)
}

export const removeStoredList = () => change(null)

/**
 * The lines of the stored list. If the web app was closed while a line was being sent, the order may have arrived, so the line counts as unanswered.
 */
export const readStoredLines = (): StoredLine[] =>
  kept.state?.lines.map((line) =>
    line.state.name === 'sending' ? { order: { ...line.order, unanswered: true }, state: interrupted } : line,
  ) ?? []

const interrupted: StoredLineState = { name: 'unanswered', message: 'Jawabannya belum terlihat' }

/** The number of lines without a final answer; null if there is no stored list. */
export function useUnfinishedCount(): number | null {
  return useSelector(kept, (now) => (now === null ? null : now.lines.filter(isUnfinished).length))
}
