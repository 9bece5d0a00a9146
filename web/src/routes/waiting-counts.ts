import { createStore, useSelector } from '@tanstack/react-store'

/** The number of items that wait at each entry of the administrators' menu. `live.tsx` counts them after the first screen. */
const waiting = createStore<Readonly<Record<string, number>>>({})

export function setWaitingCounts(counted: Readonly<Record<string, number>>) {
  if (Object.entries(counted).every(([key, count]) => waiting.state[key] === count)) return
  waiting.setState(() => counted)
}

export const useWaitingCounts = (): Readonly<Record<string, number>> => useSelector(waiting)
