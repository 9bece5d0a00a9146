import type { Transactionrc } from '@lapak/contract/ordering/purchases'
import { useSyncExternalStore } from 'react'
import type { Order } from '#features/ordering/purchases/buying/buy-order.ts'
import { packed, unpacked } from '#lib/packed.ts'
import { ownOfSession } from '#lib/session.ts'

/** How one of many stands. What is `ready` or `unanswered` is sent with the next run, the latter under its old reference. */
export type LineState =
  | { name: 'ready' }
  | { name: 'sending' }
  | { name: 'taken'; id: bigint; rc: Transactionrc }
  | { name: 'unanswered'; message: string }
  | { name: 'refused'; message: string }
  | { name: 'double'; message: string }

export interface Line {
  order: Order
  state: LineState
}

/*
 * A list that somebody began to pay. It is kept in this browser until each line has an answer, so that a closed dialog, a reload or a
 * dead battery leaves no question which numbers were served, and what goes on goes on under the same references.
 */

/** Without an answer that ends it. */
export const isOpen = ({ state }: Line): boolean => state.name === 'ready' || state.name === 'sending' || state.name === 'unanswered'

/** As long as an order without an answer is kept. */
const keptForMs = 24 * 60 * 60_000

const store = ownOfSession('many-orders')

interface Kept {
  at: number
  lines: Line[]
}

let kept = read()
const listeners = new Set<() => void>()

function read(): Kept | null {
  try {
    const found = JSON.parse(store.read() ?? 'null', unpacked) as Kept | null
    return found && Date.now() - found.at < keptForMs && found.lines.some(isOpen) ? found : null
  } catch {
    // Written by hand: nothing waits.
    return null
  }
}

function change(next: Kept | null) {
  kept = next
  try {
    store.write(next && JSON.stringify(packed(next)))
  } catch {
    // No room in this browser: the list stands as long as the page does, and what was sent is kept besides.
  }
  for (const listener of listeners) listener()
}

// Another tab goes on with it, or it is the next one's turn.
store.onReplaced(() => {
  kept = read()
  for (const listener of listeners) listener()
})

export const keepList = (lines: Line[]) => change({ at: Date.now(), lines })

/** Only this line, since another tab may have written about the others. */
export function keepLine(reffclient: string, next: Line) {
  const lines = kept?.lines.map((line) => (line.order.reffclient === reffclient ? next : line)) ?? []
  if (kept) change(lines.some(isOpen) ? { ...kept, lines } : null)
}

export const dropList = () => change(null)

/** What was on its way when nobody looked any more may have arrived. */
export const keptLines = (): Line[] =>
  kept?.lines.map((line) => (line.state.name === 'sending' ? { order: { ...line.order, unanswered: true }, state: interrupted } : line)) ??
  []

const interrupted: LineState = { name: 'unanswered', message: 'Jawabannya belum terlihat' }

/** As many lines wait; null where no list was begun, or all of it is answered. */
export function useKeptList(): number | null {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept,
  )
  return now === null ? null : now.lines.filter(isOpen).length
}
