import { createStore, useSelector } from '@tanstack/react-store'

/*
 * The state of the realtime connection. A lost connection is usually restored within moments, so only a loss that lasts longer is shown to the user,
 * whose screen may then be outdated.
 */

/**
 * `reconnecting`: the connection is lost and is restored automatically. `closed`: the server closed the connection, and it is opened again only when
 * the user requests it.
 */
type ConnectionStatus = 'connected' | 'reconnecting' | 'closed'

const reportedAfterMs = 10_000

const status = createStore<ConnectionStatus>('connected')
let timer: number | undefined
let connect: () => void = () => undefined

function setStatus(next: ConnectionStatus) {
  window.clearTimeout(timer)
  timer = undefined
  status.setState(() => next)
}

/** Called when the connection is restored, and also when no connection is needed any more. */
export const setConnected = () => setStatus('connected')

export function setReconnecting() {
  if (status.state === 'connected') timer ??= window.setTimeout(() => setStatus('reconnecting'), reportedAfterMs)
}

export function setClosed(again: () => void) {
  connect = again
  setStatus('closed')
}

export function reconnect() {
  setStatus('reconnecting')
  connect()
}

export const useConnectionStatus = (): ConnectionStatus => useSelector(status)
