import { z } from 'zod'
import { call } from './call.ts'
import { offeredPrice } from './offers.ts'
import { filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from './wire.ts'

const id = z.object({ id: rowIdText })

/** A seller's price for one buyer ("harga khusus"). */
export const specialPriceRow = z.object({
  id: rowId,
  member: z.object({ memberid: rowId, membername: z.string(), memberavatar: z.string().nullable() }),
  product: z.object({
    productid: rowId,
    productname: z.string(),
    productcode: z.string(),
    sellprice: rupiah,
    brand: z.object({ brandname: z.string() }),
  }),
  hargajual: rupiah,
  discount: rupiah,
  stok: z.int().nullable(),
  status: flag,
  statustoko: flag,
  sellername: z.string(),
  sellerid: rowId,
})

export const specialPriceCalls = {
  list: call('GET', '/api/v1/seller/productspecial', {
    summary: "The seller's special prices",
    access: 'seller',
    query: z.object(
      pageQuery(['id', 'membername', 'productcode', 'hargajual'], {
        search: filter(plainText(100)),
        brandid: filter(rowIdText),
        categoryid: filter(rowIdText),
      }),
    ),
    data: pageOf(specialPriceRow),
  }),
  add: call('POST', '/api/v1/seller/productspecial', {
    summary: 'Give one buyer a price of its own',
    access: 'seller',
    fresh: true,
    limit: { setting: 'specialPrices.addsPerMinute', seconds: 60 },
    body: z.object({
      memberid: rowId,
      categoryid: rowId.optional(),
      brandid: rowId.optional(),
      productid: rowId,
      product: z.unknown().optional(),
      price: offeredPrice.pipe(z.bigint().min(1n)),
    }),
    data: specialPriceRow,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.offer', 'not_found.member', 'special_price.exists'],
  }),
  change: call('PATCH', '/api/v1/seller/productspecial/{id}', {
    summary: 'Change a special price',
    access: 'seller',
    fresh: true,
    params: id,
    body: z.object({ price: offeredPrice.pipe(z.bigint().min(1n)) }),
    data: specialPriceRow,
    done: 'Update Product Suplier Ok!',
    refuses: ['not_found.special_price'],
  }),
  remove: call('DELETE', '/api/v1/seller/productspecial/{id}', {
    summary: 'End a special price',
    access: 'seller',
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.special_price'],
  }),
  buyers: call('GET', '/api/v1/seller/buyer', {
    summary: 'Own customers by any part of the name, others by their whole e-mail or phone, for the special price dialog',
    access: 'seller',
    limit: { setting: 'specialPrices.searchesPerMinute', seconds: 60 },
    query: z.object({ cari: plainText(100).default('') }),
    data: z.array(z.object({ memberid: rowId, membername: z.string(), memberavatar: z.string().nullable() })),
  }),
}
