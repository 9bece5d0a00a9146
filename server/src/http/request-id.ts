import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { inRequest } from '#shared/request-context.ts'
import { allowsIpAddress } from './address-list.ts'

/** What proxies make: a UUID, nginx's 32 digits, HAProxy's addresses and times. Nothing that a log or a terminal could take for more than text. */
const idForm = /^[\w.:+/=-]{1,64}$/

/** The id of a request: that of a trusted proxy in `X-Request-Id`, else a new one. Short, because users quote it on the phone. */
export function createRequestIds(trustProxy: string): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  /** Proxies keep their connections, and comparing addresses costs more than the rest. */
  const trusted = new WeakMap<Socket, boolean>()
  function isFromProxy(socket: Socket): boolean {
    let known = trusted.get(socket)
    if (known === undefined) {
      known = trustProxy !== '' && allowsIpAddress(trustProxy, socket.remoteAddress ?? '')
      trusted.set(socket, known)
    }
    return known
  }
  return ({ headers, socket }) => {
    const sent = headers['x-request-id']
    return typeof sent === 'string' && idForm.test(sent) && isFromProxy(socket) ? sent : randomUUID().slice(-12)
  }
}

/** Answers with the id of the request, and lets everything that its handler does know it. */
export function addRequestId(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  // Not earlier: a body is read by events of its connection, which do not belong to the request.
  app.addHook('preHandler', ({ id, headers }, _, done) => {
    const { traceparent } = headers
    inRequest({ id, begunAt: performance.now(), traceparent: typeof traceparent === 'string' ? traceparent : undefined }, done)
  })
}
