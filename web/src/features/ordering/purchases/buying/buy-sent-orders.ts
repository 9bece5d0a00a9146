import { orderReference } from '@lapak/contract/ordering/purchases'
import { z } from 'zod'
import type { OrderDraft } from '#features/ordering/purchases/buying/buy-order.ts'
import { readStored, writeStored } from '#lib/browser-storage.ts'

/**
 * Orders that were sent and have no answer. They are stored in the browser, so they survive closing the dialog, a reload and a restart of the
 * browser. Otherwise the same order could be sent unnoticed under another reference.
 */
const sentOrder = z.object({
  wish: z.string(),
  reffclient: orderReference,
  counter: z.int().min(1),
  price: z.string().regex(/^\d{1,15}$/),
  token: z.string().nullable(),
  sentAt: z.int(),
})
type SentOrder = z.infer<typeof sentOrder>

type SentOnce = OrderDraft & { sentAt: number }

/** In milliseconds: after a day, an identical order is considered a new order. */
const keptForMs = 24 * 60 * 60_000

const nameFor = (memberId: bigint) => `sent-orders.${memberId}`

/**
 * The text that identifies identical orders. It does not contain the token of the bill: after loading the bill again, an order with unknown outcome
 * must not look like a new order.
 */
const intentOf = ({ product, target, amount }: OrderDraft): string =>
  `${product.productcode} ${product.productmemberid ?? ''} ${target} ${amount ?? ''}`

/** Reads the stored orders. Entries with invalid content, for example from another version of the web app, are dropped. */
function readSent(memberId: bigint): SentOrder[] {
  const now = Date.now()
  return storedIn(readStored(nameFor(memberId)) ?? '[]')
    .flatMap((entry) => sentOrder.safeParse(entry).data ?? [])
    .filter(({ sentAt }) => sentAt <= now && now - sentAt < keptForMs)
}

function storedIn(text: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

const write = (memberId: bigint, orders: SentOrder[]) => writeStored(nameFor(memberId), JSON.stringify(orders))

const without = (orders: SentOrder[], reffclient: string) => orders.filter((order) => order.reffclient !== reffclient)

export function storeSentOrder(memberId: bigint, order: SentOnce) {
  const { reffclient, counter, price, token, sentAt } = order
  const sent = { wish: intentOf(order), reffclient, counter, price: price.toString(), token, sentAt }
  write(memberId, [...without(readSent(memberId), reffclient), sent])
}

export const removeSentOrder = (memberId: bigint, reffclient: string) => write(memberId, without(readSent(memberId), reffclient))

/** The newest identical order that was sent and has no answer. It is used instead of the given order. */
export function findUnansweredOrder(memberId: bigint, order: OrderDraft, since = 0): SentOnce | null {
  const sent = readSent(memberId).findLast(({ wish, sentAt }) => wish === intentOf(order) && sentAt >= since)
  if (!sent) return null
  const { reffclient, counter, token, sentAt } = sent
  return { ...order, reffclient, counter, token, price: BigInt(sent.price), unanswered: true, sentAt }
}
