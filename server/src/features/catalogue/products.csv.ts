import { type ProductQuery, productsMax, productTypes } from '@lapak/contract/catalogue.admin'
import { dotted } from '@lapak/contract/money'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Reader } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { productsForFile } from './admin-lists.queries.ts'

type Row = Awaited<ReturnType<typeof productsForFile>>[number]

/** As a file of products is read again (`outside/catalogue-files/`). */
const columns: [heading: string, cell: (row: Row) => Cell][] = [
  ['Kode produk', ({ code }) => code],
  ['Nama produk', ({ name }) => name],
  ['Brand', ({ brand }) => brand],
  ['Kategori', ({ category }) => category],
  ['Tipe', ({ type }) => productTypes[type as keyof typeof productTypes]],
  ['Denom', ({ denom }) => denom],
  ['Status', ({ active }) => (active ? 'Aktif' : 'Non Aktif')],
  ['Keterangan', ({ description }) => description],
]

/** All that the list finds, in its order; as many as are read out of a file again. */
export async function downloadProducts(read: Reader, asked: ProductQuery): Promise<CsvFile> {
  const rows = await productsForFile(read, asked, productsMax)
  if (rows.length > productsMax) throw new Refusal('download.too_many', { max: dotted(productsMax) })
  return { name: 'katalog.csv', headings: columns.map(([heading]) => heading), rows: portions(rows) }
}

const portion = 500

async function* portions(rows: readonly Row[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < rows.length; from += portion)
    yield rows.slice(from, from + portion).map((row) => columns.map(([, cell]) => cell(row)))
}
