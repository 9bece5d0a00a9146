import type { paymentGatewayCalls } from '@lapak/contract/funds/payment-gateway'
import type { BodyOf, DataOf } from '@lapak/contract/shared/call'
import { cardMethod, createTicket, type TopUpDeps } from '#contexts/funds/top-ups/top-ups.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type PaymentRequestRow, paymentRequestOf } from './payment-requests.queries.ts'
import { type PaymentRequestDeps, sendRequest } from './payment-requests.ts'

type Asked = BodyOf<typeof paymentGatewayCalls.invoice>
type Invoice = DataOf<typeof paymentGatewayCalls.invoice>

/**
 * Creates a ticket and requests its card invoice from the provider. The ticket is committed before the request is sent. If the answer is lost, a
 * periodic job finds the invoice at the provider and publishes it to the member's open pages.
 */
export async function requestInvoice(
  deps: TopUpDeps & { gateway: PaymentRequestDeps['gateway'] | null; log: PaymentRequestDeps['log'] },
  by: Caller,
  asked: Asked,
): Promise<Invoice> {
  const { db, gateway } = deps
  if (gateway === null) throw new Refusal('deposit.method_off')
  const {
    id: ticket,
    invoice,
    nominal,
  } = await createTicket(deps, by, { jumlah: asked.amount, methode: cardMethod, reffclient: asked.reffclient })
  const { id } = await db.read.selectFrom('payment_request').select('id').where('top_up_id', '=', ticket).executeTakeFirstOrThrow()
  await sendRequest({ ...deps, gateway }, id)
  return { invoice, nominal, invoiceurl: pageOf(await paymentRequestOf(db.read, id)) }
}

function pageOf({ state, url, refusal }: PaymentRequestRow): string {
  if (refusal === 'duplicate') throw new Refusal('gateway.duplicate')
  if (state === 'refused') throw new Refusal('gateway.refused')
  if (state === 'paid' || state === 'expired')
    throw new Refusal('ticket.state', { state: state === 'paid' ? 'sudah dibayar' : 'kedaluwarsa' })
  if (url === null) throw new Refusal('gateway.no_answer')
  return url
}
