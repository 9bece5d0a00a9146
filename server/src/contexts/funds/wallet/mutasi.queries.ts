import { type MutasiPage, type MutasiQuery, type MutasiRow, searchedRowsMax } from '@lapak/contract/funds/wallet'
import type { Database, Reader } from '#db/db.ts'
import {
  countMovements,
  entryNumber,
  type Movement,
  type Movements,
  movementsOf,
  openingAndClosing,
  preferIndexOrder,
  setsOf,
  type Wanted,
  walletMoved,
} from '#ledger/statement.ts'
import { causesOf, keyOf } from './causes.queries.ts'
import { sayMovement } from './labels.ts'
import { searchFor } from './mutasi-search.ts'

export interface WalletDeps {
  db: Database
  installation: string
}

/** All of it as it was at one moment: opening, movements and closing are one sum. */
export const readMutasi = ({ db, installation }: WalletDeps, memberId: bigint, query: MutasiQuery): Promise<MutasiPage> =>
  db.snapshot(async (read) => {
    const { page, size, sort } = query
    const { opening, closing, moved, wanted } = await findMutasi(read, installation, memberId, query)
    const movements = await movementsOf(read, wanted, { descending: sort.descending, limit: size, offset: page * size })
    return {
      content: await mutasiRows(read, installation, movements),
      totalElements: Number(await totalOf(read, wanted, moved)),
      saldoawal: opening,
      masuk: moved.paidIn,
      keluar: moved.paidOut,
      saldoakhir: closing,
    }
  })

type Filters = Pick<MutasiQuery, 'awal' | 'akhir' | 'search' | 'statustrx'>

/** What the filters mean in the books, and the sums of the days that they name. */
export async function findMutasi(read: Reader, installation: string, memberId: bigint, filters: Filters) {
  const days = { awal: filters.awal, akhir: filters.akhir }
  const sets = await setsOf(read, days)
  const { opening, closing } = await openingAndClosing(read, memberId, sets)
  const moved = await walletMoved(read, memberId, days, sets)
  const search = filters.search === undefined ? undefined : searchFor(installation, filters.search)
  if (search !== undefined && search.among !== null) await preferIndexOrder(read)
  const wanted: Wanted = { memberId, sets, side: filters.statustrx, search }
  return { opening, closing, moved, wanted }
}

/** Days know how often a wallet moved, and not what is searched for. */
async function totalOf(read: Reader, wanted: Wanted, { timesIn, timesOut }: Movements): Promise<bigint> {
  if (wanted.search !== undefined) return countMovements(read, wanted, searchedRowsMax)
  if (wanted.side === 'in') return timesIn
  return wanted.side === 'out' ? timesOut : timesIn + timesOut
}

export async function mutasiRows(read: Reader, installation: string, movements: readonly Movement[]): Promise<MutasiRow[]> {
  const causes = await causesOf(read, installation, movements)
  return movements.map((movement) => {
    const cause = causes.get(keyOf(movement))
    if (cause === undefined) throw new Error(`nothing demanded ${keyOf(movement)}`)
    return {
      id: entryNumber(movement),
      waktu: movement.at,
      ...sayMovement(movement.event, movement.amount, cause),
      mutasi: movement.amount,
      saldoakhir: movement.balance_after,
    }
  })
}
