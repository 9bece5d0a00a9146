import { dotted } from '@lapak/contract/money'
import { downloadRowsMax, type PurchaseRow, purchaseStateWords, type SaleRow } from '@lapak/contract/purchases'
import { wibBare } from '@lapak/contract/time-text'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Database } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../../audit/audit.ts'
import { narrow, type Scope } from './filters.ts'
import { findIds, type ListQuery, type ReadRows, readRows, readSaleRows } from './lists.queries.ts'

const portion = 1000

type Column<Row> = [heading: string, cell: (row: Row) => Cell]

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
  ['Status', (row) => purchaseStateWords[row.transactionrc]],
  ['Serial Number', (row) => row.serialnumber],
  ['Keterangan', (row) => row.description],
]

/** With who bought instead of who sold, and what it brings. */
const columnsOfSales = columns.flatMap((column): Column<SaleRow>[] =>
  column[0] === 'Suplier'
    ? [['Member', (row) => row.membername]]
    : column[0] === 'Harga'
      ? [column, ['Biaya', (row) => row.fee], ['Hasil', (row) => row.earned]]
      : [column],
)

type Ask = Omit<ListQuery, 'page' | 'size'>

/** With both. */
const columnsOfAll = columns.flatMap((column): Column<PurchaseRow>[] =>
  column[0] === 'Suplier' ? [['Member', (row) => row.membername], column] : [column],
)

export const downloadPurchases = (db: Database, scope: Scope, query: Ask): Promise<CsvFile> =>
  asFile(db, scope, query, { name: 'pembelian', columns, read: readRows })

/** Numbers and names of others leave the house: the audit keeps how many. */
export const downloadSales = (db: Database, audit: Audit, by: Caller, query: Ask): Promise<CsvFile> =>
  asFile(db, { sellerId: by.memberId }, query, {
    name: 'penjualan',
    columns: columnsOfSales,
    read: readSaleRows,
    note: (rows) => db.transaction((tx) => audit.note(tx, { event: 'sales.exported', by, subject: by.memberId, after: { rows } })),
  })

export const downloadAll = (db: Database, audit: Audit, by: Caller, query: Ask): Promise<CsvFile> =>
  asFile(db, {}, query, {
    name: 'transaksi',
    columns: columnsOfAll,
    read: readRows,
    note: (rows) => db.transaction((tx) => audit.note(tx, { event: 'transactions.exported', by, subject: 'all', after: { rows } })),
  })

interface Shape<Row> {
  name: string
  columns: Column<Row>[]
  read: ReadRows<Row>
  note?: (rows: number) => Promise<void>
}

/**
 * All that the list finds, in its order. The numbers are found once, in one moment, so that no row comes twice or never
 * while others change; the rows follow in portions, each with a connection only for as long as it is read.
 */
async function asFile<Row>(db: Database, scope: Scope, query: Ask, { name, columns, read, note }: Shape<Row>): Promise<CsvFile> {
  const narrowing = await narrow(db.read, scope, query)
  const ids = await findIds(db, narrowing, { page: 0, size: downloadRowsMax + 1, sort: query.sort })
  if (ids.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
  await note?.(ids.length)
  const named = [name, ...(query.awal ? [query.awal] : []), ...(query.akhir ? [query.akhir] : [])].join('-')
  return { name: `${named}.csv`, headings: columns.map(([heading]) => heading), rows: portions(db, ids, { columns, read }) }
}

async function* portions<Row>(db: Database, ids: bigint[], { columns, read }: Omit<Shape<Row>, 'name'>): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += portion) {
    const rows = await read(db, ids.slice(from, from + portion))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}
