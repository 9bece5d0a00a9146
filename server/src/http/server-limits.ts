import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '#shared/log.ts'
import { networkOf } from './network.ts'
import { Refusal } from './refusal.ts'

/** What a connection may take of the server before anybody knows who it is. */
export interface ServerLimits {
  log: Log
  /** Connections of this process at once, pages that listen included. */
  connectionsMax: number
  /** Empty where nobody stands between. */
  trustProxy: string
  production: boolean
}

export interface Clocks {
  /** From the first byte, or from connecting, to the end of the headers. */
  headersMs: number
  /** To the end of the body: a picture of 5 MB takes so long from a slow telephone. */
  requestMs: number
  /** Without a byte either way; longer than any seller's server may take to answer. */
  silentMs: number
  /** How often somebody looks at the clocks. */
  lookMs: number
  /** To the last byte of an answer that lies whole in memory: 5 MB at the pace of a slow telephone. Who reads by the byte is never silent. */
  answerMs: number
  /** The same of a file, of which portions are read while it is sent. */
  fileMs: number
}

export const clocks: Clocks = {
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

/** Ends the connection of who has not read an answer by then. */
export function endUnlessRead({ raw }: FastifyReply, withinMs: number) {
  const timer = setTimeout(() => raw.destroy(), withinMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

const hostForm = /^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

/** Node takes the first of several, what stands before it perhaps the last (RFC 9112, 3.2). */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/** A name that is none is refused here, before anything makes an address of it; and so are two. */
export function refuseOddHosts(app: FastifyInstance) {
  app.addHook('onRequest', (request, _, done) => {
    const { host } = request.headers
    const isOne = host === undefined || (hostForm.test(host) && !hasSeveralHosts(request.raw.rawHeaders))
    done(isOne ? undefined : new Refusal('input.invalid', {}, { errors: { host: 'Host tidak valid' } }))
  })
}

const warnedEveryMs = 60_000

/**
 * Counts connections, once everything that answers is at the server. Those that have not had an answer yet have a smaller share per
 * network, because many people share one, but nobody needs hundreds of connections without a question. Behind a proxy all come
 * from the proxy, which counts its own.
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
  // Who may hold a page's socket is the realtime channel's matter.
  server.on('upgrade', ({ socket }) => settle(socket))
}

/** Without TRUST_PROXY every visitor has the proxy's address: limits per network shut out all, and lists of addresses nobody. */
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
