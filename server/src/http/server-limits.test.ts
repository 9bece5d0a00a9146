import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { call } from '@lapak/contract/shared/call'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Json, startTestApp, type TestApp } from '../../test/app.ts'
import { createHttp, createRoutes } from './http.ts'
import { systemClocks, watchConnections } from './server-limits.ts'

const connected: Socket[] = []
afterAll(() => {
  for (const socket of connected) socket.destroy()
})

/** Opens a connection; `ended` is set to the received text when it closes. */
async function open(port: number): Promise<Socket & { ended?: string }> {
  const socket: Socket & { ended?: string } = connect(port, '127.0.0.1')
  connected.push(socket)
  let heard = ''
  socket.on('data', (bytes) => {
    heard += bytes
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    socket.ended = heard
  })
  await once(socket, 'connect')
  return socket
}

const portOf = (url: string) => Number(new URL(url).port)

async function answered(port: number): Promise<Socket & { ended?: string }> {
  const socket = await open(port)
  const answer = Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.write('GET /healthz HTTP/1.1\r\nhost: lapak\r\n\r\n')
  await answer
  return socket
}

describe('slow connections', () => {
  const app = createHttp({
    log: pino({ level: 'silent' }),
    trustProxy: '',
    clocks: { ...systemClocks, headersMs: 300, requestMs: 600, silentMs: 60_000, lookMs: 50 },
  })
  app.post('/echo', async () => ({ success: true }))
  app.get('/healthz', async () => ({ success: true }))
  beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))
  afterAll(() => app.close())

  test('are closed soon if their headers or bodies arrive too slowly, even thirty at the same time, and do not block other connections', async () => {
    const { port } = app.server.address() as AddressInfo
    const headers = 'POST /echo HTTP/1.1\r\nhost: lapak\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n'
    const dripping = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const socket = await open(port)
        if (index % 3 > 0) socket.write(index % 3 === 1 ? 'POST /echo HTTP/1.1\r\nhost: lapak\r\nx-slow: ' : `${headers}\r\n`)
        const drip = index % 3 === 0 ? undefined : setInterval(() => socket.writable && socket.write('1'), 40)
        socket.once('close', () => clearInterval(drip))
        return socket
      }),
    )
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    await expect.poll(() => dripping.filter(({ ended }) => ended === undefined).length).toBe(0)
    for (const { ended } of dripping) if (ended !== '') expect(ended).toMatch(/^HTTP\/1\.1 408 [\s\S]*"success":false/)
    expect(dripping.filter(({ ended }) => ended?.startsWith('HTTP/1.1 408')).length).toBeGreaterThan(10)
  })

  test('are closed without an answer if nothing was sent on them, so that no client takes the answer for that of its next request', async () => {
    const { port } = app.server.address() as AddressInfo
    const idle = await open(port)
    await expect.poll(() => idle.ended).toBe('')
  })
})

describe('an answer in memory', () => {
  const noCheck = async () => {}
  const checks = { requireSecondFactor: noCheck, requireStepUp: noCheck, count: noCheck, countRows: noCheck, countLongList: noCheck }
  const everybody = {
    public: () => null,
    client: () => null,
    member: () => null,
    seller: () => null,
    admin: () => null,
    secret: () => null,
  }
  const rows = z.object({ content: z.array(z.object({ name: z.string() })) })
  const long = { content: Array.from({ length: 40_000 }, (_, index) => ({ name: `${index} ${'x'.repeat(500)}` })) }
  const app = createHttp({ log: pino({ level: 'silent' }), trustProxy: '', clocks: { ...systemClocks, answerMs: 1_500, fileMs: 1_500 } })
  const routes = createRoutes(app, { guards: everybody, checks, production: false })
  routes.on(call('GET', '/list', { summary: '', access: 'public', data: rows }), () => long)
  routes.on(call('GET', '/packed', { summary: '', access: 'public', compressed: true, data: rows }), () => long)
  routes.on(call('GET', '/file', { summary: '', access: 'public', csv: true }), async () => ({
    name: 'semua.csv',
    headings: ['Nama'],
    rowCount: long.content.length,
    rows: (async function* () {
      yield long.content.map(({ name }) => [name])
    })(),
  }))
  beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }))
  afterAll(() => app.close())
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

  test.each(['/list', '/packed', '/file'])('is dropped after a time if the client reads it byte by byte: %s', async (path) => {
    await expect.poll(connections).toBe(0)
    const { port } = app.server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', readableHighWaterMark: 1_000 } as TcpNetConnectOpts)
    connected.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: lapak\r\n\r\n`)
    const drip = setInterval(() => socket.read(1_000), 50)
    socket.once('close', () => clearInterval(drip))
    try {
      await once(socket, 'readable')
      expect(await connections()).toBe(1)
      await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    } finally {
      socket.destroy()
    }
  })

  test('is delivered to a client that reads it', async () => {
    const { port } = app.server.address() as AddressInfo
    const read = async () => (await (await fetch(`http://127.0.0.1:${port}/list`)).json()) as Json
    // A busy machine may read for longer than the limit of this test.
    await expect.poll(async () => (await read().catch(() => null))?.data.content.length).toBe(40_000)
  })
})

describe('connections of one network', () => {
  test('get at most a tenth of all connections while they have no answer yet, and stay open after their first answer', async () => {
    const app = await startTestApp({ HTTP_CONNECTIONS_MAX: '60' }, ['http'])
    try {
      const port = portOf(app.url)
      const friends = await Promise.all(Array.from({ length: 5 }, () => answered(port)))
      const silent: Awaited<ReturnType<typeof open>>[] = []
      for (let count = 0; count < 9; count++) silent.push(await open(port))
      await expect.poll(() => silent.filter(({ ended }) => ended === '').length).toBe(3)
      expect((await answered(port)).ended).toBe('')
      silent[0]?.destroy()
      await expect.poll(async () => (await answered(port)).ended).toBe(undefined)
      for (const friend of friends) expect(friend.ended).toBe(undefined)
    } finally {
      await app.stop()
    }
  })

  test('are limited by the proxy if there is one, and otherwise only by the limit of the process', async () => {
    const app = await startTestApp({ HTTP_CONNECTIONS_MAX: '20', TRUST_PROXY: '127.0.0.1' }, ['http'])
    try {
      const port = portOf(app.url)
      const many: Awaited<ReturnType<typeof open>>[] = []
      for (let count = 0; count < 25; count++) many.push(await open(port))
      await expect.poll(() => many.filter(({ ended }) => ended === '').length).toBe(5)
    } finally {
      await app.stop()
    }
  })
})

describe('the Host header', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({}, ['http'])
  })
  afterAll(() => app.stop())

  const ask = (path: string, host: string) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const asking = httpRequest(app.url + path, { headers: { host } }, async (answer) => {
        const parts = await answer.toArray()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() })
      })
      asking.on('error', reject).end()
    })
  const paths = ['/docs', '/docs/', '/', '/openapi.json', '/healthz', '/api/v1/user/balance', '/public/config', '/nothing', '/oauth/token']

  test('is refused if it is sent twice, even if one of the two is right', async () => {
    for (const second of ['host: lapak', 'Host: evil.example', 'HOST:']) {
      const socket = await open(portOf(app.url))
      socket.write(`GET /public/config HTTP/1.1\r\nhost: lapak\r\n${second}\r\nconnection: close\r\n\r\n`)
      await once(socket, 'close')
      expect(socket.ended, second).toMatch(/^HTTP\/1.1 400 /)
    }
  })

  test.each(['[', 'lapak:port', 'a b', 'lapak/x', '[::1', 'lapak@evil.example', '<x>'])('%s is refused on every path', async (host) => {
    for (const path of paths) {
      const { status, text } = await ask(path, host)
      expect([status, JSON.parse(text)], path).toEqual([400, expect.objectContaining({ success: false, code: 'input.invalid' })])
    }
    expect(JSON.parse((await ask('/h2h/v1/balance', host)).text)).toMatchObject({ code: 'input.invalid', rc: '40' })
    const line = await ask('/h2h/balance', host)
    expect([line.headers['content-type'], line.text]).toEqual(['text/plain; charset=utf-8', expect.not.stringContaining('{')])
  })

  test.each(['lapak', 'lapak.example:443', '127.0.0.1:80', '[::1]', '[2001:db8::1]:3000', 'toko_kita.example'])(
    '%s is accepted',
    async (host) => {
      expect((await ask('/public/config', host)).status).toBe(200)
    },
  )
})

describe('an unconfigured proxy', () => {
  const start = async (trustProxy: string, production: boolean) => {
    const lines: Json[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const app = createHttp({ log, trustProxy })
    app.get('/x', async () => ({}))
    watchConnections(app.server, { log, trustProxy, production, connectionsMax: 100 })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }] as Record<string, string>[])
      for (let time = 0; time < 5; time++) await fetch(`${address}/x`, { headers })
    await app.close()
    return lines.map(({ msg }) => msg)
  }

  test('is reported in the production log, once a minute instead of for each request', async () => {
    expect(await start('', true)).toEqual([expect.stringContaining('TRUST_PROXY is not set')])
    expect(await start('127.0.0.1', true)).toEqual([])
    expect(await start('', false)).toEqual([])
  })
})
