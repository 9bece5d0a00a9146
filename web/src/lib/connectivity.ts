import { onlineManager } from '@tanstack/react-query'
import { createStore, useSelector } from '@tanstack/react-store'

/*
 * Whether the server can be reached. The browser only knows whether there is a network, so the browser's network events, and each request without an
 * answer, trigger a check. The shown data is refetched when the server can be reached again.
 */

const timeoutMs = 5_000
const firstPauseMs = 2_000
const longestPauseMs = 30_000

const reached = createStore(navigator.onLine)
let always = navigator.onLine
let pendingCheck: Promise<boolean> | undefined
let next: ReturnType<typeof setTimeout> | undefined
let pause = firstPauseMs

export const isServerReachable = () => reached.state
/** Whether the server has been reachable all the time since this document was opened. */
export const wasAlwaysReachable = () => always

export function onReachabilityChange(listener: () => void): () => void {
  return reached.subscribe(listener).unsubscribe
}

export const useIsServerReachable = (): boolean => useSelector(reached)

/**
 * Checks whether the server answers. The check is repeated until the server answers and the browser has a network: a server that answers just after
 * the network was lost may be gone a moment later.
 */
export async function checkReachability() {
  pendingCheck ??= serverAnswers()
  const found = await pendingCheck
  pendingCheck = undefined
  clearTimeout(next)
  if (found && navigator.onLine) pause = firstPauseMs
  else {
    next = setTimeout(checkReachability, pause)
    pause = Math.min(pause * 2, longestPauseMs)
  }
  if (found === reached.state) return
  always &&= found
  reached.setState(() => found)
  onlineManager.setOnline(found)
}

/** An answer with status 500 or above may come from a proxy whose server is down, so it does not count as an answer of the server. */
const serverAnswers = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** A check that is under way when the network changes may report the network before the change, so another check follows it. */
async function checkAgain() {
  await pendingCheck
  await checkReachability()
}

// The query library's own detection is disabled: only the check above decides whether the network is back.
onlineManager.setEventListener(() => undefined)
onlineManager.setOnline(navigator.onLine)
window.addEventListener('online', checkAgain)
window.addEventListener('offline', checkAgain)
if (!navigator.onLine) void checkReachability()
