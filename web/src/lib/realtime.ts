import type { EventData, EventName } from '@lapak/contract/shared/events'
import { useEffect, useEffectEvent } from 'react'

/* Who hears what on a page. What is told comes by `realtime-connection.ts`, which is loaded after the first screen. */

type Listener = (payload: unknown) => void
const listeners = new Map<string, Set<Listener>>()

/** What the page says itself is a hint: without a line it is not said, and not kept. */
type Say = (event: string, data: unknown) => void
let emit: Say = () => undefined
export const sayBy = (say: Say) => {
  emit = say
}
export const sayOnLine = (event: EventName, data: unknown) => emit(event, data)

/** Told by the line itself, beside the events of the server. */
export const lineRestored = 'line-restored'
export const sessionEnded = 'session-ended'

export function publish(event: string, payload: unknown) {
  for (const listener of listeners.get(event) ?? []) listener(payload)
}

/** Hears one event while the component is shown. */
export function useRealtime<Name extends EventName>(event: Name, onMessage: (data: EventData<Name>) => void) {
  useListener(event, (data) => onMessage(data as EventData<Name>))
}

/**
 * Acts when something may have been missed: the line is up again, or for the first time and the server does not know that nothing happened
 * since this document began to read. So what acts here is about things that are told by events, or that are read again by time anyway.
 */
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
