import { platformChannel } from '@lapak/contract/community/chat'
import { chatLogin, type EventName, events, handshake, type LogonAccepted, readAgo } from '@lapak/contract/shared/events'
import { z } from 'zod'
import { isReached, onReachChange, wasAlwaysReached } from '#lib/connectivity.ts'
import { firstReadAgo } from '#lib/early-answers.ts'
import { latePart } from '#lib/late-part.ts'
import { lineIsDown, lineIsOut, lineIsUp } from '#lib/line-state.ts'
import { queryClient } from '#lib/queries.ts'
import { lineRestored, publish, sayBy, sessionEnded } from '#lib/realtime.ts'

/** What the server tells. A message of another shape, or of a name that this build does not know, is left alone. */
function publishDecoded(name: string, payload: unknown) {
  if (!Object.hasOwn(events, name)) return
  const message = z.safeDecode(events[name as EventName] as z.ZodType, payload as never)
  if (message.success) publish(name, message.data)
}

/**
 * Only the first logon of a document may find that nothing was missed: until then it was told nothing, and how long ago it began to read is
 * known. A line that was lost, or a second one, may have missed what nobody can say.
 */
let hasLoggedOn = false

/** Where something was not read, or comes from before this document (`lib/known.ts`), a line that is up is the moment to read it. */
const isAllRead = () =>
  wasAlwaysReached() &&
  queryClient
    .getQueryCache()
    .getAll()
    .every(({ state }) => state.status !== 'error')

/** The client library is loaded only now. */
const client = latePart(() => import('socket.io-client'))

/** Opens the line of a session. Returns how to close it. */
export function openLine(session: { token: string; userid: string }): () => void {
  let close: (() => void) | undefined
  let closed = false

  function begin({ io }: typeof import('socket.io-client')) {
    if (closed || close) return
    const socket = io({ path: '/socket.io', transports: ['polling', 'websocket'], query: { chatID: platformChannel } })
    // Once per connection: the server says `needlogon` to a dead token, and saying it again would never end.
    let accepted = false
    socket.on('connect', () => {
      accepted = false
      socket.emit(chatLogin, { userid: session.userid })
      if (!hasLoggedOn) socket.emit(readAgo, firstReadAgo())
      socket.emit(handshake.answer, session)
    })
    socket.on(handshake.accepted, (answer?: Partial<LogonAccepted>) => {
      accepted = true
      hasLoggedOn = true
      lineIsUp()
      if (answer?.missed !== false || !isAllRead()) publish(lineRestored, undefined)
    })
    socket.on('connect_error', lineIsDown)
    socket.on('disconnect', (reason) => (reason === 'io server disconnect' ? lineIsOut(() => socket.connect()) : lineIsDown()))
    socket.on(handshake.ask, () => {
      console.debug(handshake.ask)
      if (accepted) publish(sessionEnded, undefined)
    })
    socket.onAny(publishDecoded)
    sayBy((event, data) => {
      if (socket.connected) socket.volatile.emit(event, data)
    })
    close = () => {
      sayBy(() => undefined)
      socket.off()
      socket.disconnect()
      lineIsUp()
    }
  }

  // Without a network it is asked for again once there is one.
  const load = () => void client.fetch().then(begin, () => undefined)
  const stopWaiting = onReachChange(() => isReached() && load())
  load()
  return () => {
    closed = true
    stopWaiting()
    close?.()
  }
}
