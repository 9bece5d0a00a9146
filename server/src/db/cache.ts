import type { Log } from '#shared/log.ts'
import { cacheVersion } from './cache-lock.ts'
import type { Database, Reader } from './db.ts'

/**
 * Caches tables in memory by version. Every change of a cached table increments one version counter under a row lock (see 0001-platform.sql), so
 * reading "rows with a version above the last one seen" never misses a row. NOTIFY makes updates fast; polling every second finds changes whose
 * notification was lost.
 */
export interface CachedTable<Row> {
  /** All rows with a version above `version`. */
  readSince(read: Reader, version: bigint): Promise<Row[]>
  /** All rows in batches, for the initial read of a large table. */
  readAll?(read: Reader): AsyncIterable<Row[]>
  apply(row: Row): void
}

export interface VersionedCache {
  /** Reads all changes up to now. */
  refresh(): Promise<void>
  /**
   * Resolves with the result of a change once the cache contains it, so that the caller sees its own change. The change stays valid if this read
   * fails; the next poll reads it.
   */
  afterRefresh<Answer>(change: Promise<Answer>): Promise<Answer>
  /** Waits for a running read. */
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

  /** Initial read, before the cache is used: table by table, large ones in batches. Changes made meanwhile are read afterwards. */
  async function readEverything() {
    for (const table of tables) {
      const batches = table.readAll?.(db.read) ?? [await table.readSince(db.read, seen)]
      for await (const rows of batches) for (const row of rows) applyQuietly(table, row)
    }
  }

  /**
   * Reads all tables from one snapshot. Otherwise, if a product and then an offer changed after the products were read, the later version of the
   * offer would make the cache skip the change of the product.
   */
  async function readChanges() {
    const changed: unknown[][] = []
    const version = await db.snapshot(async (read) => {
      for (const table of tables) changed.push(await table.readSince(read, seen))
      return cacheVersion(read)
    })
    // All changes are applied without interruption: otherwise an order could see a new version of an offer together with an old special price.
    tables.forEach((table, index) => {
      for (const row of changed[index] ?? []) applyQuietly(table, row)
    })
    seen = version
  }

  /** One invalid row must not block the changes of all others, such as revoked keys. */
  function applyQuietly(table: AnyTable, row: unknown) {
    try {
      table.apply(row)
    } catch (error) {
      log.error({ err: error }, 'row could not be cached; its previous version stays, if any')
    }
  }

  function start(): Promise<void> {
    next = null
    running = readOnce().finally(() => {
      running = null
    })
    return running
  }

  /** A running read may have started too early, so callers wait for the read after it. */
  function refresh(): Promise<void> {
    if (running === null && next === null) return start()
    next ??= (running ?? Promise.resolve()).catch(() => undefined).then(start)
    return next
  }

  const refreshQuietly = () =>
    refresh().catch((error) => log.error({ err: error }, 'reading changed rows failed; retrying within a second'))

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

/** Rows by ascending id, in batches that limit memory and waiting time. */
export async function* inBatches<Row>(
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
