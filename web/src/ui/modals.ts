import { modals } from '@mantine/modals'
import { useSyncExternalStore } from 'react'

/** Opens dialogs of `modals-host.tsx` from anywhere; the host is loaded with the first one. */
let wanted = false
const listeners = new Set<() => void>()
const { promise: there, resolve } = Promise.withResolvers<void>()

export const hostIsThere = resolve

export function useModalsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
  )
}

let asked = 0

/** Opens a dialog under a unique id. The returned function closes it, even if the host is not loaded yet. */
export function openLater(open: (modalId: string) => void): { close: () => void } {
  asked += 1
  const modalId = `asked-${asked}`
  let closed = false
  wanted = true
  for (const listener of listeners) listener()
  void there.then(() => closed || open(modalId))
  return {
    close: () => {
      closed = true
      modals.close(modalId)
    },
  }
}
