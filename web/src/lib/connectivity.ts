import { onlineManager } from '@tanstack/react-query'
import { createStore, useSelector } from '@tanstack/react-store'

/*
 * Whether the server can be reached. The browser only knows whether there is a network, so the browser's network events, and each request without an
 * answer, trigger a check. The shown data is refetched when the server can be reached again.
 */

const answersWithin = 5_000
const firstPause = 2_000
const longestPause = 30_000

const reached = createStore(true)
let always = true
let looking: Promise<boolean> | undefined
let next: ReturnType<typeof setTimeout> | undefined
let pause = firstPause

export const isReached = () => reached.state
/** Whether the server has been reachable all the time since this document was opened. */
export const wasAlwaysReached = () => always

export function onReachChange(listener: () => void): () => void {
  return reached.subscribe(listener).unsubscribe
}

export const useReached = (): boolean => useSelector(reached)

/** Checks whether the server answers. If it does not answer, the check is repeated until it does. */
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
  if (found === reached.state) return
  always &&= found
  reached.setState(() => found)
  onlineManager.setOnline(found)
}

/** An answer with status 500 or above may come from a proxy whose server is down, so it does not count as an answer of the server. */
const answers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answersWithin) }).then(
    ({ status }) => status < 500,
    () => false,
  )

// The query library's own detection is disabled: only the check above decides whether the network is back.
onlineManager.setEventListener(() => undefined)
window.addEventListener('online', tryReach)
window.addEventListener('offline', tryReach)
if (!navigator.onLine) void tryReach()
