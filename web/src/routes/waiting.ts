import { createStore, useSelector } from '@tanstack/react-store'

/** The waiting counts of the administration screens by entry. Counted by `live.tsx` after the first screen. */
const waiting = createStore<Readonly<Record<string, number>>>({})

export function keepWaiting(counted: Readonly<Record<string, number>>) {
  if (Object.entries(counted).every(([key, count]) => waiting.state[key] === count)) return
  waiting.setState(() => counted)
}

export const useWaiting = (): Readonly<Record<string, number>> => useSelector(waiting)
