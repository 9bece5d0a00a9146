import { intakeOrder } from '@lapak/contract/ordering/intake'
import { jsonCalls } from '@lapak/contract/partner-api/json'
import { orderChannels } from '@lapak/contract/shared/order-channels'
import { answered, codeFields, resultCodes } from '@lapak/contract/shared/result-codes'
import { toOrder } from '#contexts/ordering/intake/intake.ts'
import type { Ordered } from '#contexts/ordering/purchases/types.ts'
import { resultCodeOf, statusView } from '#contexts/partners/purchase-status/purchase-status.ts'
import { type CallRequest, defectFields, parsed, type Routes, refusalFields } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { ChannelAdapter, ChannelServices } from '#partner-api/channel-adapter.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { jsonAuthenticator } from './authenticator.ts'
import { jsonGuide } from './guide.ts'

type OrderAsked = CallRequest<typeof jsonCalls.order>
type ManyOrders = Extract<OrderAsked['body'], { orders: unknown }>['orders']

/** In the order of their numbers: two-digit names such as '40' come before '00' in an object. */
const codes = Object.entries(resultCodes)
  .map(([rc, code]) => ({ rc, ...code }))
  .sort((a, b) => a.rc.localeCompare(b.rc))

/** What an order that cannot be read calls itself, so that its answer can be told from the others. */
const referenceIn = (order: unknown): string =>
  typeof order === 'object' && order !== null && 'reffclient' in order && typeof order.reffclient === 'string'
    ? order.reffclient.slice(0, 64)
    : ''

/** Whatever is answered here carries a result code: of an order its own, which its handler says, else that this is none. */
const coded = (channel: Pick<Routes, 'on'>): Pick<Routes, 'on'> => ({
  on: (call, handler) =>
    channel.on(call, (asked) => {
      asked.addFields(codeFields(answered))
      return handler(asked)
    }),
})

/** The JSON interface for buyers' software. */
export const json: ChannelAdapter = { channel: orderChannels.json, open: openJson, guide: jsonGuide }

function openJson(routes: Routes, { market, keys, intake, purchases, callbacks, log }: ChannelServices) {
  const channel = coded(routes.at(jsonAuthenticator(keys)))
  const viewOf = ({ view, balance }: Ordered) => statusView(view, balance)

  /** Orders of one request are placed side by side; each has its own answer, whatever became of the others. */
  function orderEach(orders: ManyOrders, { caller, request }: OrderAsked) {
    return Promise.all(
      orders.map(async (order) => {
        try {
          const ordered = await intake.order(
            caller,
            toOrder(caller, 'misshapen' in order ? parsed(intakeOrder, order.misshapen) : order, json.channel),
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
          log.error({ err: error, requestId: request.id }, 'one of several orders failed')
          return { reffclient, ...defectFields(request.id) }
        }
      }),
    )
  }

  channel.on(jsonCalls.order, async (asked) => {
    const { body, caller, setMessage, addFields } = asked
    if ('orders' in body) return orderEach(body.orders, asked)
    const ordered = await intake.order(caller, toOrder(caller, body, json.channel))
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
    intake.bill(caller, { buyerId: caller.memberId, productcode: body.productcode, target: body.target, offerId: null }),
  )

  channel.on(jsonCalls.balance, async ({ caller }) => ({
    name: market.traders.get(caller.memberId)?.name ?? '',
    balance: await intake.balance(caller),
  }))

  channel.on(jsonCalls.products, ({ query, caller }) => intake.products(caller, query))
  channel.on(jsonCalls.operator, ({ query }) => ({ operator: market.operators.operatorOf(query.target) }))
  channel.on(jsonCalls.codes, () => codes)

  channel.on(jsonCalls.deliveries, async ({ params, caller }) => {
    const { view } = await intake.find(caller, params.reffclient)
    return caller.test ? [] : callbacks.ofPurchase(view.id)
  })

  channel.on(jsonCalls.redeliver, async ({ params, caller }) => {
    const { view } = await intake.find(caller, params.reffclient)
    if (caller.test || !(await callbacks.storeAgain(view))) throw new Refusal('callback.none')
  })

  channel.on(jsonCalls.ping, async ({ caller }) => {
    // A key for tests reaches nobody.
    if (caller.test || !(await callbacks.storePing(caller.memberId))) throw new Refusal('callback.none')
  })
}
