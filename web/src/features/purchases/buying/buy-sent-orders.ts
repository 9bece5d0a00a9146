import type { Order } from '#features/purchases/buying/buy-order.ts'
import { readRemembered, remember } from '#lib/remembered.ts'

/**
 * Orders that were sent and whose answer was not seen. They outlive the dialog, a reload and the browser, because the same
 * wish must not be sent under another reference unnoticed.
 */
interface SentOrder {
  wish: string
  reffclient: string
  counter: number
  price: string
  token: string | null
  sentAt: number
}

/** Whoever buys the same again a day later means another one. */
const keptForMs = 24 * 60 * 60_000

const nameFor = (memberId: bigint) => `sent-orders.${memberId}`

/** Without the bill's token: asking the bill anew must not turn an order of unknown fate into a second one. */
const wishOf = ({ product, target, amount }: Order): string =>
  `${product.productcode} ${product.productmemberid ?? ''} ${target} ${amount ?? ''}`

function readSent(memberId: bigint): SentOrder[] {
  try {
    const kept: SentOrder[] = JSON.parse(readRemembered(nameFor(memberId)) ?? '[]')
    return kept.filter(({ sentAt }) => Date.now() - sentAt < keptForMs)
  } catch {
    // Written by hand.
    return []
  }
}

const without = (orders: SentOrder[], reffclient: string) => orders.filter((order) => order.reffclient !== reffclient)

export function keepSent(memberId: bigint, order: Order) {
  const { reffclient, counter, price, token } = order
  const sent = { wish: wishOf(order), reffclient, counter, price: price.toString(), token, sentAt: Date.now() }
  remember(nameFor(memberId), JSON.stringify([...without(readSent(memberId), reffclient), sent]))
}

export const forgetSent = (memberId: bigint, reffclients: string[]) =>
  remember(nameFor(memberId), JSON.stringify(reffclients.reduce(without, readSent(memberId))))

/** The newest order of the same wish that was sent and not answered, in place of this one. */
export function unansweredLike(memberId: bigint, order: Order): Order | null {
  const sent = readSent(memberId).findLast(({ wish }) => wish === wishOf(order))
  if (!sent) return null
  const { reffclient, counter, token } = sent
  return { ...order, reffclient, counter, token, price: BigInt(sent.price), unanswered: true }
}
