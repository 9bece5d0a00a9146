import { z } from 'zod'
import { targetKinds } from '../market-data/targets.ts'
import { call } from '../shared/call.ts'
import { offerState } from '../shared/offer-states.ts'
import { quality } from '../shared/quality.ts'
import { routingOrders } from '../shared/routing.ts'
import { filter, flag, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'
import { orderFields } from './purchases.ts'

/** Maximum number of entries of one product in a buying list. */
export const prioritiesMax = 999

/** An entry of a buyer's buying list ("product mapping"). An order tries the entries by `prioritas`, 1 first. */
export const mappingRow = z.object({
  id: rowId,
  productmemberid: rowId,
  productcode: z.string(),
  productname: z.string(),
  brandname: z.string(),
  sellername: z.string(),
  sellerid: rowId,
  statustoko: flag,
  producttype: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  denom: rupiah,
  targetkind: z.enum(targetKinds),
  /** The price that this buyer pays. */
  price: rupiah,
  /** The normal price. */
  sellprice: rupiah,
  /** The promo price if it applies to this buyer, otherwise 0. */
  discount: rupiah,
  /** Whether the offer can be ordered now, or why not. `status` is the switch that the buyer sets. */
  state: offerState,
  prioritas: z.int(),
  status: flag,
  ...quality,
})
export type MappingRow = z.output<typeof mappingRow>

/** One entry of the route that an order would follow now. */
export const routeStep = z.object({
  /** Id of the entry in the buying list. */
  id: rowId,
  productmemberid: rowId,
  prioritas: z.int(),
  sellerid: rowId,
  sellername: z.string(),
  price: rupiah,
  /** An order tries only entries in the state `open`; for other entries, the state is the reason why they are skipped. */
  state: offerState,
  ...quality,
})

export const mappingStatusLabels = { 1: 'Aktif', 0: 'Non Aktif' } as const

const id = z.object({ id: rowIdText })

/** Rate limit of changes, because each of them changes the market data in memory, where changes run one after the other. */
const limit = { setting: 'buyingList.changesPerMinute', seconds: 60 } as const

/**
 * The list decides who sells. While the member's software orders, without a person who sees the seller and the price, each change needs step-up authentication
 * (`access.proof_needed`).
 */
export const buyingListCalls = {
  list: call('GET', '/api/v1/product/mappings', {
    summary: 'List the entries of the buying list',
    access: 'member',
    query: z.object(
      pageQuery(['id', 'productcode', 'productname', 'sellername', 'price', 'prioritas', 'status'], {
        search: filter(plainText(100)),
        brandid: filter(rowIdText),
        categoryid: filter(rowIdText),
        sellerid: filter(rowIdText),
      }),
    ),
    data: pageOf(mappingRow),
  }),
  add: call('POST', '/api/v1/product/mapping', {
    summary: "Add a seller's product to the buying list; by default with the last priority",
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit,
    body: z.object({
      productmemberid: rowId,
      status: flag.default(true),
      prioritas: z.int().min(1).max(prioritiesMax).nullish(),
      sellerid: rowId.optional(),
    }),
    data: mappingRow,
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.offer', 'mapping.exists', 'mapping.priority_used', 'access.proof_needed'],
  }),
  addSeller: call('POST', '/api/v1/product/mapping/seller/{id}', {
    summary: 'Add all offers of a seller that the buying list does not have yet, each last of its product',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit: { setting: 'buyingList.sellersPerHour', seconds: 3600 },
    params: id,
    data: z.object({ ditambah: z.int() }),
    done: 'Add Product Suplier Ok!',
    refuses: ['not_found.seller', 'access.proof_needed'],
  }),
  setStatus: call('PATCH', '/api/v1/product/mapping/{id}/{status}', {
    summary: 'Switch a product of the buying list on or off',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit,
    params: z.object({ id: rowIdText, status: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: mappingRow,
    done: 'Update Product Suplier Ok!',
    refuses: ['not_found.mapping', 'access.proof_needed'],
  }),
  order: call('PATCH', '/api/v1/product/mapping/order', {
    summary: "Put a product's sellers in order; those not named follow in their present order",
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit,
    body: z.object({
      ids: z
        .array(rowId)
        .min(1, 'Urutan kosong')
        .max(prioritiesMax, `Maksimal ${prioritiesMax}`)
        .refine((ids) => new Set(ids).size === ids.length, 'Ada produk yang disebut dua kali'),
    }),
    bodyBytes: 32 * 1024,
    data: z.array(mappingRow),
    done: 'Update Product Suplier Ok!',
    refuses: ['not_found.mapping', 'access.proof_needed'],
  }),
  route: call('GET', '/api/v1/product/route/{productcode}', {
    summary: 'Preview the route of an order of this product: all active sellers of the buying list in order; the first open one sells',
    access: 'member',
    params: z.object({ productcode: orderFields.productcode }),
    data: z.object({ routing: z.enum(routingOrders), steps: z.array(routeStep) }),
    refuses: ['not_found.product'],
  }),
  remove: call('DELETE', '/api/v1/product/mapping/{id}', {
    summary: 'Remove a product from the buying list',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit,
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.mapping', 'access.proof_needed'],
  }),
}
