import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, clockText, filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

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
  /** Its place by price among all that can be bought now of this product, 1 is the cheapest; null while it cannot be bought itself. */
  peringkat: z.int().nullable(),
  /** Among how many. Of the others nothing else is told. */
  penawaran: z.int(),
})
export type OfferRow = z.output<typeof offerRow>

/** What everybody pays who has no special price. */
export const normalPrice = ({ sellprice, discount }: Pick<OfferRow, 'sellprice' | 'discount'>): bigint =>
  discount > 0n && discount < sellprice ? discount : sellprice

/** No price is above. */
export const priceMax = 1_000_000_000n
export const offeredPrice = z.int().min(0).max(Number(priceMax)).transform(BigInt)
export const stockMax = 100_000_000
const stock = z.int().min(0).max(stockMax).nullish()
/** Of whatever a seller's server calls a product by. */
export const supplierCodeMax = 60
const clock = clockText('Jam harus HH:mm')
const terms = {
  kodesupplier: plainText(supplierCodeMax).min(1, 'Kode suplier wajib diisi'),
  kodecek: plainText(supplierCodeMax).nullish(),
  sellprice: offeredPrice,
  buyprice: offeredPrice.default(0n),
  promoprice: offeredPrice.nullish(),
  stok: stock,
  status: flag.default(true),
  gangguan: flag.default(false),
  cutoffawal: clock.nullish(),
  cutoffakhir: clock.nullish(),
}
const otherSpellings = { kodesupplier: 'membercode', promoprice: 'discount' }
/** No promo price is said by nothing or by 0. */
const meant = (value: unknown) => (value || '').toString().trim()
/** A row sent back as received names a field twice (S-OPEN-11). What is meant by two values is not guessed: one of them would be lost unsaid. */
const eitherSpelling = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((body, context) => {
    if (typeof body !== 'object' || body === null) return body
    const given: Record<string, unknown> = { ...body }
    for (const [name, other] of Object.entries(otherSpellings)) {
      if (!(other in given)) continue
      if (!(name in given)) given[name] = given[other]
      else if (meant(given[name]) !== meant(given[other]))
        context.addIssue({ code: 'custom', path: [name], message: `${name} dan ${other} berbeda, kirim salah satu` })
    }
    return given
  }, shape)

const id = z.object({ id: rowIdText })

/** What a seller looks for: sold for less than it costs, or not the cheapest that can be bought. */
export const offerConcerns = ['rugi', 'bukantermurah'] as const
const listQuery = z.object(
  pageQuery(['id', 'productcode', 'productname', 'brandname', 'kodesupplier', 'sellprice', 'buyprice', 'discount', 'status'], {
    search: filter(plainText(100)),
    brandid: filter(rowIdText),
    categoryid: filter(rowIdText),
    status: filter(z.enum(['0', '1']).transform((text) => text === '1')),
    perhatian: filter(z.enum(offerConcerns)),
  }),
)

const values = z.object({
  kodesupplier: z.string(),
  kodecek: z.string().nullable(),
  sellprice: rupiah,
  buyprice: rupiah,
  discount: rupiah,
  stok: z.int().nullable(),
  status: flag,
  gangguan: flag,
  cutoffawal: z.string().nullable(),
  cutoffakhir: z.string().nullable(),
})
/** One product of a change of many, as it is and as it becomes. */
const offerLine = z.object({
  /** Of a file. */
  line: z.int().nullable(),
  productcode: z.string(),
  productname: z.string(),
  /** Null where it is not offered yet. */
  before: values.nullable(),
  /** Null where a line of a file does not say it. */
  after: values.nullable(),
  belowcost: flag,
  /** Why it cannot be so. */
  reason: z.string().nullable(),
})
/** What a change of many would do, whichever: its `digest` carries it out. */
export const previewOf = <Line extends z.ZodType>(line: Line) =>
  z.object({
    found: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    belowcost: z.int(),
    /** Names exactly these lines: only what was seen is done. */
    digest: z.string(),
    lines: z.array(line),
  })
/** What cannot be comes first, then what would be sold below cost; what stays is left out. */
const offerPreview = previewOf(offerLine)
export type OfferLine = z.output<typeof offerLine>
export type OfferPreview = z.output<typeof offerPreview>

/** As many are changed at once. */
export const offersMax = 10_000
/** A difference of prices. */
export const rupiahStep = z.int().min(-Number(priceMax)).max(Number(priceMax)).transform(BigInt)
const step = z.union([z.object({ rupiah: rupiahStep }), z.object({ basispoints: z.int().min(-9_999).max(100_000) })])
export const roundingSteps = [25, 50, 100, 500] as const
const changesOfMany = z
  .object({
    /** Added to the sell price; basis points are of 1/100 %. */
    harga: step.optional(),
    /** Added to the buy price; one that nobody told stays so. */
    beli: step.optional(),
    kodecek: plainText(supplierCodeMax).nullish(),
    /** Of the sell price afterwards. */
    bulat: z.object({ ke: z.literal(roundingSteps), arah: z.enum(['naik', 'turun', 'terdekat']) }).optional(),
    /** So much below the sell price; null takes it away. */
    promo: step.nullish(),
    stok: stock,
    status: flag.optional(),
    gangguan: flag.optional(),
    cutoff: z.object({ awal: clock, akhir: clock }).nullish(),
  })
  .refine((changes) => Object.values(changes).some((change) => change !== undefined), 'Pilih yang diubah')
export type ChangesOfMany = z.output<typeof changesOfMany>

/** Not everything by the way: that is said. */
const changedFilter = z
  .object({
    search: plainText(100).optional(),
    brandid: rowId.optional(),
    categoryid: rowId.optional(),
    status: flag.optional(),
    perhatian: z.enum(offerConcerns).optional(),
  })
  .refine((filter) => Object.values(filter).some((condition) => condition !== undefined), 'Pilih produk yang diubah')

/** As much of what was found as is looked at, and that it was seen. */
export const digest = boundedText(64).optional()
const seen = { page: z.int().min(0).max(1_000).default(0), digest }

/** A server that takes longer gives no list: the page waits a little longer. */
export const syncWaitSeconds = 20

/** Counted by lines, one here; calls that change many count as many as they change. */
export const lines = { setting: 'offers.linesPerHour', seconds: 3600 } as const

export const offerCalls = {
  list: call('GET', '/api/v1/seller/product', {
    summary: "The seller's products",
    access: 'seller',
    query: listQuery,
    data: pageOf(offerRow),
    refuses: ['rate.too_many'],
  }),
  download: call('GET', '/api/v1/seller/product/download', {
    summary: "The seller's products as CSV `produk`, all pages of the list",
    access: 'seller',
    query: listQuery,
    csv: true,
    refuses: ['download.too_many', 'rate.too_many'],
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
    stepUp: true,
    limit: lines,
    body: eitherSpelling(z.object({ categoryid: rowId.optional(), brandid: rowId.optional(), productid: rowId, ...terms })),
    data: offerRow,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.product', 'offer.exists', 'offer.promo_too_high'],
  }),
  change: call('PATCH', '/api/v1/seller/product/{id}', {
    summary: 'Change price, stock or state; a price that falls far within a day, and another code at the own server, need a fresh proof',
    access: 'seller',
    limit: lines,
    params: id,
    body: eitherSpelling(
      z.object({
        kodesupplier: terms.kodesupplier.optional(),
        kodecek: terms.kodecek,
        sellprice: offeredPrice.optional(),
        buyprice: offeredPrice.optional(),
        promoprice: offeredPrice.nullish(),
        stok: stock,
        status: flag.optional(),
        gangguan: flag.optional(),
        cutoffawal: clock.nullish(),
        cutoffakhir: clock.nullish(),
      }),
    ),
    data: offerRow,
    done: 'Update Product Suplier Ok!',
    // Changed meanwhile: its price or code became another one between the look at whether a proof is needed and the change.
    refuses: ['not_found.offer', 'offer.promo_too_high', 'offer.changed_meanwhile', 'access.proof_needed'],
  }),
  remove: call('DELETE', '/api/v1/seller/product/{id}', {
    summary: 'Stop offering a product',
    access: 'seller',
    limit: lines,
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
  bulk: call('POST', '/api/v1/seller/product/bulk', {
    summary:
      'Change many products alike: those of `ids`, those that `filter` finds, or `all`. `preview` only tells each line; then `digest` of that preview does it, all or nothing. Prices that fall far need a fresh proof',
    access: 'seller',
    limit: { setting: 'offers.changesPerHour', seconds: 3600 },
    body: z
      .object({
        preview: z.boolean(),
        ids: z.array(rowId).min(1).max(offersMax).optional(),
        filter: changedFilter.optional(),
        all: z.literal(true).optional(),
        changes: changesOfMany,
        /** Leaves out what cannot be changed so. */
        lewati: z.boolean().default(false),
        ...seen,
      })
      .refine(({ ids, filter, all }) => [ids, filter, all].filter((which) => which !== undefined).length === 1, {
        path: ['ids'],
        error: 'Pilih produk yang diubah',
      }),
    bodyBytes: 256 * 1024,
    data: offerPreview,
    done: 'Update Product Suplier Ok!',
    refuses: ['offer.too_many', 'offer.lines_refused', 'offer.changed_meanwhile', 'access.proof_needed'],
  }),
  template: call('GET', '/api/v1/seller/product/template', {
    summary: 'What is not offered yet, as CSV to fill in and send as `file`',
    access: 'seller',
    csv: true,
  }),
  file: call('POST', '/api/v1/seller/product/file', {
    summary:
      'Products, prices and stock out of a CSV like `produk`: told only (`simpan` 0), or done as that preview (`digest`) told it, all or nothing (1). New products, other codes and prices that fall far need a fresh proof',
    access: 'seller',
    limit: { setting: 'offers.changesPerHour', seconds: 3600 },
    file: 'csv',
    query: z.object({
      simpan: z.enum(['0', '1']).transform((text) => text === '1'),
      page: z.coerce.number().int().min(0).max(1_000).default(0),
      digest,
    }),
    data: offerPreview,
    done: 'Update Product Suplier Ok!',
    refuses: [
      'statement.no_file',
      'statement.file_too_large',
      'offer.file_unreadable',
      'offer.lines_refused',
      'offer.changed_meanwhile',
      'access.proof_needed',
    ],
  }),
  syncPrices: call('GET', '/api/v1/seller/syncharga', {
    summary: "Read the price list of the seller's own server: buy price and open/closed by supplier code",
    access: 'seller',
    limit: { setting: 'sellerApi.syncsPerMinute', seconds: 60, per: 'session' },
    data: z.object({
      updated: z.int(),
      unchanged: z.int(),
      missing: z.int(),
      /** Rows of the list that could not be read, or cost more than anything may. */
      unread: z.int(),
      /** Product codes, each in one list for everything that is true of it. */
      belowcost: z.array(z.string()),
      opened: z.array(z.string()),
      closed: z.array(z.string()),
      unlisted: z.array(z.string()),
      costs: z.array(z.object({ productcode: z.string(), before: rupiah, after: rupiah })),
    }),
    refuses: ['supplier.not_tested', 'supplier.no_answer', 'supplier.no_price_list', 'offer.changed_meanwhile'],
  }),
}
