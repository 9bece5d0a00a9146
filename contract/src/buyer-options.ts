import { z } from 'zod'
import { usertrx } from './api-keys.ts'
import { call } from './call.ts'
import { askedPin, pinRefusals } from './pin.ts'
import { routingOrders } from './routing.ts'
import { addressListText, flag } from './wire.ts'

/**
 * For so long the same product for the same target counts as a probable double; 0 never. The table `member` has the same
 * default.
 */
export const doubleGuardMinutes = { default: 5, max: 1440 } as const

export const buyerOptionCalls = {
  read: call('GET', '/api/v1/user/api', { summary: "The buyer's API settings", access: 'member', data: usertrx }),
  change: call('PATCH', '/api/v1/user/api', {
    summary: 'Change address list, callback address and ordering options',
    access: 'member',
    body: z.object({
      ip: addressListText.optional(),
      callback: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Alamat callback tidak valid' }).max(300)]).optional(),
      doubleguard: z.int().min(0).max(doubleGuardMinutes.max).optional(),
      routing: z.enum(routingOrders).optional(),
      pin: askedPin,
      lowbalance: z.int().min(0).max(1_000_000_000).transform(BigInt).nullish(),
      pricenews: flag.optional(),
    }),
    data: usertrx,
    done: 'Update API Ok!',
    refuses: ['callback.address_refused', 'rate.too_many', ...pinRefusals],
  }),
}
