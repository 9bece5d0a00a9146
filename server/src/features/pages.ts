import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const folder = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The built web page. Every address that is not a call or a file opens the page, so that deep links survive a reload. */
export async function servePages(app: FastifyInstance) {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, { root: folder, wildcard: false, index: false, maxAge: '1y', immutable: true, preCompressed: true })
  app.get('/*', (request, reply) => {
    const wantsPage = (request.headers.accept ?? '').includes('text/html')
    if (!wantsPage || /^\/(api|dev|h2h|public|private|oauth|socket\.io|assets)\//.test(request.url)) return reply.callNotFound()
    return reply.sendFile('index.html', { maxAge: 0, immutable: false })
  })
}
