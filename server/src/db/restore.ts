import { type Kysely, sql } from 'kysely'
import type { Log } from '#shared/log.ts'
import type { Database, Reader, Tx } from './db.ts'
import type { DB } from './schema.ts'

/** A finding that acknowledged commits may be missing, which an operator has not confirmed yet (ADR 0089). */
export interface UnconfirmedRestore {
  reason: 'other_cluster' | 'commits_lost' | 'no_witness'
  detail: string
  found_at: Date
}

/** Null in normal operation. */
export async function unconfirmedRestore(read: Reader): Promise<UnconfirmedRestore | null> {
  const row = await read
    .selectFrom('database_restore')
    .select(['reason', 'detail', 'found_at'])
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return (row as UnconfirmedRestore | undefined) ?? null
}

/** Keeps the first finding until it is confirmed. */
export async function recordRestore(
  tx: Pick<Kysely<DB>, 'insertInto'>,
  reason: UnconfirmedRestore['reason'],
  detail: string,
): Promise<void> {
  await tx
    .insertInto('database_restore')
    .values({ reason, detail })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('confirmed_at', 'is', null).doNothing())
    .execute()
}

/**
 * Ends the finding: identifiers continue far ahead once more, since those that were issued meanwhile may have been issued before. Every process starts
 * again when it sees this. Returns null if there is nothing to confirm.
 */
export async function confirmRestore(tx: Tx): Promise<UnconfirmedRestore | null> {
  const confirmed = await tx
    .updateTable('database_restore')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('confirmed_at', 'is', null)
    .returning(['reason', 'detail', 'found_at'])
    .executeTakeFirst()
  if (confirmed === undefined) return null
  await sql`select begin_timeline(again => true)`.execute(tx)
  return confirmed as UnconfirmedRestore
}

/** How often each process reads whether a restore waits for confirmation, in milliseconds. */
const looksEveryMs = 1_000
/** How often it is written to the log that a restore waits, in milliseconds. */
const logsEveryMs = 60_000

/** Calls `changed` once, when a restore is noticed or confirmed after the start of this process. Returns the function that ends it. */
export function watchRestore(
  { read }: Pick<Database, 'read'>,
  { known, log, changed }: { known: UnconfirmedRestore | null; log: Pick<Log, 'error'>; changed(): void },
): () => void {
  let loggedAt = 0
  const look = async () => {
    const now = await unconfirmedRestore(read).catch(() => known)
    if ((now === null) !== (known === null)) {
      clearInterval(timer)
      return changed()
    }
    if (now === null || Date.now() - loggedAt < logsEveryMs) return
    loggedAt = Date.now()
    log.error({ ...now }, 'acknowledged commits may be lost: orders are refused and nothing is sent until `npm run restored` confirms it')
  }
  const timer = setInterval(() => void look(), looksEveryMs)
  void look()
  return () => clearInterval(timer)
}
