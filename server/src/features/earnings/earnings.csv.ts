import type { EarningDay, EarningQuery } from '@lapak/contract/earnings'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Reader } from '#core/db.ts'
import { findEarnings } from './earnings.queries.ts'

const columns: [heading: string, cell: (row: EarningDay) => Cell][] = [
  ['Tanggal', (row) => row.hari],
  ['Transaksi', (row) => row.transaksi],
  ['Terjual', (row) => row.terjual],
  ['Biaya', (row) => row.biaya],
  ['Dipotong untuk hutang', (row) => row.dipotong],
  ['Diterima', (row) => row.diterima],
  ['Refund', (row) => row.refund],
  ['Dikembalikan ke pembeli', (row) => row.dikembalikan],
  ['Belum tertutup saldo', (row) => row.terutang],
]

export async function downloadEarnings(read: Reader, sellerId: bigint, query: Omit<EarningQuery, 'page' | 'size'>): Promise<CsvFile> {
  const found = await findEarnings(read, sellerId, query)
  return {
    name: ['pendapatan', ...(query.awal ? [query.awal] : []), ...(query.akhir ? [query.akhir] : [])].join('-').concat('.csv'),
    headings: columns.map(([heading]) => heading),
    rows: once(found.map((row) => columns.map(([, cell]) => cell(row)))),
  }
}

async function* once(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}
