import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import { skipDays } from './skip-days.ts'

/*
 * Movements of an account, read by set number. The set numbers of a wallet are drawn under its lock, so they have the order of its balances, and the
 * opening balance plus the movements always equals the closing balance.
 * A whole statement is read in one snapshot.
 */

/** Days in Asia/Jakarta, both included; undefined means no limit on that side. */
export interface Days {
  awal: string | undefined
  akhir: string | undefined
}

/** The entry sets of some days: from number `first`, before number `beyond`. */
export interface SetRange {
  first: bigint
  beyond: bigint
}

/** Greater than every set number. */
export const maxSetId = 9_223_372_036_854_775_807n

export async function entrySetRange(read: Reader, { awal, akhir }: Days): Promise<SetRange> {
  const { rows } = await sql<{ first: bigint | null; beyond: bigint | null }>`
    select ledger_day_begins(${awal ?? null}::date) as first, ledger_day_begins(${akhir ?? null}::date + 1) as beyond`.execute(read)
  const first = rows[0]?.first ?? 0n
  const beyond = rows[0]?.beyond ?? maxSetId
  return { first, beyond: beyond < first ? first : beyond }
}

/** The balance of a wallet before and after a range of entry sets. */
export interface OpeningAndClosing {
  opening: bigint
  closing: bigint
}

export async function openingAndClosing(read: Reader, memberId: bigint, { first, beyond }: SetRange): Promise<OpeningAndClosing> {
  const { rows } = await sql<OpeningAndClosing>`
    select coalesce(${balanceBeforeSql(memberId, first)}, 0) as opening, coalesce(${balanceBeforeSql(memberId, beyond)}, 0) as closing`.execute(
    read,
  )
  return rows[0] ?? { opening: 0n, closing: 0n }
}

const balanceBeforeSql = (memberId: bigint, set: bigint) => sql`(
  select balance_after from entry where account_id = ${memberId} and account_id > 0 and set_id < ${set} order by set_id desc, leg desc limit 1)`

/** The number and the sum of the credits and the debits of a wallet. */
export interface Turnover {
  creditCount: bigint
  debitCount: bigint
  credits: bigint
  debits: bigint
}

/**
 * Sums the movements of some days. Days before the newest stored day are read from their stored sums (store-running-totals.ts); later entries are summed one by
 * one.
 */
export async function walletTurnover(
  read: Reader,
  memberId: bigint,
  { awal, akhir }: Days,
  { first, beyond }: SetRange,
): Promise<Turnover> {
  const { rows } = await sql<Turnover>`
    with newest as (select day, first_set from ledger_day order by day desc limit 1),
    part as (
      select entries_in, entries_out, paid_in, paid_out
      from wallet_day, newest
      where member_id = ${memberId} and wallet_day.day < newest.day
        and wallet_day.day between ${awal ?? '-infinity'}::date and ${akhir ?? 'infinity'}::date
      union all
      select count(*) filter (where amount > 0), count(*) filter (where amount < 0),
        sum(amount) filter (where amount > 0), -sum(amount) filter (where amount < 0)
      from entry
      where account_id = ${memberId} and account_id > 0 and set_id < ${beyond}
        and set_id >= greatest(${first}, coalesce((select first_set from newest), 0))
    )
    select coalesce(sum(entries_in), 0)::bigint as "creditCount", coalesce(sum(entries_out), 0)::bigint as "debitCount",
      coalesce(sum(paid_in), 0)::bigint as "credits", coalesce(sum(paid_out), 0)::bigint as "debits"
    from part`.execute(read)
  const [moved] = rows
  if (moved === undefined) throw new Error('sum query returned no row')
  return moved
}

export interface Movement {
  set_id: bigint
  leg: number
  amount: bigint
  balance_after: bigint
  event: LedgerEvent
  reference: bigint
  at: Date
}

/** The columns of an entry that a search may compare. */
export type Entry = Record<'event' | 'reference' | 'amount' | 'balance_after', RawBuilder<unknown>>

/** A condition on entries. */
export interface Search {
  /** The maximum number of newest entries that are searched; null if entries are found by their reference. */
  among: number | null
  meets(entry: Entry): RawBuilder<boolean>
}

/** The selected entries of a wallet. */
export interface MovementFilter {
  memberId: bigint
  sets: SetRange
  side: 'in' | 'out' | undefined
  search: Search | undefined
}

/** The number of an entry in lists; unique, because a set has fewer than 8 legs. */
export const entryNumber = ({ set_id, leg }: { set_id: bigint; leg: number }): bigint => set_id * 8n + BigInt(leg)

export interface Page {
  descending: boolean
  limit: number
  offset: number
}

/**
 * Makes the planner read entries in index order until the snapshot ends. If the planner expected few entries in a wallet, it would otherwise collect
 * and sort all entries of the wallet.
 */
export async function preferIndexOrder(read: Reader): Promise<void> {
  await sql`set local enable_bitmapscan = off`.execute(read)
}

export async function movementsOf(read: Reader, filter: MovementFilter, page: Page): Promise<Movement[]> {
  const { descending, limit } = page
  const { memberId, sets: all, side, search } = filter
  const isDeep = page.offset > 0 && search === undefined
  const { offset, ...sets } = isDeep ? await skipDays(read, { memberId, side, ...all }, page) : { ...all, offset: page.offset }
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Movement>`
    select set_id, leg, amount, balance_after, event, reference, at
    from ${matchingEntries({ ...filter, sets })}
    order by set_id ${direction}, leg ${direction} limit ${limit} offset ${offset}`.execute(read)
  return rows
}

/** Counts the matching movements, but not more than `max`. */
export async function countMovements(read: Reader, filter: MovementFilter, max: number): Promise<bigint> {
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from (select from ${matchingEntries(filter)} limit ${max}) as entry`.execute(read)
  return rows[0]?.found ?? 0n
}

const entryColumns: Entry = {
  event: sql.ref('entry.event'),
  reference: sql.ref('entry.reference'),
  amount: sql.ref('entry.amount'),
  balance_after: sql.ref('entry.balance_after'),
}

/** A subquery for the selected entries, with the alias `entry`. */
function matchingEntries({ memberId, sets, side, search }: MovementFilter) {
  const ofRange = sql`
    from entry where account_id = ${memberId} and account_id > 0 and set_id >= ${sets.first} and set_id < ${sets.beyond}
    ${side === undefined ? sql`` : side === 'in' ? sql`and amount > 0` : sql`and amount < 0`}`
  if (search === undefined) return sql`(select * ${ofRange}) as entry`
  const meant = search.meets(entryColumns)
  if (search.among === null) return sql`(select * ${ofRange} and ${meant}) as entry`
  return sql`(
    select * from (select * ${ofRange} order by set_id desc, leg desc limit ${search.among}) as entry where ${meant}) as entry`
}
