import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { signedHeaders } from '../../app.ts'
import { getSign } from '../../on-channels.ts'
import { outcomeEndings, randomOf } from '../traffic.ts'
import type { Outsiders } from './outsiders.ts'
import { type Buyer, steadySellers } from './world.ts'

/**
 * Buyers' software that sends orders at a steady rate, independent of earlier orders: an unanswered order is repeated under the same reference until
 * it is answered. Only a few bytes are kept of an answered order.
 */
export interface Buyers {
  /** Sends orders at this rate until `untilOver` returns true, then repeats unanswered orders. Orders that cannot be sent in time are skipped. */
  order(rate: number, untilOver: () => boolean): Promise<void>
  readonly statistics: Statistics
  /** Resolves with the time at which the next order that is sent from now on is accepted. */
  nextAccepted(): Promise<number>
}

export interface Statistics {
  /** By order number: 0 never sent, 1 waiting for an answer, 2 accepted, 3 refused. */
  outcomes: Uint8Array
  /** By order number: the id of its purchase; 0 if the channel does not return it. */
  purchases: Float64Array
  sent: number
  open: number
  /** The number of orders that were skipped because too many orders were already waiting. */
  late: number
  accepted: number
  refused: number
  /** `undecided`: answers without a decision, by status and code. `refusals`: refusals by code. */
  undecided: Map<string, number>
  refusals: Map<string, number>
  /** The violations; only the first few are stored as text. */
  wrong: string[]
  /** Milliseconds to the answer, for orders sent and answered while no process was killed or recovering. */
  quietMs: number[]
}

interface Order {
  n: number
  buyer: Buyer
  channel: 'json' | 'get'
  productcode: string
  target: string
  amount?: number
  token?: string
}

type Answer = { is: 'accepted'; purchase: number } | { is: 'refused'; why: string } | { is: 'undecided'; why: string }

const openMax = 6_000
const requestTimeoutMs = 10_000
const tickMs = 10

export const referenceOf = (n: number) => `S-${n}`

export function createBuyers(options: {
  /** The current URL of Lapak; null while Lapak is down. */
  url(): string | null
  seed: number
  /** The maximum number of orders. */
  most: number
  buyers: Buyer[]
  outsiders: Outsiders
  isQuiet(): boolean
  /** Whether Lapak cannot keep up: more orders would then only wait for the machine. */
  isBehind(): boolean
}): Buyers {
  const { url, most, buyers, outsiders, isQuiet, isBehind } = options
  const random = randomOf(options.seed)
  const oneIn = (count: number) => random.below(count) === 0
  let waiting: { since: number; accepted(at: number): void }[] = []
  const statistics: Statistics = {
    outcomes: new Uint8Array(most),
    purchases: new Float64Array(most),
    sent: 0,
    open: 0,
    late: 0,
    accepted: 0,
    refused: 0,
    undecided: new Map(),
    refusals: new Map(),
    wrong: [],
    quietMs: [],
  }

  function endingOf(): string {
    if (!oneIn(7)) return '7777'
    return oneIn(100) ? '0013' : random.pick(outcomeEndings)
  }

  function newOrder(n: number): Order {
    const productcode = random.pick([
      'S5',
      'S5',
      'S5',
      'S10',
      'S10',
      'S10',
      'S25',
      'S25',
      'PLN20',
      'DANA',
      random.pick(['DANA', 'PLNPASCA']),
    ])
    const target = `08${String(n).padStart(8, '0')}${endingOf()}`
    // One seller fails this order, and another seller delivers it.
    if (oneIn(40))
      outsiders.script(random.below(steadySellers), target, random.pick(['failure', 'pending-then-failure', 'refused-balance']))
    return {
      n,
      buyer: buyers[n % buyers.length] as Buyer,
      channel: productcode !== 'PLNPASCA' && oneIn(3) ? 'get' : 'json',
      productcode,
      target,
      ...(productcode === 'DANA' && { amount: 1_000 * (1 + random.below(50)) }),
    }
  }

  async function untilAnswered(order: Order): Promise<void> {
    const sentAt = performance.now()
    const quiet = isQuiet()
    statistics.outcomes[order.n] = 1
    statistics.open += 1
    for (let tries = 1; ; tries++) {
      const askedAt = performance.now()
      const answer = await send(url(), order)
      if (answer.is !== 'undecided') {
        if (quiet && isQuiet() && tries === 1 && order.token === undefined) statistics.quietMs.push(performance.now() - sentAt)
        keep(order, answer, askedAt)
        break
      }
      count(statistics.undecided, answer.why)
      if (quiet && isQuiet() && tries === 1 && isOurFault(answer.why))
        wrong(`${referenceOf(order.n)} was answered ${answer.why} while nothing was killed`)
      await pause(Math.min(500 * tries, 5_000) + random.below(500))
    }
    statistics.open -= 1
    // Some accepted orders are sent once more, and must get the same answer. A refused order is not stored, so sending it again would create a new
    // one.
    if (statistics.outcomes[order.n] === 2 && oneIn(50)) await sendOnceMore(order)
  }

  async function sendOnceMore(order: Order) {
    const answer = await send(url(), order)
    if (answer.is === 'undecided') return
    if (answer.is === 'refused') wrong(`${referenceOf(order.n)} was refused when it was sent once more (${answer.why})`)
    else if (answer.purchase !== statistics.purchases[order.n]) wrong(`${referenceOf(order.n)} became another purchase`)
  }

  function keep(order: Order, answer: Exclude<Answer, { is: 'undecided' }>, askedAt: number) {
    if (answer.is === 'refused') {
      statistics.outcomes[order.n] = 3
      statistics.refused += 1
      count(statistics.refusals, answer.why)
      return
    }
    statistics.outcomes[order.n] = 2
    statistics.purchases[order.n] = answer.purchase
    statistics.accepted += 1
    const now = performance.now()
    for (const { since, accepted } of waiting) if (since <= askedAt) accepted(now)
    waiting = waiting.filter(({ since }) => since > askedAt)
  }

  function wrong(words: string) {
    if (statistics.wrong.length < 20) statistics.wrong.push(words)
  }

  return {
    statistics,
    nextAccepted: () => new Promise((accepted) => waiting.push({ since: performance.now(), accepted })),
    async order(rate, isOver) {
      const begun = performance.now()
      let due = 0
      while (!isOver()) {
        const wanted = Math.floor(((performance.now() - begun) / 1000) * rate)
        for (; due < wanted && statistics.sent < most; due++) {
          if (statistics.open >= openMax || isBehind()) statistics.late += 1
          else void untilAnswered(newOrder(statistics.sent++))
        }
        await pause(tickMs)
      }
      while (statistics.open > 0) await pause(50)
    },
  }
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** A missing answer may mean that the machine is busy, and a 503 says so; a 500 is always a defect while no process is killed or recovering. */
const isOurFault = (why: string) => why.startsWith('500')

const silence: Answer = { is: 'undecided', why: 'no answer' }

/** After a 5xx or without an answer the state of the order is unknown. */
async function send(url: string | null, order: Order): Promise<Answer> {
  if (url === null) return { is: 'undecided', why: 'nobody is there' }
  if (order.productcode === 'PLNPASCA' && order.token === undefined) {
    const asked = await post(url, order.buyer, '/h2h/v1/inquiries', { productcode: order.productcode, target: order.target })
    if (asked === null) return silence
    const { status, body } = asked
    if (isUndecided(status)) return { is: 'undecided', why: `${status} ${body.code ?? ''} (bill)` }
    if (!body.success || body.data === undefined) return { is: 'refused', why: `${body.code ?? status} (bill)` }
    order.token = body.data.token
  }
  return order.channel === 'json' ? sendJson(url, order) : sendGet(url, order)
}

/** Also 429: an order over the rate limit may be repeated. */
const isUndecided = (status: number) => status >= 500 || status === 429

interface Envelope {
  success: boolean
  code?: string
  data?: { id: number; token: string }
}

async function post(url: string, buyer: Buyer, path: string, body: unknown): Promise<{ status: number; body: Envelope } | null> {
  const text = JSON.stringify(body)
  const answer = await exchange(url + path, signedHeaders(buyer, text), text)
  return answer && { status: answer.status, body: JSON.parse(answer.text) as Envelope }
}

async function sendJson(url: string, { n, buyer, productcode, target, amount, token }: Order): Promise<Answer> {
  const answer = await post(url, buyer, '/h2h/v1/transactions', { reffclient: referenceOf(n), productcode, target, amount, token })
  if (answer === null) return silence
  const { status, body } = answer
  if (isUndecided(status)) return { is: 'undecided', why: `${status} ${body.code ?? ''}` }
  if (body.success && body.data) return { is: 'accepted', purchase: body.data.id }
  return { is: 'refused', why: body.code ?? String(status) }
}

async function sendGet(url: string, { n, buyer, productcode, target, amount }: Order): Promise<Answer> {
  const query: Record<string, string> = { key: buyer.apikey, product: productcode, dest: target, refid: referenceOf(n) }
  if (amount !== undefined) query.amount = String(amount)
  const asked = new URLSearchParams({ ...query, sign: getSign(buyer.secret, query) })
  const answer = await exchange(`${url}/h2h/trx?${asked}`)
  if (answer === null) return silence
  const { status, text } = answer
  if (isUndecided(status) || text.startsWith('Mohon tunggu'))
    return { is: 'undecided', why: `${status} ${text.replace(/CLIENTID=\S+/, '')}` }
  if (/^Request | BERHASIL, | GAGAL, .* SISA SALDO:/.test(text)) return { is: 'accepted', purchase: 0 }
  return { is: 'refused', why: text.replace(/^TRX \S+|CLIENTID=\S+/g, '').trim() }
}

/** `fetch` would cost the machine more than the answer to the order does. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Null if the connection ended without an answer, or on a timeout. */
function exchange(url: string, headers: Record<string, string> = {}, body?: string): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve) => {
    const asked = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST', timeout: requestTimeoutMs }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      response.on('error', () => resolve(null))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end(body)
  })
}
