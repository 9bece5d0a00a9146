import { z } from 'zod'
import { routingOrders } from './routing.ts'
import { flag, rupiah } from './wire.ts'

/*
 * How a buyer wants its orders to be treated: every option once, as it is read and as it may be sent. Which column of `member` holds it, and
 * whether orders ask it, says `server/src/contexts/members/members/options.ts`; neither list compiles without the other.
 */

/**
 * For so long the same product for the same target counts as a probable double; 0 never. The table `member` has the same
 * default.
 */
export const doubleGuardMinutes = { default: 5, max: 1440 } as const

export const buyerOptions = z.object({
  /** Minutes within which the same product and target is refused as a probable double; 0 is off. */
  doubleguard: z.int(),
  routing: z.enum(routingOrders),
  /** A warning is sent when the balance falls below; null is off. */
  lowbalance: rupiah.nullable(),
  /** Price changes of the products in the list are sent to the callback address. */
  pricenews: flag,
  /** On the page, what the list says nothing about is ordered at the cheapest open offer. */
  openoffers: flag,
})

const sent = {
  doubleguard: z.int().min(0).max(doubleGuardMinutes.max),
  routing: z.enum(routingOrders),
  lowbalance: z.int().min(0).max(1_000_000_000).transform(BigInt).nullable(),
  pricenews: flag,
  openoffers: flag,
} satisfies Record<keyof typeof buyerOptions.shape, z.ZodType>

/** What is not sent stays as it is. */
export const changedBuyerOptions = z.object(sent).partial()
