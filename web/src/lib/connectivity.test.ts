import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser whose network the test changes, and whose requests the test answers; `null` is a request without an answer. */
async function openBrowser(onLine = true) {
  vi.resetModules()
  const checks: ((status: number | null) => void)[] = []
  const browser = new EventTarget()
  const navigator = { onLine }
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<{ status: number }>()
    checks.push((status) => (status === null ? answer.reject(new TypeError('Failed to fetch')) : answer.resolve({ status })))
    return answer.promise
  })
  return { checks, browser, navigator, ...(await import('./connectivity.ts')) }
}

test('a network that is lost during a check is noticed, although the check still found the server', async () => {
  const { checks, browser, checkReachability, isServerReachable } = await openBrowser()
  const check = checkReachability()
  browser.dispatchEvent(new Event('offline'))
  checks[0]?.(200)
  await check
  await vi.waitFor(() => expect(checks).toHaveLength(2))
  checks[1]?.(null)
  await vi.waitFor(() => expect(isServerReachable()).toBe(false))
})

test('a check that finds the server without a network is repeated', async () => {
  const { checks, browser, navigator, isServerReachable } = await openBrowser()
  vi.useFakeTimers()
  navigator.onLine = false
  browser.dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(checks).toHaveLength(1))
  checks[0]?.(200)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(checks).toHaveLength(2)
  expect(isServerReachable()).toBe(true)
  checks[1]?.(null)
  await vi.advanceTimersByTimeAsync(0)
  expect(isServerReachable()).toBe(false)
})

test('a document that opens without a network counts the server as unreachable until a check finds it', async () => {
  const { checks, isServerReachable, wasAlwaysReachable } = await openBrowser(false)
  expect(isServerReachable()).toBe(false)
  checks[0]?.(200)
  await vi.waitFor(() => expect(isServerReachable()).toBe(true))
  expect(wasAlwaysReachable()).toBe(false)
})
