import { type PurchaseRow, purchaseStateLabels, type SaleRow } from '@lapak/contract/ordering/purchases'
import { wibBare } from '@lapak/contract/shared/time-text'
import { type Audit, recordExport } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import type { CsvFile } from '#http/csv.ts'
import type { Caller } from '#http/http.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { resolveFilters, type Scope } from './filters.ts'
import { findIds, type ListQuery, type ReadRows, readRows, readSaleRows } from './lists.queries.ts'

const columns: Column<PurchaseRow>[] = [
  ['ID', (row) => row.id],
  ['Dibuat (WIB)', (row) => wibBare(row.createat)],
  ['Diperbarui (WIB)', (row) => wibBare(row.updateat)],
  ['Reff Client', (row) => row.reffclient],
  ['Kode', (row) => row.productcode],
  ['Produk', (row) => row.productname],
  ['Tujuan', (row) => row.target],
  ['Harga', (row) => row.sellprice],
  ['Suplier', (row) => row.sellername],
  ['Status', (row) => purchaseStateLabels[row.transactionrc]],
  ['Serial Number', (row) => row.serialnumber],
  ['Keterangan', (row) => row.description],
]

/** The columns of a sale: the buyer instead of the seller, and additionally the fee and the earnings. */
const columnsOfSales = columns.flatMap((column): Column<SaleRow>[] =>
  column[0] === 'Suplier'
    ? [['Member', (row) => row.membername]]
    : column[0] === 'Harga'
      ? [column, ['Biaya', (row) => row.fee], ['Hasil', (row) => row.earned]]
      : [column],
)

type Ask = Omit<ListQuery, 'page' | 'size'>

/** The columns for administrators: both the buyer and the seller. */
const columnsOfAll = columns.flatMap((column): Column<PurchaseRow>[] =>
  column[0] === 'Suplier' ? [['Member', (row) => row.membername], column] : [column],
)

export const downloadPurchases = (db: Database, scope: Scope, query: Ask): Promise<CsvFile> =>
  asFile(db, scope, query, { name: 'pembelian', columns, read: readRows })

/** The file contains targets and names of other members, so the audit records the download with its number of rows. */
export const downloadSales = (db: Database, audit: Audit, by: Caller, query: Ask): Promise<CsvFile> =>
  asFile(db, { sellerId: by.memberId }, query, {
    name: 'penjualan',
    columns: columnsOfSales,
    read: readSaleRows,
    note: recordExport({ db, audit }, { list: 'sales', by, subject: by.memberId }),
  })

export const downloadAll = (db: Database, audit: Audit, by: Caller, query: Ask): Promise<CsvFile> =>
  asFile(db, {}, query, {
    name: 'transaksi',
    columns: columnsOfAll,
    read: readRows,
    note: recordExport({ db, audit }, { list: 'transactions', by, subject: 'all' }),
  })

interface Shape<Row> {
  name: string
  columns: Column<Row>[]
  read: ReadRows<Row>
  note?: (rows: number) => Promise<void>
}

async function asFile<Row>(db: Database, scope: Scope, query: Ask, { read, ...shape }: Shape<Row>): Promise<CsvFile> {
  const resolved = await resolveFilters(db.read, scope, query)
  return listAsFile({
    ...shape,
    days: query,
    find: (most) => findIds(db, resolved, { page: 0, size: most, sort: query.sort }),
    read: (ids) => read(db, ids),
  })
}
