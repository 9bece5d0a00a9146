import type { CashCode } from '@lapak/contract/shared/banks'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import { cashAccount } from './chart.ts'
import { maxSetId, type Page, type SetRange } from './statement.ts'

/*
 * Money at banks and at the payment provider. It is an asset, so its amount is the negative of the sum of its entries; the functions of this file
 * return the amount.
 */

/** Makes transfers out of an account run one after the other, so that each of them checks the balance that the previous one left. */
export const lockCash = (tx: Tx, code: CashCode): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cash of ${code}`}, 0))`.execute(tx)

/**
 * The amount of an account before an entry set, or before a leg of that set. It is computed from the nearest earlier checkpoint and the entries
 * since.
 */
export async function cashBalanceBefore(read: Reader, code: CashCode, set: bigint, leg = 0): Promise<bigint> {
  const account = cashAccount(code)
  const { rows } = await sql<{ balance: bigint }>`
    with checkpoint as (
      select set_id, balance from account_checkpoint where account_id = ${account} and set_id < ${set} order by set_id desc limit 1
    )
    select -(coalesce((select balance from checkpoint), 0) + coalesce(sum(amount), 0))::bigint as balance
    from entry
    where account_id = ${account} and account_id < -100 and set_id > coalesce((select set_id from checkpoint), 0) and (set_id, leg) < (${set}, ${leg})`.execute(
    read,
  )
  return rows[0]?.balance ?? 0n
}

export const cashBalance = (read: Reader, code: CashCode): Promise<bigint> => cashBalanceBefore(read, code, maxSetId)

export async function lastMovedAt(read: Reader, code: CashCode): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from entry where account_id = ${cashAccount(code)} and account_id < -100 order by set_id desc limit 1`.execute(read)
  return rows[0]?.at ?? null
}

export interface CashMovement {
  set_id: bigint
  leg: number
  amount: bigint
  /** The amount after the movement. */
  balanceAfter: bigint
  event: LedgerEvent
  reference: bigint
  at: Date
}

/** The movements of a cash account within a range of entry sets, as a subquery for joins; a positive `amount` is an increase. */
export const cashMovementsSql = (code: CashCode, { first, beyond }: SetRange) => sql`(
  select set_id, leg, -amount as amount, event, reference, at
  from entry where account_id = ${cashAccount(code)} and account_id < -100 and set_id >= ${first} and set_id < ${beyond}
)`

/**
 * One page of the movements, with the amount after each movement. The amount is computed from the nearest checkpoint, so the query does not become
 * slower with a longer history.
 */
export async function cashMovements(
  read: Reader,
  code: CashCode,
  { first, beyond }: SetRange,
  { descending, limit, offset }: Page,
): Promise<CashMovement[]> {
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Omit<CashMovement, 'balanceAfter'>>`
    select set_id, leg, -amount as amount, event, reference, at
    from entry where account_id = ${cashAccount(code)} and account_id < -100 and set_id >= ${first} and set_id < ${beyond}
    order by set_id ${direction}, leg ${direction} limit ${limit} offset ${offset}`.execute(read)
  const inOrder = descending ? rows.toReversed() : rows
  const [oldest] = inOrder
  if (oldest === undefined) return []
  let balanceAfter = await cashBalanceBefore(read, code, oldest.set_id, oldest.leg)
  const movements = inOrder.map((row) => {
    balanceAfter += row.amount
    return { ...row, balanceAfter }
  })
  return descending ? movements.toReversed() : movements
}

export async function countCashMovements(read: Reader, code: CashCode, { first, beyond }: SetRange): Promise<number> {
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from entry
    where account_id = ${cashAccount(code)} and account_id < -100 and set_id >= ${first} and set_id < ${beyond}`.execute(read)
  return Number(rows[0]?.found ?? 0)
}

/** The change of the account by one event on a day. */
export interface CashDaySum {
  day: string
  event: LedgerEvent
  /** Increases and decreases by the same event are summed separately. */
  amount: bigint
  /** True for the entries that the `separately` condition selected. */
  separately: boolean
}

/**
 * The movements of an account by day, from `awal` to `akhir`, both included; days without movements have no row. Entries that meet the condition
 * `separately` have their own sums. `offset 0` makes PostgreSQL look up each day by index instead of joining all entries.
 */
export async function cashTotalsByDay(
  read: Reader,
  code: CashCode,
  { awal, akhir }: { awal: string; akhir: string },
  separately: RawBuilder<boolean> = sql`false`,
): Promise<CashDaySum[]> {
  const { rows } = await sql<CashDaySum>`
    with days as materialized (
      select day::date as day, ledger_day_begins(day::date) as first, ledger_day_begins(day::date + 1) as beyond
      from generate_series(${awal}::date, ${akhir}::date, interval '1 day') day
    )
    select days.day::text as day, event, -sum(amount)::bigint as amount, separately
    from days join lateral (
      select event, amount, ${separately} as separately from entry
      where account_id = ${cashAccount(code)} and account_id < -100 and set_id >= days.first and set_id < days.beyond offset 0
    ) moved on true
    group by days.day, event, separately, amount > 0 order by days.day`.execute(read)
  return rows
}
