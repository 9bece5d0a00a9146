import { platformChannel } from '@lapak/contract/community/chat'
import { chatLogin, type EventName, events, handshake, type LogonAccepted, readAgo } from '@lapak/contract/shared/events'
import { z } from 'zod'
import { setClosed, setConnected, setReconnecting } from '#lib/connection-status.ts'
import { isServerReachable, onReachabilityChange, wasAlwaysReachable } from '#lib/connectivity.ts'
import { msSinceFirstRequest } from '#lib/early-answers.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { queryClient } from '#lib/queries.ts'
import { connectionRestored, publish, sessionEnded, setEventSender } from '#lib/realtime.ts'

/** Publishes an event of the server within the web app. Events with an unknown name or shape are ignored. */
function publishDecoded(name: string, payload: unknown) {
  if (!Object.hasOwn(events, name)) return
  const message = z.safeDecode(events[name as EventName] as z.ZodType, payload as never)
  if (message.success) publish(name, message.data)
}

/**
 * Whether this document has logged on to the realtime connection. Only at the first logon can the server report that no event was missed, because the
 * time of the first request is known. After a lost connection, it is unknown which events were missed.
 */
let hasLoggedOn = false

/**
 * Whether all data was read by this document. If a request failed, or data comes from an earlier document (`lib/persisted-queries.ts`), the new connection
 * triggers a refresh.
 */
const isAllRead = () =>
  wasAlwaysReachable() &&
  queryClient
    .getQueryCache()
    .getAll()
    .every(({ state }) => state.status !== 'error')

/** The socket.io client, which is loaded on demand. */
const client = lazyPart(() => import('socket.io-client'))

/** Opens the realtime connection of a session. Returns a function that closes it. */
export function openRealtimeConnection(session: { token: string; userid: string }): () => void {
  let close: (() => void) | undefined
  let closed = false

  function begin({ io }: typeof import('socket.io-client')) {
    if (closed || close) return
    const socket = io({ path: '/socket.io', transports: ['polling', 'websocket'], query: { chatID: platformChannel } })
    // The logon is tried only once per connection: the server answers `needlogon` to an expired token, so repeating the logon would loop forever.
    let accepted = false
    socket.on('connect', () => {
      accepted = false
      socket.emit(chatLogin, { userid: session.userid })
      if (!hasLoggedOn) socket.emit(readAgo, msSinceFirstRequest())
      socket.emit(handshake.answer, session)
    })
    socket.on(handshake.accepted, (answer?: Partial<LogonAccepted>) => {
      accepted = true
      hasLoggedOn = true
      setConnected()
      if (answer?.missed !== false || !isAllRead()) publish(connectionRestored, undefined)
    })
    socket.on('connect_error', setReconnecting)
    socket.on('disconnect', (reason) => (reason === 'io server disconnect' ? setClosed(() => socket.connect()) : setReconnecting()))
    socket.on(handshake.ask, () => {
      console.debug(handshake.ask)
      if (accepted) publish(sessionEnded, undefined)
    })
    socket.onAny(publishDecoded)
    setEventSender((event, data) => {
      if (socket.connected) socket.volatile.emit(event, data)
    })
    close = () => {
      setEventSender(() => undefined)
      socket.off()
      socket.disconnect()
      setConnected()
    }
  }

  // Without a network, the client is loaded when the server can be reached again.
  const load = () => void client.fetch().then(begin, () => undefined)
  const stopWaiting = onReachabilityChange(() => isServerReachable() && load())
  load()
  return () => {
    closed = true
    stopWaiting()
    close?.()
  }
}
