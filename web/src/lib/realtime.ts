import { type chatLogin, type EventData, type EventName, events, handshake } from '@lapak/contract/events'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'

type Listener = (payload: unknown) => void
const listeners = new Map<string, Set<Listener>>()

/** What the page says itself is a hint: without a line it is not said, and not kept. */
let emit: (event: string, data: unknown) => void = () => undefined
export const sayOnLine = (event: typeof chatLogin | EventName, data: unknown) => emit(event, data)

/** Said by this module itself, beside the events of the server. */
const lineRestored = 'line-restored'
const sessionEnded = 'session-ended'

function tell(event: string, payload: unknown) {
  for (const listener of listeners.get(event) ?? []) listener(payload)
}

/** Opens the line of a session; the client library is loaded only now. Returns how to close it. */
export function openLine(session: { token: string; userid: string }): () => void {
  let close: (() => void) | undefined
  let closed = false
  void import('socket.io-client').then(({ io }) => {
    if (closed) return
    const socket = io({ path: '/socket.io', transports: ['polling', 'websocket'] })
    // Once per connection: the server says `needlogon` to a dead token, and saying it again would never end.
    let accepted = false
    socket.on('connect', () => {
      accepted = false
      socket.emit(handshake.answer, session)
    })
    socket.on(handshake.accepted, () => {
      accepted = true
      tell(lineRestored, undefined)
    })
    socket.on(handshake.ask, () => {
      console.debug(handshake.ask)
      if (accepted) tell(sessionEnded, undefined)
    })
    socket.onAny(tell)
    emit = (event, data) => {
      if (socket.connected) socket.volatile.emit(event, data)
    }
    close = () => {
      emit = () => undefined
      socket.disconnect()
    }
  })
  return () => {
    closed = true
    close?.()
  }
}

/** Hears one event while the component is shown. A message of another shape is left alone. */
export function useRealtime<Name extends EventName>(event: Name, onMessage: (data: EventData<Name>) => void) {
  useListener(event, (payload) => {
    const message = z.safeDecode(events[event], payload as never)
    if (message.success) onMessage(message.data as EventData<Name>)
  })
}

/** Acts once the line is up, first or again: what happened before may have been missed. */
export function useLineRestored(act: () => void) {
  useListener(lineRestored, act)
}

/** Acts when the session that the line was opened with has ended elsewhere. */
export function useSessionEnded(act: () => void) {
  useListener(sessionEnded, act)
}

function useListener(event: string, listen: Listener) {
  const hear = useEffectEvent(listen)
  useEffect(() => {
    const ofEvent = listeners.get(event) ?? new Set()
    listeners.set(event, ofEvent)
    const listener: Listener = (payload) => hear(payload)
    ofEvent.add(listener)
    return () => {
      ofEvent.delete(listener)
    }
  }, [event])
}
