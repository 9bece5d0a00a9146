/** A simulated payment provider similar to Xendit. Tests trigger payments, and the simulator sends the callbacks. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, listen, splitUrl } from './listening.ts'

export interface GatewayOptions {
  port?: number
  host?: string
  secretKey: string
  callbackToken: string
}

/**
 * How the provider behaves from now on. answers: normal; loses: executes the request and cuts the connection before the answer; fails: status 500;
 * refuses: status 400; forbids: the key is no longer valid; lags: refuses a reference because it already exists, and does not list it yet; stranger:
 * an intermediary refuses the request; garbles: executes the request and answers in an unknown format; duplicate: the idempotency key is in use;
 * missing: finds nothing for any query.
 */
export type GatewayMood = 'answers' | 'loses' | 'fails' | 'refuses' | 'forbids' | 'lags' | 'stranger' | 'garbles' | 'duplicate' | 'missing'

interface Opened {
  id: string
  kind: 'invoice' | 'qris' | 'va'
  external_id: string
  amount: number
  status: string
  account_number: string
  /** When the invoice expires. */
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
  /** How often this payment was requested. */
  asked: number
}

/** A transaction of the platform's account. Tests change its fields, and add transactions of their own. */
export interface GatewayTransaction {
  id: string
  product_id: string
  type: string
  status: string
  channel_category: string
  reference_id: string
  currency: string
  amount: number
  net_amount: number
  fee: { xendit_fee: number; value_added_tax: number; status: string }
  cashflow: 'MONEY_IN' | 'MONEY_OUT'
  settlement_status?: string
  estimated_settlement_time?: string
  created: string
}

export interface Paying {
  /** The paid amount, by default the requested amount. */
  amount?: number
  /** The number of concurrent callbacks. With 0, the payment is visible only by a status query. */
  callbacks?: number
  /** When it is paid, by default now. */
  at?: Date
}

export interface HeldAnswer {
  /** Resolves when the request has arrived. */
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
  /** The base URL of the marketplace. Callbacks are sent to `/public/gateway/xendit` below it. */
  shop: string
  /** All payment requests with this reference, oldest first. */
  opened(reference: string): readonly { id: string; kind: string; amount: number; account_number: string; expires: Date }[]
  /** The number of requests that created something at the provider. */
  readonly asked: number
  /** Pays the newest request with this reference. Returns the HTTP statuses with which the marketplace answered the callbacks. */
  pay(reference: string, paying?: Paying): Promise<number[]>
  /** Sends the callback about the newest payment of this reference, optionally with changed fields. */
  sendCallback(reference: string, fields?: object): Promise<number>
  /** The payout that was requested with this reference. */
  payout(reference: string): Readonly<Payout> | undefined
  /** Adds a payout with this reference that Lapak did not request. */
  takePayout(reference: string, amount: number): void
  /** The delay of answers to payout queries, in milliseconds. */
  slowMs: number
  /** The next answer about this payout contains the state at the time of the query. It is sent when the test calls `release`. */
  holdAnswer(reference: string): HeldAnswer
  /** The next request with this method is executed at once. Its answer is sent when the test calls `release`. */
  holdRequest(method: 'GET' | 'POST'): HeldAnswer
  /** If set, payout queries return these objects instead of the requested payouts. */
  shownPayouts: object[] | undefined
  /** The number of payout queries. */
  readonly payoutQuestions: number
  /** The transactions of the account, oldest first, from which lists and balances are made. */
  readonly transactions: GatewayTransaction[]
  /** Adds a transaction that no request of Lapak caused, such as a withdrawal to a bank. */
  addTransaction(fields: Partial<GatewayTransaction>): GatewayTransaction
  /** Fees of a payment and of a payout, before value added tax. */
  fees: { payment: number; payout: number }
  /** If set, lists of transactions return this. */
  shownTransactions: unknown
  /** The number of lists of transactions that were requested. */
  readonly transactionQuestions: number
  /** The balance before the first transaction. */
  openingBalance: number
  /** Sets the final state of a payout at the bank. */
  endPayout(reference: string, status: string, failure?: string, amount?: number): void
  /** Sends the current state of a payout in this number of concurrent callbacks. Returns the HTTP statuses of the answers. */
  sendPayoutCallbacks(reference: string, callbacks?: number): Promise<number[]>
  /** Marks an invoice as expired. */
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
  let transactionQuestions = 0
  const transactions: GatewayTransaction[] = []
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
    async pay(reference, { amount, callbacks = 1, at = new Date() } = {}) {
      const one = newest(reference)
      serial += 1
      const payment = { id: `pay-${serial}`, amount: amount ?? one.amount, at: at.toISOString() }
      one.paid.push(payment)
      addTransaction({
        product_id: one.kind === 'invoice' ? one.id : payment.id,
        channel_category: channels[one.kind],
        reference_id: reference,
        amount: payment.amount,
        fee: feeOf(simulator.fees.payment),
        created: payment.at,
      })
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
    transactions,
    addTransaction,
    fees: { payment: 4_000, payout: 2_500 },
    shownTransactions: undefined,
    get transactionQuestions() {
      return transactionQuestions
    },
    openingBalance: 0,
    endPayout(reference, status, failure, amount) {
      const payout = knownPayout(reference)
      payout.status = status
      if (failure !== undefined) payout.failure_code = failure
      payout.amount = amount ?? payout.amount
      const ends: Record<string, string> = { SUCCEEDED: 'SUCCESS', REVERSED: 'REVERSED' }
      for (const one of transactions.filter(({ product_id }) => product_id === payout.id))
        Object.assign(one, {
          amount: payout.amount,
          status: ends[status] ?? 'FAILED',
          fee: feeOf(ends[status] ? simulator.fees.payout : 0),
        })
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

  /** A request with the idempotency key of an earlier request returns the same payout. */
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
    if (!payouts.has(payload.reference_id))
      addTransaction({
        product_id: payout.id,
        type: 'DISBURSEMENT',
        status: 'PENDING',
        channel_category: 'BANK',
        reference_id: payout.reference_id,
        amount: payout.amount,
        fee: { ...feeOf(simulator.fees.payout), status: 'PENDING' },
        cashflow: 'MONEY_OUT',
      })
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

  function addTransaction(fields: Partial<GatewayTransaction>): GatewayTransaction {
    const one: GatewayTransaction = {
      id: `txn_${transactions.length + 1}`,
      product_id: `product-${transactions.length + 1}`,
      type: 'PAYMENT',
      status: 'SUCCESS',
      channel_category: 'BANK',
      reference_id: '',
      currency: 'IDR',
      amount: 0,
      net_amount: 0,
      fee: feeOf(0),
      cashflow: 'MONEY_IN',
      created: new Date().toISOString(),
      ...fields,
    }
    one.net_amount = one.cashflow === 'MONEY_IN' ? one.amount - chargedBy(one) : one.amount
    transactions.push(one)
    return one
  }

  /** The newest transactions first, from the one after `after_id`. */
  function listTransactions(query: URLSearchParams): object {
    transactionQuestions += 1
    const [from, until] = [new Date(query.get('created[gte]') ?? 0), new Date(query.get('created[lte]') ?? Date.now())]
    const limit = Math.min(Number(query.get('limit') ?? 10), 50)
    const found = transactions
      .filter(({ created }) => new Date(created) >= from && new Date(created) <= until)
      .toSorted((one, other) => other.created.localeCompare(one.created))
    const begins = found.findIndex(({ id }) => id === query.get('after_id')) + 1
    return { has_more: found.length > begins + limit, data: found.slice(begins, begins + limit), links: [] }
  }

  function balanceAt(at: Date): number {
    const counted = transactions.filter(
      ({ created, status, settlement_status }) => new Date(created) < at && status === 'SUCCESS' && settlement_status !== 'PENDING',
    )
    return counted.reduce(
      (sum, one) => sum + (one.cashflow === 'MONEY_IN' ? one.amount : -one.amount) - chargedBy(one),
      simulator.openingBalance,
    )
  }

  function payoutsNamed(reference: string | null): object[] {
    return [...payouts.values()].filter((one) => one.reference_id === reference).map(({ asked: _, ...shown }) => shown)
  }

  function show(path: string, query: URLSearchParams, say: (status: number, body: unknown) => void): void {
    if (simulator.mood === 'lags') return path.startsWith('/qr_codes/') ? say(404, notFound) : say(200, [])
    if (simulator.mood === 'missing') return say(404, notFound)
    if (path === '/transactions') return say(200, simulator.shownTransactions ?? listTransactions(query))
    if (path === '/balance') return say(200, { balance: balanceAt(new Date(query.get('at_timestamp') ?? Date.now())) })
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

const channels = { invoice: 'CARDS', qris: 'QR_CODE', va: 'VIRTUAL_ACCOUNT' } as const

const feeOf = (xendit_fee: number) => ({ xendit_fee, value_added_tax: Math.round(xendit_fee * 0.11), status: 'COMPLETED' })

const chargedBy = ({ fee }: GatewayTransaction): number => fee.xendit_fee + fee.value_added_tax

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
