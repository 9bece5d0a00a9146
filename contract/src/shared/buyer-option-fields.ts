import { z } from 'zod'
import { routingOrders } from './routing.ts'
import { flag, rupiah } from './wire.ts'

/*
 * The options of a buyer for its orders: for each option its type when read and when sent. The columns of `member`, and whether orders read the
 * option, are assigned in `server/src/contexts/members/members/options.ts`; an option missing in one of the two files does not compile.
 */

/**
 * Minutes within which the same product for the same target counts as a probable double; 0 switches the check off. The table `member` has the same
 * default.
 */
export const doubleGuardMinutes = { default: 5, max: 1440 } as const

export const buyerOptions = z.object({
  /** Minutes within which the same product for the same target is refused as a probable double; 0 is off. */
  doubleguard: z.int(),
  routing: z.enum(routingOrders),
  /** Balance below which a warning is sent; null is off. */
  lowbalance: rupiah.nullable(),
  /** Sends price changes of the products in the buying list to the callback address. */
  pricenews: flag,
  /** On the page, products of brands that are not in the buying list are ordered at the cheapest open offer. */
  openoffers: flag,
})

const sent = {
  doubleguard: z.int().min(0).max(doubleGuardMinutes.max),
  routing: z.enum(routingOrders),
  lowbalance: z.int().min(0).max(1_000_000_000).transform(BigInt).nullable(),
  pricenews: flag,
  openoffers: flag,
} satisfies Record<keyof typeof buyerOptions.shape, z.ZodType>

/** Fields that are not sent stay unchanged. */
export const changedBuyerOptions = z.object(sent).partial()
