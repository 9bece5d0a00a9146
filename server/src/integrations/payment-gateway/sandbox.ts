import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isFields, momentOf, readJson, rupiahOf, textOf } from '#integrations/payment-gateway/json.ts'
import type {
  Disbursement,
  Gateway,
  GatewayCallback,
  PaymentInstructions,
  PaymentRequestInput,
  Payout,
  ProviderPayout,
} from '#integrations/payment-gateway/payment-gateway.ts'
import { randomToken, sameText } from '#shared/secrets.ts'

/** An event that the payment page of the sandbox triggers. */
export interface Act {
  kind: PaymentRequestInput['kind']
  /** `expired`: the payment request expires without a payment. */
  what: 'paid' | 'expired'
  /** The id of the payment. */
  id: string
  reference: string
  amount: bigint
}

export interface Sandbox extends Gateway {
  /** Creates a callback as the provider would send it. */
  callback(act: Act): { body: string; headers: IncomingHttpHeaders }
}

const tokenHeader = 'x-callback-token'

/**
 * Simulates the provider if none is configured, outside production only. It does not keep any state: ids are derived from the reference, and payments
 * are stored in our own tables. Its callbacks are created in this process, so no other party knows their token.
 */
export function createSandbox(publicUrl: string): Sandbox {
  const token = randomToken()
  return {
    name: 'sandbox',
    createPaymentRequest: async (question) => ({ kind: 'answer', value: openedOf(question, publicUrl) }),
    getPaymentRequest: async () => ({ kind: 'answer', value: null }),
    parseCallback: (body, headers) => (sameText(String(headers[tokenHeader] ?? ''), token) ? heardOf(readJson(body)) : null),
    callback: (act) => ({
      body: JSON.stringify({ ...act, amount: Number(act.amount), paid_at: new Date().toISOString() }),
      headers: { [tokenHeader]: token },
    }),
  }
}

function openedOf({ kind, reference, amount }: PaymentRequestInput, publicUrl: string): PaymentInstructions {
  const nothing = { url: null, qr: null, accountNo: null }
  const id = `sandbox-${digest(reference).slice(0, 16)}`
  if (kind === 'invoice') return { ...nothing, id, url: `${publicUrl}/dev/gateway/${reference}` }
  if (kind === 'va')
    return { ...nothing, id, accountNo: `26215${BigInt(`0x${digest(reference).slice(0, 12)}`) % 10_000_000_000n}`.padEnd(15, '0') }
  const merchant = { merchantId: 'ID1020000000000', merchantName: 'LAPAK SANDBOX', city: 'JAKARTA' }
  return { ...nothing, id, qr: qrisText({ ...merchant, amount: amount ?? 0n, reference }) }
}

/**
 * Simulates payouts: pays at once, but fails for bank accounts whose number ends in 0000. Like the sandbox for payments, it does not keep any state.
 */
export const sandboxDisbursement: Disbursement = {
  open: true,
  sendPayout: async (payout) => ({ kind: 'answer', value: sandboxPayout(payout) }),
  getPayout: async (payout) => ({ kind: 'answer', value: sandboxPayout(payout) }),
}

function sandboxPayout({ reference, amount, accountNo }: Payout): ProviderPayout {
  const paid = !accountNo.endsWith('0000')
  const id = `sandbox-${digest(reference).slice(0, 16)}`
  return { id, reference, amount, state: paid ? 'succeeded' : 'failed', failure: paid ? null : 'INVALID_DESTINATION' }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function heardOf(payload: unknown): GatewayCallback {
  if (!isFields(payload)) return { kind: 'other' }
  const kind = (['invoice', 'qris', 'va'] as const).find((known) => known === payload.kind)
  const [id, reference, amount] = [textOf(payload.id), textOf(payload.reference), rupiahOf(payload.amount)]
  if (kind === undefined || id === null || reference === null || amount === null) return { kind: 'other' }
  if (payload.what === 'expired') return { kind: 'expired', of: kind, reference }
  return {
    kind: 'paid',
    payment: { kind, id, reference, amount, paidAt: momentOf(payload.paid_at), facts: { id, amount: Number(amount) } },
  }
}

// — Qris

/**
 * A dynamic QRIS code as national payment apps read it, in the merchant-presented format of EMV: each field is a tag of two digits, a length of two
 * digits, and the value; the last field is a checksum over everything before it.
 */
interface QrisCode {
  /** The merchant's number that the acquirer assigned; digits only. */
  merchantId: string
  merchantName: string
  city: string
  /** In whole rupiah. */
  amount: bigint
  reference: string
}

const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`

export function qrisText({ merchantId, merchantName, city, amount, reference }: QrisCode): string {
  const account = field('00', 'ID.CO.QRIS.WWW') + field('02', merchantId) + field('03', 'UMI')
  const text = [
    field('00', '01'),
    // 12 is a code for one payment; 11 would be a reusable code, such as a sticker at a till.
    field('01', '12'),
    field('51', account),
    // 5999: miscellaneous goods. 360: rupiah.
    field('52', '5999'),
    field('53', '360'),
    field('54', amount.toString()),
    field('58', 'ID'),
    field('59', merchantName.slice(0, 25)),
    field('60', city.slice(0, 15)),
    field('62', field('01', reference.slice(0, 25))),
    '6304',
  ].join('')
  return text + crc16(text)
}

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
