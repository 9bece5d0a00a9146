import { z } from 'zod'
import { routingOrders } from './routing.ts'
import { flag, rupiah } from './wire.ts'

/*
 * The options of a buyer for its orders: for each option its type when read and when sent. `server/src/contexts/members/members/options.ts` defines
 * the column in `member` of each option, and whether orders read it. If an option is missing in one of the two files, the code does not compile.
 */

/**
 * Minutes within which a second order of the same product for the same target counts as a probable double; 0 switches the check off. The table
 * `member` has the same default.
 */
export const doubleGuardMinutes = { default: 5, max: 1440 } as const

export const buyerOptions = z.object({
  /** Minutes within which a second order of the same product for the same target is refused as a probable double; 0 switches the check off. */
  doubleguard: z.int(),
  routing: z.enum(routingOrders),
  /** Balance in rupiah below which the buyer is warned; null switches the warning off. */
  lowbalance: rupiah.nullable(),
  /** If on, price changes of the products in the buying list are sent to the callback URL. */
  pricenews: flag,
  /** If on, products of brands that are not in the buying list can be ordered in the web app, at the cheapest open offer. */
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
