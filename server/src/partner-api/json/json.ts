import { clockMaxSeconds, intakeOrder } from '@lapak/contract/ordering/intake'
import { jsonCalls, ordersPerRequest } from '@lapak/contract/partner-api/json'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { answeredCode, codeFields, resultCodes } from '@lapak/contract/shared/result-codes'
import type { FastifyRequest } from 'fastify'
import { toOrder } from '#contexts/ordering/intake/intake.ts'
import type { OrderResult } from '#contexts/ordering/purchases/types.ts'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import { resultCodeOf, statusView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { type Authenticator, type CallRequest, defectFields, parseInput, type Routes, refusalFields } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { ChannelAdapter, ChannelServices } from '#partner-api/channel-adapter.ts'
import { requireRecent } from '#partner-api/clock.ts'
import { hmacOf } from '#partner-api/hmac.ts'
import { crashPoint } from '#shared/crash-points.ts'

/** Example for the guide, verified by this channel's test. */
export const jsonChannelSignExample = {
  secret: 'lps_live_rahasiaTokoMaju',
  timestamp: '1790000000',
  body: '{"productcode":"S10","target":"081234567890","reffclient":"INV-0001"}',
  bodySignature: '6ae77d5ec3023342978513aec2713de55a89595f29dc8d2344ea9c0054a2af0b',
  target: '/h2h/v1/transactions/INV-0001',
  targetSignature: '733b4ff2a49110ea401e91073ac42a44f6165fe30c63e4f735a7f771075030eb',
}

const jsonGuide = `
# API JSON

Setiap panggilan membawa tiga header:

| header | isi |
|---|---|
| \`X-Api-Key\` | key Anda |
| \`X-Timestamp\` | waktu Unix dalam detik, selisih paling banyak ${clockMaxSeconds} detik dari jam kami |
| \`X-Signature\` | HMAC-SHA256 heksadesimal dengan secret atas \`timestamp.body\`; tanpa body: atas \`timestamp.target\` |

\`body\` adalah byte yang dikirim, persis; \`target\` adalah path dengan query, persis seperti diminta. Body selalu
\`application/json\`.

**Contoh untuk menguji program Anda**

\`\`\`
secret     ${jsonChannelSignExample.secret}
timestamp  ${jsonChannelSignExample.timestamp}

body       ${jsonChannelSignExample.body}
signature  ${jsonChannelSignExample.bodySignature}

target     ${jsonChannelSignExample.target}
signature  ${jsonChannelSignExample.targetSignature}
\`\`\`

\`\`\`php
$body = json_encode($order);
$time = (string) time();
$sign = hash_hmac('sha256', "$time.$body", $secret);
\`\`\`

\`\`\`js
const time = Math.floor(Date.now() / 1000).toString()
const sign = createHmac('sha256', secret)
  .update(\`\${time}.\${body}\`)
  .digest('hex')
\`\`\`

Jawaban selalu \`{success, msg, rc, final, retry, advice, data}\`; penolakan \`{success: false, msg, code, rc, final, retry, advice, errors?}\`.
\`final\`, \`retry\` dan \`advice\` adalah isi baris \`rc\` di daftar kode hasil. Jawaban yang bukan status transaksi (tagihan, saldo,
produk, ping) membawa rc ${answeredCode}. Satu permintaan dapat memuat
sampai ${ordersPerRequest} pesanan sebagai \`{"orders": […]}\`; setiap pesanan mendapat jawabannya sendiri, dan satu yang ditolak tidak
mengganggu yang lain. Terlalu cepat: 429 (rc 83) dengan \`Retry-After\`; sistem penuh: 503 (rc 99) dengan \`Retry-After\`.
`.trim()

type OrderAsked = CallRequest<typeof jsonCalls.order>
type ManyOrders = Extract<OrderAsked['body'], { orders: unknown }>['orders']

/** Sorted by code: in an object, integer-like keys such as '40' would come before '00'. */
const codes = Object.entries(resultCodes)
  .map(([rc, code]) => ({ rc, ...code }))
  .sort((a, b) => a.rc.localeCompare(b.rc))

/** The reference of an order that failed validation, so that its answer can be matched. */
const referenceIn = (order: unknown): string =>
  typeof order === 'object' && order !== null && 'reffclient' in order && typeof order.reffclient === 'string'
    ? order.reffclient.slice(0, 64)
    : ''

/**
 * Every answer of this channel has a result code: the handler sets the code of an order; all other answers have the code for "not about an order".
 */
const coded = (channel: Pick<Routes, 'on'>): Pick<Routes, 'on'> => ({
  on: (call, handler) =>
    channel.on(call, (asked) => {
      asked.addFields(codeFields(answeredCode))
      return handler(asked)
    }),
})

/** The JSON channel for buyers' software. */
export const jsonChannelAdapter: ChannelAdapter = { channel: orderChannels.json, open: openJson, guide: jsonGuide }

function openJson(routes: Routes, { catalogue, keys, intake, purchases, callbacks, log }: ChannelServices) {
  const channel = coded(routes.at(jsonAuthenticator(keys)))
  const viewOf = ({ view, balance }: OrderResult) => statusView(view, balance)

  /** Places the orders of one request concurrently; each has its own answer, independent of the others. */
  function orderEach(orders: ManyOrders, { caller, request }: OrderAsked) {
    return Promise.all(
      orders.map(async (order) => {
        try {
          const ordered = await intake.order(
            caller,
            toOrder(caller, 'misshapen' in order ? parseInput(intakeOrder, order.misshapen) : order, jsonChannelAdapter.channel),
          )
          return {
            reffclient: ordered.view.reffclient,
            success: true,
            msg: 'OK',
            ...codeFields(resultCodeOf(ordered.view)),
            data: viewOf(ordered),
          }
        } catch (error) {
          const reffclient = 'misshapen' in order ? referenceIn(order.misshapen) : order.reffclient
          if (error instanceof Refusal) return { reffclient, ...refusalFields(error) }
          log.error({ err: error, requestId: request.id }, 'an order of a batch failed')
          return { reffclient, ...defectFields(request.id) }
        }
      }),
    )
  }

  channel.on(jsonCalls.order, async (asked) => {
    const { body, caller, setMessage, addFields } = asked
    if ('orders' in body) return orderEach(body.orders, asked)
    const ordered = await intake.order(caller, toOrder(caller, body, jsonChannelAdapter.channel))
    const rc = resultCodeOf(ordered.view)
    setMessage(ordered.view.transactionrc === 0 ? 'Transaksi sedang diproses' : resultCodes[rc].meaning)
    addFields(codeFields(rc))
    crashPoint('order.answered')
    return viewOf(ordered)
  })

  channel.on(jsonCalls.status, async ({ params, caller, addFields }) => {
    const found = await intake.find(caller, params.reffclient)
    addFields(codeFields(resultCodeOf(found.view)))
    const attempts = caller.test ? [] : await purchases.attempts(found.view.id)
    return {
      ...viewOf(found),
      attempts: attempts.map(({ sellername, price, state, message, createat, updateat }) => ({
        seller: sellername,
        price,
        state,
        message,
        createat,
        updateat,
      })),
    }
  })

  channel.on(jsonCalls.bill, ({ body, caller }) =>
    intake.inquireBill(caller, { buyerId: caller.memberId, productcode: body.productcode, target: body.target, offerId: null }),
  )

  channel.on(jsonCalls.balance, async ({ caller }) => ({
    name: catalogue.tradingProfiles.get(caller.memberId)?.name ?? '',
    balance: await intake.balance(caller),
  }))

  channel.on(jsonCalls.products, ({ query, caller }) => intake.products(caller, query))
  channel.on(jsonCalls.operator, ({ query }) => ({ operator: catalogue.operators.operatorOf(query.target) }))
  channel.on(jsonCalls.codes, () => codes)

  channel.on(jsonCalls.deliveries, async ({ params, caller }) => {
    const { view } = await intake.find(caller, params.reffclient)
    return caller.test ? [] : callbacks.listDeliveriesOfPurchase(view.id)
  })

  channel.on(jsonCalls.redeliver, async ({ params, caller }) => {
    const { view } = await intake.find(caller, params.reffclient)
    if (caller.test || !(await callbacks.enqueueCurrentStatus(view))) throw new Refusal('callback.none')
  })

  channel.on(jsonCalls.ping, async ({ caller }) => {
    // A test key sends no callbacks.
    if (caller.test || !(await callbacks.enqueuePing(caller.memberId))) throw new Refusal('callback.none')
  })
}

/** Authenticates by `X-Api-Key`, `X-Timestamp` and `X-Signature`. A refusal is the envelope with its result code. */
const jsonAuthenticator = (keys: Keys): Authenticator => ({
  authenticate(request) {
    const key = headerOf(request, 'x-api-key')
    const timestamp = headerOf(request, 'x-timestamp')
    const signed = request.method === 'GET' || request.rawBody === '' ? request.url : request.rawBody
    // A body without its raw text (such as a form) would not be covered by the signature.
    if (request.body !== undefined && request.body !== null && request.rawBody === '')
      throw new Refusal('input.invalid', {}, { errors: { body: 'Bukan JSON' } })
    return keys.verify(key, request.ip, {
      signature: headerOf(request, 'x-signature'),
      length: signed.length,
      requireRecent: () => requireRecent(timestamp),
      expected: (secret) => hmacOf(secret, `${timestamp}.${signed}`),
    })
  },
  refuse: (refusal) => ({ ...refusalFields(refusal), ...refusal.extra }),
  fail: (request) => defectFields(request.id),
})

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
