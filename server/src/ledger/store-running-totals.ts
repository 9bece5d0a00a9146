import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Reader, Tx } from '#db/db.ts'
import { storeCheckpoint, thinCheckpoints } from './checkpoints.ts'
import { sumSellerDay } from './seller-days.ts'

/** Stores sums up to the last settled entry set; the next run sums later sets. */
export async function storeRunningTotals(db: Database): Promise<void> {
  const settled = await settledUpTo(db)
  if (settled === null) return
  await storeCheckpoint(db, settled)
  await storeDays(db, settled)
}

// — Settled

const triesMax = 40
const pauseMs = 1_000

/**
 * The number up to which all entry sets are visible. Set numbers are drawn before their sets are committed, and transactions may commit in a
 * different order. A transaction that has drawn a set number already has a transaction id, and transaction ids are assigned in ascending order. So
 * this function gets a new transaction id and waits until all transactions with a lower id have ended. Transactions that only read have no id, so it
 * does not wait for them. Returns null if a transaction runs for too long; the next job tries again.
 */
async function settledUpTo(db: Database): Promise<bigint | null> {
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

/** A new transaction id, from an empty transaction. It is higher than every id assigned before. */
const transactionAfter = (db: Database): Promise<string> =>
  db.transaction(async (tx) => {
    const { rows } = await sql<{ mine: string }>`select pg_current_xact_id()::text as mine`.execute(tx)
    const [own] = rows
    if (own === undefined) throw new Error('transaction has no id')
    return own.mine
  })

async function allBeforeEnded(read: Reader, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transaction}::xid8 as ended`.execute(read)
  return rows[0]?.ended === true
}

// — Days

/*
 * A day of the ledger is a range of set numbers. The start of a day is stored once it can no longer change, together with the sums of the previous
 * day for each wallet and seller. Entries never change, so these sums never change either.
 */

/** The number of recent days that keep all checkpoints, since most statements begin within these days. */
const checkpointDays = 7

/** Stores all days that end before the settled set number, one transaction per day. */
export async function storeDays(db: Database, settled: bigint): Promise<void> {
  while (await db.transaction((tx) => storeNextDay(tx, settled)));
}

/** Stores the next day. Returns false if it has not ended yet, or if another process is storing it. */
async function storeNextDay(tx: Tx, settled: bigint): Promise<boolean> {
  await sql`set local statement_timeout = 0`.execute(tx)
  if (!(await tryLockDayStorage(tx))) return false
  const newest = await newestDay(tx)
  if (newest === undefined) return beginDays(tx, settled)
  const next = await firstSetOfNextDay(tx, newest)
  if (next === null || next > settled) return false
  await sumDay(tx, newest, next)
  await sumSellerDay(tx, { day: newest.day, first: newest.first_set, beyond: next })
  await sql`insert into ledger_day (day, first_set) values (${newest.day}::date + 1, ${next})`.execute(tx)
  await thinCheckpoints(tx, dayBefore(newest.day, checkpointDays))
  return true
}

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

async function tryLockDayStorage(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended('days of the books', 0)) as locked`.execute(tx)
  return rows[0]?.locked === true
}

interface LedgerDay {
  day: string
  first_set: bigint
}

async function newestDay(read: Reader): Promise<LedgerDay | undefined> {
  const { rows } = await sql<LedgerDay>`select day::text as day, first_set from ledger_day order by ledger_day.day desc limit 1`.execute(
    read,
  )
  return rows[0]
}

/** Stores the first day: the day of the oldest entry set. Its range of set numbers begins at 0. */
async function beginDays(tx: Tx, settled: bigint): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into ledger_day (day, first_set)
    select (at at time zone 'Asia/Jakarta')::date, 0 from entry where set_id <= ${settled} order by set_id, leg limit 1`.execute(tx)
  return numAffectedRows === 1n
}

async function firstSetOfNextDay(read: Reader, { day, first_set }: LedgerDay): Promise<bigint | null> {
  const { rows } = await sql<{ next: bigint | null }>`
    select entry_set_at((${day}::date + 1)::timestamp at time zone 'Asia/Jakarta') as next`.execute(read)
  const next = rows[0]?.next ?? null
  // A day never begins before the start of the previous day, even if the clock was changed.
  return next !== null && next < first_set ? first_set : next
}

const sumDay = (tx: Tx, { day, first_set }: LedgerDay, beyond: bigint) =>
  sql`
    insert into wallet_day (member_id, day, entries_in, entries_out, paid_in, paid_out)
    select account_id, ${day}::date, count(*) filter (where amount > 0), count(*) filter (where amount < 0),
      coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
    from entry where set_id >= ${first_set} and set_id < ${beyond} and account_id > 0
    group by account_id`.execute(tx)
