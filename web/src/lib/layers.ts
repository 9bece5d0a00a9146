import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  open += by
  for (const listener of listeners) listener()
}

/** Something lies over another dialog, and Escape means only what is on top. Returns how it goes again. */
export function layOver(): () => void {
  change(1)
  // Later: the Escape that closed it is still on its way to what lies below.
  return () => void setTimeout(() => change(-1))
}

export function useLayer(opened: boolean) {
  useEffect(() => (opened ? layOver() : undefined), [opened])
}

export function useIsCovered(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open > 0,
  )
}
