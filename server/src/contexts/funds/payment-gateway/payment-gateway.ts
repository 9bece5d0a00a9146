import type { TicketProvider } from '#contexts/funds/top-ups/top-ups.ts'
import type { Gateway } from '#integrations/payment-gateway/payment-gateway.ts'
import { newAccountRequest, newTicketRequest } from './payment-requests.queries.ts'
import { waitingFor } from './payments-of-tickets.ts'

export { channelOf } from './channels.ts'
export {
  lockRequestOfPayment,
  lockRequestsOfTicket,
  refuseCountedPayment,
  refuseManualApproval,
} from './manual-approval-guard.ts'
export { channelOfPayment, freePayment, lockPayment, paymentOfTicket, waitingOverlap } from './payments-of-tickets.ts'

/** The interface through which the tickets use the provider; null if no provider is set up. */
export const createTicketProvider = (gateway: Gateway | null, installation: string): TicketProvider | null =>
  gateway && {
    holdAccount: (tx, memberId) => newAccountRequest(tx, installation, memberId),
    wants: (tx, { id, memberId, channel, nominal }) =>
      newTicketRequest(tx, installation, { kind: channel === 'card' ? 'invoice' : 'qris', ticket: id, memberId, amount: nominal }),
    async payableBy(read, { id, member_id, channel }) {
      const asks = read.selectFrom('payment_request').select(['reference', 'account_no', 'qr', 'qr_drawn', 'url'])
      const ask = await (channel === 'va'
        ? asks.where('member_id', '=', member_id).where('kind', '=', 'va')
        : asks.where('top_up_id', '=', id)
      ).executeTakeFirst()
      return {
        accountNo: ask?.account_no ?? null,
        qr: ask?.qr && ask.qr_drawn ? { text: ask.qr, picture: ask.qr_drawn } : null,
        url: ask?.url ?? null,
        waiting: ask ? await waitingFor(read, ask.reference) : null,
      }
    },
  }
