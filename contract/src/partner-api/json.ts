import { z } from 'zod'
import { intakeOrder } from '../ordering/intake.ts'
import {
  bill,
  billAsk,
  billRefusals,
  billSellersMax,
  billWaitSeconds,
  inquiries,
  orderable,
  orderReference,
  orderRefusals,
} from '../ordering/purchases.ts'
import { keyRefusals } from '../partners/api-keys.ts'
import { deliveryStates } from '../partners/callbacks.ts'
import { purchaseStatus, resultFields } from '../partners/purchase-status.ts'
import { billTokenMinutes } from '../shared/bill-token.ts'
import { type ApiChannel, call } from '../shared/call.ts'
import { moment, plainText, rupiah } from '../shared/wire.ts'

/**
 * The JSON channel for buyers' software. It uses the headers `X-Api-Key`, `X-Timestamp` (Unix seconds) and `X-Signature`. The signature is the hex
 * HMAC-SHA256, with the secret of the key, over `timestamp.body`; for calls without a body over `timestamp.target`, where target is the path and the
 * query as sent.
 */
export const jsonChannel: ApiChannel = {
  name: 'json',
  title: 'Software pembeli: JSON',
  keyHeaders: {
    name: 'X-Api-Key',
    description: 'Bersama X-Timestamp dan X-Signature, lihat di atas',
    proof: z.object({
      'X-Timestamp': z
        .string()
        .regex(/^\d{1,12}$/)
        .describe('Waktu Unix dalam detik'),
      'X-Signature': z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('HMAC-SHA256 atas timestamp.body, tanpa body atas timestamp.target'),
    }),
  },
  answers: { beside: z.object(resultFields) },
  refuses: [...keyRefusals, 'access.blocked', 'rate.too_many'],
}

/** Maximum number of orders in one request. */
export const ordersPerRequest = 100

/** Each order is validated separately, so that a malformed order does not cause the others to be refused. */
const misshapen = z.unknown().transform((order) => ({ misshapen: order }))
const manyOrders = z.object({
  orders: z
    .array(z.union([intakeOrder, misshapen]))
    .min(1)
    .max(ordersPerRequest),
})

const trail = z.array(
  z.object({ seller: z.string(), price: rupiah, state: z.string(), message: z.string().nullable(), createat: moment, updateat: moment }),
)

/** The answer for one of several orders: the same fields as for a single order, plus the order's reference. */
const manyAnswer = z.object({
  reffclient: z.string(),
  success: z.boolean(),
  msg: z.string(),
  code: z.string().optional(),
  ...resultFields,
  errors: z.record(z.string(), z.string()).optional(),
  data: purchaseStatus.optional(),
})

const deliveryRow = z.object({
  id: z.string(),
  event: z.string(),
  url: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.array(z.object({ at: moment, status: z.int().nullable(), answer: z.string() })),
  nextat: moment.nullable(),
})

const byReference = z.object({ reffclient: orderReference })

export const jsonCalls = {
  order: call('POST', '/h2h/v1/transactions', {
    summary: `Place one order, or up to ${ordersPerRequest} as {orders: […]} with an answer for each`,
    access: 'key',
    channel: jsonChannel,
    body: z.union([manyOrders, intakeOrder]),
    bodyBytes: 3 * 1024 * ordersPerRequest,
    data: z.union([purchaseStatus, z.array(manyAnswer)]),
    refuses: orderRefusals,
  }),
  status: call('GET', '/h2h/v1/transactions/{reffclient}', {
    summary: 'Read the present state of an order with its attempts',
    access: 'key',
    channel: jsonChannel,
    params: byReference,
    data: purchaseStatus.extend({ attempts: trail }),
    refuses: ['not_found.purchase'],
  }),
  bill: call('POST', '/h2h/v1/inquiries', {
    summary: `Read a bill; the token pays it within ${billTokenMinutes} minutes. Asks at most ${billSellersMax} sellers of the buying list, one after another, within ${billWaitSeconds} seconds`,
    access: 'key',
    channel: jsonChannel,
    limit: inquiries,
    body: billAsk,
    data: bill,
    refuses: billRefusals,
  }),
  balance: call('GET', '/h2h/v1/balance', {
    summary: 'Read the balance',
    access: 'key',
    channel: jsonChannel,
    data: z.object({ name: z.string(), balance: rupiah }),
  }),
  products: call('GET', '/h2h/v1/products', {
    summary: "List the products of the buying list at the buyer's own prices",
    access: 'key',
    channel: jsonChannel,
    query: z.object({ target: plainText(100).optional() }),
    data: z.array(orderable),
  }),
  operator: call('GET', '/h2h/v1/operator', {
    summary: 'Look up the operator of a number',
    access: 'key',
    channel: jsonChannel,
    query: z.object({ target: plainText(100) }),
    data: z.object({ operator: z.object({ code: z.string(), name: z.string() }).nullable() }),
  }),
  codes: call('GET', '/h2h/v1/codes', {
    summary: 'List the result codes',
    access: 'public',
    channel: jsonChannel,
    data: z.array(z.object({ ...resultFields, meaning: z.string() })),
  }),
  deliveries: call('GET', '/h2h/v1/transactions/{reffclient}/callbacks', {
    summary: 'List the callbacks of an order with every delivery attempt',
    access: 'key',
    channel: jsonChannel,
    params: byReference,
    data: z.array(deliveryRow),
    refuses: ['not_found.purchase'],
  }),
  redeliver: call('POST', '/h2h/v1/transactions/{reffclient}/callback', {
    summary: 'Send the callback of the present state again',
    access: 'key',
    channel: jsonChannel,
    limit: { setting: 'callbacks.redeliveriesPerMinute', seconds: 60 },
    params: byReference,
    done: 'Callback dikirim ulang',
    refuses: ['not_found.purchase', 'callback.none', 'callback.unproved'],
  }),
  ping: call('POST', '/h2h/v1/ping', {
    summary: 'Send a signed test callback to the configured address',
    access: 'key',
    channel: jsonChannel,
    limit: { setting: 'callbacks.testsPerMinute', seconds: 60 },
    done: 'Callback uji dikirim',
    refuses: ['callback.none', 'callback.unproved'],
  }),
}
