/** The time of the last note of each key, as far back as there is room. */
export interface NotedLately<Key> {
  note(key: Key): void
  /** Whether no note after this moment was dropped. */
  reaches(since: number): boolean
  has(key: Key, since: number): boolean
  keys(since: number): Key[]
  /** Drops all notes, as if it began now. */
  beginAnew(): void
}

export interface Room {
  /** The maximum of keys; above it the oldest quarter is dropped. */
  most: number
  keptMs: number
}

/**
 * Moments come from `now`, which only goes forward. A note is one write to a map, because every order makes several. Expired notes are searched
 * sixteen times within `keptMs`; above the maximum, once per quarter of it.
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
