import { type ProductQuery, productsMax, productTypes } from '@lapak/contract/catalogue/catalogue.admin'
import type { Reader } from '#db/db.ts'
import type { CsvFile } from '#http/csv.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { productsForFile } from './admin-lists.queries.ts'

type Row = Awaited<ReturnType<typeof productsForFile>>[number]

/** The columns that the import reads again (`integrations/catalogue-files/`). */
const columns: Column<Row>[] = [
  ['Kode produk', ({ code }) => code],
  ['Nama produk', ({ name }) => name],
  ['Brand', ({ brand }) => brand],
  ['Kategori', ({ category }) => category],
  ['Tipe', ({ type }) => productTypes[type as keyof typeof productTypes]],
  ['Denom', ({ denom }) => denom],
  ['Status', ({ active }) => (active ? 'Aktif' : 'Non Aktif')],
  ['Berupa kode', ({ is_code }) => (is_code ? 'Ya' : 'Tidak')],
  ['Keterangan', ({ description }) => description],
]

/** Limited to the number of products that the import accepts. */
export const downloadProducts = (read: Reader, asked: ProductQuery): Promise<CsvFile> =>
  listAsFile({
    name: 'katalog',
    columns,
    find: (most) => productsForFile(read, asked, most),
    read: (products) => products,
    batchSize: 500,
    max: productsMax,
  })
