import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { serverAreas } from '@lapak/contract/shared/server-areas'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp, createRoutes } from '#http/http.ts'
import { startTestApp } from '../test/app.ts'
import { allCalls } from '../test/calls.ts'
import { servePages } from './static-files.ts'

const noMember = () => null
const guards = { public: noMember, client: noMember, member: noMember, seller: noMember, admin: noMember, secret: noMember }
const checks = {
  requireSecondFactor: async () => {},
  requireStepUp: async () => {},
  count: async () => {},
  countRows: async () => {},
  countLongList: async () => {},
}

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lapak-pages-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'icons'))
  const files = ['index.html', 'sw.js', 'manifest.webmanifest', 'icons/lapak-192.png', 'assets/a1B2c3.js']
  await Promise.all(files.map((file) => writeFile(join(folder, file), `this is ${file}`)))
  await Promise.all(['sw.js', 'assets/a1B2c3.js'].map((file) => writeFile(join(folder, `${file}.gz`), gzipSync(`this is ${file}`))))
  app = createHttp({ log: pino({ level: 'silent' }), trustProxy: '' })
  app.addHook('onRequest', async (_, reply) => void reply.header('content-security-policy', "default-src 'self';script-src 'self'"))
  const pictureAt = (path: string) => (path === '/home' ? '/banners/pulsa.svg' : undefined)
  await servePages(createRoutes(app, { guards, checks, production: true }), { folder, pictureAt })
  await app.ready()
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const cachingOf = async (url: string, headers?: Record<string, string>) => (await get(url, headers)).headers['cache-control']

test('the web app, its service worker and its manifest are revalidated each time, and files with a hash in their name are never revalidated', async () => {
  const page = { accept: 'text/html' }
  for (const path of ['/', '/home', '/trxpembelian?trx=7']) expect(await cachingOf(path, page), path).toBe('no-cache')
  for (const path of ['/index.html', '/sw.js', '/manifest.webmanifest']) expect(await cachingOf(path), path).toBe('no-cache')
  const packed = { 'accept-encoding': 'gzip' }
  expect(await cachingOf('/sw.js', packed)).toBe('no-cache')
  for (const headers of [{}, packed]) expect(await cachingOf('/assets/a1B2c3.js', headers)).toBe('public, max-age=31536000, immutable')
  expect(await cachingOf('/icons/lapak-192.png')).toBe('public, max-age=86400')
})

test.each(['/', '/home', '/login', '/login?dari=link'])(
  '%s returns the web app for any Accept header, and other paths do not',
  async (path) => {
    for (const headers of [{ accept: '*/*' }, {}, { accept: 'text/html' }] as Record<string, string>[])
      expect((await get(path, headers)).body, JSON.stringify(headers)).toBe('this is index.html')
    expect((await get(path, { accept: 'application/json' })).statusCode).toBe(404)
    expect((await get('/trxpembelian', { accept: '*/*' })).statusCode).toBe(404)
  },
)

test('a manifest and a service worker have their content types', async () => {
  expect((await get('/manifest.webmanifest')).headers['content-type']).toMatch(/^application\/manifest\+json/)
  const worker = await get('/sw.js', { 'accept-encoding': 'gzip' })
  expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(worker.headers['content-encoding']).toBe('gzip')
})

test('a script of a newer build is found while the server runs, and the web app is not returned for a missing script', async () => {
  await writeFile(join(folder, 'assets/z9Y8x7.js'), 'of the next build')
  expect((await get('/assets/z9Y8x7.js')).body).toBe('of the next build')
  const gone = await get('/assets/gone.js', { accept: 'text/html' })
  expect(gone.statusCode).toBe(404)
  expect(gone.headers['cache-control']).toBe(undefined)
  expect((await get('/assets/..%2findex.html')).statusCode).toBe(404)
})

test('a page may have a service worker and a manifest of its own origin only', async () => {
  const lapak = await startTestApp({}, ['http'])
  const policy = (await fetch(`${lapak.url}/healthz`)).headers.get('content-security-policy') ?? ''
  await lapak.stop()
  expect(policy.split(';')).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]))
})

test('the web app may run its inline script at every path', async () => {
  const html = '<head><script>alert(1)</script></head>'
  await Promise.all([writeFile(join(folder, 'index.html'), html), writeFile(join(folder, 'index.html.gz'), gzipSync(html))])
  const policyOf = async (url: string, headers: Record<string, string>) => (await get(url, headers)).headers['content-security-policy']
  const allows = "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
  for (const packed of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
    expect(await policyOf('/home', { accept: 'text/html', ...packed })).toContain(allows)
    // The URL from which the service worker fetches the web app that it serves for every page.
    expect(await policyOf('/index.html', packed)).toContain(allows)
  }
  expect(await policyOf('/assets/a1B2c3.js', {})).not.toContain('sha256-')
})

test('an answer has a Link header, with the initial files and the first picture, only if it contains the web app, and then at every path', async () => {
  const html = '<script type="module" crossorigin src="/assets/a1B2c3.js"></script>'
  await Promise.all([writeFile(join(folder, 'index.html'), html), writeFile(join(folder, 'index.html.gz'), gzipSync(html))])
  const linkOf = async (url: string, headers: Record<string, string>) => (await get(url, headers)).headers.link
  for (const packed of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
    const script = '</assets/a1B2c3.js>; rel=modulepreload; crossorigin'
    expect(await linkOf('/login', { accept: 'text/html', ...packed })).toBe(script)
    expect(await linkOf('/home', { accept: 'text/html', ...packed })).toBe(`${script}, </banners/pulsa.svg>; rel=preload; as=image`)
    expect(await linkOf('/assets/a1B2c3.js', packed)).toBe(undefined)
  }
})

test('the service worker does not open the web app for paths that the server answers itself', async () => {
  const raw = [
    '/docs',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/dev/outbox',
    '/private/images/',
    '/public/images/',
    '/socket.io/',
  ]
  // Only GET: other calls may share their path with a page.
  const asked = (await allCalls()).filter(({ method }) => method === 'GET').map(({ path }) => path)
  const areas = [...asked, ...raw].map((path) => path.split('/')[1] ?? '')
  expect(areas.filter((area) => !serverAreas.includes(area))).toEqual([])
})
