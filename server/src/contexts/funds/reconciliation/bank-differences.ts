import { differencesMax } from '@lapak/contract/funds/reconciliation'
import type { BankCode } from '@lapak/contract/shared/banks'
import { type RawBuilder, sql } from 'kysely'
import { platformAccount, rowIsOfPlatform } from '#contexts/funds/bank-statements/bank-statements.ts'
import type { Reader } from '#db/db.ts'
import { cashBalanceBefore, cashMovementsSql } from '#ledger/cash.ts'
import { entrySetRange } from '#ledger/statement.ts'
import { jakartaRange, startOfJakartaDay } from '#shared/clock.ts'
import { senOf } from '#shared/money/sen.ts'
import { type BookingEvent, bookingLabels, bookingName } from './booking-names.ts'
import { dayAfter } from './days.ts'
import { type Found, rowWord } from './differences.ts'
import { type AccountDay, accountDays } from './statement-days.queries.ts'

interface BankDayAsked {
  installation: string
  bank: BankCode
  day: string
}

/** The listed differences of each kind, and the number of further differences. */
export interface Differing {
  found: Found[]
  leftOut: number
}

/**
 * Differences between a bank and the books on a day: rows without an explanation or an owner, bookings without a row, rows of which the feed says
 * another sum now, and a balance that does not follow from the rows. Other sums are not compared, since an explained row has the sum of its booking.
 */
export async function bankDifferences(read: Reader, asked: BankDayAsked): Promise<Differing> {
  const [rows, booked] = [await rowsToExplain(read, asked), await bookedWithoutRow(read, asked)]
  const [restated, balances] = [await restatedRows(read, asked), await wrongBalances(read, asked)]
  return {
    found: [...rows.found, ...booked.found, ...restated.found, ...balances],
    leftOut: rows.leftOut + booked.leftOut + restated.leftOut,
  }
}

/** Rows of which a feed says another sum now. Money may have been booked by the sum that it said first. */
async function restatedRows(read: Reader, { bank, day }: BankDayAsked): Promise<Differing> {
  const { from, until } = jakartaRange(day, day)
  const rows = await read
    .selectFrom('bank_statement as row')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('statement_change')
          .select('amount')
          .whereRef('statement_id', '=', 'row.id')
          .whereRef('amount', '<>', 'row.amount')
          // Of several feeds, the newest word; the row is one difference.
          .orderBy('reported_at', 'desc')
          .orderBy('feed')
          .limit(1)
          .as('change'),
      (on) => on.onTrue(),
    )
    .leftJoin('top_up', (on) => on.onRef('top_up.id', '=', 'row.explained_id').on('row.explained', '=', 'deposit'))
    .leftJoin('cash_out', (on) => on.onRef('cash_out.id', '=', 'row.explained_id').on('row.explained', '=', 'cash_out'))
    .select([
      'row.id',
      'row.amount',
      'change.amount as now',
      sql<bigint | null>`coalesce(top_up.member_id, cash_out.member_id)`.as('owner'),
      sql<number>`(count(*) over ())::integer`.as('all'),
    ])
    .where('row.bank_code', '=', bank)
    .where('row.happened_at', '>=', from ?? new Date(0))
    .where('row.happened_at', '<', until ?? new Date(0))
    .orderBy('row.id')
    .limit(differencesMax)
    .execute()
  const found = rows.map(
    ({ id, amount, now, owner }): Found => ({
      kind: 'amount',
      reference: `${rowWord}${id}`,
      ours: senOf(amount),
      theirs: senOf(now),
      detail: 'Layanan mutasi bank mengubah jumlah mutasi ini; pembukuan tidak berubah',
      memberId: owner,
    }),
  )
  return { found, leftOut: (rows[0]?.all ?? 0) - found.length }
}

async function rowsToExplain(read: Reader, { bank, day }: BankDayAsked): Promise<Differing> {
  const { from, until } = jakartaRange(day, day)
  const rows = await read
    .selectFrom('bank_statement')
    .select(['id', 'amount', 'explained', 'why', sql<number>`(count(*) over ())::integer`.as('all')])
    .where('bank_code', '=', bank)
    .where('happened_at', '>=', from ?? new Date(0))
    .where('happened_at', '<', until ?? new Date(0))
    .where('explained', 'in', ['new', 'unmatched'])
    .where(rowIsOfPlatform(await platformAccount(read, bank)))
    .orderBy('id')
    .limit(differencesMax)
    .execute()
  // The text of the row contains its payer's name. It is not copied to the difference, so that it has to be removed in one place only; the list of
  // differences joins the row to show it.
  const found = rows.map(
    ({ id, amount, explained, why }): Found => ({
      kind: explained === 'new' ? 'not_in_books' : 'waits',
      reference: `${rowWord}${id}`,
      ours: null,
      theirs: senOf(amount),
      detail: why ?? '',
      memberId: null,
    }),
  )
  return { found, leftOut: (rows[0]?.all ?? 0) - found.length }
}

/** For each ledger event, the explanation of a bank row that shows it. */
const explainedAs = {
  'deposit.approved': 'deposit',
  'cash_out.paid': 'cash_out',
  'cash_out.returned': 'cash_out',
  'cash.transferred': 'cash_transfer',
  'cash.corrected': 'correction',
} as const satisfies Partial<Record<BookingEvent, string>>
type BankEvent = keyof typeof explainedAs

interface Missing {
  event: BankEvent
  reference: bigint
  amount: bigint
  /** The member who owns the booked money; null if it is the platform's own. */
  memberId: bigint | null
  /** The number and sum of all missing bookings; only the first ones are returned. */
  bookings: number
  sum: bigint
}

async function bookedWithoutRow(read: Reader, asked: BankDayAsked): Promise<Differing> {
  const { bank, day, installation } = asked
  const missing = await withoutRow(read, bank, day)
  const [first] = missing
  if (first === undefined) return { found: [], leftOut: 0 }
  if (!(await statementReaches(read, bank, day))) {
    const detail = `${first.bookings} pembukuan menunggu mutasi bank`
    return { found: [{ kind: 'no_statement', reference: '', ours: first.sum * 100n, theirs: null, detail, memberId: null }], leftOut: 0 }
  }
  const found = missing.map(
    ({ event, reference, amount, memberId }): Found => ({
      kind: 'not_in_bank',
      reference: bookingName(installation, event, reference),
      ours: amount * 100n,
      theirs: null,
      detail: bookingLabels[event],
      memberId,
    }),
  )
  return { found, leftOut: first.bookings - found.length }
}

/**
 * Bookings of a day that the bank statement should show but no row shows. Three kinds of bookings need no row: top-ups that were taken back, payments
 * at the provider until their settlement, and opening balances.
 */
async function withoutRow(read: Reader, bank: BankCode, day: string): Promise<Missing[]> {
  const moves = cashMovementsSql(bank, await entrySetRange(read, { awal: day, akhir: day }))
  const { rows } = await sql<Missing>`
    select booked.event, booked.reference, booked.amount, coalesce(top_up.member_id, cash_out.member_id) as "memberId",
      (count(*) over ())::integer as bookings, (sum(booked.amount) over ())::bigint as sum
    from ${moves} booked
    join unnest(${Object.keys(explainedAs)}::text[], ${Object.values(explainedAs)}::text[]) as known(event, explained) on known.event = booked.event::text
    left join top_up on booked.event = 'deposit.approved' and top_up.id = booked.reference
    left join cash_out on known.explained = 'cash_out' and cash_out.id = booked.reference
    where (booked.event <> 'deposit.approved' or (top_up.state = 2 and top_up.channel = 'transfer' and top_up.how <> 'opening'))
      and not exists (
        select from bank_statement shown
        where shown.explained = known.explained and shown.explained_id = booked.reference and (shown.amount > 0) = (booked.amount > 0)
          and shown.bank_code = ${bank}
      )
    order by booked.set_id, booked.leg limit ${differencesMax}`.execute(read)
  return rows
}

/** True if the bank delivered rows of this day or a later one. */
const statementReaches = async (read: Reader, bank: BankCode, day: string): Promise<boolean> =>
  saysAnything(read, bank, sql`happened_at >= ${startOfJakartaDay(day)}`)

async function saysAnything(read: Reader, bank: BankCode, when: RawBuilder<unknown>): Promise<boolean> {
  const ours = rowIsOfPlatform(await platformAccount(read, bank))
  const { rows } = await sql`select id from bank_statement where bank_code = ${bank} and ${when} and ${ours} limit 1`.execute(read)
  return rows.length > 0
}

/** How many days back an earlier balance is searched. */
const balanceWithinDays = 31

/** The reported balance must equal the previously reported balance plus the rows since; otherwise rows are missing or stored twice. */
async function wrongBalances(read: Reader, { bank, day }: BankDayAsked): Promise<Found[]> {
  const days = await accountDays(read, bank, { awal: dayAfter(day, -balanceWithinDays), akhir: day })
  const found: Found[] = []
  for (const daysOfAccount of Map.groupBy(days, ({ account }) => account).values())
    found.push(...(await wrongBalance(read, { bank, day }, daysOfAccount)))
  return found
}

async function wrongBalance(
  read: Reader,
  { bank, day }: Pick<BankDayAsked, 'bank' | 'day'>,
  days: readonly AccountDay[],
): Promise<Found[]> {
  const today = days.at(-1)
  if (today?.day !== day || today.closing === null) return []
  const before = days.slice(0, -1).findLast(({ closing }) => closing !== null)
  const since = days.filter((one) => before === undefined || one.day > before.day)
  const opening = before?.closing ?? (await booksBeforeFirst(read, bank, since[0]?.day ?? day))
  if (opening === null) return []
  const expected = since.reduce((sum, { moved }) => sum + moved, opening)
  if (expected === today.closing) return []
  const detail = before ? `Saldo bank ${before.day} dengan baris sesudahnya` : 'Saldo pembukuan dengan baris pertama mutasi bank'
  return [{ kind: 'balance', reference: maskedAccount(today.account), ours: expected, theirs: today.closing, detail, memberId: null }]
}

const maskedAccount = (account: string): string => (account === '' ? '' : `••••${account.slice(-4)}`)

/** The balance of the books before the bank's first row; null if the bank has earlier rows, of this account or a different one. */
async function booksBeforeFirst(read: Reader, bank: BankCode, day: string): Promise<bigint | null> {
  if (await saysAnything(read, bank, sql`happened_at < ${startOfJakartaDay(day)}`)) return null
  return (await cashBalanceBefore(read, bank, (await entrySetRange(read, { awal: day, akhir: day })).first)) * 100n
}
