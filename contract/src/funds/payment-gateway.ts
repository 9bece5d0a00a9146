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
      'A top-up by card: a ticket, and the page of the payment provider where it is paid. It counts with the other tickets of its session, and a member makes as many an hour as `topup.invoicesPerHour` says',
    access: 'member',
    body: z.object({ amount: rupiahAsked, reffclient: reffclient.optional() }),
    data: z.object({ invoice: z.string(), nominal: rupiah, invoiceurl: z.string() }),
    done: 'Invoice dibuat',
    refuses: [...topupRefusals, 'ticket.state', 'gateway.duplicate', 'gateway.no_answer'],
  }),
  virtualAccounts: call('GET', '/api/v1/payment/va', {
    summary: 'Accounts of the member’s own at banks, opened by the first call: what is paid there is credited without a ticket',
    access: 'member',
    data: z.array(virtualAccount),
    refuses: ['account.incomplete', 'account.closed'],
  }),
  callback: call('POST', '/public/gateway/{provider}', {
    summary: 'The payment provider tells that something was paid; each payment counts once, however often it is told',
    access: 'secret',
    params: z.object({ provider: plainText(20) }),
    anyBody: true,
    bodyBytes: 64 * 1024,
    refuses: ['not_found.gateway', 'callback.not_proved', 'callback.unread'],
  }),
}
