import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('a network that is lost during a check is noticed, although the check still found the server', async () => {
  const checks: ((status: number | null) => void)[] = []
  const browser = new EventTarget()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<{ status: number }>()
    checks.push((status) => (status === null ? answer.reject(new TypeError('Failed to fetch')) : answer.resolve({ status })))
    return answer.promise
  })
  const { checkReachability, isServerReachable } = await import('./connectivity.ts')
  const check = checkReachability()
  browser.dispatchEvent(new Event('offline'))
  checks[0]?.(200)
  await check
  await vi.waitFor(() => expect(checks).toHaveLength(2))
  checks[1]?.(null)
  await vi.waitFor(() => expect(isServerReachable()).toBe(false))
})
