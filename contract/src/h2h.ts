import { z } from 'zod'
import { call } from './call.ts'
import {
  bill,
  billAsk,
  billRefusals,
  orderable,
  orderFields,
  orderReference,
  orderRefusals,
  serialParts,
  transactionrc,
} from './purchases.ts'
import { moment, plainText, rowId, rupiah } from './wire.ts'

/**
 * The JSON interface for buyers' own software. `X-Api-Key`, `X-Timestamp` (Unix seconds, at most 300 s off) and
 * `X-Signature`: hex HMAC-SHA256 by the key's secret over `timestamp.body`; for calls without a body, over
 * `timestamp.target`, where target is path and query as sent.
 */
export const h2hOrder = z.object({
  ...orderFields,
  reffclient: orderReference,
  /** An address for this order's callback alone. */
  callback: z
    .url({ protocol: /^https?$/, error: 'Alamat callback tidak valid' })
    .max(300)
    .nullish(),
})
export type H2hOrder = z.output<typeof h2hOrder>

/** Orders of one request at most. */
const ordersPerRequest = 100

/** Each order is checked on its own, so that a misshapen one is answered as one that was refused and hurts no other. */
const misshapen = z.unknown().transform((order) => ({ misshapen: order }))
const manyOrders = z.object({
  orders: z
    .array(z.union([h2hOrder, misshapen]))
    .min(1)
    .max(ordersPerRequest),
})

export const h2hPurchase = z.object({
  id: rowId,
  reffclient: z.string(),
  productcode: z.string(),
  target: z.string(),
  price: rupiah,
  transactionrc,
  status: z.enum(['Pending', 'Sukses', 'Gagal']),
  rc: z.string(),
  message: z.string(),
  serialnumber: z.string().nullable(),
  serialparts: serialParts.nullable(),
  /** Balance after the last money movement of this order that is known to this answer. */
  balance: rupiah,
  createat: moment,
  updateat: moment,
  /** Grows with every change of the order; an older one can be ignored. */
  version: z.int(),
})
export type H2hPurchase = z.output<typeof h2hPurchase>

const trail = z.array(
  z.object({ seller: z.string(), price: rupiah, state: z.string(), message: z.string().nullable(), createat: moment, updateat: moment }),
)

/** One answer of several: like the envelope of a single order, with the order it belongs to. */
const manyAnswer = z.object({
  reffclient: z.string(),
  success: z.boolean(),
  msg: z.string(),
  code: z.string().optional(),
  rc: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  data: h2hPurchase.optional(),
})

export const deliveryRow = z.object({
  id: z.string(),
  event: z.string(),
  url: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.array(z.object({ at: moment, status: z.int().nullable(), answer: z.string() })),
  nextat: moment.nullable(),
})

const byReference = z.object({ reffclient: orderReference })

export const h2hCalls = {
  order: call('POST', '/h2h/v1/transactions', {
    summary: 'Place one order, or up to 100 as {orders: […]} with an answer for each',
    access: 'key',
    body: z.union([manyOrders, h2hOrder]),
    data: z.union([h2hPurchase, z.array(manyAnswer)]),
    refuses: orderRefusals,
  }),
  status: call('GET', '/h2h/v1/transactions/{reffclient}', {
    summary: 'The present state of an order, with its trail of attempts',
    access: 'key',
    params: byReference,
    data: h2hPurchase.extend({ attempts: trail }),
    refuses: ['not_found.purchase'],
  }),
  bill: call('POST', '/h2h/v1/inquiries', {
    summary: 'Ask a bill; the token pays it within 15 minutes',
    access: 'key',
    body: billAsk,
    data: bill,
    refuses: billRefusals,
  }),
  balance: call('GET', '/h2h/v1/balance', { summary: 'The balance', access: 'key', data: z.object({ name: z.string(), balance: rupiah }) }),
  products: call('GET', '/h2h/v1/products', {
    summary: "The buyer's list at the buyer's own prices",
    access: 'key',
    query: z.object({ target: plainText(100).optional() }),
    data: z.array(orderable),
  }),
  operator: call('GET', '/h2h/v1/operator', {
    summary: 'The operator that a number belongs to',
    access: 'key',
    query: z.object({ target: plainText(100) }),
    data: z.object({ operator: z.object({ code: z.string(), name: z.string() }).nullable() }),
  }),
  codes: call('GET', '/h2h/v1/codes', {
    summary: 'The registry of result codes',
    access: 'public',
    data: z.array(z.object({ rc: z.string(), meaning: z.string(), final: z.boolean(), retry: z.boolean(), advice: z.string() })),
  }),
  deliveries: call('GET', '/h2h/v1/transactions/{reffclient}/callbacks', {
    summary: 'Every callback of an order with every delivery attempt',
    access: 'key',
    params: byReference,
    data: z.array(deliveryRow),
    refuses: ['not_found.purchase'],
  }),
  redeliver: call('POST', '/h2h/v1/transactions/{reffclient}/callback', {
    summary: 'Send the callback of the present state once more',
    access: 'key',
    params: byReference,
    done: 'Callback dikirim ulang',
    refuses: ['not_found.purchase', 'callback.none'],
  }),
  ping: call('POST', '/h2h/v1/ping', {
    summary: 'Send a signed test callback to the configured address',
    access: 'key',
    done: 'Callback uji dikirim',
    refuses: ['callback.none'],
  }),
}
