import { z } from 'zod'
import { call } from './call.ts'
import { ticketState } from './ticket-states.ts'
import { moment, rowId, rupiah } from './wire.ts'

/** A ticket of money in (`historytipe` 0) or out (1), as the histories show it. `nominal` is what goes over the bank. */
export const paymentHistory = z.object({
  id: rowId,
  invoice: z.string(),
  paymenthistorydatetime: moment,
  nominal: rupiah,
  method: z.string(),
  description: z.string(),
  approveddescription: z.string().nullable(),
  historytipe: z.literal([0, 1]),
  status: ticketState,
  updateat: moment,
  member: z.object({ membername: z.string() }),
})
export type PaymentHistory = z.output<typeof paymentHistory>

/** What a member has, asked for or told. */
export const walletBalance = z.object({ balance: rupiah })

export const walletCalls = {
  balance: call('GET', '/api/v1/user/balance', {
    summary: 'The balance',
    access: 'member',
    data: walletBalance.extend({ at: moment }),
  }),
}
