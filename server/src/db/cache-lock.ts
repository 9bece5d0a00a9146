import type { Reader, Tx } from './db.ts'

/**
 * Must be the first statement of a transaction that reads cached rows and then changes them. Every write to a cached table locks the version counter
 * before its rows (by a trigger before the statement), so a transaction that locks rows first would sooner or later deadlock with a plain update. The
 * lock also keeps the read rows unchanged until the commit.
 */
export async function lockCache(tx: Tx): Promise<void> {
  await tx.selectFrom('cache_version').select('version').forUpdate().executeTakeFirstOrThrow()
}

/** Current version: all changes up to it are visible, every later change gets a greater version. */
export async function cacheVersion(read: Reader): Promise<bigint> {
  const { version } = await read.selectFrom('cache_version').select('version').executeTakeFirstOrThrow()
  return version
}
