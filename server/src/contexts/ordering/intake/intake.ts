import type { IntakeOrder } from '@lapak/contract/ordering/intake'
import { type Orderable, orderReference } from '@lapak/contract/ordering/purchases'
import type { OrderChannel } from '@lapak/contract/shared/order-channels'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import type { Order, OrderResult } from '#contexts/ordering/purchases/types.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { balanceOf } from '#ledger/balance.ts'
import { createSandbox } from './sandbox.ts'

/**
 * The entry point that all channels of buyers' software use after authenticating the caller and reading the request. Requests with a test key go to
 * the sandbox.
 */
export interface Intake {
  order(caller: Caller, order: Order): Promise<OrderResult>
  /**
   * Places no order. Returns the present state of the order with this reference, or null if no order has the reference. Refused if the stored order
   * with this reference is a different order.
   */
  findExisting(caller: Caller, order: Order): Promise<OrderResult | null>
  /** The order with this reference. Refused if no order has it, or if it is not a valid reference. */
  find(caller: Caller, reffclient: string): Promise<OrderResult>
  inquireBill(caller: Caller, ask: Parameters<Purchases['inquireBill']>[0]): ReturnType<Purchases['inquireBill']>
  balance(caller: Caller): Promise<bigint>
  products(caller: Caller, asked: { target?: string | undefined }): Promise<Orderable[]>
}

interface IntakeDeps {
  db: Database
  settings: Settings
  purchases: Purchases
}

export function createIntake({ db, settings, purchases }: IntakeDeps): Intake {
  const sandbox = createSandbox(db, settings)
  return {
    order: (caller, order) => (caller.test ? sandbox.order(order) : purchases.order(order)),
    findExisting: (caller, order) => (caller.test ? sandbox : purchases).findExisting(order),
    async find(caller, reffclient) {
      if (!orderReference.safeParse(reffclient).success) throw new Refusal('not_found.purchase')
      const found = await (caller.test ? sandbox : purchases).find(caller.memberId, reffclient)
      if (found === null) throw new Refusal('not_found.purchase')
      return { view: found.view, balance: found.balance, isDuplicate: true }
    },
    inquireBill: (caller, ask) => (caller.test ? sandbox.inquireBill(ask) : purchases.inquireBill(ask)),
    async balance(caller) {
      return caller.test ? sandbox.balance : balanceOf(db.read, caller.memberId)
    },
    products: async (caller, asked) => (caller.test ? sandbox.products : purchases.orderable(caller.memberId, asked)),
  }
}

export const toOrder = (caller: Caller, body: IntakeOrder, channel: OrderChannel): Order => ({
  buyerId: caller.memberId,
  reffclient: body.reffclient,
  productcode: body.productcode,
  target: body.target,
  counter: body.counter,
  amount: body.amount ?? null,
  maxprice: body.maxprice ?? null,
  token: body.token ?? null,
  offerId: null,
  channel,
  callbackUrl: body.callback ?? null,
})
