import { sql } from 'kysely'
import type { Log } from '#shared/log.ts'
import type { Database, Reader, Tx } from './db.ts'

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

interface Finding {
  reason: UnconfirmedRestore['reason']
  detail: string
  /** See `database_restore.lost_until`. */
  lostUntil: Date | null
}

/** Keeps the first finding until it is confirmed. */
export async function recordRestore(tx: Tx, { reason, detail, lostUntil }: Finding): Promise<void> {
  await tx
    .insertInto('database_restore')
    .values({ reason, detail, lost_until: lostUntil })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('confirmed_at', 'is', null).doNothing())
    .execute()
}

/** Ends the finding. Every process starts again when it sees this. Returns null if there is nothing to confirm. */
export async function confirmRestore(tx: Tx): Promise<(UnconfirmedRestore & { lost_until: Date | null }) | null> {
  const confirmed = await tx
    .updateTable('database_restore')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('confirmed_at', 'is', null)
    .returning(['reason', 'detail', 'found_at', 'lost_until'])
    .executeTakeFirst()
  return (confirmed as (UnconfirmedRestore & { lost_until: Date | null }) | undefined) ?? null
}

/** When the newest restore was confirmed; null if there was none. */
export async function restoredAt(read: Reader): Promise<Date | null> {
  const { at } = await read
    .selectFrom('database_restore')
    .select((restore) => restore.fn.max('confirmed_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** How often each process reads whether a restore waits for confirmation, in milliseconds. */
const pollIntervalMs = 1_000
/** How often it is written to the log that a restore waits, in milliseconds. */
const logIntervalMs = 60_000

export interface RestoreWatch {
  /** The finding at the start of this process. */
  atStart: UnconfirmedRestore | null
  log: Pick<Log, 'error'>
  /** A restore was recorded or confirmed since the start. Called at least once, until the watch ends. */
  onChange(): void
}

/** Returns the function that ends the watch. */
export function watchRestore({ read }: Pick<Database, 'read'>, { atStart, log, onChange }: RestoreWatch): () => void {
  let loggedAt = 0
  let isEnded = false
  const poll = async () => {
    const now = await unconfirmedRestore(read).catch(() => atStart)
    if (isEnded) return
    if ((now === null) !== (atStart === null)) return onChange()
    if (now === null || Date.now() - loggedAt < logIntervalMs) return
    loggedAt = Date.now()
    log.error({ ...now }, 'acknowledged commits may be lost: orders are refused and no worker runs until `npm run restored` confirms it')
  }
  const timer = setInterval(() => void poll(), pollIntervalMs)
  void poll()
  return () => {
    isEnded = true
    clearInterval(timer)
  }
}
