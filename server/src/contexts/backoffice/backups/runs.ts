import { sql } from 'kysely'
import type { Database } from '#db/db.ts'

export type RunKind = 'backup' | 'drill'

interface Outcome {
  backup: string
  bytes: number
}

/** Records a run, its outcome, and why it failed. A run without an end was interrupted. */
export async function recordRun(db: Database, kind: RunKind, run: () => Promise<Outcome>): Promise<void> {
  const { id } = await db.transaction((tx) => tx.insertInto('backup_run').values({ kind }).returning('id').executeTakeFirstOrThrow())
  const end = (values: { backup?: string; bytes?: bigint; error?: string }) =>
    db.transaction((tx) =>
      tx
        .updateTable('backup_run')
        .set({ ...values, ended_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute(),
    )
  try {
    const { backup, bytes } = await run()
    await end({ backup, bytes: BigInt(bytes) })
  } catch (error) {
    await end({ error: (error instanceof Error ? error.message : String(error)).slice(0, 1_000) })
    throw error
  }
}

/** All archived WAL is in the backup, or why it is not. */
export async function recordShipment(db: Database, error: string | null): Promise<void> {
  await db.transaction((tx) =>
    error === null
      ? tx
          .insertInto('wal_shipment')
          .values({ shipped_at: sql<Date>`now()` })
          .onConflict((conflict) => conflict.column('single').doUpdateSet({ shipped_at: sql<Date>`now()`, error: null }))
          .execute()
      : tx
          .insertInto('wal_shipment')
          .values({ error: error.slice(0, 1_000) })
          .onConflict((conflict) => conflict.column('single').doUpdateSet({ error: error.slice(0, 1_000) }))
          .execute(),
  )
}
