import { dotted } from '@lapak/contract/money'
import { downloadRowsMax } from '@lapak/contract/purchases'
import { ticketStateWords } from '@lapak/contract/ticket-states'
import { wibBare } from '@lapak/contract/time-text'
import { type HistoryQuery, historyTypeWords, type MutasiQuery, type MutasiRow, type PaymentHistory } from '@lapak/contract/wallet'
import type { Cell, CsvFile } from '#core/csv.ts'
import { Refusal } from '#core/refusal.ts'
import { type Movement, movementsOf } from '#ledger/statement.ts'
import { findTickets, historyRows, ticketsOf } from './histories.queries.ts'
import { findMutasi, mutasiRows, type WalletDeps } from './mutasi.queries.ts'

/** Both files have this name (B-API-43). */
const name = 'mutasisaldo.csv'

const portion = 1000
const all = { limit: downloadRowsMax + 1, offset: 0 }

function refuseTooMany(found: readonly unknown[]) {
  if (found.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
}

/** Portions of what was found, each with a connection only for as long as it is read. */
async function* portionsOf<Found>(
  found: readonly Found[],
  cellsOf: (part: readonly Found[]) => Promise<Cell[][]>,
): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < found.length; from += portion) yield await cellsOf(found.slice(from, from + portion))
}

const historyColumns: [heading: string, cell: (row: PaymentHistory) => Cell][] = [
  ['ID', (row) => row.id],
  ['Waktu (WIB)', (row) => wibBare(row.paymenthistorydatetime)],
  ['Jenis', (row) => historyTypeWords[row.historytipe]],
  ['Metode', (row) => row.method],
  ['Nominal', (row) => row.nominal],
  ['Masuk saldo', (row) => row.credited],
  ['Status', (row) => ticketStateWords[row.status]],
  ['Invoice', (row) => row.invoice],
  ['Keterangan', (row) => row.description],
  ['Alasan', (row) => row.endedreason],
  ['Catatan admin', (row) => row.approveddescription],
  ['Diperbarui (WIB)', (row) => wibBare(row.updateat)],
]

type Paged = 'page' | 'size'

export async function downloadHistories(
  { db, installation }: WalletDeps,
  memberId: bigint,
  query: Omit<HistoryQuery, Paged>,
): Promise<CsvFile> {
  const found = await findTickets(db.read, ticketsOf(installation, memberId, query), query.sort, all)
  refuseTooMany(found)
  return {
    name,
    headings: historyColumns.map(([heading]) => heading),
    rows: portionsOf(found, async (part) =>
      (await historyRows(db.read, installation, part)).map((row) => historyColumns.map(([, cell]) => cell(row))),
    ),
  }
}

const mutasiColumns: [heading: string, cell: (row: MutasiRow) => Cell][] = [
  ['ID', (row) => row.id],
  ['Waktu (WIB)', (row) => wibBare(row.waktu)],
  ['Keterangan', (row) => row.keterangan],
  ['Referensi', (row) => row.reff],
  ['Mutasi', (row) => row.mutasi],
  ['Saldo akhir', (row) => row.saldoakhir],
]

/** The movements between what was there before the asked days and after them, whichever end the file begins with. */
export async function downloadMutasi(
  { db, installation }: WalletDeps,
  memberId: bigint,
  query: Omit<MutasiQuery, Paged>,
): Promise<CsvFile> {
  const { descending } = query.sort
  const { opening, closing, movements } = await db.snapshot(async (read) => {
    const { wanted, ...standing } = await findMutasi(read, installation, memberId, query)
    return { ...standing, movements: await movementsOf(read, wanted, { ...all, descending }) }
  })
  refuseTooMany(movements)
  const cellsOf = async (part: readonly Movement[]) =>
    (await mutasiRows(db.read, installation, part)).map((row) => mutasiColumns.map(([, cell]) => cell(row)))
  const before = standingLine('Saldo awal', opening)
  const after = standingLine('Saldo akhir', closing)
  return {
    name,
    headings: mutasiColumns.map(([heading]) => heading),
    rows: descending ? between(after, portionsOf(movements, cellsOf), before) : between(before, portionsOf(movements, cellsOf), after),
  }
}

const standingLine = (words: string, balance: bigint): Cell[] => [null, null, words, null, null, balance]

async function* between(first: Cell[], rows: AsyncIterable<Cell[][]>, last: Cell[]): AsyncGenerator<Cell[][]> {
  yield [first]
  yield* rows
  yield [last]
}
