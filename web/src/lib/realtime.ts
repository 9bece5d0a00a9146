import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'

type Listener = (payload: unknown) => void
const listeners = new Map<string, Set<Listener>>()

/** Said by this module itself once the line is up, first or again: what happened before may have been missed. */
export const lineRestored = 'line-restored'

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
    socket.on('connect', () => socket.emit('logon', session))
    socket.on('logonok', () => tell(lineRestored, undefined))
    socket.onAny(tell)
    close = () => socket.disconnect()
  })
  return () => {
    closed = true
    close?.()
  }
}

/** Hears one event while the component is shown. A message of another shape is left alone. */
export function useRealtime<Shape extends z.ZodType>(event: string, shape: Shape, onMessage: (message: z.output<Shape>) => void) {
  const hear = useEffectEvent((payload: unknown) => {
    const message = z.safeDecode(shape, payload as z.input<Shape>)
    if (message.success) onMessage(message.data)
  })
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
