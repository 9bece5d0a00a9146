import { z } from 'zod'
import { askedPin, pinRefusals } from '../members/pin.ts'
import { usertrx } from '../partners/api-keys.ts'
import { callbackAddress } from '../partners/callbacks.ts'
import { changedBuyerOptions } from '../shared/buyer-option-fields.ts'
import { call } from '../shared/call.ts'
import { addressListText } from '../shared/wire.ts'

export const buyerOptionCalls = {
  read: call('GET', '/api/v1/user/api', { summary: "Read the buyer's API settings", access: 'member', data: usertrx }),
  change: call('PATCH', '/api/v1/user/api', {
    summary:
      'Change the IP allowlist, callback URL and ordering options. Another list or URL requires step-up authentication; while software orders for the member also another routing, a weaker guard or fewer reports',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    limit: { setting: 'buyerOptions.changesPerHour', seconds: 3600 },
    body: z.object({
      ip: addressListText.optional(),
      callback: z.union([z.literal(''), callbackAddress]).optional(),
      ...changedBuyerOptions.shape,
      pin: askedPin,
    }),
    data: usertrx,
    done: 'Update API Ok!',
    refuses: ['callback.address_refused', 'access.proof_needed', ...pinRefusals],
  }),
}
