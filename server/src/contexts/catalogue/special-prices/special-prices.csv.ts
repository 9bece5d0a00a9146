import { specialPriceStatus } from '@lapak/contract/catalogue/special-prices'
import { normalPrice } from '@lapak/contract/selling/offers'
import type { CsvFile } from '#core/csv.ts'
import type { Reader } from '#core/db.ts'
import { type Column, listAsFile } from '#core/list-as-file.ts'
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
    portion: 500,
  })
