import { createRateLimit } from '#http/rate-limit.ts'

/** Limits replies to unknown senders: once an hour per address, and rarely in total. */
export function createUnknownSenderLimit(): (from: string) => boolean {
  const notifiedAt = new Map<string, number>()
  const all = createRateLimit<'all'>(repliesPerSecond)
  return (from) => {
    const now = Date.now()
    if (now - (notifiedAt.get(from) ?? 0) < hourMs) return false
    // Bounds the memory, since senders may use ever new addresses.
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
