import { createStore, useSelector } from '@tanstack/react-store'

/*
 * The state of the realtime connection. A lost connection is usually restored within moments, so only a longer loss is shown, because the page may be
 * outdated.
 */

/** `down`: reconnecting automatically. `out`: the server closed the connection, and it is opened again only on request. */
type LineState = 'up' | 'down' | 'out'

const shownAfterMs = 10_000

const state = createStore<LineState>('up')
let due: number | undefined
let connect: () => void = () => undefined

function become(next: LineState) {
  window.clearTimeout(due)
  due = undefined
  state.setState(() => next)
}

/** Also called when no connection is wanted any more. */
export const lineIsUp = () => become('up')

export function lineIsDown() {
  if (state.state === 'up') due ??= window.setTimeout(() => become('down'), shownAfterMs)
}

export function lineIsOut(again: () => void) {
  connect = again
  become('out')
}

export function connectAgain() {
  become('down')
  connect()
}

export const useLineState = (): LineState => useSelector(state)
