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
export function heardOf(payload: Fields): Heard {
  if ('callback_virtual_account_id' in payload && 'payment_id' in payload) return paid(payload, accountPayment(payload))
  if (textOf(payload.event)?.startsWith('payout.')) return payoutEvent(payload.data)
  if (payload.event === 'qr.payment') return paid(payload, qrisPayment(payload))
  if ('external_id' in payload && payload.status === 'EXPIRED')
    return { kind: 'expired', of: 'invoice', reference: textOf(payload.external_id) ?? '' }
  if ('external_id' in payload && 'paid_amount' in payload) return paid(payload, invoicePayment(payload))
  return isOfNoMoney(payload) ? { kind: 'other' } : unread(payload)
}

const paid = (payload: Fields, payment: ProviderPayment | null): Heard => {
  if (payment !== null) return { kind: 'paid', payment }
  return isOfNoMoney(payload) ? { kind: 'other' } : unread(payload)
}

/** Payments that are under way or failed, and accounts that were opened or changed. */
const isOfNoMoney = (payload: Fields): boolean =>
  payload.status === 'PENDING' ||
  payload.status === 'FAILED' ||
  ('is_closed' in payload && 'account_number' in payload && !('payment_id' in payload))

function unread(payload: Fields): Heard {
  const reference = [payload, payload.qr_code, payload.data]
    .map((part) => (isFields(part) ? textOf(part.external_id) : null))
    .find((name) => name !== null)
  return reference ? { kind: 'unread', reference } : { kind: 'other' }
}

function payoutEvent(data: unknown): Heard {
  const reference = isFields(data) ? textOf(data.reference_id) : null
  return reference === null ? { kind: 'other' } : { kind: 'payout', reference }
}

/** An invoice is paid once, so its number is the payment's. */
export function invoicePayment(payload: Fields): ProviderPayment | null {
  if (payload.status !== 'PAID' && payload.status !== 'SETTLED') return null
  return paymentOf('invoice', payload, {
    id: payload.id,
    reference: payload.external_id,
    amount: payload.paid_amount ?? payload.amount,
    paidAt: payload.paid_at,
  })
}

/** The code stands in it as `qr_code`, with our reference. */
export function qrisPayment(payload: Fields): ProviderPayment | null {
  if (payload.status !== 'COMPLETED') return null
  const code = isFields(payload.qr_code) ? payload.qr_code : {}
  return paymentOf('qris', payload, { id: payload.id, reference: code.external_id, amount: payload.amount, paidAt: payload.created })
}

const accountPayment = (payload: Fields): ProviderPayment | null =>
  paymentOf('va', payload, {
    id: payload.payment_id,
    reference: payload.external_id,
    amount: payload.amount,
    paidAt: payload.transaction_timestamp,
  })

function paymentOf(
  kind: ProviderPayment['kind'],
  payload: Fields,
  named: Record<'id' | 'reference' | 'amount' | 'paidAt', unknown>,
): ProviderPayment | null {
  const [id, reference, amount] = [textOf(named.id), textOf(named.reference), rupiahOf(named.amount)]
  if (id === null || reference === null || amount === null) return null
  return { kind, id, reference, amount, paidAt: momentOf(named.paidAt), facts: factsOf(payload) }
}

const factsOf = (payload: Fields): ProviderPayment['facts'] =>
  Object.fromEntries(
    keptFields.flatMap((name): [string, string | number][] => {
      const value = payload[name]
      if (typeof value === 'number') return [[name, value]]
      return typeof value === 'string' ? [[name, value.slice(0, 100)]] : []
    }),
  )
