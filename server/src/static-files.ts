import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { areaOf, type Routes } from '#http/http.ts'
import { withOwnScripts } from './csp-hashes.ts'
import { firstFilesOf } from './preload-links.ts'
import { readAnew } from './reload-on-change.ts'

const built = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Areas with routes that not every process has: the development outbox and the realtime channel. */
const otherAreas = ['dev', 'socket.io']

/** Files below `/assets/` never change; some files are revalidated each time; pictures may change with a new version of Lapak. */
function cachingOf(file: string): string {
  if (file.startsWith(`assets${sep}`)) return 'public, max-age=31536000, immutable'
  return /^(index\.html|sw\.js|manifest\.webmanifest)$/.test(file) ? 'no-cache' : 'public, max-age=86400'
}

export interface Pages {
  folder?: string
  /** The largest visible picture (LCP) of the page at this path, if known. */
  pictureAt?: (path: string) => string | undefined
}

const frontPages = new Set(['/', '/home', '/login'])

/** Paths that people and programs use to check whether Lapak is up, with any Accept header. At other paths, software gets "not found". */
const isFrontPage = ({ url, headers: { accept = '*/*' } }: FastifyRequest): boolean =>
  frontPages.has(url.split('?')[0] ?? '') && accept.includes('*/*')

/** Serves the built web app. Every path that is neither a call nor a file opens the web app, so that deep links survive a reload. */
export async function servePages({ raw: app }: Routes, { folder = built, pictureAt }: Pages = {}) {
  if (!existsSync(folder)) return
  const index = readAnew(join(folder, 'index.html'), (html) => ({ html, firstFiles: firstFilesOf(html) }))
  const setHeaders = (reply: FastifyReply, path: string) => {
    const file = relative(folder, path).replace(/\.(br|gz)$/, '')
    reply.header('cache-control', cachingOf(file))
    // Set for every path: the service worker fetches the file by its name and serves it for all paths.
    if (file !== 'index.html') return
    const { html, firstFiles } = index()
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy === 'string') reply.header('content-security-policy', withOwnScripts(policy, html))
    const links = [firstFiles, reply.getHeader('link')].filter((link) => link !== undefined)
    if (links.length > 0) reply.header('link', links.join(', '))
  }
  const options = { root: folder, index: false, cacheControl: false, preCompressed: true, setHeaders } as const
  await app.register(fastifyStatic, { ...options, wildcard: false, globIgnore: ['assets/**'] })
  // Files are looked up on request, since the web app may be rebuilt while this process runs.
  await app.register(fastifyStatic, { ...options, root: join(folder, 'assets'), prefix: '/assets/', decorateReply: false })
  app.get('/*', (request, reply) => {
    const wantsPage = (request.headers.accept ?? '').includes('text/html') || isFrontPage(request)
    const area = areaOf(request.url)
    if (!wantsPage || (area !== undefined && (app.areas.all.has(area) || otherAreas.includes(area)))) return reply.callNotFound()
    const picture = pictureAt?.(request.url)
    if (picture) reply.header('link', `<${picture}>; rel=preload; as=image`)
    return reply.sendFile('index.html')
  })
}
