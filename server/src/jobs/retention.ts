import type { Database, Tx } from '#db/db.ts'

/** So many rows go in one transaction: what it holds others may wait for, and a statement that takes half a minute is broken off. */
export const sweptAtOnce = 5_000

/** Takes old rows away, a portion in each transaction, until one is not full. */
export async function purge(db: Database, takePortion: (tx: Tx) => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (let swept = sweptAtOnce; swept === sweptAtOnce; ) swept = Number((await db.transaction(takePortion)).numAffectedRows ?? 0)
}
