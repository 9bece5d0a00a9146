/** When each of some keys was noted last, as far back as there is room. */
export interface NotedLately<Key> {
  note(key: Key): void
  /** Whether nothing is forgotten that was noted after this moment. */
  reaches(since: number): boolean
  has(key: Key, since: number): boolean
  keys(since: number): Key[]
  /** As if it began now. */
  beginAnew(): void
}

export interface Room {
  /** Keys at most; of more the oldest go. */
  most: number
  keptMs: number
}

/** Moments are those of `now`, which goes forward only. */
export function noteLately<Key>({ most, keptMs }: Room, now = () => performance.now()): NotedLately<Key> {
  /** The oldest first. */
  const noted = new Map<Key, number>()
  let forgotten = now()

  function forgetOldest() {
    for (const [key, at] of noted) {
      if (noted.size <= most && now() - at <= keptMs) return
      noted.delete(key)
      forgotten = Math.max(forgotten, at)
    }
  }

  return {
    note(key) {
      noted.delete(key)
      noted.set(key, now())
      forgetOldest()
    },
    reaches: (since) => since > forgotten,
    has: (key, since) => (noted.get(key) ?? Number.NEGATIVE_INFINITY) >= since,
    keys: (since) => [...noted].flatMap(([key, at]) => (at >= since ? [key] : [])),
    beginAnew() {
      noted.clear()
      forgotten = now()
    },
  }
}
