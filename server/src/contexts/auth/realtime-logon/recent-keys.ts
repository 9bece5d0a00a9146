/** Stores the time of the last note of each key, and drops old notes to limit the memory. */
export interface RecentKeys<Key> {
  record(key: Key): void
  /** Whether all notes after this time are still stored. */
  reaches(since: number): boolean
  has(key: Key, since: number): boolean
  keys(since: number): Key[]
  /** Drops all notes, as after a start. */
  clear(): void
}

export interface Limits {
  /** The maximum number of keys; if it is exceeded, the oldest quarter is dropped. */
  maxKeys: number
  keptMs: number
}

/**
 * Times come from `now`, which must not go backward. A note must be fast, because every order causes several, so it is one write to a map. Expired
 * notes are removed sixteen times per `keptMs`; above the maximum, a quarter of the notes is removed together.
 */
export function createRecentKeys<Key>({ maxKeys, keptMs }: Limits, now = () => performance.now()): RecentKeys<Key> {
  const recordedAt = new Map<Key, number>()
  let droppedUntil = now()
  let sweptAt = droppedUntil

  function dropUntil(moment: number) {
    for (const [key, at] of recordedAt) {
      if (at > moment) continue
      recordedAt.delete(key)
      droppedUntil = Math.max(droppedUntil, at)
    }
  }

  function dropOldest() {
    const moments = [...recordedAt.values()].toSorted((one, other) => one - other)
    dropUntil(moments[recordedAt.size - Math.ceil(maxKeys * 0.75) - 1] ?? 0)
  }

  return {
    record(key) {
      const at = now()
      recordedAt.set(key, at)
      if (at - sweptAt > keptMs / 16) {
        sweptAt = at
        dropUntil(at - keptMs)
      }
      if (recordedAt.size > maxKeys) dropOldest()
    },
    reaches: (since) => since > droppedUntil,
    has: (key, since) => (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= since,
    keys: (since) => [...recordedAt].flatMap(([key, at]) => (at >= since ? [key] : [])),
    clear() {
      recordedAt.clear()
      droppedUntil = now()
    },
  }
}
