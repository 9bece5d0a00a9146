import { z } from 'zod'
import { digest, lines, offeredPrice, previewOf, rupiahStep } from '../selling/offers.ts'
import { call } from '../shared/call.ts'
import { downloads, filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

const id = z.object({ id: rowIdText })

/** A seller's special price for one buyer ("harga khusus"). */
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

/** Maximum number of lines in one change: few enough to review by eye, and to write while all other price changes are blocked. */
export const specialPriceLinesMax = 200
export const specialPriceMembersMax = 50

const once = (max: number) =>
  z
    .array(rowId)
    .min(1)
    .max(max)
    .transform((ids) => [...new Set(ids)])

/** Difference from the normal price: in rupiah or in whole percent. */
const difference = z.union([z.object({ rupiah: rupiahStep }), z.object({ percent: z.int().min(-99).max(1000).transform(BigInt) })])
export type PriceDifference = z.output<typeof difference>

const manyFields = {
  memberids: once(specialPriceMembersMax),
  productids: once(specialPriceLinesMax),
  price: offeredPrice.pipe(z.bigint().min(1n)).optional(),
  change: difference.optional(),
}
interface ManyAsked {
  memberids: bigint[]
  productids: bigint[]
  price?: bigint | undefined
  change?: PriceDifference | undefined
}
const fewLines = ({ memberids, productids }: ManyAsked) => memberids.length * productids.length <= specialPriceLinesMax
const tooManyLines = { path: ['productids'], error: `Paling banyak ${specialPriceLinesMax} harga sekaligus` }
const onePrice = ({ price, change }: ManyAsked) => (price === undefined) !== (change === undefined)
const notOnePrice = { path: ['price'], error: 'Isi harga atau selisihnya, salah satu' }

/** The special price of one buyer for one product, before and after the change. */
export const specialPriceLine = z.object({
  member: z.object({ memberid: rowId, membername: z.string() }),
  product: z.object({ productid: rowId, productname: z.string(), productcode: z.string() }),
  /** The price for all other buyers. */
  normal: rupiah,
  /** This buyer's current special price; null if there is none. */
  before: rupiah.nullable(),
  price: rupiah,
  belowcost: flag,
})

/** Preview of all lines, including unchanged ones: they are few enough to review. */
const manyPreview = previewOf(specialPriceLine)

/** Labels from the specification (S-SP-15). */
export const specialPriceStatus = (open: boolean): string => (open ? 'Aktif' : 'Non Aktif')

const listQuery = z.object(
  pageQuery(['id', 'membername', 'productcode', 'hargajual'], {
    search: filter(plainText(100)),
    brandid: filter(rowIdText),
    categoryid: filter(rowIdText),
  }),
)

export const specialPriceCalls = {
  list: call('GET', '/api/v1/seller/productspecial', {
    summary: "List the seller's special prices",
    access: 'seller',
    query: listQuery,
    data: pageOf(specialPriceRow),
  }),
  download: call('GET', '/api/v1/seller/productspecial/download', {
    summary: "Download the seller's special prices as CSV `harga-khusus`, all pages of the list",
    access: 'seller',
    query: listQuery,
    csv: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  add: call('POST', '/api/v1/seller/productspecial', {
    summary: 'Give a buyer a special price',
    access: 'seller',
    stepUp: true,
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
    stepUp: true,
    limit: lines,
    params: id,
    body: z.object({ price: offeredPrice.pipe(z.bigint().min(1n)) }),
    data: specialPriceRow,
    done: 'Update Product Suplier Ok!',
    refuses: ['not_found.special_price'],
  }),
  remove: call('DELETE', '/api/v1/seller/productspecial/{id}', {
    summary: 'Remove a special price',
    access: 'seller',
    limit: lines,
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.special_price'],
  }),
  previewMany: call('POST', '/api/v1/seller/productspecial/many/preview', {
    summary: 'Preview special prices for several buyers and products',
    access: 'seller',
    limit: { setting: 'specialPrices.manyPerMinute', seconds: 60 },
    body: z.object(manyFields).refine(fewLines, tooManyLines).refine(onePrice, notOnePrice),
    data: manyPreview,
    refuses: ['not_found.offer', 'not_found.member', 'special_price.out_of_bounds'],
  }),
  giveMany: call('POST', '/api/v1/seller/productspecial/many', {
    summary:
      'Give several buyers special prices for several products as in the preview with this `digest`, all or nothing; existing ones are changed',
    access: 'seller',
    stepUp: true,
    limit: { setting: 'specialPrices.manyPerMinute', seconds: 60 },
    body: z
      .object({ ...manyFields, digest })
      .refine(fewLines, tooManyLines)
      .refine(onePrice, notOnePrice),
    data: manyPreview,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.offer', 'not_found.member', 'special_price.out_of_bounds', 'offer.changed_meanwhile'],
  }),
  removeByQuery: call('DELETE', '/api/v1/seller/productspecial', {
    summary: 'Remove a special price, with `id` as a query parameter',
    access: 'seller',
    limit: lines,
    query: id,
    done: 'Delete Ok!',
    refuses: ['not_found.special_price'],
  }),
  buyers: call('GET', '/api/v1/seller/buyer', {
    summary:
      'Find buyers for the special price dialog: own customers and buyers with a special price by a part of the name, others by full e-mail or phone',
    access: 'seller',
    limit: { setting: 'specialPrices.searchesPerMinute', seconds: 60 },
    query: z.object({ cari: plainText(100).default('') }),
    data: z.array(z.object({ memberid: rowId, membername: z.string(), memberavatar: z.string().nullable() })),
  }),
}
