import { type Fields, isFields, momentOf, rupiahOf, textOf } from '#integrations/payment-gateway/json.ts'
import type { Heard, ProviderPayment } from '#integrations/payment-gateway/payment-gateway.ts'

/** What may be kept of a payment as Xendit tells it. */
const keptFields = [
  'id',
  'external_id',
  'status',
  'amount',
  'paid_amount',
  'payment_method',
  'payment_channel',
  'bank_code',
  'paid_at',
  'transaction_timestamp',
]

/** Callbacks name their kind by their shape. */
export function heardOf(said: Fields): Heard {
  if ('callback_virtual_account_id' in said && 'payment_id' in said) return paid(said, accountPayment(said))
  if (textOf(said.event)?.startsWith('payout.')) return payoutNews(said.data)
  if (said.event === 'qr.payment') return paid(said, qrisPayment(said))
  if ('external_id' in said && said.status === 'EXPIRED')
    return { kind: 'expired', of: 'invoice', reference: textOf(said.external_id) ?? '' }
  if ('external_id' in said && 'paid_amount' in said) return paid(said, invoicePayment(said))
  return isOfNoMoney(said) ? { kind: 'other' } : unread(said)
}

const paid = (said: Fields, payment: ProviderPayment | null): Heard => {
  if (payment !== null) return { kind: 'paid', payment }
  return isOfNoMoney(said) ? { kind: 'other' } : unread(said)
}

/** Payments that are under way or failed, and accounts that were opened or changed. */
const isOfNoMoney = (said: Fields): boolean =>
  said.status === 'PENDING' || said.status === 'FAILED' || ('is_closed' in said && 'account_number' in said && !('payment_id' in said))

function unread(said: Fields): Heard {
  const reference = [said, said.qr_code, said.data]
    .map((part) => (isFields(part) ? textOf(part.external_id) : null))
    .find((name) => name !== null)
  return reference ? { kind: 'unread', reference } : { kind: 'other' }
}

function payoutNews(data: unknown): Heard {
  const reference = isFields(data) ? textOf(data.reference_id) : null
  return reference === null ? { kind: 'other' } : { kind: 'payout', reference }
}

/** An invoice is paid once, so its number is the payment's. */
export function invoicePayment(said: Fields): ProviderPayment | null {
  if (said.status !== 'PAID' && said.status !== 'SETTLED') return null
  return paymentOf('invoice', said, {
    id: said.id,
    reference: said.external_id,
    amount: said.paid_amount ?? said.amount,
    paidAt: said.paid_at,
  })
}

/** The code stands in it as `qr_code`, with our reference. */
export function qrisPayment(said: Fields): ProviderPayment | null {
  if (said.status !== 'COMPLETED') return null
  const code = isFields(said.qr_code) ? said.qr_code : {}
  return paymentOf('qris', said, { id: said.id, reference: code.external_id, amount: said.amount, paidAt: said.created })
}

const accountPayment = (said: Fields): ProviderPayment | null =>
  paymentOf('va', said, { id: said.payment_id, reference: said.external_id, amount: said.amount, paidAt: said.transaction_timestamp })

function paymentOf(
  kind: ProviderPayment['kind'],
  said: Fields,
  named: Record<'id' | 'reference' | 'amount' | 'paidAt', unknown>,
): ProviderPayment | null {
  const [id, reference, amount] = [textOf(named.id), textOf(named.reference), rupiahOf(named.amount)]
  if (id === null || reference === null || amount === null) return null
  return { kind, id, reference, amount, paidAt: momentOf(named.paidAt), facts: factsOf(said) }
}

const factsOf = (said: Fields): ProviderPayment['facts'] =>
  Object.fromEntries(
    keptFields.flatMap((name): [string, string | number][] => {
      const value = said[name]
      if (typeof value === 'number') return [[name, value]]
      return typeof value === 'string' ? [[name, value.slice(0, 100)]] : []
    }),
  )
