/**
 * Sends all HTTP requests to URLs that users entered (sellers' servers, buyers' callbacks, the API test).
 *
 * Two guarantees, on which money and safety depend:
 *
 * 1. `unsent` means that certainly no byte of the request left this machine. Every failure after undici got a connected socket is `lost`, even if
 *    most likely nothing was sent. A caller may send an `unsent` order to another seller; after `lost` it may only check the state of the order.
 *    This module never sends a request twice, see `onRequestStart`.
 * 2. IP addresses are checked when the connection is made, on exactly the addresses that are connected to. A host name that changes its address
 *    between check and use (DNS rebinding) therefore does not reach an internal address.
 */

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector, type Dispatcher } from 'undici'

export interface OutgoingOptions {
  /** Exact `host:port` or `host` names that may be private, for simulators in the demo and in tests. */
  allowedHosts?: readonly string[]
  /** Open connections per origin. Further requests wait within their own time limit. */
  connectionsPerOrigin?: number
  /** Ports of our own services (database, metrics) that must not be reachable, in addition to the default list. */
  refusedPorts?: () => readonly number[]
  connectTimeoutMs?: number
  /** Name resolution, replaced in tests. */
  resolve?: (hostname: string) => Promise<string[]>
}

export interface OutgoingRequest {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer | null
  /** Total limit: waiting for a connection, connecting, sending and reading. */
  timeoutMs: number
  /** Maximum length of the answer in bytes, by default 64 kB (price lists are longer). */
  bytesMax?: number
}

type UnsentReason =
  | 'bad-url'
  | 'address-refused'
  | 'port-refused'
  | 'name-not-found'
  | 'connection-refused'
  | 'connect-timeout'
  | 'connect-failed'
  | 'tls-failed'
  | 'timeout'
  | 'closed'

type LostReason = 'timeout' | 'reset' | 'too-large' | 'broken-answer'

export type OutgoingResult =
  | { kind: 'answer'; status: number; headers: Record<string, string | string[] | undefined>; body: string; tookMs: number }
  | { kind: 'unsent'; reason: UnsentReason; tookMs: number }
  /** `status` is the HTTP status if at least that arrived, else null. */
  | { kind: 'lost'; reason: LostReason; status: number | null; tookMs: number }

export interface Outgoing {
  request(request: OutgoingRequest): Promise<OutgoingResult>
  /** Waits for running requests, then closes all connections. */
  close(): Promise<void>
}

const answerBytesMax = 64 * 1024
const portsNeverCalled = [22, 25, 53, 110, 143, 445, 3306, 5432, 6379, 11211, 27017]
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/**
 * True only for addresses of the public internet. IPv6 must be within 2000::/3 too, because `range()` classifies forms such as `::127.0.0.1`
 * (IPv4-compatible, deprecated) as unicast, and some systems still route them to the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

export function createOutgoing(options: OutgoingOptions = {}): Outgoing {
  const agent = new Agent({
    connect: guardedConnector(options),
    connections: options.connectionsPerOrigin ?? 16,
    pipelining: 1,
    // Our own timer covers the whole exchange; undici's two timers would only add work to every request.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Short, because an order is `lost` when a seller's server closes an idle connection just as it is reused.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    allowH2: false,
  })
  return {
    request: (request) => send(agent, request),
    close: () => agent.close(),
  }
}

function send(agent: Agent, request: OutgoingRequest): Promise<OutgoingResult> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (url === null || !isAcceptable(url)) return Promise.resolve({ kind: 'unsent', reason: 'bad-url', tookMs: 0 })
  return new Promise((settle) => {
    const exchange = new Exchange(request.timeoutMs, request.bytesMax ?? answerBytesMax, settle)
    const dispatch: Agent.DispatchOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: { 'user-agent': 'Lapak/1', 'accept-encoding': 'identity', ...request.headers },
      body: request.body ?? null,
      idempotent: false,
    }
    agent.dispatch(dispatch, exchange)
  })
}

function isAcceptable(url: URL): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
}

class Refusal extends Error {
  readonly reason: UnsentReason

  constructor(reason: UnsentReason) {
    super(reason)
    this.reason = reason
  }
}

function guardedConnector(options: OutgoingOptions): buildConnector.connector {
  const allowed = new Set(options.allowedHosts?.map((host) => host.toLowerCase()))
  const isRefused = (port: number) => portsNeverCalled.includes(port) || options.refusedPorts?.().includes(port)
  const tuning = { timeout: options.connectTimeoutMs ?? 5_000, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 }
  const connectAnywhere = buildConnector(tuning)
  const connectPublic = buildConnector({ ...tuning, lookup: publicLookup(options.resolve ?? resolvePublicName) })

  return (target, callback) => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    const refuse = (reason: UnsentReason) => queueMicrotask(() => callback(new Refusal(reason), null))
    if (isRefused(port)) return refuse('port-refused')
    if (allowed.has(target.hostname) || allowed.has(`${target.hostname}:${port}`)) return connectAnywhere(target, callback)
    // Node calls `lookup` for names only, so literal addresses must be checked here.
    if (isIP(target.hostname) !== 0 && !isPublicAddress(target.hostname)) return refuse('address-refused')
    connectPublic(target, callback)
  }
}

/** Passes only checked addresses to the socket, which connects to them and never resolves the name again. */
function publicLookup(resolve: (hostname: string) => Promise<string[]>): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: string[]) => {
      const usable: LookupAddress[] = addresses.filter(isPublicAddress).map((address) => ({ address, family: isIP(address) }))
      const first = usable[0]
      if (first === undefined) callback(new Refusal(addresses.length === 0 ? 'name-not-found' : 'address-refused'), '')
      else if (options.all) callback(null, usable)
      else callback(null, first.address, first.family)
    }
    resolve(hostname).then(answer, () => callback(new Refusal('name-not-found'), ''))
  }
}

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Queries the name servers directly instead of the system's `getaddrinfo`, which occupies one of four threads for as long as a hostile name server
 * wants. If a name has IPv4 addresses, only these are used: partners have only our IPv4 address in their allow-lists.
 */
async function resolvePublicName(hostname: string): Promise<string[]> {
  const addresses = await resolver.resolve4(hostname).catch(() => [])
  return addresses.length > 0 ? addresses : await resolver.resolve6(hostname)
}

/** One running request as an undici handler. A class with fields, since thousands are created per second. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #settle: (result: OutgoingResult) => void
  readonly #bytesMax: number
  readonly #timer: NodeJS.Timeout
  readonly #endsAt: number
  #controller: Dispatcher.DispatchController | null = null
  #beganAt = performance.now()
  #status = 0
  #headers: Record<string, string | string[] | undefined> = {}
  #chunks: Buffer[] = []
  #bytes = 0
  #settled = false

  constructor(timeoutMs: number, bytesMax: number, settle: (result: OutgoingResult) => void) {
    this.#settle = settle
    this.#bytesMax = bytesMax
    this.#timer = setTimeout(() => this.#fail('timeout', 'timeout'), timeoutMs)
    this.#endsAt = performance.now() + timeoutMs
  }

  /**
   * Called right before the first byte is written, so earlier failures are `unsent`. undici may call it again to repeat a request on a new
   * connection, and for a request that timed out while waiting. If this function throws, undici does not write the request; otherwise a repeated
   * order would be a second sale.
   */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The clock is checked too: after a stalled process a connection may be ready before the timer fires.
    if (this.#settled || this.#controller !== null || performance.now() > this.#endsAt) {
      this.#fail('timeout', 'reset')
      throw new Error('this request must not be written again')
    }
    this.#controller = controller
    this.#beganAt = performance.now()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return
    this.#bytes += chunk.length
    if (this.#bytes > this.#bytesMax) this.#fail('closed', 'too-large')
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#finish({ kind: 'answer', status: this.#status, headers: this.#headers, body: this.#text(), tookMs: this.#tookMs() })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(unsentReason(error), lostReason(error))
  }

  #fail(ifUnsent: UnsentReason, ifLost: LostReason): void {
    if (this.#settled) return
    const tookMs = this.#tookMs()
    if (this.#controller === null) return this.#finish({ kind: 'unsent', reason: ifUnsent, tookMs })
    this.#finish({ kind: 'lost', reason: ifLost, status: this.#status === 0 ? null : this.#status, tookMs })
    this.#controller.abort(new Error(ifLost))
  }

  #finish(result: OutgoingResult): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#chunks = []
    this.#settle(result)
  }

  /** We do not request compression. Compressed answers are ignored, so that a decompression bomb cannot exhaust memory. */
  #text(): string {
    const encoding = this.#headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') return ''
    const first = this.#chunks[0]
    if (first === undefined) return ''
    return this.#chunks.length === 1 ? first.toString('utf8') : Buffer.concat(this.#chunks, this.#bytes).toString('utf8')
  }

  #tookMs(): number {
    return Math.round(performance.now() - this.#beganAt)
  }
}

const reasonsByCode: Record<string, UnsentReason> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_INVALID_ARG: 'bad-url',
  UND_ERR_CLOSED: 'closed',
  UND_ERR_DESTROYED: 'closed',
}

function unsentReason(error: Error): UnsentReason {
  if (error instanceof Refusal) return error.reason
  const code = codeOf(error)
  return reasonsByCode[code] ?? (/TLS|SSL|CERT|SIGNATURE|ISSUER/.test(code) ? 'tls-failed' : 'connect-failed')
}

function lostReason(error: Error): LostReason {
  return error.name === 'HTTPParserError' || /MISMATCH|OVERFLOW/.test(codeOf(error)) ? 'broken-answer' : 'reset'
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
