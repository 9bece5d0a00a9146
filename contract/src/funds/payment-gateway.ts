import { z } from 'zod'
import { call } from '../shared/call.ts'
import { plainText, rupiah, rupiahAsked } from '../shared/wire.ts'
import { reffclient, topupRefusals } from './top-ups.ts'

const virtualAccount = z.object({
  bank: z.string(),
  /** Number of the virtual account; null until the provider has assigned it. */
  nova: z.string().nullable(),
})
export type VirtualAccount = z.output<typeof virtualAccount>

export const paymentGatewayCalls = {
  invoice: call('POST', '/api/v1/payment/invoice', {
    summary:
      'Create a top-up paid at the payment provider: a ticket and the payment page. It counts with the other tickets of its session; `topup.invoicesPerHour` per member',
    access: 'member',
    body: z.object({ amount: rupiahAsked, reffclient: reffclient.optional() }),
    data: z.object({ invoice: z.string(), nominal: rupiah, invoiceurl: z.string() }),
    done: 'Invoice dibuat',
    refuses: [...topupRefusals, 'ticket.state', 'gateway.duplicate', 'gateway.no_answer'],
  }),
  virtualAccounts: call('GET', '/api/v1/payment/va', {
    summary: "List the member's own virtual accounts, which the first call opens; payments to them are credited without a ticket",
    access: 'member',
    data: z.array(virtualAccount),
    refuses: ['account.incomplete', 'account.closed'],
  }),
  callback: call('POST', '/public/gateway/{provider}', {
    summary: 'Receive a payment notification of the payment provider; each payment counts once, however often it is sent',
    access: 'secret',
    params: z.object({ provider: plainText(20) }),
    anyBody: true,
    bodyBytes: 64 * 1024,
    refuses: ['not_found.gateway', 'callback.not_proved', 'callback.unread'],
  }),
}
