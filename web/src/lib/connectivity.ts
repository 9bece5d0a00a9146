import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/*
 * Whether the server can be reached. The browser only knows whether there is a network, so its events and each request without an answer trigger a
 * check. Shown data is refreshed as soon as there is an answer.
 */

const answersWithin = 5_000
const firstPause = 2_000
const longestPause = 30_000

let reached = true
let always = true
let looking: Promise<boolean> | undefined
let next: ReturnType<typeof setTimeout> | undefined
let pause = firstPause
const listeners = new Set<() => void>()

export const isReached = () => reached
/** Whether the server has been reachable ever since this document was opened. */
export const wasAlwaysReached = () => always

export function onReachChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReached = (): boolean => useSyncExternalStore(onReachChange, isReached)

/** Checks whether the server answers, repeatedly until it does. */
export async function tryReach() {
  looking ??= answers()
  const found = await looking
  looking = undefined
  clearTimeout(next)
  if (found) pause = firstPause
  else {
    next = setTimeout(tryReach, pause)
    pause = Math.min(pause * 2, longestPause)
  }
  if (found === reached) return
  reached = found
  always &&= found
  onlineManager.setOnline(found)
  for (const listener of listeners) listener()
}

/** An error of a proxy whose server is down does not count as an answer. */
const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answersWithin) }).then(
    ({ status }) => status < 500,
    () => false,
  )

// Only the check above decides whether the network is back.
onlineManager.setEventListener(() => undefined)
window.addEventListener('online', tryReach)
window.addEventListener('offline', tryReach)
if (!navigator.onLine) void tryReach()
