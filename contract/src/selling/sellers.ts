import { z } from 'zod'
import { searches } from '../catalogue/catalogue.ts'
import { targetKinds } from '../market-data/targets.ts'
import { call } from '../shared/call.ts'
import { offerState } from '../shared/offer-states.ts'
import { quality } from '../shared/quality.ts'
import { boundedText, flag, moment, pageOf, pageQuery, rowId, rowIdText, rupiah } from '../shared/wire.ts'
import { review } from './reviews.ts'

export const sellerSummary = z.object({
  sellerid: rowId,
  sellername: z.string(),
  avatar: z.string().nullable(),
  /** 0 without reviews, else 1 to 5 with one decimal. */
  rating: z.number(),
  jmlreview: z.int(),
  /** True when the shop is open. */
  status: flag,
  user: z.object({ online: flag }),
  location: z.string().nullable(),
  jmlproduk: z.int(),
  ...quality,
})
export type SellerSummary = z.output<typeof sellerSummary>

export const sellerProduct = z.object({
  id: rowId,
  productname: z.string(),
  productcode: z.string(),
  producttype: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  denom: rupiah,
  targetkind: z.enum(targetKinds),
  /** 1 Open, 0 Close; `state` shows why the offer is closed. */
  status: flag,
  state: offerState,
  /** The price that this buyer pays, and the normal price. */
  price: rupiah,
  sellprice: rupiah,
  discount: rupiah,
  sudahada: flag,
})

export const sellerPage = z.object({
  sellerid: rowId,
  membername: z.string(),
  avatar: z.string().nullable(),
  contact: z.string().nullable(),
  cities: z.object({ cityname: z.string() }).nullable(),
  province: z.object({ provincename: z.string() }).nullable(),
  rating: z.number(),
  jmlreview: z.int(),
  online: flag,
  statustoko: flag,
  lastactive: moment.nullable(),
  ...quality,
  /** `canreview` is true when the member who reads has a successful purchase at this seller. `ownreview` is the member's existing review. */
  canreview: z.boolean(),
  ownreview: review.nullable(),
  productlist: z.array(
    z.object({
      categoryname: z.string(),
      brands: z.array(z.object({ brandname: z.string(), brandlogo: z.string().nullable(), products: z.array(sellerProduct) })),
    }),
  ),
})
export type SellerPage = z.output<typeof sellerPage>

export const bestHit = z.object({ sellerid: rowId, operator: z.string(), sellername: z.string(), selleravatar: z.string().nullable() })

export const sellerListQuery = pageQuery(['sellerid', 'sellername', 'rating', 'successrate', 'mediandetik'], {})

export const sellerCalls = {
  list: call('GET', '/api/v1/supplier', {
    summary: 'List sellers; the order `sellerid,RAND()` changes from day to day and stays the same within a day',
    compressed: true,
    access: 'member',
    query: z.object({
      ...sellerListQuery,
      sort: z.union([
        boundedText(30)
          .regex(/^sellerid,RAND\(\)$/i)
          .transform(() => 'shuffled' as const),
        sellerListQuery.sort,
      ]),
    }),
    data: pageOf(sellerSummary),
  }),
  gold: call('GET', '/api/v1/supplier/gold', {
    summary: 'List the sellers with the best reviews and deliveries',
    compressed: true,
    access: 'member',
    query: z.object({ size: sellerListQuery.size.default(6) }),
    data: z.array(sellerSummary),
  }),
  bestHits: call('GET', '/api/v1/supplier/besthit', {
    summary: 'List the best-selling sellers and operators of today, or of recent days while today has too few sales',
    compressed: true,
    access: 'member',
    data: z.array(bestHit),
  }),
  mine: call('GET', '/api/v1/mysupplier', {
    summary: "List the sellers in the member's buying list",
    access: 'member',
    data: z.array(sellerSummary),
  }),
  page: call('GET', '/api/v1/product/seller/{id}', {
    summary: 'Read a seller with all offers, at the prices of the calling member',
    compressed: true,
    access: 'member',
    limit: searches,
    params: z.object({ id: rowIdText }),
    data: sellerPage,
    refuses: ['not_found.seller'],
  }),
}
