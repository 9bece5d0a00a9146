import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listening.ts'

const hello: RequestListener = (_request, response) => response.end('hello')

async function foreignServer(port = 0) {
  const server = createServer((_request, response) => response.end('stranger'))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { port: (server.address() as AddressInfo).port, close }
}

async function listening(port?: number) {
  const server = await listen(hello, '127.0.0.1', port)
  onTestFinished(() => server.close())
  return server
}

const textOf = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text()

test('listening on a port that another process uses takes a free port instead', async () => {
  const { port } = await foreignServer()
  const server = await listening(port)
  expect(new URL(server.url).port).not.toBe(String(port))
  expect(await textOf(server.url)).toBe('hello')
})

test('listening on the port of a closed server takes the same port', async () => {
  const before = await listening()
  await before.close()
  expect((await listening(Number(new URL(before.url).port))).url).toBe(before.url)
})

test('a server comes up again at its former URL, even if another process uses the port for a moment', async () => {
  const server = await listening()
  await server.goDown()
  const { close } = await foreignServer(Number(new URL(server.url).port))
  const up = server.comeUp()
  expect(await textOf(server.url)).toBe('stranger')
  await close()
  await up
  expect(await textOf(server.url)).toBe('hello')
})
