import { z } from 'zod'
import { targetKinds } from '../market-data/targets.ts'
import { call } from '../shared/call.ts'
import { offerState } from '../shared/offer-states.ts'
import { quality } from '../shared/quality.ts'
import { flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** The catalogue for buyers: categories, brands, products, and the prices of all sellers, computed for the buyer who reads them. */
export const brandChoice = z.object({ id: rowId, brandname: z.string(), brandlogo: z.string().nullable() })
export const categoryTree = z.object({ id: rowId, name: z.string(), image: z.string().nullable(), brands: z.array(brandChoice) })

export const productChoice = z.object({
  id: rowId,
  productname: z.string(),
  productcode: z.string(),
  description: z.string().nullable(),
  producttype: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  denom: rupiah,
  image: z.string().nullable(),
})

export const pricingRow = z.object({
  /** Id of the offer, which is sent as `productmemberid` to add it to the buying list. */
  id: rowId,
  productid: rowId,
  productname: z.string(),
  productcode: z.string(),
  producttype: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  denom: rupiah,
  targetkind: z.enum(targetKinds),
  brandname: z.string(),
  brandlogo: z.string().nullable(),
  /**
   * The price that this buyer pays: the special price if there is one, otherwise the promo price, otherwise the normal price. For bills and open
   * amounts: the part that the seller adds.
   */
  price: rupiah,
  /** The normal price. */
  sellprice: rupiah,
  /** The promo price if it applies to this buyer, otherwise 0. */
  discount: rupiah,
  sellerid: rowId,
  sellername: z.string(),
  state: offerState,
  /** True when the offer is already in this buyer's buying list. */
  sudahada: flag,
  /** Quality of this offer. */
  ...quality,
})
export type PricingRow = z.output<typeof pricingRow>

/** Maximum number of offers per product in a comparison. The call for the prices of one product returns all offers. */
export const comparedSellers = 5

/** A product with its offers: first the open offers, then the closed ones, each group sorted by price. */
export const comparedProduct = z.object({
  id: rowId,
  productname: z.string(),
  productcode: z.string(),
  producttype: pricingRow.shape.producttype,
  brandname: z.string(),
  brandlogo: z.string().nullable(),
  /** Number of sellers of this product, and the number of sellers whose offers can be ordered now. */
  suplier: z.int(),
  buka: z.int(),
  /** The offer that an order by the buyer's buying list would use now. */
  rute: z.object({ id: rowId, sellername: z.string(), price: rupiah }).nullable(),
  /** How much cheaper the first offer is than the offer in `rute`; 0 if it is not cheaper, or if no offer is open. */
  hemat: rupiah,
  prices: z.array(pricingRow),
})
export type ComparedProduct = z.output<typeof comparedProduct>

/** Values of `sort-by-price`: 0 and 1. */
export const priceSorts = { 0: 'Paling Mahal', 1: 'Paling Murah' } as const

const id = z.object({ id: rowIdText })
const pageAsked = pageQuery(['saleprice'], {})

/** Maximum page size of a price list: every row is computed for the buyer who reads it. */
export const pricesPerPageMax = 500
export const pricingQuery = { ...pageAsked, size: pageAsked.size.transform((size) => Math.min(size, pricesPerPageMax)) }

/** A product counts as `comparedSellers` rows, because it contains up to that many offers. */
const compareQuery = { ...pageAsked, size: pageAsked.size.transform((size) => Math.min(size, pricesPerPageMax / comparedSellers)) }

/** Shared rate limit of calls that compute or search many rows. */
export const searches = { setting: 'catalogue.searchesPerMinute', seconds: 60 } as const

/** Categories per page (B-CONST-17). */
export const categoriesPerPage = 50

export const catalogueCalls = {
  categories: call('GET', '/api/v1/product/category', {
    summary: 'List categories with their brands; a page that is not full is the last one',
    compressed: true,
    access: 'member',
    query: z.object({ page: pageAsked.page, size: pageAsked.size.default(categoriesPerPage) }),
    data: z.array(categoryTree),
    refuses: ['rate.too_many'],
  }),
  brands: call('GET', '/api/v1/product/brands', {
    summary: 'List brands by name',
    compressed: true,
    access: 'member',
    query: z.object({ ...pageQuery(['brandname'], { search: plainText(100).optional() }) }),
    data: pageOf(brandChoice.extend({ categoryid: rowId, categoryname: z.string() })),
  }),
  brand: call('GET', '/api/v1/product/brand/{id}', {
    summary: 'Read a brand with its products',
    compressed: true,
    access: 'member',
    params: id,
    data: brandChoice.extend({ categoryid: rowId, categoryname: z.string(), products: z.array(productChoice) }),
    refuses: ['not_found.brand'],
  }),
  productsOfBrand: call('GET', '/api/v1/product/bybrand/{id}', {
    summary: 'List the products of a brand',
    compressed: true,
    access: 'member',
    params: id,
    data: z.array(productChoice),
  }),
  pricesOfProduct: call('GET', '/api/v1/product/pricing/byprodid/{id}', {
    summary: 'List the prices of all sellers for a product; at most 500 per page',
    compressed: true,
    access: 'member',
    limit: searches,
    params: id,
    query: z.object(pricingQuery),
    data: pageOf(pricingRow),
  }),
  pricesOfBrand: call('GET', '/api/v1/product/pricing/bybrand/{id}', {
    summary: 'List the prices of all sellers for all products of a brand; at most 500 per page',
    compressed: true,
    access: 'member',
    limit: searches,
    params: id,
    query: z.object(pricingQuery),
    data: pageOf(pricingRow),
  }),
  compareBrand: call('GET', '/api/v1/product/compare/{id}', {
    summary: `List the products of a brand with their ${comparedSellers} cheapest sellers, open ones first, and the seller that the buyer's list would take; at most 100 per page`,
    compressed: true,
    access: 'member',
    limit: searches,
    params: id,
    query: z.object(compareQuery),
    data: pageOf(comparedProduct),
  }),
}
