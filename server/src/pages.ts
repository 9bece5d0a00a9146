import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { areaOf, type Routes } from '#core/http.ts'

const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Calls below these are no routes of every process: the outbox of development, the realtime channel. */
const otherAreas = ['dev', 'socket.io']

/** The built web page. Every address that is not a call or a file opens the page, so that deep links survive a reload. */
export async function servePages({ raw: app }: Routes) {
  if (!existsSync(folder)) return
  await app.register(fastifyStatic, { root: folder, wildcard: false, index: false, maxAge: '1y', immutable: true, preCompressed: true })
  app.get('/*', (request, reply) => {
    const wantsPage = (request.headers.accept ?? '').includes('text/html')
    const area = areaOf(request.url)
    if (!wantsPage || (area !== undefined && (app.areas.all.has(area) || otherAreas.includes(area)))) return reply.callNotFound()
    return reply.sendFile('index.html', { maxAge: 0, immutable: false })
  })
}
