import { z } from 'zod'
import { call } from './call.ts'
import { filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from './wire.ts'

/** What a seller sells and for how much ("seller product mapping"). */
export const offerRow = z.object({
  id: rowId,
  productid: rowId,
  brandid: rowId,
  categoryid: rowId,
  brandname: z.string(),
  productcode: z.string(),
  productname: z.string(),
  /** Two spellings of one field, both sent (S-OPEN-11). */
  membercode: z.string(),
  kodesupplier: z.string(),
  /** By this code the seller's server tells whose number it is; null where it cannot. */
  kodecek: z.string().nullable(),
  sellprice: rupiah,
  buyprice: rupiah,
  /** Promo price; 0 is none. It counts while it is below sellprice. */
  discount: rupiah,
  promoprice: rupiah,
  /** Null is unlimited. */
  stok: z.int().nullable(),
  status: flag,
  /** Open but unreliable now (gangguan): not chosen by routing, shown to buyers. */
  gangguan: flag,
  cutoffawal: z.string().nullable(),
  cutoffakhir: z.string().nullable(),
  statustoko: flag,
  sellerid: rowId,
  sellername: z.string(),
})

export const offeredPrice = z.int().min(0).max(1_000_000_000).transform(BigInt)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Jam harus HH:mm')
const terms = {
  kodesupplier: plainText(60).min(1, 'Kode suplier wajib diisi'),
  kodecek: plainText(60).nullish(),
  sellprice: offeredPrice,
  buyprice: offeredPrice.default(0n),
  promoprice: offeredPrice.nullish(),
  stok: z.int().min(0).max(100_000_000).nullish(),
  status: flag.default(true),
  gangguan: flag.default(false),
  cutoffawal: clock.nullish(),
  cutoffakhir: clock.nullish(),
}
/** `membercode` and `discount` of a row sent back as received name the same fields (S-OPEN-11). */
const eitherSpelling = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((body) => {
    if (typeof body !== 'object' || body === null) return body
    const given = body as Record<string, unknown>
    return { kodesupplier: given.membercode, promoprice: given.discount, ...given }
  }, shape)

const id = z.object({ id: rowIdText })

export const offerCalls = {
  list: call('GET', '/api/v1/seller/product', {
    summary: "The seller's products",
    access: 'seller',
    query: z.object(
      pageQuery(['id', 'productcode', 'productname', 'brandname', 'sellprice', 'status'], {
        search: filter(plainText(100)),
        brandid: filter(rowIdText),
        categoryid: filter(rowIdText),
        status: filter(z.enum(['0', '1']).transform((text) => text === '1')),
      }),
    ),
    data: pageOf(offerRow),
  }),
  one: call('GET', '/api/v1/seller/product/{id}', {
    summary: 'One product of the seller',
    access: 'seller',
    params: id,
    data: offerRow,
    refuses: ['not_found.offer'],
  }),
  add: call('POST', '/api/v1/seller/product', {
    summary: 'Offer a product',
    access: 'seller',
    // A price from nothing, for whatever the seller can buy.
    fresh: true,
    body: eitherSpelling(z.object({ categoryid: rowId.optional(), brandid: rowId.optional(), productid: rowId, ...terms })),
    data: offerRow,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.product', 'offer.exists', 'offer.promo_too_high'],
  }),
  change: call('PATCH', '/api/v1/seller/product/{id}', {
    summary: 'Change price, stock or state; a price that falls far within a day, and another code at the own server, need a fresh proof',
    access: 'seller',
    params: id,
    body: eitherSpelling(
      z.object({
        kodesupplier: terms.kodesupplier.optional(),
        kodecek: terms.kodecek,
        sellprice: offeredPrice.optional(),
        buyprice: offeredPrice.optional(),
        promoprice: offeredPrice.nullish(),
        stok: z.int().min(0).max(100_000_000).nullish(),
        status: flag.optional(),
        gangguan: flag.optional(),
        cutoffawal: clock.nullish(),
        cutoffakhir: clock.nullish(),
      }),
    ),
    data: offerRow,
    done: 'Update Product Suplier Ok!',
    refuses: ['not_found.offer', 'offer.promo_too_high', 'access.proof_needed'],
  }),
  remove: call('DELETE', '/api/v1/seller/product/{id}', {
    summary: 'Stop offering a product',
    access: 'seller',
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.offer'],
  }),
  ofBrand: call('GET', '/api/v1/seller/product/brand/{id}', {
    summary: 'Products of a brand, to choose from',
    access: 'seller',
    params: id,
    data: z.array(z.object({ id: rowId, productcode: z.string(), productname: z.string(), producttype: z.int() })),
  }),
  syncPrices: call('GET', '/api/v1/seller/syncharga', {
    summary: "Read the price list of the seller's own server: buy price and open/closed by supplier code",
    access: 'seller',
    limit: { setting: 'sellerApi.syncsPerMinute', seconds: 60 },
    data: z.object({ updated: z.int(), unchanged: z.int(), missing: z.int(), belowcost: z.array(z.string()) }),
    refuses: ['supplier.not_tested', 'supplier.no_answer'],
  }),
}
