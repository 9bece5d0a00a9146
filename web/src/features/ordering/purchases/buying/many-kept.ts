import type { Transactionrc } from '@lapak/contract/ordering/purchases'
import { createStore, useSelector } from '@tanstack/react-store'
import type { Order } from '#features/ordering/purchases/buying/buy-order.ts'
import { packed, unpacked } from '#lib/packed.ts'
import { ownOfSession } from '#lib/session.ts'

/** The state of one line. `ready` and `unanswered` lines are sent with the next run, the latter under their old reference. */
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
 * A list whose payment has begun. It is stored in this browser until each line has an answer: after a closed dialog, a reload or an empty battery it
 * shows which targets were served, and it continues under the same references.
 */

/** Has no final answer. */
export const isOpen = ({ state }: Line): boolean => state.name === 'ready' || state.name === 'sending' || state.name === 'unanswered'

/** As long as an order without an answer is stored. */
const keptForMs = 24 * 60 * 60_000

const store = ownOfSession('many-orders')

interface Kept {
  at: number
  lines: Line[]
}

const kept = createStore(read())

function read(): Kept | null {
  try {
    const found = JSON.parse(store.read() ?? 'null', unpacked) as Kept | null
    return found && Date.now() - found.at < keptForMs && found.lines.some(isOpen) ? found : null
  } catch {
    // The stored value was changed by hand: treat it as empty.
    return null
  }
}

function change(next: Kept | null) {
  try {
    store.write(next && JSON.stringify(packed(next)))
  } catch {
    // The storage is full: the list lasts as long as the page, and sent orders are stored separately.
  }
  kept.setState(() => next)
}

// Another tab continues the list, or another user signed in.
store.onReplaced(() => kept.setState(read))

export const keepList = (lines: Line[]) => change({ at: Date.now(), lines })

/** Writes only this line, since another tab may have changed the others. */
export function keepLine(reffclient: string, next: Line) {
  const list = kept.state
  const lines = list?.lines.map((line) => (line.order.reffclient === reffclient ? next : line)) ?? []
  if (list) change(lines.some(isOpen) ? { ...list, lines } : null)
}

export const dropList = () => change(null)

/** Lines that were being sent when the page was closed may have arrived. */
export const keptLines = (): Line[] =>
  kept.state?.lines.map((line) =>
    line.state.name === 'sending' ? { order: { ...line.order, unanswered: true }, state: interrupted } : line,
  ) ?? []

const interrupted: LineState = { name: 'unanswered', message: 'Jawabannya belum terlihat' }

/** The number of open lines; null if no list was begun or all lines are answered. */
export function useKeptList(): number | null {
  return useSelector(kept, (now) => (now === null ? null : now.lines.filter(isOpen).length))
}
