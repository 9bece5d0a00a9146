import type { Log } from '#shared/log.ts'
import { cacheVersion } from './cache-lock.ts'
import type { Database, Reader } from './db.ts'

/**
 * Keeps tables in memory by version. Every change of a cached table bumps one clock under a row lock (see
 * 0001-platform.sql), so reading "rows with a version above the last one seen" can never miss a row. NOTIFY makes it
 * prompt; the look every second makes it certain.
 */
export interface CachedTable<Row> {
  /** All rows whose version is above `version`. */
  readSince(read: Reader, version: bigint): Promise<Row[]>
  /** All rows there are, in portions, for the first reading of a table that is large. */
  readAll?(read: Reader): AsyncIterable<Row[]>
  apply(row: Row): void
}

export interface VersionedCache {
  /** Reads what changed until now. */
  refresh(): Promise<void>
  /**
   * What a change answers, once memory holds what it wrote, so that who made it sees it from then on. The change stands
   * even where reading it fails, and the next look reads it.
   */
  afterRefresh<Answer>(change: Promise<Answer>): Promise<Answer>
  /** Waits for a reading under way. */
  close(): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: rows of different tables stand in one list; each table's own types agree.
type AnyTable = CachedTable<any>

export async function startCache(db: Database, tables: readonly AnyTable[], log: Log): Promise<VersionedCache> {
  let seen = -1n
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function readOnce() {
    const version = await cacheVersion(db.read)
    if (version === seen) return
    if (seen >= 0n) return readChanges()
    await readEverything()
    seen = version
  }

  /** Nobody asks yet, so tables can come one after the other, and large ones in portions. What changed meanwhile is read after it. */
  async function readEverything() {
    for (const table of tables) {
      const portions = table.readAll?.(db.read) ?? [await table.readSince(db.read, seen)]
      for await (const rows of portions) for (const row of rows) applyQuietly(table, row)
    }
  }

  /** As of one moment: an offer that moved after its product was read would hide that the product moved before it. */
  async function readChanges() {
    const changed: unknown[][] = []
    const version = await db.snapshot(async (read) => {
      for (const table of tables) changed.push(await table.readSince(read, seen))
      return cacheVersion(read)
    })
    // All at once: an order between two tables would see a new version of an offer with an old special price.
    tables.forEach((table, index) => {
      for (const row of changed[index] ?? []) applyQuietly(table, row)
    })
    seen = version
  }

  /** One broken row must not hide the changes of all others, revoked keys among them. */
  function applyQuietly(table: AnyTable, row: unknown) {
    try {
      table.apply(row)
    } catch (error) {
      log.error({ err: error }, 'a row cannot be kept in memory; it counts as absent or as it was')
    }
  }

  function start(): Promise<void> {
    next = null
    running = readOnce().finally(() => {
      running = null
    })
    return running
  }

  /** A reading under way may have begun too early, so whoever asks meanwhile waits for the one after it, and for no other. */
  function refresh(): Promise<void> {
    if (running === null && next === null) return start()
    next ??= (running ?? Promise.resolve()).catch(() => undefined).then(start)
    return next
  }

  const refreshQuietly = () =>
    refresh().catch((error) => log.error({ err: error }, 'reading changed rows failed; it will be tried again within a second'))

  await refresh()
  await db.listen('cache', refreshQuietly)
  await refresh()
  const timer = setInterval(refreshQuietly, 1000)
  return {
    refresh,
    async afterRefresh(change) {
      const answer = await change
      await refreshQuietly()
      return answer
    },
    async close() {
      clearInterval(timer)
      await (next ?? running)?.catch(() => undefined)
    },
  }
}

/** Rows by ascending id, so many at a time that neither they nor the wait for them are large. */
export async function* inPortions<Row>(
  read: (after: bigint, count: number) => Promise<Row[]>,
  idOf: (row: Row) => bigint,
  count = 5000,
): AsyncGenerator<Row[]> {
  let after = -1n
  for (;;) {
    const rows = await read(after, count)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = idOf(last)
  }
}
