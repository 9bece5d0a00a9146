import { specialPriceStatus } from '@lapak/contract/catalogue/special-prices'
import { normalPrice } from '@lapak/contract/selling/offers'
import type { Reader } from '#db/db.ts'
import type { CsvFile } from '#http/csv.ts'
import { type Column, listAsFile } from '#http/list-as-file.ts'
import { idsOfSpecialPrices, type SpecialPriceListAsk, type SpecialPriceRow, specialPricesOfIds } from './special-prices.queries.ts'

const columns: Column<SpecialPriceRow>[] = [
  ['ID', ({ id }) => id],
  ['Member', ({ member }) => member.membername],
  ['Brand', ({ product }) => product.brand.brandname],
  ['Nama produk', ({ product }) => product.productname],
  ['Kode produk', ({ product }) => product.productcode],
  ['Harga khusus', ({ hargajual }) => hargajual],
  ['Harga normal', ({ product, discount }) => normalPrice({ sellprice: product.sellprice, discount })],
  ['Status', ({ status }) => specialPriceStatus(status)],
]

export const downloadSpecialPrices = (read: Reader, sellerId: bigint, asked: SpecialPriceListAsk): Promise<CsvFile> =>
  listAsFile({
    name: 'harga-khusus',
    columns,
    find: (most) => idsOfSpecialPrices(read, sellerId, asked, most),
    read: (ids) => specialPricesOfIds(read, sellerId, ids),
    batchSize: 500,
  })
