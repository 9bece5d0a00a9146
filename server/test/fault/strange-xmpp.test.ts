import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCertificate, xmppDomain } from '../../../scripts/prosody.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type LapakProcess, startLapakProcess } from './lapak-process.ts'

/** What a server of XMPP, or whatever listens there, may answer to whoever signs on. */
let answer: (socket: TLSSocket) => void
let signedOn = 0

let app: TestApp
let folder: string
let certificate: string
let stranger: Server
let lapak: LapakProcess | undefined

beforeAll(async () => {
  app = await startTestApp({}, [])
  folder = await mkdtemp(join(tmpdir(), 'lapak-strange-'))
  const made = makeCertificate(folder)
  certificate = made.certificate
  stranger = createServer({ key: await readFile(made.key), cert: await readFile(certificate) }, (socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      signedOn += 1
      answer(socket)
    })
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  lapak?.signal('SIGTERM')
  await lapak?.end
})
afterAll(async () => {
  stranger?.close()
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

const stream = `<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0' id='1' from='${xmppDomain}'>`
const failure = (condition: string) =>
  `<stream:error><${condition} xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>`
const features = (inside: string) => `<stream:features>${inside}</stream:features>`

test.each<[string, (socket: TLSSocket) => void]>([
  ['hangs up', (socket) => socket.destroy()],
  ['refuses the stream', (socket) => socket.end(stream + failure('invalid-namespace'))],
  ['refuses after it has said what it can', (socket) => socket.end(stream + features('') + failure('system-shutdown'))],
  [
    'sends to another server',
    (socket) => socket.end(stream + failure('see-other-host').replace('/></', '>127.0.0.1:9</see-other-host></')),
  ],
  ['talks something else', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<html>')],
  ['ends in the middle of a word', (socket) => socket.end(`${stream}<stream:feat`)],
])('an XMPP server that %s is tried again, and nothing else of Lapak ends by it', { timeout: 120_000 }, async (_, how) => {
  answer = how
  signedOn = 0
  lapak = await startLapakProcess({
    databaseUrl: app.databaseUrl,
    roles: ['http', 'xmpp'],
    environment: {
      XMPP_URL: `xmpps://127.0.0.1:${(stranger.address() as AddressInfo).port}`,
      XMPP_CA: certificate,
      XMPP_ACCOUNTS: `bot@${xmppDomain}:sandi-uji`,
    },
  })
  // What came of the first one is there before the next one is tried.
  await expect.poll(() => signedOn, { timeout: 90_000 }).toBeGreaterThan(1)
  expect(lapak.ended, lapak.said).toBe(false)
  expect((await fetch(`${lapak.url}/healthz`)).ok).toBe(true)
})
