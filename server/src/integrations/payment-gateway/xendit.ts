import type { Outgoing } from '#http/outgoing.ts'
import { type Fields, isFields, isInRupiah, momentOf, readJson, rupiahOf, textOf } from '#integrations/payment-gateway/json.ts'
import type {
  Answer,
  Gateway,
  GatewayCallback,
  PaymentInstructions,
  PaymentRequestInput,
  PaymentRequestKind,
  PaymentRequestResult,
  ProviderPayment,
} from '#integrations/payment-gateway/payment-gateway.ts'
import { createExchange } from '#integrations/payment-gateway/xendit-exchange.ts'
import { sameText } from '#shared/secrets.ts'

export interface XenditSettings {
  secretKey: string
  callbackToken: string
  /** Replaces Xendit's default URL; empty means the default. */
  url: string
  /** The URL under which members' browsers and Xendit reach the platform. */
  publicUrl: string
}

/**
 * The lifetime of an invoice page in seconds: until its top-up ticket expires. At least a minute, so that the payer can still see the page of a
 * ticket that is about to expire.
 */
const secondsLeft = (expiresAt: Date) => Math.max(60, Math.floor((expiresAt.getTime() - Date.now()) / 1000))

/** Xendit: invoices for cards, dynamic QRIS codes (V1), and fixed virtual accounts. */
export function createXendit(outgoing: Outgoing, { secretKey, callbackToken, url, publicUrl }: XenditSettings): Gateway {
  const exchange = createExchange(outgoing, { secretKey, url })
  const questions: Record<PaymentRequestKind, (question: PaymentRequestInput) => Promise<Answer<PaymentInstructions>>> = {
    invoice: ({ reference, amount, description, payer, expiresAt }) =>
      exchange({
        method: 'POST',
        path: '/v2/invoices',
        body: {
          external_id: reference,
          amount: Number(amount),
          description,
          payer_email: payer.email,
          ...(expiresAt && { invoice_duration: secondsLeft(expiresAt) }),
          ...(publicUrl && {
            success_redirect_url: `${publicUrl}/paymenttopup/success`,
            failure_redirect_url: `${publicUrl}/paymenttopup/failure`,
          }),
          currency: 'IDR',
          payment_methods: ['CREDIT_CARD'],
        },
        read: openedOf,
      }),
    qris: ({ reference, amount }) =>
      exchange({
        method: 'POST',
        path: '/qr_codes',
        body: { external_id: reference, type: 'DYNAMIC', callback_url: `${publicUrl}/public/gateway/xendit`, amount: Number(amount) },
        read: openedOf,
      }),
    va: ({ reference, payer }) =>
      exchange({
        method: 'POST',
        path: '/callback_virtual_accounts',
        body: { external_id: reference, bank_code: 'BRI', name: accountName(payer.name), is_closed: false },
        read: openedOf,
      }),
  }

  return {
    name: 'xendit',
    createPaymentRequest: (question) => questions[question.kind](question),
    async getPaymentRequest(kind, reference) {
      const named = `external_id=${encodeURIComponent(reference)}`
      if (kind === 'invoice')
        return exchange({ method: 'GET', path: `/v2/invoices?${named}`, read: (response) => foundInvoices(response, reference) })
      // A virtual account can be requested again: a second one costs nothing, and payments to the first one carry the same reference.
      if (kind === 'va') return { kind: 'answer', value: null }
      const code = await exchange({ method: 'GET', path: `/qr_codes/${encodeURIComponent(reference)}`, read: openedOf })
      if (code.kind === 'refused' && code.code === 'unknown') return { kind: 'answer', value: null }
      if (code.kind !== 'answer') return code
      const opened = code.value
      return exchange({
        method: 'GET',
        path: `/qr_codes/payments?${named}`,
        read: (response) => foundPayments(response, reference, opened),
      })
    },
    parseCallback(body, headers) {
      const token = headers['x-callback-token']
      if (typeof token !== 'string' || !sameText(token, callbackToken)) return null
      const payload = readJson(body)
      return isFields(payload) ? heardOf(payload) : { kind: 'other' }
    },
  }
}

/** The standard allows at most 512 characters; a much longer text is not a QRIS code and cannot be drawn. */
const qrLongest = 1_000

/** Reads an invoice, a QRIS code or a virtual account. */
function openedOf(response: unknown): PaymentInstructions | undefined {
  const id = isFields(response) ? textOf(response.id) : null
  if (!isFields(response) || id === null) return undefined
  const qr = textOf(response.qr_string)
  if (qr !== null && qr.length > qrLongest) return undefined
  return { id, url: textOf(response.invoice_url), qr, accountNo: textOf(response.account_number) }
}

/** There may be several invoices of one reference if an answer was lost; any of them may have been paid. */
function foundInvoices(response: unknown, reference: string): PaymentRequestResult | null | undefined {
  const invoices = listOf(response)?.filter(({ external_id }) => external_id === reference)
  if (invoices?.length === 0) return null
  const isPaid = ({ status }: Fields) => status !== 'PENDING' && status !== 'EXPIRED'
  const payments = invoices?.filter(isPaid).map(invoicePayment)
  const opened = openedOf(invoices?.find(({ status }) => status === 'PENDING')) ?? null
  return payments && whole(payments, (read) => ({ opened, payments: read }))
}

function foundPayments(response: unknown, reference: string, opened: PaymentInstructions): PaymentRequestResult | undefined {
  const payments = listOf(response)?.map(qrisPayment)
  return payments && whole(payments, (read) => ({ opened, payments: read.filter((one) => one.reference === reference) }))
}

/** Undefined if a payment cannot be read: an unreadable payment must not count as missing. */
const whole = (
  payments: (ProviderPayment | null)[],
  found: (read: ProviderPayment[]) => PaymentRequestResult,
): PaymentRequestResult | undefined => {
  const read = payments.filter((one) => one !== null)
  return read.length === payments.length ? found(read) : undefined
}

function listOf(response: unknown): Fields[] | undefined {
  const list = isFields(response) ? response.data : response
  return Array.isArray(list) ? list.filter(isFields) : undefined
}

/** Banks accept capital letters and spaces only. */
const accountName = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 50) || 'MEMBER LAPAK'

// — Payments reported by Xendit

/** The fields of a Xendit payment that may be stored. */
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

/** The kind of a callback is recognized by its shape. */
function heardOf(payload: Fields): GatewayCallback {
  if ('callback_virtual_account_id' in payload && 'payment_id' in payload) return paid(payload, accountPayment(payload))
  if (textOf(payload.event)?.startsWith('payout.')) return payoutEvent(payload.data)
  if (payload.event === 'qr.payment') return paid(payload, qrisPayment(payload))
  if ('external_id' in payload && payload.status === 'EXPIRED')
    return { kind: 'expired', of: 'invoice', reference: textOf(payload.external_id) ?? '' }
  if ('external_id' in payload && 'paid_amount' in payload) return paid(payload, invoicePayment(payload))
  return isOfNoMoney(payload) ? { kind: 'other' } : unread(payload)
}

const paid = (payload: Fields, payment: ProviderPayment | null): GatewayCallback => {
  if (payment !== null) return { kind: 'paid', payment }
  return isOfNoMoney(payload) ? { kind: 'other' } : unread(payload)
}

/** Callbacks that do not report money: payments that are pending or failed, and virtual accounts that were created or changed. */
const isOfNoMoney = (payload: Fields): boolean =>
  payload.status === 'PENDING' ||
  payload.status === 'FAILED' ||
  ('is_closed' in payload && 'account_number' in payload && !('payment_id' in payload))

function unread(payload: Fields): GatewayCallback {
  const reference = [payload, payload.qr_code, payload.data]
    .map((part) => (isFields(part) ? textOf(part.external_id) : null))
    .find((name) => name !== null)
  return reference ? { kind: 'unread', reference } : { kind: 'other' }
}

function payoutEvent(data: unknown): GatewayCallback {
  const reference = isFields(data) ? textOf(data.reference_id) : null
  return reference === null ? { kind: 'other' } : { kind: 'payout', reference }
}

/** An invoice is paid once, so its id is the payment's id. */
function invoicePayment(payload: Fields): ProviderPayment | null {
  if (payload.status !== 'PAID' && payload.status !== 'SETTLED') return null
  return paymentOf('invoice', payload, {
    id: payload.id,
    reference: payload.external_id,
    amount: payload.paid_amount ?? payload.amount,
    paidAt: payload.paid_at,
  })
}

/** The payment contains the QRIS code as `qr_code`, with our reference. */
function qrisPayment(payload: Fields): ProviderPayment | null {
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
  if (id === null || reference === null || amount === null || !isInRupiah(payload)) return null
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
