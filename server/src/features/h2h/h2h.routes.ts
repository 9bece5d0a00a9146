import { h2hCalls, h2hOrder } from '@lapak/contract/h2h'
import { resultCodes } from '@lapak/contract/result-codes'
import { passing } from '#core/fault.ts'
import { type Asked, defectFields, parsed, type Routes, refusalFields } from '#core/http.ts'
import type { Log } from '#core/log.ts'
import { Refusal } from '#core/refusal.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Market } from '../market/market.ts'
import { operatorOf } from '../operators/operators.ts'
import { h2hView, resultCodeOf } from '../purchase-view/purchase-view.ts'
import type { Purchases } from '../purchases/purchases.ts'
import type { Ordered } from '../purchases/types.ts'
import { type Intake, toOrder } from './h2h.ts'

export interface H2hContext {
  market: Market
  intake: Intake
  purchases: Purchases
  callbacks: Callbacks
  log: Log
}

type OrderAsked = Asked<typeof h2hCalls.order>
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

/** The JSON interface for buyers' software. */
export function h2hRoutes(routes: Routes, { market, intake, purchases, callbacks, log }: H2hContext) {
  const viewOf = ({ view, balance }: Ordered) => h2hView(view, balance)

  /** Orders of one request are placed side by side; each has its own answer, whatever became of the others. */
  function orderEach(orders: ManyOrders, { caller, request }: OrderAsked) {
    return Promise.all(
      orders.map(async (order) => {
        try {
          const ordered = await intake.order(caller, toOrder(caller, 'misshapen' in order ? parsed(h2hOrder, order.misshapen) : order))
          return { reffclient: ordered.view.reffclient, success: true, msg: 'OK', rc: resultCodeOf(ordered.view), data: viewOf(ordered) }
        } catch (error) {
          const reffclient = 'misshapen' in order ? referenceIn(order.misshapen) : order.reffclient
          if (error instanceof Refusal) return { reffclient, ...refusalFields(error) }
          log.error({ err: error, requestId: request.id }, 'one of several orders failed')
          return { reffclient, ...defectFields(request.id) }
        }
      }),
    )
  }

  routes.on(h2hCalls.order, async (asked) => {
    const { body, caller, say } = asked
    if ('orders' in body) return orderEach(body.orders, asked)
    const ordered = await intake.order(caller, toOrder(caller, body))
    say(ordered.view.transactionrc === 0 ? 'Transaksi sedang diproses' : resultCodes[resultCodeOf(ordered.view)].meaning)
    passing('order.answered')
    return viewOf(ordered)
  })

  routes.on(h2hCalls.status, async ({ params, caller }) => {
    const found = await intake.find(caller, params.reffclient)
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

  routes.on(h2hCalls.bill, ({ body, caller }) =>
    intake.bill(caller, { buyerId: caller.memberId, productcode: body.productcode, target: body.target, offerId: null }),
  )

  routes.on(h2hCalls.balance, async ({ caller }) => ({
    name: market.traders.get(caller.memberId)?.name ?? '',
    balance: await intake.balance(caller),
  }))

  routes.on(h2hCalls.products, ({ query, caller }) => purchases.orderable(caller.memberId, query))
  routes.on(h2hCalls.operator, ({ query }) => ({ operator: operatorOf(query.target) }))
  routes.on(h2hCalls.codes, () => codes)

  routes.on(h2hCalls.deliveries, async ({ params, caller }) => {
    const { view } = await intake.find(caller, params.reffclient)
    return caller.test ? [] : callbacks.ofPurchase(view.id)
  })

  routes.on(h2hCalls.redeliver, async ({ params, caller }) => {
    const { view } = await intake.find(caller, params.reffclient)
    if (caller.test || !(await callbacks.storeAgain(view))) throw new Refusal('callback.none')
  })

  routes.on(h2hCalls.ping, async ({ caller }) => {
    if (!(await callbacks.storePing(caller.memberId))) throw new Refusal('callback.none')
  })
}
