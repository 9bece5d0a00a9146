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
  /** Keys at most; of more the oldest quarter goes. */
  most: number
  keptMs: number
}

/**
 * Moments are those of `now`, which goes forward only. A note is one write to a map, since every order makes several: what is old is looked for
 * sixteen times within `keptMs`, and among too many once per quarter of them.
 */
export function noteLately<Key>({ most, keptMs }: Room, now = () => performance.now()): NotedLately<Key> {
  const noted = new Map<Key, number>()
  let forgotten = now()
  let sweptAt = forgotten

  function forgetUntil(moment: number) {
    for (const [key, at] of noted) {
      if (at > moment) continue
      noted.delete(key)
      forgotten = Math.max(forgotten, at)
    }
  }

  function forgetOldest() {
    const moments = [...noted.values()].toSorted((one, other) => one - other)
    forgetUntil(moments[noted.size - Math.ceil(most * 0.75) - 1] ?? 0)
  }

  return {
    note(key) {
      const at = now()
      noted.set(key, at)
      if (at - sweptAt > keptMs / 16) {
        sweptAt = at
        forgetUntil(at - keptMs)
      }
      if (noted.size > most) forgetOldest()
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
