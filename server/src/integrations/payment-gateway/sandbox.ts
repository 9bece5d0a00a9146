import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isFields, momentOf, readJson, rupiahOf, textOf } from '#integrations/payment-gateway/json.ts'
import type {
  Disbursement,
  Gateway,
  Heard,
  Opened,
  Payout,
  ProviderPayout,
  Question,
} from '#integrations/payment-gateway/payment-gateway.ts'
import { qrisText } from '#integrations/payment-gateway/qris.ts'
import { randomToken, sameText } from '#shared/secrets.ts'

/** What the pay page of the sandbox has happen. */
export interface Act {
  kind: Question['kind']
  /** `expired` comes without money. */
  what: 'paid' | 'expired'
  /** The payment's own number. */
  id: string
  reference: string
  amount: bigint
}

export interface Sandbox extends Gateway {
  /** A callback, as the provider would send it. */
  callback(act: Act): { body: string; headers: IncomingHttpHeaders }
}

const tokenHeader = 'x-callback-token'

/**
 * Plays the provider where none is set up and nobody takes it for one. It remembers nothing: numbers are made of the reference, and what
 * was paid stands in our own rows. Its callbacks are made in this process, so nobody else knows their token.
 */
export function createSandbox(publicUrl: string): Sandbox {
  const token = randomToken()
  return {
    name: 'sandbox',
    ask: async (question) => ({ kind: 'answer', value: openedOf(question, publicUrl) }),
    find: async () => ({ kind: 'answer', value: null }),
    hear: (body, headers) => (sameText(String(headers[tokenHeader] ?? ''), token) ? heardOf(readJson(body)) : null),
    callback: (act) => ({
      body: JSON.stringify({ ...act, amount: Number(act.amount), paid_at: new Date().toISOString() }),
      headers: { [tokenHeader]: token },
    }),
  }
}

function openedOf({ kind, reference, amount }: Question, publicUrl: string): Opened {
  const nothing = { url: null, qr: null, accountNo: null }
  const id = `sandbox-${digest(reference).slice(0, 16)}`
  if (kind === 'invoice') return { ...nothing, id, url: `${publicUrl}/dev/gateway/${reference}` }
  if (kind === 'va')
    return { ...nothing, id, accountNo: `26215${BigInt(`0x${digest(reference).slice(0, 12)}`) % 10_000_000_000n}`.padEnd(15, '0') }
  const merchant = { merchantId: 'ID1020000000000', merchantName: 'LAPAK SANDBOX', city: 'JAKARTA' }
  return { ...nothing, id, qr: qrisText({ ...merchant, amount: amount ?? 0n, reference }) }
}

/** Pays at once, but no account that ends in 0000. It remembers nothing either. */
export const sandboxDisbursement: Disbursement = {
  open: true,
  pay: async (payout) => ({ kind: 'answer', value: sandboxPayout(payout) }),
  becameOf: async (payout) => ({ kind: 'answer', value: sandboxPayout(payout) }),
}

function sandboxPayout({ reference, amount, accountNo }: Payout): ProviderPayout {
  const paid = !accountNo.endsWith('0000')
  const id = `sandbox-${digest(reference).slice(0, 16)}`
  return { id, reference, amount, state: paid ? 'succeeded' : 'failed', failure: paid ? null : 'INVALID_DESTINATION' }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function heardOf(payload: unknown): Heard {
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
