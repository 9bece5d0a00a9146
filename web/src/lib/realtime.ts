import type { EventData, EventName } from '@lapak/contract/shared/events'
import { useEffect, useEffectEvent } from 'react'

/* Subscriptions to realtime events. `realtime-connection.ts` publishes the events; it is loaded after the first screen. */

type Listener = (payload: unknown) => void
const listeners = new Map<string, Set<Listener>>()

/** Sends an event to the server. These events are only hints: without a connection they are dropped. */
type SendEvent = (event: string, data: unknown) => void
let currentSender: SendEvent = () => undefined
export const setEventSender = (say: SendEvent) => {
  currentSender = say
}
export const sendEvent = (event: EventName, data: unknown) => currentSender(event, data)

/** Events about the connection itself, in addition to the events of the server. */
export const connectionRestored = 'line-restored'
export const sessionEnded = 'session-ended'

export function publish(event: string, payload: unknown) {
  for (const listener of listeners.get(event) ?? []) listener(payload)
}

/** Subscribes to one event while the component is mounted. */
export function useRealtime<Name extends EventName>(event: Name, onMessage: (data: EventData<Name>) => void) {
  useListener(event, (data) => onMessage(data as EventData<Name>))
}

/**
 * Calls `act` when realtime events may have been missed: after a reconnection, or after the first connection if the server cannot rule out that
 * events were missed since this document sent its first request. `act` should refetch only data that is updated by events or polled.
 */
export function useConnectionRestored(act: () => void) {
  useListener(connectionRestored, act)
}

/** Calls `act` when the session of the connection was ended on another device or in another tab. */
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
