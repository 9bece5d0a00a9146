import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, clockText, filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** An offer: a seller's product with its price ("seller product mapping"). */
export const offerRow = z.object({
  id: rowId,
  productid: rowId,
  brandid: rowId,
  categoryid: rowId,
  brandname: z.string(),
  productcode: z.string(),
  productname: z.string(),
  /** The seller's code of the product. The answer contains it under two field names (S-OPEN-11). */
  membercode: z.string(),
  kodesupplier: z.string(),
  /** Code with which the seller's server returns the customer's name for a target; null if the server cannot return names. */
  kodecek: z.string().nullable(),
  sellprice: rupiah,
  buyprice: rupiah,
  /** Promo price; 0 means that there is none. It applies only while it is below `sellprice`. */
  discount: rupiah,
  promoprice: rupiah,
  /** Remaining stock; null is unlimited. */
  stok: z.int().nullable(),
  status: flag,
  /** True when the offer is open but unreliable now (gangguan). Orders skip it, and buyers see it. */
  gangguan: flag,
  cutoffawal: z.string().nullable(),
  cutoffakhir: z.string().nullable(),
  statustoko: flag,
  sellerid: rowId,
  sellername: z.string(),
  /** Rank by price among all offers of this product that can be ordered now; 1 is the cheapest. Null while this offer cannot be ordered. */
  peringkat: z.int().nullable(),
  /** Number of offers of this product that can be ordered now. The answer contains no other data of competing offers. */
  penawaran: z.int(),
})
export type OfferRow = z.output<typeof offerRow>

/** The price for buyers without a special price. */
export const normalPrice = ({ sellprice, discount }: Pick<OfferRow, 'sellprice' | 'discount'>): bigint =>
  discount > 0n && discount < sellprice ? discount : sellprice

/** Maximum price in rupiah. */
export const priceMax = 1_000_000_000n
export const offeredPrice = z.int().min(0).max(Number(priceMax)).transform(BigInt)
export const stockMax = 100_000_000
const stock = z.int().min(0).max(stockMax).nullish()
/** Maximum length of the codes with which a seller's server identifies a product. */
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
/** A missing promo price and 0 both mean "no promo". */
const meant = (value: unknown) => (value || '').toString().trim()
/**
 * A row contains some fields under two names (S-OPEN-11). A client may send the row back, but is refused if the two values of a field differ, since
 * one of them would be lost.
 */
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

/** Filter of a seller's offers: those sold below cost, or those that are not the cheapest available offer of their product. */
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
/** One offer in a change of many offers: its values before and after. */
const offerLine = z.object({
  /** Line number in the file. */
  line: z.int().nullable(),
  productcode: z.string(),
  productname: z.string(),
  /** Null when the seller does not offer the product yet. */
  before: values.nullable(),
  /** Null when the line of the file does not contain a valid value. */
  after: values.nullable(),
  belowcost: flag,
  /** Why the change is impossible. */
  reason: z.string().nullable(),
})
/** Preview of a change of many offers. Sending its `digest` back executes the change. */
export const previewOf = <Line extends z.ZodType>(line: Line) =>
  z.object({
    found: z.int(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    belowcost: z.int(),
    /** Identifies exactly these lines. Sending it back executes this change and no other. */
    digest: z.string(),
    lines: z.array(line),
  })
/** Preview of the changed offers: first the lines that cannot be applied, then the lines below cost. Unchanged offers are not included. */
const offerPreview = previewOf(offerLine)
export type OfferLine = z.output<typeof offerLine>
export type OfferPreview = z.output<typeof offerPreview>

/** Maximum number of offers in one change. */
export const offersMax = 10_000
/** A price difference in rupiah. */
export const rupiahStep = z.int().min(-Number(priceMax)).max(Number(priceMax)).transform(BigInt)
const step = z.union([z.object({ rupiah: rupiahStep }), z.object({ basispoints: z.int().min(-9_999).max(100_000) })])
export const roundingSteps = [25, 50, 100, 500] as const
const changesOfMany = z
  .object({
    /** Difference that is added to the sell price, in rupiah or in basis points (1/100 %). */
    harga: step.optional(),
    /** Difference that is added to the buy price. An unknown buy price stays unknown. */
    beli: step.optional(),
    kodecek: plainText(supplierCodeMax).nullish(),
    /** Rounding of the new sell price. */
    bulat: z.object({ ke: z.literal(roundingSteps), arah: z.enum(['naik', 'turun', 'terdekat']) }).optional(),
    /** How far the promo price is below the sell price; null removes the promo price. */
    promo: step.nullish(),
    stok: stock,
    status: flag.optional(),
    gangguan: flag.optional(),
    cutoff: z.object({ awal: clock, akhir: clock }).nullish(),
  })
  .refine((changes) => Object.values(changes).some((change) => change !== undefined), 'Pilih yang diubah')
export type ChangesOfMany = z.output<typeof changesOfMany>

/** At least one filter is required. A client that wants to change all offers must request this explicitly. */
const changedFilter = z
  .object({
    search: plainText(100).optional(),
    brandid: rowId.optional(),
    categoryid: rowId.optional(),
    status: flag.optional(),
    perhatian: z.enum(offerConcerns).optional(),
  })
  .refine((filter) => Object.values(filter).some((condition) => condition !== undefined), 'Pilih produk yang diubah')

/** Number of the preview page, and the digest that confirms the change. */
export const digest = boundedText(64).optional()
const seen = { page: z.int().min(0).max(1_000).default(0), digest }

/**
 * Maximum seconds for reading a price list from a seller's server. If the server takes longer, there is no price list. The web app waits slightly
 * longer.
 */
export const syncWaitSeconds = 20

/** Rate limit by the number of changed lines. A change of one offer counts as one line, a change of many offers as the number of its lines. */
export const lines = { setting: 'offers.linesPerHour', seconds: 3600 } as const

export const offerCalls = {
  list: call('GET', '/api/v1/seller/product', {
    summary: "List the seller's products",
    access: 'seller',
    query: listQuery,
    data: pageOf(offerRow),
    refuses: ['rate.too_many'],
  }),
  download: call('GET', '/api/v1/seller/product/download', {
    summary: "Download the seller's products as CSV `produk`, all pages of the list",
    access: 'seller',
    query: listQuery,
    csv: true,
    refuses: ['download.too_many', 'rate.too_many'],
  }),
  one: call('GET', '/api/v1/seller/product/{id}', {
    summary: 'Read a product of the seller',
    access: 'seller',
    params: id,
    data: offerRow,
    refuses: ['not_found.offer'],
  }),
  add: call('POST', '/api/v1/seller/product', {
    summary: 'Add an offer of a product',
    access: 'seller',
    // Requires step-up authentication, since the thief of a session could sell anything at any price.
    stepUp: true,
    limit: lines,
    body: eitherSpelling(z.object({ categoryid: rowId.optional(), brandid: rowId.optional(), productid: rowId, ...terms })),
    data: offerRow,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.product', 'offer.exists', 'offer.promo_too_high'],
  }),
  change: call('PATCH', '/api/v1/seller/product/{id}', {
    summary:
      "Change price, stock or state; a price that falls far within a day, or another code of the seller's own server, requires step-up authentication",
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
    // `changed_meanwhile`: the price or the code of the offer was changed after this call had decided whether it requires step-up authentication.
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
    summary: 'List the products of a brand to choose from',
    access: 'seller',
    params: id,
    data: z.array(z.object({ id: rowId, productcode: z.string(), productname: z.string(), producttype: z.int() })),
  }),
  bulk: call('POST', '/api/v1/seller/product/bulk', {
    summary:
      'Change many products in the same way: those of `ids`, those that `filter` finds, or `all`. `preview` only returns the result per row; `digest` of that preview applies it, all or nothing. Prices that fall far require step-up authentication',
    access: 'seller',
    limit: { setting: 'offers.changesPerHour', seconds: 3600 },
    body: z
      .object({
        preview: z.boolean(),
        ids: z.array(rowId).min(1).max(offersMax).optional(),
        filter: changedFilter.optional(),
        all: z.literal(true).optional(),
        changes: changesOfMany,
        /** If true, offers that cannot be changed are skipped. */
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
    summary: 'Download the products that are not offered yet as CSV, to fill in and send as `file`',
    access: 'seller',
    csv: true,
  }),
  file: call('POST', '/api/v1/seller/product/file', {
    summary:
      'Import products, prices and stock from a CSV like `produk`: preview (`simpan` 0), or apply the preview with this `digest`, all or nothing (1). New products, other codes and prices that fall far require step-up authentication',
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
      /** Number of rows of the seller's price list that could not be read or exceed the maximum price. */
      unread: z.int(),
      /** Product codes of the offers that are sold below cost, opened, closed and so on. A product appears in every list that applies to it. */
      belowcost: z.array(z.string()),
      opened: z.array(z.string()),
      closed: z.array(z.string()),
      unlisted: z.array(z.string()),
      costs: z.array(z.object({ productcode: z.string(), before: rupiah, after: rupiah })),
    }),
    refuses: ['supplier.not_tested', 'supplier.no_answer', 'supplier.no_price_list', 'offer.changed_meanwhile'],
  }),
}
