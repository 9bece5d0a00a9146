import type { ProviderDay, ProviderDayQuery, reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import type { DataOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import type { ProviderAccount } from '#integrations/payment-gateway/payment-gateway.ts'
import { cashBalanceBefore, cashTotalsByDay } from '#ledger/cash.ts'
import { entrySetRange } from '#ledger/statement.ts'
import { sidesOf } from './bank-days.queries.ts'
import { daysBetween, idInList, lastWeek } from './days.ts'
import { countOpen } from './differences.queries.ts'
import { providerCash } from './differences.ts'
import { feeKinds } from './provider-differences.ts'
import { comparedProviderDays, type ProviderAsked, transactionDays } from './provider-transactions.ts'
import type { Days } from './statement-days.queries.ts'

export interface ProviderDaysDeps {
  db: Database
  providerAccount: ProviderAccount | null
}

/** The payment provider compared with the books of its cash account, by day. A day without anything on either side is left out. */
export const readProviderDays = (
  { db, providerAccount }: ProviderDaysDeps,
  query: ProviderDayQuery,
): Promise<DataOf<typeof reconciliationCalls.provider>> =>
  db.snapshot(async (read) => {
    if (providerAccount === null) return { provider: null, content: [], totalElements: 0 }
    const { awal = lastWeek().awal, akhir = lastWeek().akhir, page, size, sort } = query
    const all = await daysOf(read, { provider: providerAccount.name, sharedWith: providerAccount.sharedWith }, { awal, akhir })
    if (sort.descending) all.reverse()
    return { provider: providerAccount.name, content: all.slice(page * size, (page + 1) * size), totalElements: all.length }
  })

async function daysOf(read: Reader, asked: ProviderAsked, days: Days): Promise<ProviderDay[]> {
  const listed = new Map((await transactionDays(read, asked, days)).map((day) => [day.day, day]))
  const compared = await comparedProviderDays(read, asked.provider, days)
  const booked = Map.groupBy(await cashTotalsByDay(read, providerCash, days, isFee), ({ day }) => day)
  const open = await countOpen(read, 'provider', days)
  let held = await cashBalanceBefore(read, providerCash, (await entrySetRange(read, days)).first)
  const rows: ProviderDay[] = []
  for (const hari of daysBetween(days.awal, days.akhir)) {
    const moves = booked.get(hari) ?? []
    const { paidIn, paidOut } = sidesOf(moves.filter(({ separately }) => !separately))
    held += moves.reduce((total, { amount }) => total + amount, 0n)
    const comparison = compared.get(hari)
    const terbuka = open(asked.provider, hari)
    if (moves.length === 0 && !listed.get(hari)?.count && terbuka === 0) continue
    const sums = comparison && (listed.get(hari) ?? { count: 0, paidIn: 0n, paidOut: 0n, fee: 0n })
    rows.push({
      id: idInList(0n, hari),
      hari,
      diperiksa: comparison !== undefined,
      transaksi: sums?.count ?? 0,
      masukpenyedia: sums?.paidIn ?? null,
      keluarpenyedia: sums?.paidOut ?? null,
      biayapenyedia: sums?.fee ?? null,
      biayabuku: moves.reduce((total, { separately, amount }) => (separately ? total - amount : total), 0n),
      masukbuku: paidIn,
      keluarbuku: paidOut,
      saldopenyedia: comparison?.balance ?? null,
      saldobuku: held,
      sisa: comparison?.rest ?? null,
      terbuka,
      belumdidaftar: comparison?.leftOut ?? 0,
    })
  }
  return rows
}

/** Corrections that book the provider's fees, which are shown apart from what comes in and goes out. */
const isFee = sql<boolean>`event = 'cash.corrected' and exists (select from cash_correction where id = reference and kind in ${feeKinds})`
