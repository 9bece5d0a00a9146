import { z } from 'zod'
import { call } from './call.ts'
import { callbackAddress } from './callbacks.ts'
import { askedPin, pinRefusals } from './pin.ts'
import { routingOrders } from './routing.ts'
import { addressListText, flag, moment, rowId, rupiah } from './wire.ts'

/**
 * For so long the same product for the same target counts as a probable double; 0 never. The table `member` has the same
 * default.
 */
export const doubleGuardMinutes = { default: 5, max: 1440 } as const

/** A key as it is listed. */
export const apiKey = z.object({
  id: rowId,
  name: z.string(),
  /** The first characters; the whole key is shown once, when it is made. */
  hint: z.string(),
  test: z.boolean(),
  /** Refuses requests by GET that do not prove when they were sent. */
  timed: z.boolean(),
  ip: z.string(),
  createat: moment,
  usedat: moment.nullable(),
  /** Since when it is refused until its owner confirms it; null while it works. */
  restingat: moment.nullable(),
  /** The last address that this key's list refused, offered for adding. */
  refusedip: z.string().nullable(),
})

/** What buyers' software orders by: the buyer's options and keys. The calls of `api-keys.ts` answer with all of it as well. */
export const usertrx = z.object({
  ip: z.string(),
  callback: z.string(),
  apikey: z.string(),
  keys: z.array(apiKey),
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

export const buyerOptionCalls = {
  read: call('GET', '/api/v1/user/api', { summary: "The buyer's API settings", access: 'member', data: usertrx }),
  change: call('PATCH', '/api/v1/user/api', {
    summary: 'Change address list, callback address and ordering options; another list or callback address needs a fresh proof',
    access: 'member',
    body: z.object({
      ip: addressListText.optional(),
      callback: z.union([z.literal(''), callbackAddress]).optional(),
      doubleguard: z.int().min(0).max(doubleGuardMinutes.max).optional(),
      routing: z.enum(routingOrders).optional(),
      pin: askedPin,
      lowbalance: z.int().min(0).max(1_000_000_000).transform(BigInt).nullish(),
      pricenews: flag.optional(),
      openoffers: flag.optional(),
    }),
    data: usertrx,
    done: 'Update API Ok!',
    refuses: ['callback.address_refused', 'rate.too_many', 'access.proof_needed', ...pinRefusals],
  }),
}
