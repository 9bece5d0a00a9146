import { type MutasiPage, type MutasiQuery, type MutasiRow, searchedRowsMax } from '@lapak/contract/funds/wallet'
import { sql } from 'kysely'
import { cashOutHistories } from '#contexts/funds/cash-outs/cash-outs.ts'
import { ticketHistories } from '#contexts/funds/top-ups/top-ups.ts'
import type { Database, Reader } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import {
  countMovements,
  entryNumber,
  entrySetRange,
  type Movement,
  type MovementFilter,
  movementsOf,
  openingAndClosing,
  preferIndexOrder,
  type Turnover,
  walletTurnover,
} from '#ledger/statement.ts'
import { type Cause, debtReason, movementText, type Sale } from './labels.ts'
import { searchFor } from './mutasi-search.ts'

export interface WalletDeps {
  db: Database
  installation: string
}

/** Reads everything in one snapshot, so that the opening balance plus the movements equals the closing balance. */
export const readMutasi = ({ db, installation }: WalletDeps, memberId: bigint, query: MutasiQuery): Promise<MutasiPage> =>
  db.snapshot(async (read) => {
    const { page, size, sort } = query
    const { opening, closing, moved, wanted } = await findMutasi(read, installation, memberId, query)
    const movements = await movementsOf(read, wanted, { descending: sort.descending, limit: size, offset: page * size })
    return {
      content: await mutasiRows(read, installation, movements),
      totalElements: Number(await totalOf(read, wanted, moved)),
      saldoawal: opening,
      masuk: moved.credits,
      keluar: moved.debits,
      saldoakhir: closing,
    }
  })

type Filters = Pick<MutasiQuery, 'awal' | 'akhir' | 'search' | 'statustrx'>

/** Translates the filters into a range of sets and a search, and reads the sums of the days. */
export async function findMutasi(read: Reader, installation: string, memberId: bigint, filters: Filters) {
  const days = { awal: filters.awal, akhir: filters.akhir }
  const sets = await entrySetRange(read, days)
  const { opening, closing } = await openingAndClosing(read, memberId, sets)
  const moved = await walletTurnover(read, memberId, days, sets)
  const search = filters.search === undefined ? undefined : searchFor(installation, filters.search)
  if (search !== undefined && search.among !== null) await preferIndexOrder(read)
  const wanted: MovementFilter = { memberId, sets, side: filters.statustrx, search }
  return { opening, closing, moved, wanted }
}

/** The number of movements. The stored sums of days contain it, but not the number of movements that match a search; those are counted. */
async function totalOf(read: Reader, wanted: MovementFilter, { creditCount, debitCount }: Turnover): Promise<bigint> {
  if (wanted.search !== undefined) return countMovements(read, wanted, searchedRowsMax)
  if (wanted.side === 'in') return creditCount
  return wanted.side === 'out' ? debitCount : creditCount + debitCount
}

export async function mutasiRows(read: Reader, installation: string, movements: readonly Movement[]): Promise<MutasiRow[]> {
  const causes = await causesOf(read, installation, movements)
  return movements.map((movement) => {
    const cause = causes.get(keyOf(movement))
    if (cause === undefined) throw new Error(`no cause found for ${keyOf(movement)}`)
    return {
      id: entryNumber(movement),
      waktu: movement.at,
      ...movementText(movement.event, movement.amount, cause),
      mutasi: movement.amount,
      saldoakhir: movement.balance_after,
    }
  })
}

// — Causes

/** The purchase, ticket or other row that caused each of these movements, by `keyOf`. They are read by id after the page is selected. */
async function causesOf(read: Reader, installation: string, movements: readonly Movement[]): Promise<Map<string, Cause>> {
  const numbers = (kind: string) => [...new Set(movements.filter(({ event }) => kindOf(event) === kind).map(({ reference }) => reference))]
  const causes = new Map<string, Cause>()
  for (const { attempt, ...sale } of await salesOf(read, numbers('purchase'))) causes.set(`purchase ${attempt}`, { sale })
  for (const ticket of await ticketHistories(read, installation, numbers('deposit'))) causes.set(`deposit ${ticket.id}`, { ticket })
  for (const ticket of await cashOutHistories(read, installation, numbers('cash_out'))) causes.set(`cash_out ${ticket.id}`, { ticket })
  for (const { id, reason } of await adjustmentsOf(read, numbers('adjustment'))) causes.set(`adjustment ${id}`, { reason })
  for (const id of numbers('debt')) causes.set(`debt ${id}`, { reason: debtReason })
  return causes
}

const keyOf = ({ event, reference }: Movement): string => `${kindOf(event)} ${reference}`

/** All events of one kind of business row have the same prefix. */
const kindOf = (event: LedgerEvent): string => event.slice(0, event.indexOf('.'))

async function salesOf(read: Reader, attempts: bigint[]): Promise<(Sale & { attempt: bigint })[]> {
  if (attempts.length === 0) return []
  return read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .select(['attempt.id as attempt', 'purchase.reffclient', 'purchase.product_code as productcode', 'purchase.target'])
    .where(sql<boolean>`attempt.id = any(${attempts}::bigint[])`)
    .execute()
}

async function adjustmentsOf(read: Reader, ids: bigint[]): Promise<{ id: bigint; reason: string }[]> {
  if (ids.length === 0) return []
  return read.selectFrom('adjustment').select(['id', 'reason']).where(sql<boolean>`id = any(${ids}::bigint[])`).execute()
}
