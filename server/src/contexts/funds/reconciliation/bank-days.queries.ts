import type { BankDay, BankDayQuery, reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import { type CashDaySum, cashBalanceBefore, cashTotalsByDay } from '#ledger/cash.ts'
import { entrySetRange } from '#ledger/statement.ts'
import { comparedDays } from './compared-days.ts'
import { daysBetween, idInList, lastWeek } from './days.ts'
import { countOpen, type OpenCount } from './differences.queries.ts'
import { type AccountDay, accountDays, type Days, type StatementDay, statementDays } from './statement-days.queries.ts'

/**
 * Bank statements compared with the books, by day. A day without bank rows and bookings is left out. There are few days, so all of them are read
 * before the page is selected.
 */
export const readBankDays = (db: Database, query: BankDayQuery): Promise<DataOf<typeof reconciliationCalls.banks>> =>
  db.snapshot(async (read) => {
    const { awal = lastWeek().awal, akhir = lastWeek().akhir, bankcode, page, size, sort } = query
    const banks = bankcode === undefined ? (Object.keys(bankNames) as BankCode[]) : [bankcode]
    const open = await countOpen(read, 'bank', { awal, akhir })
    const all: BankDay[] = []
    for (const bank of banks) all.push(...(await daysOfBank(read, bank, { awal, akhir }, open)))
    all.sort(
      (one, other) =>
        one.hari.localeCompare(other.hari) * (sort.descending ? -1 : 1) || banks.indexOf(one.bankcode) - banks.indexOf(other.bankcode),
    )
    return { checkedat: await lastRun(read), content: all.slice(page * size, (page + 1) * size), totalElements: all.length }
  })

async function lastRun(read: Reader): Promise<Date | null> {
  const run = await read.selectFrom('reconciliation_run').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return run?.at ?? null
}

async function daysOfBank(read: Reader, bank: BankCode, days: Days, open: OpenCount): Promise<BankDay[]> {
  const statementByDay = new Map((await statementDays(read, bank, days)).map((day) => [day.day, day]))
  const closings = Map.groupBy(await accountDays(read, bank, days), ({ day }) => day)
  const booked = Map.groupBy(await cashTotalsByDay(read, bank, days, takenByProvider), ({ day }) => day)
  const compared = await comparedDays(read, bank, days)
  let held = await cashBalanceBefore(read, bank, (await entrySetRange(read, days)).first)
  const rows: BankDay[] = []
  for (const hari of daysBetween(days.awal, days.akhir)) {
    const moved = sidesOf((booked.get(hari) ?? []).filter(({ separately }) => !separately))
    const atProvider = sumOf((booked.get(hari) ?? []).filter(({ separately }) => separately))
    held += moved.paidIn - moved.paidOut + atProvider
    const statement = statementByDay.get(hari)
    const terbuka = open(bank, hari)
    if (!statement && !booked.has(hari) && terbuka === 0) continue
    rows.push({
      id: idInList(BigInt(bank), hari),
      bankcode: bank,
      hari,
      baris: statement?.rows ?? 0,
      masukbank: statement?.paidIn ?? 0n,
      keluarbank: statement?.paidOut ?? 0n,
      masukbuku: moved.paidIn,
      keluarbuku: moved.paidOut,
      penyedia: atProvider,
      dikreditkan: statement?.credited ?? 0n,
      menunggu: statement?.waiting ?? 0n,
      belumdijelaskan: statement?.unexplained ?? 0,
      saldobank: closingOf(closings.get(hari) ?? []),
      saldobuku: held,
      terbuka,
      belumdidaftar: compared.get(hari)?.leftOut ?? 0,
      diperiksa: isCompared(compared.get(hari)?.at, statement),
    })
  }
  return rows
}

/** True if the day was compared and no row of the day came after the comparison. */
const isCompared = (at: Date | undefined, statement: StatementDay | undefined): boolean =>
  at !== undefined && (statement === undefined || statement.newest < at)

/** Null if the day has rows of two accounts: an account without rows on a day has no balance here, so the total is unknown. */
const closingOf = (accounts: readonly AccountDay[]): bigint | null => (accounts.length === 1 ? (accounts[0]?.closing ?? null) : null)

/** The entries of a deposit and the entries of its suspense money are one movement at the bank, so they are summed. */
const ofMoneyIn: readonly LedgerEvent[] = ['deposit.approved', 'deposit.cancelled', 'unmatched.received', 'unmatched.released']

const sumOf = (moved: readonly CashDaySum[]): bigint => moved.reduce((total, { amount }) => total + amount, 0n)

export function sidesOf(moved: readonly CashDaySum[]): { paidIn: bigint; paidOut: bigint } {
  const net = sumOf(moved.filter(({ event }) => ofMoneyIn.includes(event)))
  const others = moved.filter(({ event }) => !ofMoneyIn.includes(event))
  return {
    paidIn: sumOf(others.filter(({ amount }) => amount > 0n)) + (net > 0n ? net : 0n),
    paidOut: -sumOf(others.filter(({ amount }) => amount < 0n)) - (net < 0n ? net : 0n),
  }
}

/** Entries of payments at the provider that are booked at a bank account. They are summed apart from the entries of the bank's own rows. */
const takenByProvider = sql<boolean>`case
  when event in ('deposit.approved', 'deposit.cancelled') then exists (select from top_up where id = reference and channel <> 'transfer')
  when event in ('unmatched.received', 'unmatched.released')
    then exists (select from suspense_item where id = reference and gateway_payment_id is not null)
  else false end`
