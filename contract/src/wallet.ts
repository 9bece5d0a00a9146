import { z } from 'zod'
import { call } from './call.ts'
import { moment, rupiah } from './wire.ts'

/** What a member has, asked for or told. */
export const walletBalance = z.object({ balance: rupiah })

export const walletCalls = {
  balance: call('GET', '/api/v1/user/balance', {
    summary: 'The balance',
    access: 'member',
    data: walletBalance.extend({ at: moment }),
  }),
}
