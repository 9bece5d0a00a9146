import type { Reader, Tx } from './db.ts'

/**
 * Taken first by a transaction that looks at cached rows and then changes them. Every write of a cached table locks
 * the clock before its rows (the trigger runs before the statement), so whoever locked rows first and wrote afterwards
 * would sooner or later deadlock with a plain update. Holding it also keeps what was read true until the commit.
 */
export async function lockCache(tx: Tx): Promise<void> {
  await tx.selectFrom('cache_version').select('version').forUpdate().executeTakeFirstOrThrow()
}

/** Where the clock stands: every change up to it can be seen, every later one has a greater version. */
export async function cacheVersion(read: Reader): Promise<bigint> {
  const { version } = await read.selectFrom('cache_version').select('version').executeTakeFirstOrThrow()
  return version
}
