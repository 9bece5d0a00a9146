import type { Database, Tx } from '#db/db.ts'

/** Rows per transaction. Limits how long locks block others, and keeps each statement below the timeout of half a minute. */
export const defaultBatchSize = 5_000

/** Deletes or updates rows in batches, one transaction each, until a batch has fewer rows than `batchSize`. */
export async function runInBatches(
  db: Database,
  runBatch: (tx: Tx) => Promise<{ numAffectedRows?: bigint }>,
  batchSize = defaultBatchSize,
): Promise<void> {
  for (let rows = batchSize; rows === batchSize; ) rows = Number((await db.transaction(runBatch)).numAffectedRows ?? 0)
}
