import { type Bill, type Orderable, productType } from '@lapak/contract/purchases'
import type { OrderAsk } from '#features/purchases/purchases.api.ts'

/** What is bought: a product of the buyer's list, or with `productmemberid` exactly this seller's offer of it. */
export type Wanted = Pick<Orderable, 'productcode' | 'productname' | 'producttype' | 'denom' | 'brandname' | 'price' | 'sellername'> & {
  productmemberid?: bigint
}

/** One wish to buy, from the moment it stands on the confirmation. */
export interface Order {
  product: Wanted
  target: string
  amount: bigint | null
  bill: Bill | null
  /** What will be taken from the balance; the order refuses to cost more than was shown. */
  price: bigint
  counter: number
  /** Sending the same reference again is the same order, so a second tap or a retry cannot buy twice. */
  reffclient: string
}

/** References of orders whose answer never came: the same wish must be asked for again under the same one. */
const unanswered = new Map<string, string>()

export function newOrder({
  product,
  target,
  amount = null,
  bill = null,
}: Pick<Order, 'product' | 'target'> & Partial<Pick<Order, 'amount' | 'bill'>>): Order {
  const price = bill?.price ?? (product.producttype === productType.openDenomination ? (amount ?? 0n) + product.price : product.price)
  const order = { product, target, amount, bill, price, counter: 1 }
  return { ...order, reffclient: unanswered.get(contentOf(order)) ?? newReference() }
}

export const keepReference = (order: Order) => unanswered.set(contentOf(order), order.reffclient)
export const forgetReference = (order: Order) => unanswered.delete(contentOf(order))

/** Without the bill's token: asking the bill anew must not turn an order of unknown fate into a second one. */
const contentOf = ({ product, target, amount }: Pick<Order, 'product' | 'target' | 'amount'>): string =>
  `${product.productcode} ${product.productmemberid ?? ''} ${target} ${amount ?? ''}`

export function orderAsked(order: Order, pin: string): OrderAsk {
  return {
    productcode: order.product.productcode,
    target: order.target,
    counter: order.counter,
    amount: order.amount === null ? undefined : Number(order.amount),
    maxprice: Number(order.price),
    token: order.bill?.token,
    productmemberid: wireId(order.product.productmemberid),
    pin: pin || undefined,
    reffclient: order.reffclient,
  }
}

export const wireId = (id: bigint | undefined): number | undefined => (id === undefined ? undefined : Number(id))

/** `WEB-`, the time, and enough chance that two counters never meet. */
function newReference(): string {
  const chance = [...crypto.getRandomValues(new Uint8Array(5))].map((byte) => byte.toString(36).padStart(2, '0')).join('')
  return `WEB-${Date.now()}-${chance}`.toUpperCase()
}
