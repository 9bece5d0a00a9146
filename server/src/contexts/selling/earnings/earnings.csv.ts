import type { EarningDay, EarningQuery } from '@lapak/contract/selling/earnings'
import type { Reader } from '#db/db.ts'
import type { CsvFile } from '#http/csv.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { findEarnings } from './earnings.queries.ts'

const columns: Column<EarningDay>[] = [
  ['Tanggal', (row) => row.hari],
  ['Transaksi', (row) => row.transaksi],
  ['Terjual', (row) => row.terjual],
  ['Biaya', (row) => row.biaya],
  ['Dipotong untuk hutang', (row) => row.dipotong],
  ['Diterima', (row) => row.diterima],
  ['Refund', (row) => row.refund],
  ['Dikembalikan ke pembeli', (row) => row.dikembalikan],
  ['Biaya kembali', (row) => row.biayakembali],
  ['Belum tertutup saldo', (row) => row.terutang],
]

export const downloadEarnings = (read: Reader, sellerId: bigint, query: Omit<EarningQuery, 'page' | 'size'>): Promise<CsvFile> =>
  listAsFile({
    name: 'pendapatan',
    days: query,
    columns,
    find: () => findEarnings(read, sellerId, query),
    read: (days) => days,
  })
