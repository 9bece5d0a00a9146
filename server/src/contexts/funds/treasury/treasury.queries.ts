import {
  type BookVerification,
  type CashAccount,
  type CashHistoryQuery,
  type CashHistoryRow,
  type Monitoring,
  proofsShown,
  type treasuryCalls,
} from '@lapak/contract/funds/treasury'
import { type CashCode, cashNames } from '@lapak/contract/shared/banks'
import type { DataOf } from '@lapak/contract/shared/call'
import type { Database, Reader } from '#db/db.ts'
import { shutBalances } from '#ledger/balance.ts'
import { type CashMovement, cashBalanceBefore, cashMovements, countCashMovements, lastMovedAt } from '#ledger/cash.ts'
import { cashAccount, platformAccounts } from '#ledger/chart.ts'
import { platformBalances } from '#ledger/checkpoints.ts'
import { entryNumber, entrySetRange } from '#ledger/statement.ts'
import { eventLabels } from './event-labels.ts'

export const listCashAccounts = (db: Database): Promise<CashAccount[]> =>
  db.snapshot(async (read) => {
    const balances = await balancesById(read)
    const accounts: CashAccount[] = []
    for (const code of Object.keys(cashNames).toSorted() as CashCode[])
      accounts.push({
        code,
        name: cashNames[code],
        accountinitial: code,
        balance: -(balances.get(cashAccount(code)) ?? 0n),
        updateat: await lastMovedAt(read, code),
      })
    return accounts
  })

/** Every set sums to zero, so the sum of all wallets is the negative of the sum of all platform accounts. */
export const monitorBalances = (db: Database): Promise<Monitoring> =>
  db.snapshot(async (read) => {
    const balances = await balancesById(read)
    const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((total, amount) => total + amount, 0n)
    const held = (Object.keys(cashNames) as CashCode[]).map((code) => balances.get(cashAccount(code)) ?? 0n)
    return {
      saldoakun: -sum(held),
      saldomember: -sum(balances.values()),
      cashout: balances.get(platformAccounts.cashOutsInFlight) ?? 0n,
      pending: balances.get(platformAccounts.salesInFlight) ?? 0n,
      tanpapemilik: balances.get(platformAccounts.suspense) ?? 0n,
      hutang: -(balances.get(platformAccounts.sellerReceivable) ?? 0n),
      akuntertutup: sum((await shutBalances(read)).map(({ balance }) => balance)),
      at: new Date(),
    }
  })

const balancesById = async (read: Reader) => new Map((await platformBalances(read)).map(({ id, balance }) => [id, balance]))

export const readCashHistories = (db: Database, query: CashHistoryQuery): Promise<DataOf<typeof treasuryCalls.histories>> =>
  db.snapshot(async (read) => {
    const { code, page, size, sort } = query
    const sets = await entrySetRange(read, { awal: query.awal, akhir: query.akhir })
    const movements = await cashMovements(read, code, sets, { descending: sort.descending, limit: size, offset: page * size })
    return {
      content: movements.map(rowOf),
      totalElements: await countCashMovements(read, code, sets),
      saldoawal: await cashBalanceBefore(read, code, sets.first),
      saldoakhir: await cashBalanceBefore(read, code, sets.beyond),
    }
  })

const rowOf = (movement: CashMovement): CashHistoryRow => ({
  id: entryNumber(movement),
  waktu: movement.at,
  keterangan: eventLabels[movement.event],
  reff: String(movement.reference),
  mutasi: movement.amount,
  saldo: movement.balanceAfter,
})

export async function readVerifications(read: Reader): Promise<BookVerification[]> {
  const rows = await read.selectFrom('ledger_check').selectAll().orderBy('id', 'desc').limit(proofsShown).execute()
  return rows.map(({ at, took_ms: tookms, rules, breaches }) => {
    const found = breaches as unknown as BookVerification['breaches']
    return { at, tookms, rules, sound: found.length === 0, breaches: found }
  })
}
