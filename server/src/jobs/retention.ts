import type { Database, Tx } from '#db/db.ts'

/** Rows per transaction. Limits how long locks block others, and keeps each statement below the timeout of half a minute. */
export const purgedAtOnce = 5_000

/** Deletes old rows in portions, one transaction each, until a portion is not full. */
export async function purge(db: Database, takePortion: (tx: Tx) => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (let swept = purgedAtOnce; swept === purgedAtOnce; ) swept = Number((await db.transaction(takePortion)).numAffectedRows ?? 0)
}
