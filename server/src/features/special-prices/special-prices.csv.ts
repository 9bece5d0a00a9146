import { dotted } from '@lapak/contract/money'
import { normalPrice } from '@lapak/contract/offers'
import { downloadRowsMax } from '@lapak/contract/purchases'
import { specialPriceStatus } from '@lapak/contract/special-prices'
import type { Cell, CsvFile } from '#core/csv.ts'
import type { Reader } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { idsOfSpecialPrices, type SpecialPriceListAsk, type SpecialPriceRow, specialPricesOfIds } from './special-prices.queries.ts'

const columns: [heading: string, cell: (row: SpecialPriceRow) => Cell][] = [
  ['ID', ({ id }) => id],
  ['Member', ({ member }) => member.membername],
  ['Brand', ({ product }) => product.brand.brandname],
  ['Nama produk', ({ product }) => product.productname],
  ['Kode produk', ({ product }) => product.productcode],
  ['Harga khusus', ({ hargajual }) => hargajual],
  ['Harga normal', ({ product, discount }) => normalPrice({ sellprice: product.sellprice, discount })],
  ['Status', ({ status }) => specialPriceStatus(status)],
]

const portion = 500

/** All that the list finds, in its order; found once, read in portions. */
export async function downloadSpecialPrices(read: Reader, sellerId: bigint, asked: SpecialPriceListAsk): Promise<CsvFile> {
  const ids = await idsOfSpecialPrices(read, sellerId, asked, downloadRowsMax + 1)
  if (ids.length > downloadRowsMax) throw new Refusal('download.too_many', { max: dotted(downloadRowsMax) })
  return { name: 'harga-khusus.csv', headings: columns.map(([heading]) => heading), rows: portions(read, sellerId, ids) }
}

async function* portions(read: Reader, sellerId: bigint, ids: readonly bigint[]): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += portion) {
    const rows = await specialPricesOfIds(read, sellerId, ids.slice(from, from + portion))
    yield rows.map((row) => columns.map(([, cell]) => cell(row)))
  }
}
