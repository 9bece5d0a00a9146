import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'
import { areaOf } from './http.ts'

/** Headers for all HTTP clients. The other headers only affect browser pages, which channels do not serve. */
const forSoftware = new Set(['strict-transport-security', 'x-content-type-options'])

/**
 * Sets helmet's headers on every answer. They are constant, so they are computed once at start: helmet's own hook builds the policy for every
 * request, which took a twelfth of the CPU time of an order. Writing all twelve headers takes up to a tenth of the time of a minimal answer, so
 * channels send only two of them.
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
