/** Stores the time of the last note of each key, and drops old notes to limit the memory. */
export interface NotedLately<Key> {
  note(key: Key): void
  /** Whether all notes after this time are still stored. */
  reaches(since: number): boolean
  has(key: Key, since: number): boolean
  keys(since: number): Key[]
  /** Drops all notes, as after a start. */
  beginAnew(): void
}

export interface Room {
  /** The maximum number of keys; if it is exceeded, the oldest quarter is dropped. */
  most: number
  keptMs: number
}

/**
 * Times come from `now`, which must not go backward. A note must be fast, because every order causes several, so it is one write to a map. Expired
 * notes are removed sixteen times per `keptMs`; above the maximum, a quarter of the notes is removed at once.
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
