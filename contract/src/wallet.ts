import { z } from 'zod'
import { call } from './call.ts'
import { moment, rupiah } from './wire.ts'

export const walletCalls = {
  balance: call('GET', '/api/v1/user/balance', {
    summary: 'The balance',
    access: 'member',
    data: z.object({ balance: rupiah, at: moment }),
  }),
}
