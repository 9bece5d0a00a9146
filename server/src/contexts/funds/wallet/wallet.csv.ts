import { type HistoryQuery, historyTypeLabels, type MutasiQuery, type MutasiRow, type PaymentHistory } from '@lapak/contract/funds/wallet'
import { ticketStateLabels } from '@lapak/contract/shared/ticket-states'
import { wibBare } from '@lapak/contract/shared/time-text'
import { downloadRowsMax } from '@lapak/contract/shared/wire'
import type { Cell, CsvFile } from '#http/csv.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { movementsOf } from '#ledger/statement.ts'
import { findTickets, historyRows, ticketsOf } from './histories.queries.ts'
import { findMutasi, mutasiRows, type WalletDeps } from './mutasi.queries.ts'

/** The downloads of the statement and the history use the same file name (B-API-43). */
const name = 'mutasisaldo'

const historyColumns: Column<PaymentHistory>[] = [
  ['ID', (row) => row.id],
  ['Waktu (WIB)', (row) => wibBare(row.paymenthistorydatetime)],
  ['Jenis', (row) => historyTypeLabels[row.historytipe]],
  ['Metode', (row) => row.method],
  ['Nominal', (row) => row.nominal],
  ['Masuk saldo', (row) => row.credited],
  ['Status', (row) => ticketStateLabels[row.status]],
  ['Invoice', (row) => row.invoice],
  ['Keterangan', (row) => row.description],
  ['Alasan', (row) => row.endedreason],
  ['Catatan admin', (row) => row.approveddescription],
  ['Diperbarui (WIB)', (row) => wibBare(row.updateat)],
]

type Paged = 'page' | 'size'

export const downloadHistories = ({ db, installation }: WalletDeps, memberId: bigint, query: Omit<HistoryQuery, Paged>): Promise<CsvFile> =>
  listAsFile({
    name,
    columns: historyColumns,
    find: (most) => findTickets(db.read, ticketsOf(installation, memberId, query), query.sort, { limit: most, offset: 0 }),
    read: (found) => historyRows(db.read, installation, found),
  })

const mutasiColumns: Column<MutasiRow>[] = [
  ['ID', (row) => row.id],
  ['Waktu (WIB)', (row) => wibBare(row.waktu)],
  ['Keterangan', (row) => row.keterangan],
  ['Referensi', (row) => row.reff],
  ['Mutasi', (row) => row.mutasi],
  ['Saldo akhir', (row) => row.saldoakhir],
]

/** Downloads the movements between the opening and the closing balance, with the newest or the oldest first. */
export async function downloadMutasi(
  { db, installation }: WalletDeps,
  memberId: bigint,
  query: Omit<MutasiQuery, Paged>,
): Promise<CsvFile> {
  const { descending } = query.sort
  const { opening, closing, movements } = await db.snapshot(async (read) => {
    const { wanted, ...standing } = await findMutasi(read, installation, memberId, query)
    return { ...standing, movements: await movementsOf(read, wanted, { limit: downloadRowsMax + 1, offset: 0, descending }) }
  })
  const file = await listAsFile({
    name,
    columns: mutasiColumns,
    find: async () => movements,
    read: (found) => mutasiRows(db.read, installation, found),
  })
  const before = standingLine('Saldo awal', opening)
  const after = standingLine('Saldo akhir', closing)
  return { ...file, rows: descending ? between(after, file.rows, before) : between(before, file.rows, after) }
}

const standingLine = (words: string, balance: bigint): Cell[] => [null, null, words, null, null, balance]

async function* between(first: Cell[], rows: AsyncIterable<Cell[][]>, last: Cell[]): AsyncGenerator<Cell[][]> {
  yield [first]
  yield* rows
  yield [last]
}
