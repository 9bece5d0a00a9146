import { type Bill, type Orderable, productType } from '@lapak/contract/ordering/purchases'
import type { OrderBody } from '#features/ordering/purchases/purchases.api.ts'
import { newReference } from '#lib/new-reference.ts'
import { toStoredTarget } from '#lib/targets.ts'

/** The product to buy: any offer of the buyer's list or, with `productmemberid`, exactly this offer. */
export type ProductToBuy = Pick<
  Orderable,
  'productcode' | 'productname' | 'producttype' | 'targetkind' | 'denom' | 'brandname' | 'price' | 'sellername'
> & {
  productmemberid?: bigint
}

/** One order. It is created when it is shown for confirmation. */
export interface OrderDraft {
  product: ProductToBuy
  target: string
  amount: bigint | null
  bill: Bill | null
  /** The token of the bill that this order pays; null without a bill. */
  token: string | null
  /** The amount in rupiah to be deducted from the balance; the server refuses the order if it would cost more. */
  price: bigint
  counter: number
  /** The reference that identifies the order: a second tap or a repeated request with the same reference cannot buy twice. */
  reffclient: string
  /** The times at which the order was shown for confirmation and was first sent, in milliseconds of this device's clock. */
  madeAt: number
  sentAt: number | null
  /** Whether the order was sent and its outcome is unknown. */
  unanswered: boolean
}

export function createOrderDraft({
  product,
  target,
  amount = null,
  bill = null,
  counter = 1,
}: Pick<OrderDraft, 'product' | 'target'> & Partial<Pick<OrderDraft, 'amount' | 'bill' | 'counter'>>): OrderDraft {
  const price = bill?.price ?? priceOf(product, amount)
  return {
    product,
    target: toStoredTarget(target, product.targetkind),
    amount,
    bill,
    token: bill?.token ?? null,
    price,
    counter,
    reffclient: newReference(),
    madeAt: Date.now(),
    sentAt: null,
    unanswered: false,
  }
}

export const priceOf = ({ producttype, price }: ProductToBuy, amount: bigint | null): bigint =>
  producttype === productType.openDenomination ? (amount ?? 0n) + price : price

export function toOrderBody(order: OrderDraft, pin: string): OrderBody {
  return {
    productcode: order.product.productcode,
    target: order.target,
    counter: order.counter,
    amount: order.amount === null ? undefined : Number(order.amount),
    maxprice: Number(order.price),
    token: order.token ?? undefined,
    productmemberid: toWireId(order.product.productmemberid),
    pin: pin || undefined,
    reffclient: order.reffclient,
  }
}

export const toWireId = (id: bigint | undefined): number | undefined => (id === undefined ? undefined : Number(id))
