import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/*
 * Whether the server can be reached. The browser only knows whether there is some network, so what it says, and each question without
 * an answer, is a reason to look. What is shown is read again as soon as there is an answer.
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
/** Since this document began. */
export const wasAlwaysReached = () => always

export function onReachChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReached = (): boolean => useSyncExternalStore(onReachChange, isReached)

/** Asks whether the server is there, and again until it is. */
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

/** A proxy that answers for a server that is gone is no answer. */
const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answersWithin) }).then(
    ({ status }) => status < 500,
    () => false,
  )

// Nothing but the above says that the network is back.
onlineManager.setEventListener(() => undefined)
window.addEventListener('online', tryReach)
window.addEventListener('offline', tryReach)
if (!navigator.onLine) void tryReach()
