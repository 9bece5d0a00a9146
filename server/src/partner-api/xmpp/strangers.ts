import { createRateLimit } from '#http/rate-limit.ts'

/** Whether somebody who may not order is told so: once an hour each, and all of them together not often. */
export function createUnknownSenderLimit(): (from: string) => boolean {
  const notifiedAt = new Map<string, number>()
  const all = createRateLimit<'all'>(repliesPerSecond)
  return (from) => {
    const now = Date.now()
    if (now - (notifiedAt.get(from) ?? 0) < hourMs) return false
    // A stranger who brings ever new names fills no memory.
    if (notifiedAt.size >= cachedMax) notifiedAt.clear()
    notifiedAt.set(from, now)
    try {
      all.spend('all')
      return true
    } catch {
      return false
    }
  }
}

const hourMs = 3_600_000
const cachedMax = 10_000
const repliesPerSecond = 1
