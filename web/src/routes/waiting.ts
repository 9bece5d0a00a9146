import { useSyncExternalStore } from 'react'

/** The waiting counts of the administration screens by entry. Counted by `live.tsx` after the first screen. */
let waiting: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

export function keepWaiting(counted: Readonly<Record<string, number>>) {
  if (Object.entries(counted).every(([key, count]) => waiting[key] === count)) return
  waiting = counted
  for (const listener of listeners) listener()
}

export const useWaiting = (): Readonly<Record<string, number>> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
