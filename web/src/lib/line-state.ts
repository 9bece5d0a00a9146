import { createStore, useSelector } from '@tanstack/react-store'

/*
 * The state of the realtime connection. A lost connection is usually restored within moments, so only a loss that lasts longer is shown to the user,
 * whose screen may then be outdated.
 */

/**
 * `down`: the connection is lost and is restored automatically. `out`: the server closed the connection, and it is opened again only when the user
 * requests it.
 */
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

/** Called when the connection is restored, and also when no connection is needed any more. */
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
