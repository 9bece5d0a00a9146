import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, test } from 'vitest'
import { makeCertificate } from '../../../tools/prosody.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type LapakProcess, startLapakProcess } from './lapak-process.ts'

/** What a server sends to a client that signs in; the server may be no XMPP server. */
type Answer = (socket: TLSSocket) => void

/** The times at which sessions at this domain ended, according to the log of Lapak, because this test process may be too busy to measure them. */
const endedAt = ({ output }: LapakProcess, domain: string): number[] =>
  output
    .split('\n')
    .filter((line) => line.endsWith('}') && line.includes('reconnecting') && line.includes(`@${domain}`))
    .map((line) => Date.parse((JSON.parse(line) as { time: string }).time))

let app: TestApp
let folder: string
let certificate: string
let foreignServer: Server
const lapaks: LapakProcess[] = []

beforeAll(async () => {
  app = await startTestApp({}, [])
  folder = await mkdtemp(join(tmpdir(), 'lapak-strange-'))
  const made = makeCertificate(folder, Object.keys(domains))
  certificate = made.certificate
  foreignServer = createServer({ key: await readFile(made.key), cert: await readFile(certificate) }, (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => domains[`${socket.servername}`]?.(socket))
  })
  await new Promise<void>((resolve) => foreignServer.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const lapak of lapaks) lapak.signal('SIGTERM')
  await Promise.all(lapaks.map(({ end }) => end))
  foreignServer?.close()
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

const stream = `<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' id='1' from='localhost'>`
const failure = (condition: string) =>
  `<stream:error><${condition} xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>`
const features = (inside: string) => `<stream:features>${inside}</stream:features>`

/** Each domain misbehaves in a different way; an instance of Lapak has an account at the domain. */
const domains: Record<string, Answer> = {
  'hangs-up.test': (socket) => socket.destroy(),
  'refuses-the-stream.test': (socket) => socket.end(stream + failure('invalid-namespace')),
  'refuses-later.test': (socket) => socket.end(stream + features('') + failure('system-shutdown')),
  'sends-elsewhere.test': (socket) => socket.end(stream + failure('see-other-host').replace('/></', '>127.0.0.1:9</see-other-host></')),
  'talks-something-else.test': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<html>'),
  'ends-in-a-word.test': (socket) => socket.end(`${stream}<stream:feat`),
}

/** An instance has up to five accounts. */
const names = Object.keys(domains)
const houses = [names.slice(0, 3), names.slice(3)]

/** The least time for pauses of 1, 2 and 4 seconds, each up to a quarter shorter. */
const leastMs = 0.75 * 7_000

test.concurrent.for(houses)(
  'XMPP servers like %s, %s and %s are retried with growing pauses, and Lapak keeps running',
  { timeout: 180_000 },
  async (instance, { expect }) => {
    const lapak = await startLapakProcess({
      databaseUrl: app.databaseUrl,
      roles: ['http', 'xmpp'],
      environment: {
        XMPP_URL: `xmpps://127.0.0.1:${(foreignServer.address() as AddressInfo).port}`,
        XMPP_CA: certificate,
        LOG_LEVEL: 'warn',
        XMPP_ACCOUNTS: instance.map((domain) => `bot@${domain}:sandi-uji`).join(','),
      },
    })
    lapaks.push(lapak)
    for (const domain of instance)
      await expect.poll(() => endedAt(lapak, domain).length, { message: domain, timeout: 120_000 }).toBeGreaterThan(3)
    for (const domain of instance) {
      const [first = 0, , , fourth = 0] = endedAt(lapak, domain)
      expect(fourth - first, `${domain} served nobody`).toBeGreaterThanOrEqual(leastMs)
    }
    expect(lapak.ended, lapak.output).toBe(false)
    expect((await fetch(`${lapak.url}/healthz`)).ok).toBe(true)
  },
)
