import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { areaOf } from './http.ts'

/** Those that hold for whatever answers over HTTP. The others tell a browser what a page may do, and software on a channel shows no page. */
const forSoftware = new Set(['strict-transport-security', 'x-content-type-options'])

/**
 * Sets helmet's headers on every answer. They are the same each time, so helmet is asked once at start: its own hook writes
 * the policy anew for every request, which took a twelfth of the CPU time of an order. Writing all twelve takes as much as a
 * tenth of a bare answer, so channels send two.
 */
export async function addSecurityHeaders(app: FastifyInstance, options: FastifyHelmetOptions) {
  const probe = Fastify()
  await probe.register(fastifyHelmet, options)
  const answer = await probe.inject('/')
  await probe.close()
  const ofTheAnswer = new Set(['content-type', 'content-length', 'date', 'connection'])
  const all = Object.entries(answer.headers).filter(([name]) => !ofTheAnswer.has(name))
  const forPages = Object.fromEntries(all)
  const atChannels = Object.fromEntries(all.filter(([name]) => forSoftware.has(name)))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(app.areas.ofChannels.has(areaOf(request.url) ?? '') ? atChannels : forPages)
    done()
  })
}
