import { useSyncExternalStore } from 'react'

/*
 * Whether this page is told what happens elsewhere. A line that is cut is up again within moments, so only what lasts is said: what is
 * shown may be old meanwhile.
 */

/** `down`: it is tried again by itself. `out`: the server showed this page out, which comes again only when asked. */
type LineState = 'up' | 'down' | 'out'

const shownAfterMs = 10_000

let state: LineState = 'up'
let due: number | undefined
let connect: () => void = () => undefined
const listeners = new Set<() => void>()

function become(next: LineState) {
  window.clearTimeout(due)
  due = undefined
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Also where no line is wanted any more. */
export const lineIsUp = () => become('up')

export function lineIsDown() {
  if (state === 'up') due ??= window.setTimeout(() => become('down'), shownAfterMs)
}

export function lineIsOut(again: () => void) {
  connect = again
  become('out')
}

export function connectAgain() {
  become('down')
  connect()
}

export const useLineState = (): LineState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
