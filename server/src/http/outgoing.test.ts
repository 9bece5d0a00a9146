import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutgoing, isPublicAddress, type Outgoing, type OutgoingOptions } from './outgoing.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function outgoing(options: OutgoingOptions = { allowedHosts: ['127.0.0.1'] }): Outgoing {
  const created = createOutgoing(options)
  closers.push(() => created.close())
  return created
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function web(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createHttpServer(listener)
  const port = await portOf(server)
  closers.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}`, port }
}

/** A server on TCP level, for behaviour that `node:http` does not allow. */
async function raw(
  onData: (socket: Socket, nth: number) => void,
): Promise<{ url: string; requests: () => number; connections: () => number }> {
  let requests = 0
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => onData(socket, ++requests))
  })
  const port = await portOf(server)
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}/`, requests: () => requests, connections: () => connections }
}

const get = (url: string, timeoutMs = 2_000) => ({ method: 'GET' as const, url, timeoutMs })
const okAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

describe('an address entered by a user', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    '4000::1',
    'localhost',
    '',
  ])('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '103.10.1.1', '2606:4700::1111', '2400:cb00::1'])('is public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    ['http://127.0.0.1/', 'address-refused'],
    ['http://2130706433/', 'address-refused'],
    ['http://0x7f.1/', 'address-refused'],
    ['http://[::1]/', 'address-refused'],
    ['http://[::ffff:127.0.0.1]/', 'address-refused'],
    ['http://169.254.169.254/latest/meta-data', 'address-refused'],
    ['http://8.8.8.8:22/', 'port-refused'],
    ['http://8.8.8.8:5432/', 'port-refused'],
    ['http://8.8.8.8:6379/', 'port-refused'],
    ['ftp://8.8.8.8/', 'bad-url'],
    ['file:///etc/passwd', 'bad-url'],
    ['http://user:secret@8.8.8.8/', 'bad-url'],
    ['no address', 'bad-url'],
  ])('%s is refused before anything is sent', async (url, reason) => {
    expect(await outgoing({}).request(get(url))).toMatchObject({ kind: 'unsent', reason })
  })

  test('is refused if its name resolves to an internal address, whatever it resolved to before', async () => {
    let called = 0
    let asked = 0
    const inside = await web((_request, response) => {
      called++
      response.end('secret')
    })
    const answers = [['127.0.0.1'], ['::ffff:127.0.0.1', '10.0.0.1'], ['::1', '127.0.0.1']]
    const client = outgoing({ resolve: async () => answers[asked++] ?? [] })
    for (let nth = 1; nth <= answers.length; nth++) {
      expect(await client.request(get(`http://rebind.example:${inside.port}/`))).toMatchObject({
        kind: 'unsent',
        reason: 'address-refused',
      })
      // There is one lookup per connection, so there is no second lookup that could differ.
      expect(asked).toBe(nth)
    }
    expect(called).toBe(0)
  })

  test('gives the result `unsent` if its host name does not exist', async () => {
    const client = outgoing({ resolve: () => Promise.reject(new Error('no such name')) })
    expect(await client.request(get('http://nowhere.example/'))).toMatchObject({ kind: 'unsent', reason: 'name-not-found' })
  })

  test('is allowed by the list for exactly one host and port', async () => {
    const one = await web((_request, response) => response.end('one'))
    const other = await web((_request, response) => response.end('other'))
    const client = outgoing({ allowedHosts: [`127.0.0.1:${one.port}`] })
    expect(await client.request(get(one.url))).toMatchObject({ kind: 'answer', body: 'one' })
    expect(await client.request(get(other.url))).toMatchObject({ kind: 'unsent', reason: 'address-refused' })
  })
})

describe('an answer', () => {
  test('contains status, headers and body, and the request identifies the sender', async () => {
    const { url } = await web((request, response) => {
      response.setHeader('x-seen', `${request.headers['user-agent']} ${request.headers['accept-encoding']} ${request.headers.host}`)
      request.pipe(response)
    })
    const result = await outgoing().request({
      method: 'POST',
      url: `${url}/a?b=c`,
      headers: { 'content-type': 'text/plain' },
      body: 'saldo é',
      timeoutMs: 1_000,
    })
    expect(result).toMatchObject({ kind: 'answer', status: 200, body: 'saldo é' })
    expect(result.kind === 'answer' && result.headers['x-seen']).toBe(`Lapak/1 identity ${new URL(url).host}`)
  })

  test('is returned and not followed if it redirects', async () => {
    let hits = 0
    const { url } = await web((_request, response) => {
      hits++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(await outgoing().request(get(url))).toMatchObject({ kind: 'answer', status: 302 })
    expect(hits).toBe(1)
  })

  test('is reported as lost if it is longer than 64 kB, and reading stops', async () => {
    let written = 0
    const { url } = await web((_request, response) => {
      const more = () => {
        while (!response.destroyed && written < 50_000_000) {
          written += 16_384
          if (!response.write(Buffer.alloc(16_384, 'x'))) return
        }
      }
      response.on('drain', more)
      more()
    })
    expect(await outgoing().request(get(url))).toMatchObject({ kind: 'lost', reason: 'too-large', status: 200 })
    expect(written).toBeLessThan(20_000_000)
  })

  test('is not decompressed if it is compressed although the request does not accept that', async () => {
    const { url } = await web((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('SUKSES'))
    expect(await outgoing().request(get(url))).toMatchObject({ kind: 'answer', status: 200, body: '' })
  })

  test('is reported as lost at the time limit if it does not come or comes too slowly', async () => {
    const silent = await web(() => {})
    expect(await outgoing().request(get(silent.url, 150))).toMatchObject({ kind: 'lost', reason: 'timeout', status: null })
    const dripping = await web((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await outgoing().request(get(dripping.url, 200))).toMatchObject({ kind: 'lost', reason: 'timeout', status: 200 })
  })

  test('is reported as lost if it violates the protocol', async () => {
    const server = await raw((socket) => socket.end('SUKSES SN: 1\r\n\r\n'))
    expect(await outgoing().request(get(server.url))).toMatchObject({ kind: 'lost', reason: 'broken-answer' })
  })

  test('is reported as lost if it is shorter than announced', async () => {
    const server = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nSUKSES'))
    expect(await outgoing().request(get(server.url))).toMatchObject({ kind: 'lost', status: 200 })
  })
})

describe('at-most-once sending', () => {
  test('reports a request as unsent if the connection is refused', async () => {
    const closed = createServer()
    const port = await portOf(closed)
    await new Promise((resolve) => closed.close(resolve))
    expect(await outgoing().request(get(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'unsent', reason: 'connection-refused' })
  })

  test('does not send any part of an HTTPS request to a server without TLS', async () => {
    const seen: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (data) => {
        seen.push(data.toString('latin1'))
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      })
    })
    const port = await portOf(server)
    closers.push(() => new Promise((resolve) => server.close(resolve)))
    const result = await outgoing().request(get(`https://127.0.0.1:${port}/trx?pin=1234`))
    expect(result.kind).toBe('unsent')
    expect(seen.join('')).not.toContain('1234')
  })

  test('reports a request as lost and does not repeat it if the connection is reset before an answer', async () => {
    const server = await raw((socket) => socket.resetAndDestroy())
    expect(await outgoing().request(get(server.url))).toMatchObject({ kind: 'lost', reason: 'reset', status: null })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(server.requests()).toBe(1)
  })

  test.each(['GET', 'POST'] as const)(
    'reports a request as lost and does not repeat the %s if a reused connection is reset',
    async (method) => {
      const server = await raw((socket, nth) => (nth === 1 ? socket.write(okAnswer) : socket.resetAndDestroy()))
      const client = outgoing({ allowedHosts: ['127.0.0.1'], connectionsPerOrigin: 1 })
      const request = { method, url: server.url, timeoutMs: 1_000, ...(method === 'POST' ? { body: 'x' } : {}) }
      expect(await client.request(request)).toMatchObject({ kind: 'answer', body: 'ok' })
      expect(await client.request(request)).toMatchObject({ kind: 'lost', reason: 'reset' })
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(server.connections()).toBe(1)
      expect(server.requests()).toBe(2)
    },
  )

  test('does not deliver a request twice under load on connections that the server keeps closing', async () => {
    const seen = new Map<string, number>()
    let nth = 0
    const { url } = await web((request, response) => {
      seen.set(request.url ?? '', (seen.get(request.url ?? '') ?? 0) + 1)
      nth++
      if (nth % 7 === 0) request.socket.resetAndDestroy()
      else if (nth % 11 === 0) request.socket.end()
      else if (nth % 13 === 0) response.writeHead(200, { connection: 'close' }).end('ok')
      else response.end('ok')
    })
    const client = outgoing({ allowedHosts: ['127.0.0.1'], connectionsPerOrigin: 4 })
    const results = await Promise.all(Array.from({ length: 500 }, (_, index) => client.request(get(`${url}/${index}`, 5_000))))
    expect([...seen.values()].every((times) => times === 1)).toBe(true)
    for (const [index, result] of results.entries()) {
      if (result.kind !== 'lost') expect(seen.has(`/${index}`)).toBe(result.kind === 'answer')
    }
    expect(results.filter((result) => result.kind === 'answer').length).toBeGreaterThan(300)
  })

  test('reports a request that times out while it waits for a connection as unsent, and never sends it later', async () => {
    const seen: string[] = []
    const { url } = await web((request, response) => {
      seen.push(request.url ?? '')
      setTimeout(() => response.end('ok'), 300)
    })
    const client = outgoing({ allowedHosts: ['127.0.0.1'], connectionsPerOrigin: 1 })
    const [first, second] = await Promise.all([client.request(get(`${url}/1`)), client.request(get(`${url}/2`, 100))])
    expect(first).toMatchObject({ kind: 'answer' })
    expect(second).toMatchObject({ kind: 'unsent', reason: 'timeout' })
    expect(await client.request(get(`${url}/3`))).toMatchObject({ kind: 'answer' })
    expect(seen).toEqual(['/1', '/3'])
  })

  test('reports all waiting requests as unsent without delay while a host is down, and reaches the host once it is back', async () => {
    const spot = createServer()
    const port = await portOf(spot)
    await new Promise((resolve) => spot.close(resolve))
    const client = outgoing({ allowedHosts: ['127.0.0.1'], connectionsPerOrigin: 2 })
    const results = await Promise.all(Array.from({ length: 50 }, () => client.request(get(`http://127.0.0.1:${port}/`, 3_000))))
    expect(results.every((result) => result.kind === 'unsent' && result.reason === 'connection-refused')).toBe(true)
    const back = createHttpServer((_request, response) => response.end('back'))
    await new Promise<void>((resolve) => back.listen(port, '127.0.0.1', resolve))
    closers.push(() => {
      back.closeAllConnections()
      return new Promise((resolve) => back.close(resolve))
    })
    expect(await client.request(get(`http://127.0.0.1:${port}/`))).toMatchObject({ kind: 'answer', body: 'back' })
  })

  test('reuses connections within the limit of their number', async () => {
    const server = await raw((socket) => setTimeout(() => socket.write(okAnswer), 5))
    const client = outgoing({ allowedHosts: ['127.0.0.1'], connectionsPerOrigin: 3 })
    await Promise.all(Array.from({ length: 60 }, () => client.request(get(server.url))))
    expect(server.connections()).toBeLessThanOrEqual(3)
  })

  test('does not send a request after closing', async () => {
    const { url } = await web((_request, response) => response.end('ok'))
    const client = createOutgoing({ allowedHosts: ['127.0.0.1'] })
    await client.close()
    expect(await client.request(get(url))).toMatchObject({ kind: 'unsent', reason: 'closed' })
  })
})
