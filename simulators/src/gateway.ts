/** A payment provider as Xendit is. Somebody pays there when a test says so, and it is told by callback. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, listen, splitUrl } from './listening.ts'

export interface GatewayOptions {
  port?: number
  host?: string
  secretKey: string
  callbackToken: string
}

/**
 * From now on: answer; make what was asked for and cut the connection before the answer; be out of order; refuse; know the key no more;
 * make nothing of a reference that it has, and show none of them yet. Or somebody in between refuses, or what was asked for is made and
 * answered in a form that nobody knows, or there is one of its name already, or it finds nothing of what it is asked about.
 */
export type GatewayMood = 'answers' | 'loses' | 'fails' | 'refuses' | 'forbids' | 'lags' | 'stranger' | 'garbles' | 'duplicate' | 'missing'

interface Opened {
  id: string
  kind: 'invoice' | 'qris' | 'va'
  external_id: string
  amount: number
  status: string
  account_number: string
  /** Of an invoice: it cannot be paid any longer. */
  expires: Date
  paid: Payment[]
}

interface Payment {
  id: string
  amount: number
  at: string
}

interface Payout {
  id: string
  reference_id: string
  amount: number
  status: string
  channel_code: string
  failure_code?: string
  /** How often it was asked for. */
  asked: number
}

export interface Paying {
  /** What was asked for, unless told otherwise. */
  amount?: number
  /** How often the callback comes, all at once; 0 leaves it to status questions. */
  callbacks?: number
}

export interface HeldAnswer {
  /** When it was asked for. */
  asked: Promise<void>
  release(): void
}

interface HeldRequest {
  asked: PromiseWithResolvers<void>
  released: PromiseWithResolvers<void>
}

export interface GatewaySimulator {
  readonly url: string
  mood: GatewayMood
  /** Where callbacks go: below it `/public/gateway/xendit`. */
  shop: string
  /** What was opened under this reference, the oldest first. */
  opened(reference: string): readonly { id: string; kind: string; amount: number; account_number: string; expires: Date }[]
  /** Requests that opened something. */
  readonly asked: number
  /** Somebody pays the newest of this reference. Answers the statuses of the callbacks. */
  pay(reference: string, paying?: Paying): Promise<number[]>
  /** The callback of the newest payment of this reference, in its shape or with other fields. */
  sendCallback(reference: string, fields?: object): Promise<number>
  /** What was asked to be paid under this reference. */
  payout(reference: string): Readonly<Payout> | undefined
  /** It has one of this name, whoever asked for it, and whenever. */
  takePayout(reference: string, amount: number): void
  /** So long it takes to answer what became of payouts. */
  slowMs: number
  /** The next answer about this payout says what is so when it is asked for, and comes when it is released. */
  holdAnswer(reference: string): HeldAnswer
  /** The next request of this method is done when it comes, and answered when it is released. */
  holdRequest(method: 'GET' | 'POST'): HeldAnswer
  /** Shown instead of those that were asked for. */
  shownPayouts: object[] | undefined
  /** How often it was asked what became of payouts. */
  readonly payoutQuestions: number
  /** The bank says how a payout ended. */
  endPayout(reference: string, status: string, failure?: string, amount?: number): void
  /** Tells of a payout as it stands, so many times at once. Answers the statuses of the callbacks. */
  sendPayoutCallbacks(reference: string, callbacks?: number): Promise<number[]>
  /** An invoice runs out. */
  expire(reference: string): Promise<number>
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

export async function startGateway({ secretKey, callbackToken, host = '127.0.0.1', port = 0 }: GatewayOptions): Promise<GatewaySimulator> {
  const all: Opened[] = []
  const payouts = new Map<string, Payout>()
  let serial = 0
  let asked = 0
  let payoutQuestions = 0
  const held = new Map<string, HeldRequest>()
  const heldRequests = new Map<string, HeldRequest>()
  const server = await listen(receive, host, port)
  const simulator: GatewaySimulator = {
    url: server.url,
    mood: 'answers',
    shop: '',
    opened: named,
    get asked() {
      return asked
    },
    async pay(reference, { amount, callbacks = 1 } = {}) {
      const one = newest(reference)
      serial += 1
      const payment = { id: `pay-${serial}`, amount: amount ?? one.amount, at: new Date().toISOString() }
      one.paid.push(payment)
      if (one.kind === 'invoice') one.status = 'PAID'
      return Promise.all(Array.from({ length: callbacks }, () => call(callbackOf(one, payment))))
    },
    sendCallback(reference, fields = {}) {
      const one = newest(reference)
      const payment = one.paid.at(-1)
      if (!payment) throw new Error(`nothing was paid as ${reference}`)
      return call({ ...callbackOf(one, payment), ...fields })
    },
    payout: (reference) => payouts.get(reference),
    takePayout(reference, amount) {
      const id = `payout-${payouts.size + 1}`
      payouts.set(reference, { id, reference_id: reference, amount, status: 'ACCEPTED', channel_code: 'ID_BRI', asked: 1 })
    },
    slowMs: 0,
    holdAnswer(reference) {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held.set(reference, { asked, released })
      return { asked: asked.promise, release: released.resolve }
    },
    holdRequest(method) {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      heldRequests.set(method, { asked, released })
      return { asked: asked.promise, release: released.resolve }
    },
    shownPayouts: undefined,
    get payoutQuestions() {
      return payoutQuestions
    },
    endPayout(reference, status, failure, amount) {
      const payout = knownPayout(reference)
      payout.status = status
      if (failure !== undefined) payout.failure_code = failure
      payout.amount = amount ?? payout.amount
    },
    sendPayoutCallbacks(reference, callbacks = 1) {
      const { asked: _, ...data } = knownPayout(reference)
      const body = { event: `payout.${data.status.toLowerCase()}`, business_id: 'house', created: new Date().toISOString(), data }
      return Promise.all(Array.from({ length: callbacks }, () => call(body)))
    },
    expire(reference) {
      const one = newest(reference)
      one.status = 'EXPIRED'
      return call(invoiceOf(one))
    },
    goDown: server.goDown,
    comeUp: server.comeUp,
    close: server.close,
  }
  return simulator

  function named(reference: string): Opened[] {
    return all.filter(({ external_id }) => external_id === reference)
  }

  function knownPayout(reference: string): Payout {
    const payout = payouts.get(reference)
    if (!payout) throw new Error(`no payout ${reference}`)
    return payout
  }

  function newest(reference: string): Opened {
    const one = named(reference).at(-1)
    if (!one) throw new Error(`nothing was opened as ${reference}`)
    return one
  }

  async function call(body: object): Promise<number> {
    const response = await fetch(`${simulator.shop}/public/gateway/xendit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-callback-token': callbackToken },
      body: JSON.stringify(body),
    })
    await response.text()
    return response.status
  }

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { path, query } = splitUrl(request.url ?? '/')
      const heldRequest = heldRequests.get(request.method ?? '')
      heldRequests.delete(request.method ?? '')
      heldRequest?.asked.resolve()
      const say = (status: number, body: unknown) => {
        const text = JSON.stringify(body)
        const send = () => answer(response, status, text, 'application/json')
        if (heldRequest) void heldRequest.released.promise.then(send)
        else send()
      }
      if (simulator.mood === 'fails') return say(500, { error_code: 'SERVER_ERROR', message: 'An unexpected error occurred' })
      if (request.headers.authorization !== `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`)
        return say(401, { error_code: 'INVALID_API_KEY', message: 'API key format is invalid' })
      if (simulator.mood === 'forbids')
        return say(403, { error_code: 'REQUEST_FORBIDDEN_ERROR', message: 'API key is forbidden to perform this request' })
      if (request.method === 'GET') return show(path.replace(/\/$/, ''), query, say)
      if (simulator.mood === 'stranger') return say(403, { message: 'Forbidden by policy' })
      if (simulator.mood === 'duplicate') return say(409, { error_code: 'DUPLICATE_ERROR', message: 'Idempotency key is in use' })
      if (simulator.mood === 'refuses') return say(400, { error_code: 'API_VALIDATION_ERROR', message: 'Inputs are failing validation' })
      const body = Buffer.concat(chunks).toString('utf8')
      const made = path === '/v2/payouts' ? payOut(body, request.headers['idempotency-key']) : open(path.replace(/\/$/, ''), body)
      if (made === 'had') return say(400, { error_code: 'DUPLICATE_ERROR', message: 'external_id has been used before' })
      if (made === null) return say(400, { error_code: 'API_VALIDATION_ERROR', message: 'Inputs are failing validation' })
      if (simulator.mood === 'loses') return void request.socket.destroy()
      say(200, simulator.mood === 'garbles' ? { result: 'ok' } : made)
    })
  }

  /** The same key again is the same payout. */
  function payOut(body: string, key: string | string[] | undefined): object | null {
    const payload = JSON.parse(body) as { reference_id?: string; amount?: number; channel_code?: string }
    if (typeof key !== 'string' || !payload.reference_id || !payload.amount || !payload.channel_code?.startsWith('ID_')) return null
    const payout = payouts.get(payload.reference_id) ?? {
      id: `payout-${payouts.size + 1}`,
      reference_id: payload.reference_id,
      amount: payload.amount,
      status: 'ACCEPTED',
      channel_code: payload.channel_code,
      asked: 0,
    }
    payout.asked += 1
    payouts.set(payload.reference_id, payout)
    const { asked: _, ...shown } = payout
    return shown
  }

  function open(path: string, body: string): object | 'had' | null {
    const kind = ({ '/v2/invoices': 'invoice', '/qr_codes': 'qris', '/callback_virtual_accounts': 'va' } as const)[path]
    const payload = JSON.parse(body) as {
      external_id?: string
      amount?: number
      type?: string
      bank_code?: string
      name?: string
      invoice_duration?: number
    }
    if (kind === undefined || !payload.external_id) return null
    if (kind !== 'va' && !Number.isInteger(payload.amount)) return null
    if (kind === 'qris' && payload.type !== 'DYNAMIC') return null
    if (kind === 'va' && !(payload.bank_code && /^[A-Z ]+$/.test(payload.name ?? ''))) return null
    if (simulator.mood === 'lags' && named(payload.external_id).length > 0) return 'had'
    asked += 1
    const made: Opened = {
      id: `${kind}-${asked}`,
      kind,
      external_id: payload.external_id,
      amount: payload.amount ?? 0,
      status: kind === 'invoice' ? 'PENDING' : kind === 'va' ? 'PENDING' : 'ACTIVE',
      account_number: `26215${String(asked).padStart(10, '0')}`,
      expires: new Date(Date.now() + (payload.invoice_duration ?? 86_400) * 1000),
      paid: [],
    }
    all.push(made)
    return shownOf(made)
  }

  function payoutsNamed(reference: string | null): object[] {
    return [...payouts.values()].filter((one) => one.reference_id === reference).map(({ asked: _, ...shown }) => shown)
  }

  function show(path: string, query: URLSearchParams, say: (status: number, body: unknown) => void): void {
    if (simulator.mood === 'lags') return path.startsWith('/qr_codes/') ? say(404, notFound) : say(200, [])
    if (simulator.mood === 'missing') return say(404, notFound)
    const reference = query.get('external_id') ?? ''
    if (path === '/v2/invoices') return say(200, named(reference).map(shownOf))
    if (path === '/qr_codes/payments') return say(200, named(reference).flatMap(qrPaymentsOf))
    if (path === '/v2/payouts') {
      payoutQuestions += 1
      const asked = query.get('reference_id') ?? ''
      const shown = simulator.shownPayouts ?? payoutsNamed(asked)
      const hold = held.get(asked)
      held.delete(asked)
      hold?.asked.resolve()
      const released = hold?.released.promise ?? Promise.resolve()
      return void setTimeout(() => void released.then(() => say(200, shown)), simulator.slowMs)
    }
    const code = path.startsWith('/qr_codes/') ? named(decodeURIComponent(path.slice('/qr_codes/'.length))).at(-1) : undefined
    if (code) return say(200, shownOf(code))
    say(404, notFound)
  }

  function shownOf(one: Opened): object {
    const { id, external_id, amount, status, account_number } = one
    if (one.kind === 'invoice') return { ...invoiceOf(one), invoice_url: `${server.url}/web/${id}` }
    if (one.kind === 'qris') return { id, external_id, amount, status, type: 'DYNAMIC', qr_string: `00020101021226${id}` }
    return { id, external_id, bank_code: 'BRI', account_number, is_closed: false, status }
  }
}

const notFound = { error_code: 'DATA_NOT_FOUND', message: 'Not found' }

const invoiceOf = ({ id, external_id, amount, status, paid }: Opened) => ({
  id,
  external_id,
  status,
  amount,
  currency: 'IDR',
  ...(paid[0] && { paid_amount: paid[0].amount, paid_at: paid[0].at, payment_method: 'CREDIT_CARD' }),
})

const qrPaymentOf = ({ id, external_id }: Opened, { id: payment, amount, at }: Payment) => ({
  event: 'qr.payment',
  id: payment,
  amount,
  created: at,
  qr_code: { id, external_id, qr_string: `00020101021226${id}`, type: 'DYNAMIC' },
  status: 'COMPLETED',
})

const qrPaymentsOf = (one: Opened) => one.paid.map((payment) => qrPaymentOf(one, payment))

function callbackOf(one: Opened, payment: Payment): object {
  if (one.kind === 'invoice') return invoiceOf(one)
  if (one.kind === 'qris') return qrPaymentOf(one, payment)
  return {
    id: `va-payment-${payment.id}`,
    payment_id: payment.id,
    callback_virtual_account_id: one.id,
    external_id: one.external_id,
    account_number: one.account_number,
    bank_code: 'BRI',
    amount: payment.amount,
    transaction_timestamp: payment.at,
    sender_name: 'ORANG LAIN',
  }
}
