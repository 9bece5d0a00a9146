import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '#shared/log.ts'
import { networkOf } from './network.ts'
import { Refusal } from './refusal.ts'

/** Limits for connections before authentication. */
export interface ServerLimits {
  log: Log
  /** Maximum number of concurrent connections of this process, including those of open pages that listen for events. */
  connectionsMax: number
  /** Networks of trusted proxies; empty without a proxy. */
  trustProxy: string
  production: boolean
}

export interface Clocks {
  /** Maximum time from the first byte, or from connecting, to the end of the headers. */
  headersMs: number
  /** Maximum time to the end of the body; enough for a picture of 5 MB from a slow phone. */
  requestMs: number
  /** Maximum time without a byte in either direction; longer than any seller's server may take to answer. */
  silentMs: number
  /** Interval at which the limits are checked. */
  lookMs: number
  /**
   * Maximum time to the last byte of an answer in memory: enough for 5 MB to a slow phone. `silentMs` never ends a client that reads byte by byte.
   */
  answerMs: number
  /** Maximum time to the last byte of a file that is read in batches while it is sent. */
  fileMs: number
}

export const systemClocks: Clocks = {
  headersMs: 15_000,
  requestMs: 60_000,
  silentMs: 180_000,
  lookMs: 5_000,
  answerMs: 300_000,
  fileMs: 1_800_000,
}

export const clockOptions = ({ headersMs, requestMs, silentMs, lookMs }: Clocks) =>
  ({
    requestTimeout: requestMs,
    connectionTimeout: silentMs,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: lookMs },
  }) satisfies FastifyHttpOptions<Server>

/** Ends the connection if the answer was not read within the time. */
export function endUnlessRead({ raw }: FastifyReply, withinMs: number) {
  const timer = setTimeout(() => raw.destroy(), withinMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

const hostForm = /^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

/** With several Host headers Node uses the first, a proxy perhaps the last (RFC 9112, 3.2). */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** Refuses an invalid or repeated Host header before a URL is built from it. */
export function refuseUnknownHosts(app: FastifyInstance) {
  app.addHook('onRequest', (request, _, done) => {
    const { host } = request.headers
    const isOne = host === undefined || (hostForm.test(host) && !hasSeveralHosts(request.raw.rawHeaders))
    done(isOne ? undefined : new Refusal('input.invalid', {}, { errors: { host: 'Host tidak valid' } }))
  })
}

const warnedEveryMs = 60_000

/**
 * Limits connections. Connections without an answer yet have a smaller limit per network: many people share a network, but nobody needs hundreds of
 * connections without a request. Behind a proxy all connections have the proxy's IP address, so the proxy must limit them. Call this after all
 * request handlers were added.
 */
export function watchConnections(server: Server, { connectionsMax, trustProxy, production, log }: ServerLimits) {
  server.maxConnections = connectionsMax
  if (trustProxy === '') {
    shareNewConnections(server, Math.ceil(connectionsMax / 10))
    if (production) warnOfProxy(server, log)
  }
}

function shareNewConnections(server: Server, perNetwork: number) {
  const unanswered = new Map<Socket, string>()
  const ofNetwork = new Map<string, number>()
  const settle = (socket: Socket) => {
    const network = unanswered.get(socket)
    if (network === undefined) return
    unanswered.delete(socket)
    const left = (ofNetwork.get(network) ?? 1) - 1
    if (left === 0) ofNetwork.delete(network)
    else ofNetwork.set(network, left)
  }
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const others = ofNetwork.get(network) ?? 0
    if (others >= perNetwork) return void socket.destroy()
    unanswered.set(socket, network)
    ofNetwork.set(network, others + 1)
    socket.once('close', () => settle(socket))
  })
  server.on('request', ({ socket }, response) => {
    if (unanswered.has(socket)) response.once('finish', () => settle(socket))
  })
  // The realtime channel limits the sockets of pages itself.
  server.on('upgrade', ({ socket }) => settle(socket))
}

/**
 * Behind a proxy but without TRUST_PROXY, all visitors have the proxy's IP address: limits per network affect everybody, and allow-lists do not match
 * any visitor.
 */
function warnOfProxy(server: Server, log: Log) {
  let warnedAt = Number.NEGATIVE_INFINITY
  server.on('request', ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
    if (performance.now() - warnedAt < warnedEveryMs) return
    warnedAt = performance.now()
    log.error(
      'requests come through a proxy, but TRUST_PROXY is not set: all visitors count as one address. Set it to the addresses of the proxy',
    )
  })
}
