import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import { skipDays } from './skip-days.ts'

/*
 * What happened to an account, read by the numbers of its sets. A wallet's numbers are drawn under its lock, so their order is that of
 * its balances, and every statement proves itself: what was there, and what moved, is what is there.
 *
 * All of one statement is read in one snapshot.
 */

/** Days of Asia/Jakarta, both included; a missing end is open. */
export interface Days {
  awal: string | undefined
  akhir: string | undefined
}

/** The sets of some days: from `first`, and before `beyond`. */
export interface SetRange {
  first: bigint
  beyond: bigint
}

/** Beyond every set. */
export const beyondAll = 9_223_372_036_854_775_807n

export async function setsOf(read: Reader, { awal, akhir }: Days): Promise<SetRange> {
  const { rows } = await sql<{ first: bigint | null; beyond: bigint | null }>`
    select ledger_day_begins(${awal ?? null}::date) as first, ledger_day_begins(${akhir ?? null}::date + 1) as beyond`.execute(read)
  const first = rows[0]?.first ?? 0n
  const beyond = rows[0]?.beyond ?? beyondAll
  return { first, beyond: beyond < first ? first : beyond }
}

/** What a wallet held before the sets of a range, and after them. */
export interface Standing {
  opening: bigint
  closing: bigint
}

export async function openingAndClosing(read: Reader, memberId: bigint, { first, beyond }: SetRange): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select coalesce(${leftBefore(memberId, first)}, 0) as opening, coalesce(${leftBefore(memberId, beyond)}, 0) as closing`.execute(read)
  return rows[0] ?? { opening: 0n, closing: 0n }
}

const leftBefore = (memberId: bigint, set: bigint) => sql`(
  select balance_after from entry where account_id = ${memberId} and account_id > 0 and set_id < ${set} order by set_id desc, leg desc limit 1)`

/** How often and how much a wallet was given and taken. */
export interface Movements {
  timesIn: bigint
  timesOut: bigint
  paidIn: bigint
  paidOut: bigint
}

/** Days before the newest kept one are read from their sums (keep-sums.ts), the rest is counted. */
export async function walletMoved(read: Reader, memberId: bigint, { awal, akhir }: Days, { first, beyond }: SetRange): Promise<Movements> {
  const { rows } = await sql<Movements>`
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
    select coalesce(sum(entries_in), 0)::bigint as "timesIn", coalesce(sum(entries_out), 0)::bigint as "timesOut",
      coalesce(sum(paid_in), 0)::bigint as "paidIn", coalesce(sum(paid_out), 0)::bigint as "paidOut"
    from part`.execute(read)
  const [moved] = rows
  if (moved === undefined) throw new Error('a sum without a row')
  return moved
}

/** One movement of a wallet. */
export interface Movement {
  set_id: bigint
  leg: number
  amount: bigint
  balance_after: bigint
  event: LedgerEvent
  reference: bigint
  at: Date
}

/** What a search may look at of an entry. */
export type Entry = Record<'event' | 'reference' | 'amount' | 'balance_after', RawBuilder<unknown>>

/** The entries that meet the condition. */
export interface Search {
  /** How many entries are looked through at most, the newest of the range; null where the books find them by their reference. */
  among: number | null
  meets(entry: Entry): RawBuilder<boolean>
}

/** What of a wallet's entries is wanted. */
export interface Wanted {
  memberId: bigint
  sets: SetRange
  side: 'in' | 'out' | undefined
  search: Search | undefined
}

/** One entry's number, for lists: a set has fewer legs than this. */
export const entryNumber = ({ set_id, leg }: { set_id: bigint; leg: number }): bigint => set_id * 8n + BigInt(leg)

export interface Portion {
  descending: boolean
  limit: number
  offset: number
}

/**
 * What a search looks through is read in the order of the books, until the snapshot ends: whoever believes that a wallet has few entries would gather
 * and sort all of them for the newest.
 */
export async function preferIndexOrder(read: Reader): Promise<void> {
  await sql`set local enable_bitmapscan = off`.execute(read)
}

export async function movementsOf(read: Reader, wanted: Wanted, portion: Portion): Promise<Movement[]> {
  const { descending, limit } = portion
  const { memberId, sets: all, side, search } = wanted
  const isDeep = portion.offset > 0 && search === undefined
  const { offset, ...sets } = isDeep ? await skipDays(read, { memberId, side, ...all }, portion) : { ...all, offset: portion.offset }
  const direction = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<Movement>`
    select set_id, leg, amount, balance_after, event, reference, at
    from ${found({ ...wanted, sets })}
    order by set_id ${direction}, leg ${direction} limit ${limit} offset ${offset}`.execute(read)
  return rows
}

/** How many there are, counted up to `max`. */
export async function countMovements(read: Reader, wanted: Wanted, max: number): Promise<bigint> {
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from (select from ${found(wanted)} limit ${max}) as entry`.execute(read)
  return rows[0]?.found ?? 0n
}

const looked: Entry = {
  event: sql.ref('entry.event'),
  reference: sql.ref('entry.reference'),
  amount: sql.ref('entry.amount'),
  balance_after: sql.ref('entry.balance_after'),
}

/** Like a table; named `entry`, as what it is made of. */
function found({ memberId, sets, side, search }: Wanted) {
  const ofRange = sql`
    from entry where account_id = ${memberId} and account_id > 0 and set_id >= ${sets.first} and set_id < ${sets.beyond}
    ${side === undefined ? sql`` : side === 'in' ? sql`and amount > 0` : sql`and amount < 0`}`
  if (search === undefined) return sql`(select * ${ofRange}) as entry`
  const meant = search.meets(looked)
  if (search.among === null) return sql`(select * ${ofRange} and ${meant}) as entry`
  return sql`(
    select * from (select * ${ofRange} order by set_id desc, leg desc limit ${search.among}) as entry where ${meant}) as entry`
}
