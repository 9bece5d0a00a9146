import type { CashCode } from '@lapak/contract/shared/banks'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import { cash } from './chart.ts'
import { beyondAll, type Portion, type SetRange } from './statement.ts'

/*
 * Money at banks. It is an asset, so what is held is the negative of what the books say; everything here is what is held.
 */

/** Whoever moves money away looks whether it is there, one after the other. */
export const lockCash = (tx: Tx, code: CashCode): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cash of ${code}`}, 0))`.execute(tx)

/** What an account held before a set, or before a leg of it, from the checkpoint that is nearest to it. */
export async function heldBefore(read: Reader, code: CashCode, set: bigint, leg = 0): Promise<bigint> {
  const account = cash(code)
  const { rows } = await sql<{ held: bigint }>`
    with kept as (
      select set_id, balance from account_checkpoint where account_id = ${account} and set_id < ${set} order by set_id desc limit 1
    )
    select -(coalesce((select balance from kept), 0) + coalesce(sum(amount), 0))::bigint as held
    from entry
    where account_id = ${account} and account_id < -100 and set_id > coalesce((select set_id from kept), 0) and (set_id, leg) < (${set}, ${leg})`.execute(
    read,
  )
  return rows[0]?.held ?? 0n
}

export const heldNow = (read: Reader, code: CashCode): Promise<bigint> => heldBefore(read, code, beyondAll)

/** When money last moved there. */
export async function lastMovedAt(read: Reader, code: CashCode): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from entry where account_id = ${cash(code)} and account_id < -100 order by set_id desc limit 1`.execute(read)
  return rows[0]?.at ?? null
}

/** One movement of a cash account. */
export interface CashMovement {
  set_id: bigint
  leg: number
  amount: bigint
  /** After it. */
  held: bigint
  event: LedgerEvent
  reference: bigint
  at: Date
}

/** The movements of a cash account in some sets, for questions that lay them beside other rows: what it held more, and by which event. */
export const cashMoves = (code: CashCode, { first, beyond }: SetRange) => sql`(
  select set_id, leg, -amount as amount, event, reference
  from entry where account_id = ${cash(code)} and account_id < -100 and set_id >= ${first} and set_id < ${beyond}
)`

/** The movements of a portion, each with what was held after it: summed from the nearest checkpoint, however long the account's history is. */
export async function cashMovements(
  read: Reader,
  code: CashCode,
  { first, beyond }: SetRange,
  { descending, limit, offset }: Portion,
): Promise<CashMovement[]> {
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Omit<CashMovement, 'held'>>`
    select set_id, leg, -amount as amount, event, reference, at
    from entry where account_id = ${cash(code)} and account_id < -100 and set_id >= ${first} and set_id < ${beyond}
    order by set_id ${direction}, leg ${direction} limit ${limit} offset ${offset}`.execute(read)
  const inOrder = descending ? rows.toReversed() : rows
  const [oldest] = inOrder
  if (oldest === undefined) return []
  let held = await heldBefore(read, code, oldest.set_id, oldest.leg)
  const movements = inOrder.map((row) => {
    held += row.amount
    return { ...row, held }
  })
  return descending ? movements.toReversed() : movements
}

export async function countCashMovements(read: Reader, code: CashCode, { first, beyond }: SetRange): Promise<number> {
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from entry
    where account_id = ${cash(code)} and account_id < -100 and set_id >= ${first} and set_id < ${beyond}`.execute(read)
  return Number(rows[0]?.found ?? 0)
}

/** What moved on a day, by event: what the account held more by it. */
export interface CashDaySum {
  day: string
  event: LedgerEvent
  /** Positive and negative movements of an event are summed apart. */
  amount: bigint
  /** Whether these are the ones that were asked for apart. */
  apart: boolean
}

/** The movements of an account on each of some days, both included; days without any have no row; `apart` says of an entry whether it is summed by itself. `offset 0` has each day looked up, where a join would read all. */
export async function cashMovedByDay(
  read: Reader,
  code: CashCode,
  { awal, akhir }: { awal: string; akhir: string },
  apart: RawBuilder<boolean> = sql`false`,
): Promise<CashDaySum[]> {
  const { rows } = await sql<CashDaySum>`
    with days as materialized (
      select day::date as day, ledger_day_begins(day::date) as first, ledger_day_begins(day::date + 1) as beyond
      from generate_series(${awal}::date, ${akhir}::date, interval '1 day') day
    )
    select days.day::text as day, event, -sum(amount)::bigint as amount, apart
    from days join lateral (
      select event, amount, ${apart} as apart from entry
      where account_id = ${cash(code)} and account_id < -100 and set_id >= days.first and set_id < days.beyond offset 0
    ) moved on true
    group by days.day, event, apart, amount > 0 order by days.day`.execute(read)
  return rows
}
