/**
 * A simulated supplier for the demo, the tests and the benchmark. It uses real HTTP, its behaviour can be scripted, and its records are always
 * correct.
 */
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Behaviour, isBehaviour } from './behaviours.ts'
import { type Books, billOf, nameCheckCode, openBooks, priceList, type SimulatedOrder } from './books.ts'
import { type Answers, type Ask, type Credentials, type Dialect, type DialectName, httpGet, irs, otomax, type Wording } from './dialects.ts'
import { answer, answerJson, listen, splitUrl } from './listening.ts'

export interface SupplierOptions {
  kind: DialectName
  /** The wanted port, usually that of the previous run. If another process uses it, a different port is chosen. */
  port?: number | undefined
  host?: string
  /** The URL for reports, which contains the secret path that the marketplace gave the seller. It can be changed later. */
  reportUrl?: string
  credentials: Credentials
  /** Delay before every answer, in milliseconds. */
  delayMs?: number
  /** Delay between a pending answer and the report, in milliseconds. */
  reportDelayMs?: number
  slowMs?: number
  /** Format of the answers of an IRS server: current servers answer in JSON, older servers in text or XML. */
  answers?: Answers
  /** Wording of the answers of an OtomaX server: a sentence, which each shop can extend. */
  wording?: Wording
  /** A file with one line for every accepted and every settled order. After a restart, the simulator reads its orders from this file. */
  journal?: string
}

export interface SupplierSimulator {
  readonly kind: DialectName
  readonly url: string
  /** URL templates for the settings of an `http-get` seller; empty for other kinds of sellers. */
  readonly templates: Record<string, string>
  reportUrl: string | undefined
  delayMs: number
  /** Orders by their reference, in the order in which they were accepted. */
  readonly orders: ReadonlyMap<string, SimulatedOrder>
  /** How often an order arrived under this reference, including refused orders. */
  ordersOf(reference: string): number
  /** How often the order with this reference was delivered. */
  salesOf(reference: string): number
  script(target: string, behaviour: Behaviour): void
  /** Accepts an order for this target number, but answers with these texts. `[refid]` in a text is replaced by the reference. */
  quote(target: string, words: Quoted): void
  /** Sends a report now, independent of the order's state. */
  report(reference: string, state: 'success' | 'failed'): Promise<void>
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

/** The texts of the answers to an order and to every status query about it. */
export interface Quoted {
  order: string
  status: string
}

const garbage = '\u0000\u0007%%#@! {"x":'

export async function startSupplier(options: SupplierOptions): Promise<SupplierSimulator> {
  const books = openBooks(options.journal)
  const dialect = dialects[options.kind](options)
  const reporter = startReporter()
  const slowMs = options.slowMs ?? 2_000
  const reportDelayMs = options.reportDelayMs ?? 300
  const quoted = new Map<string, Quoted>()

  const server = await listen(receive, options.host ?? '127.0.0.1', options.port)
  const simulator: SupplierSimulator = {
    kind: options.kind,
    url: server.url,
    templates: options.kind === 'http-get' ? httpGetTemplates(server.url) : {},
    reportUrl: options.reportUrl,
    delayMs: options.delayMs ?? 0,
    orders: books.orders,
    ordersOf: (reference) => (books.orders.get(reference)?.received ?? 0) + (books.turnedAway.get(reference) ?? 0),
    salesOf: (reference) => books.orders.get(reference)?.sales ?? 0,
    script: books.script,
    quote(target, words) {
      quoted.set(target, words)
      books.script(target, 'pending-forever')
    },
    async report(reference, state) {
      const order = books.orders.get(reference)
      if (order !== undefined) await send(order, state)
    },
    goDown: server.goDown,
    comeUp: server.comeUp,
    async close() {
      reporter.stop()
      await server.close()
    },
  }
  return simulator

  function receive(request: IncomingMessage, response: ServerResponse): void {
    if (simulator.delayMs === 0) serve(request, response)
    else setTimeout(() => serve(request, response), simulator.delayMs)
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { path, query } = splitUrl(request.url ?? '/')
    if (path.startsWith('/__')) return control(path, query, response)
    if (path.endsWith('/pricelist')) return answerJson(response, priceList)
    const ask = dialect.read(path, query)
    if (ask === null) return answer(response, 404, 'Not found')
    const refusal = dialect.refusal(query, ask, options.credentials)
    if (refusal !== null) return answer(response, 200, dialect.refused(refusal))
    obey(ask, response)
  }

  function obey(ask: Ask, response: ServerResponse): void {
    if (ask.command === 'balance') return answer(response, 200, dialect.balance(options.credentials, books))
    if (ask.command === 'inquiry') {
      const behaviour = books.behaviourOf(ask.target)
      if (behaviour === 'refused-balance') return answer(response, 200, dialect.refused('Saldo tidak cukup'))
      const known = behaviour === 'failure' ? null : billOf(ask.target)
      const asksName = ask.productCode.toUpperCase() === nameCheckCode
      return answer(response, 200, asksName ? dialect.customer(ask, known?.name ?? null) : dialect.bill(ask, known))
    }
    const known = books.orders.get(ask.reference)
    if (known !== undefined) return answerState(known, ask, response)
    if (ask.command === 'status') return void answerLater(ask, response)
    takeOrder(ask, response)
  }

  /**
   * Waits before it answers a status query, so that an order that arrived before the query, but is not processed yet, is not answered with "not
   * found".
   */
  async function answerLater(ask: Ask, response: ServerResponse): Promise<void> {
    // Node needs one turn of the event loop each to accept a connection, to read it and to parse its request.
    for (let turns = 0; turns < 4; turns++) await nextTurn()
    const known = books.orders.get(ask.reference)
    if (known === undefined) answer(response, 200, dialect.notFound(ask))
    else answerState(known, ask, response)
  }

  function answerState(order: SimulatedOrder, ask: Ask, response: ServerResponse): void {
    if (ask.command === 'order') order.received++
    const words = quoted.get(order.target)
    if (words !== undefined) return answer(response, 200, words.status.replaceAll('[refid]', order.reference))
    if (order.behaviour === 'garbage-always') return answer(response, 200, garbage)
    if (order.behaviour === 'buys-twice' && ask.command === 'order') books.sellAgain(order)
    if (order.behaviour === 'pending-until-asked') books.settle(order, 'success')
    answer(response, 200, dialect.state(order, books))
  }

  function takeOrder(ask: Ask, response: ServerResponse): void {
    const behaviour = books.behaviourOf(ask.target)
    const turnedAway = books.turnedAway.get(ask.reference) ?? 0
    if (behaviour === 'refused-balance') {
      books.turnedAway.set(ask.reference, turnedAway + 1)
      return answer(response, 200, dialect.refused('Saldo tidak cukup'))
    }
    if (behaviour === 'timeout-not-taken' && turnedAway === 0) {
      books.turnedAway.set(ask.reference, 1)
      return
    }
    const order = books.take(ask.reference, ask.productCode, ask.target, behaviour)
    order.received++
    const words = quoted.get(order.target)
    if (words !== undefined) return answer(response, 200, words.order.replaceAll('[refid]', order.reference))
    behave(order, response)
  }

  function behave(order: SimulatedOrder, response: ServerResponse): void {
    const respond = () => answer(response, 200, dialect.state(order, books))
    switch (order.behaviour) {
      case 'success':
      case 'buys-twice':
      case 'timeout-not-taken':
      case 'refused-balance':
        books.settle(order, 'success')
        return respond()
      case 'failure':
        books.settle(order, 'failed')
        return respond()
      case 'pending-then-success':
        settleLater(order, ['success'])
        return respond()
      case 'pending-then-failure':
        settleLater(order, ['failed'])
        return respond()
      case 'double-success-report':
        settleLater(order, ['success', 'success'])
        return respond()
      case 'contradicting-reports':
        settleLater(order, ['success', 'failed'])
        return respond()
      case 'pending-until-asked':
      case 'pending-forever':
        return respond()
      case 'slow':
        books.settle(order, 'success')
        setTimeout(respond, slowMs)
        return
      case 'timeout-taken':
        books.settle(order, 'success')
        return
      case 'destroyed-taken':
        books.settle(order, 'success')
        response.socket?.destroy()
        return
      case 'garbage':
      case 'garbage-always':
        books.settle(order, 'success')
        return answer(response, 200, garbage)
      case 'unnamed-success':
        books.settle(order, 'success')
        return answer(response, 200, dialect.bare(order))
      case 'contradicting-words':
        books.settle(order, 'success')
        return answer(response, 200, dialect.mixed(order))
      case 'foreign-success':
        books.settle(order, 'failed')
        return answer(response, 200, dialect.state({ ...order, ...somebodyElse, state: 'success' }, books))
      case 'server-error-taken':
        books.settle(order, 'success')
        return answer(response, 500, 'Internal Server Error')
      default:
        order.behaviour satisfies never
    }
  }

  function settleLater(order: SimulatedOrder, reports: ('success' | 'failed')[]): void {
    reporter.later(reportDelayMs, async () => {
      books.settle(order, reports[0] ?? 'success')
      for (const state of reports) await send(order, state)
    })
  }

  async function send(order: SimulatedOrder, state: 'success' | 'failed'): Promise<void> {
    const { reportUrl } = simulator
    if (reportUrl === undefined) return
    await reporter.send(`${reportUrl}${reportUrl.includes('?') ? '&' : '?'}${dialect.report(order, state, books)}`)
  }

  /** Requests with which tests in other processes read or change the simulator. They are not part of any dialect. */
  function control(path: string, query: URLSearchParams, response: ServerResponse): void {
    if (path === '/__orders') return answerJson(response, described(books))
    if (path === '/__script') {
      const behaviour = query.get('behaviour') ?? ''
      if (!isBehaviour(behaviour)) return answer(response, 400, 'unknown behaviour')
      books.script(query.get('target') ?? '', behaviour)
      return answerJson(response, { ok: true })
    }
    if (path === '/__report') {
      const states = { success: 'success', failed: 'failed' } as const
      const state = states[query.get('state') as keyof typeof states]
      if (state === undefined) return answer(response, 400, 'unknown state')
      const order = [...books.orders.values()].findLast(({ target }) => target === query.get('target'))
      if (order === undefined) return answer(response, 404, 'no order')
      books.settle(order, state)
      return void send(order, state).then(() => answerJson(response, { ok: true }))
    }
    if (path === '/__settings') {
      simulator.delayMs = Number(query.get('delayMs') ?? simulator.delayMs)
      simulator.reportUrl = query.get('reportUrl') ?? simulator.reportUrl
      return answerJson(response, { ok: true })
    }
    if (path !== '/__down') return answer(response, 404, 'Not found')
    answerJson(response, { ok: true })
    response.once('close', () => void server.goDown())
    setTimeout(() => void server.comeUp(), Number(query.get('forMs') ?? 1_000))
  }
}

const somebodyElse = { reference: 'SOMEBODY-1', target: '089912345678' }

const dialects: Record<DialectName, (options: SupplierOptions) => Dialect> = {
  irs: ({ answers = 'json' }) => irs(answers),
  otomax: ({ wording }) => otomax(wording),
  'http-get': httpGet,
}

function described(books: Books) {
  const orders = [...books.orders.values()]
  return {
    orders,
    sales: orders.reduce((sum, order) => sum + order.sales, 0),
    turnedAway: Object.fromEntries(books.turnedAway),
    balance: books.balance,
  }
}

function httpGetTemplates(url: string): Record<string, string> {
  const who = 'id=[userid]&pin=[pin]&user=[username]&pass=[password]'
  const what = 'product=[kodeproduk]&dest=[tujuan]&refid=[refid]'
  return {
    order: `${url}/trx?${who}&${what}&counter=[counter]&qty=[qty]`,
    status: `${url}/status?${who}&${what}`,
    inquiry: `${url}/cek?${who}&${what}`,
    payment: `${url}/bayar?${who}&${what}`,
    balance: `${url}/saldo?${who}`,
  }
}

interface Reporter {
  later(ms: number, work: () => Promise<void>): void
  send(url: string): Promise<void>
  stop(): void
}

/** Sends reports. Each report is repeated a few times, as real servers do, so the marketplace must handle repeated reports. */
function startReporter(): Reporter {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false

  const wait = (ms: number) => new Promise<void>((resolve) => reporter.later(ms, async () => resolve()))
  const reporter: Reporter = {
    later(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        void work()
      }, ms)
      timers.add(timer)
    },
    async send(url) {
      for (let attempt = 1; attempt <= 5 && !stopped; attempt++) {
        if (await isTaken(url, agent)) return
        await wait(200 * attempt)
      }
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      agent.destroy()
    },
  }
  return reporter
}

function isTaken(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent, timeout: 5_000 }, (response) => {
      response.resume()
      resolve(response.statusCode !== undefined && response.statusCode < 300)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
