import { z } from 'zod'
import { call } from './call.ts'
import { flag } from './wire.ts'

/** The shop of a seller: whether it sells. */
export const shopCalls = {
  state: call('GET', '/api/v1/seller/tokostatus', {
    summary: 'Whether the shop is open',
    access: 'seller',
    data: z.object({ statustoko: flag }),
  }),
  setState: call('PATCH', '/api/v1/seller/tokostatus/{status}', {
    summary: 'Open or close the shop',
    access: 'seller',
    // Every process and every buyer of the shop hears of it.
    limit: { setting: 'shop.changesPerHour', seconds: 3600 },
    params: z.object({ status: z.enum(['0', '1']).transform((text) => text === '1') }),
    data: z.object({ statustoko: flag }),
    done: 'Status toko diperbarui',
  }),
}
