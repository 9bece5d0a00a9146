import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'

const triesMax = 40
const pauseMs = 1_000

/**
 * The number up to which every set is there that ever will be. A number is drawn before its set can be seen, and transactions end in
 * another order than they drew. Whoever draws holds the number of its transaction by then, and those are given in order, whatever the
 * clock says: so it is waited until all have ended that had theirs when the set's number was read. Who only reads has none, and keeps
 * nobody waiting. Null when one of them runs on for long: who asks comes again later.
 */
export async function settledUpTo(db: Database): Promise<bigint | null> {
  const drawn = await lastDrawn(db.read)
  if (drawn === null) return null
  const later = await transactionAfter(db)
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (await allBeforeEnded(db.read, later)) return drawn
    await pause(pauseMs)
  }
  return null
}

async function lastDrawn(read: Reader): Promise<bigint | null> {
  const { rows } = await sql<{ drawn: bigint | null }>`select pg_sequence_last_value('entry_set_id') as drawn`.execute(read)
  return rows[0]?.drawn ?? null
}

/** The number of a transaction younger than all that have one; it does nothing. */
const transactionAfter = (db: Database): Promise<string> =>
  db.transaction(async (tx) => {
    const { rows } = await sql<{ mine: string }>`select pg_current_xact_id()::text as mine`.execute(tx)
    const [own] = rows
    if (own === undefined) throw new Error('a transaction without a number')
    return own.mine
  })

async function allBeforeEnded(read: Reader, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as ended`.execute(read)
  return rows[0]?.ended === true
}
