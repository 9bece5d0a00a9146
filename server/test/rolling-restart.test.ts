// @module-tag nightly
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { findNginx, type Nginx, startNginx } from '../../tools/nginx.ts'
import { makeCertificate } from '../../tools/prosody.ts'
import { signedHeaders, type TestMember } from './app.ts'
import { type LapakProcess, startLapakProcess } from './fault/lapak-process.ts'
import { startMarket, type TestMarket } from './market.ts'

/*
 * Two http processes behind nginx with the configuration of deploy/nginx.conf.example, restarted one after the other while orders come steadily: as
 * an operator installs a new version.
 */

const program = findNginx()
const nightly = process.env.NIGHTLY === '1'
const rounds = nightly ? 10 : 1
const ordersPerSecond = nightly ? 50 : 25
/** nginx asks nobody for readiness, so nothing depends on the delay here but that it is served in full. */
const delayMs = 1_500

let market: TestMarket
const processes: LapakProcess[] = []

afterEach(async () => {
  for (const process of processes) process.signal('SIGKILL')
  for (const process of processes) await process.end
  await market?.stop()
})

test.skipIf(program === null)(
  'a rolling restart of both http processes behind nginx fails no order and brings pages back; a signal that is repeated later ends one at once',
  {
    timeout: 120_000 + rounds * 60_000,
  },
  async () => {
    market = await startMarket({}, ['worker'])
    const { app } = market
    const { seller, supplier } = await market.addSeller({ timeoutMs: 10_000 })
    // On a busy machine the seller of this process may answer late; its suspension is not what is looked at here.
    await app.setting('sellerApi.suspendAfterFailures', 100)
    // The sellers' server is asked instead.
    supplier.reportUrl = undefined
    const buyer = await app.member({ balance: 1_000_000_000n, guardMinutes: 0 })
    await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'S10' }), price: 10_000n }))
    const ports = await freePorts(4)
    const start = async (port = 0) => {
      const environment = { PORT: String(port), SHUTDOWN_DELAY_MS: String(delayMs), TRUST_PROXY: '127.0.0.1' }
      const process = await startLapakProcess({ databaseUrl: app.databaseUrl, roles: ['http'], environment })
      processes.push(process)
      return process
    }
    const running = [await start(ports[0]), await start(ports[1])]
    const proxy = await startProxy(ports)

    const page = io(proxy.url, { rejectUnauthorized: false, forceNew: true })
    onTestFinished(() => void page.close())
    let connections = 0
    page.on('connect', () => {
      connections += 1
    })
    await expect.poll(() => page.io.engine?.transport.name).toBe('websocket')
    const orders = sendSteadily(proxy.url, buyer)
    for (let round = 0; round < rounds; round++)
      for (const [index, process] of running.entries()) {
        await pause(500)
        process.signal('SIGTERM')
        expect(await process.end).toMatchObject({ code: 0 })
        running[index] = await start(ports[index])
      }
    await pause(500)
    const { sent, failures } = await orders.stop()
    expect(failures, proxy.nginx.log).toEqual([])
    expect(sent).toBeGreaterThan(rounds * 2 * ordersPerSecond)
    const { count } = await app.tables
      .selectFrom('purchase')
      .select((purchase) => purchase.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(sent)
    await market.booksHold()
    // The page was told by each process that it had its connection to.
    await expect.poll(() => page.connected && page.io.engine?.transport.name === 'websocket').toBe(true)
    expect(connections).toBeGreaterThan(1)

    const [last] = running as [LapakProcess]
    last.signal('SIGTERM')
    // Within the first second, a repeated signal is that of npm, which passes on what its process group got as well.
    last.signal('SIGTERM')
    await pause(1_100)
    expect(last.ended).toBe(false)
    last.signal('SIGTERM')
    expect(await last.end).toMatchObject({ code: 1 })
  },
)

/** nginx with the sample, at other ports and with a certificate of its own. */
async function startProxy([one, other, http, https]: number[]): Promise<{ url: string; nginx: Nginx }> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-nginx-'))
  const { key, certificate } = makeCertificate(folder)
  const sample = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf.example'), 'utf8')
  const site = replaceAll(sample, {
    '127.0.0.1:3001': `127.0.0.1:${one}`,
    '127.0.0.1:3002': `127.0.0.1:${other}`,
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ssl;': `listen 127.0.0.1:${https} ssl;`,
    '/etc/ssl/lapak/fullchain.pem': certificate,
    '/etc/ssl/lapak/privkey.pem': key,
  })
  const running = await startNginx({ program: program ?? '', folder, site })
  onTestFinished(async () => {
    await running.stop()
    await rm(folder, { recursive: true })
  })
  return { url: `https://127.0.0.1:${https}`, nginx: running }
}

/** Each text must be in the sample: a change of the sample changes the test. */
function replaceAll(sample: string, texts: Record<string, string>): string {
  for (const text of Object.keys(texts)) expect(sample).toContain(text)
  return Object.entries(texts).reduce((site, [text, other]) => site.replaceAll(text, other), sample)
}

function sendSteadily(url: string, buyer: TestMember) {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  const failures: string[] = []
  const running = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    const body = JSON.stringify({ productcode: 'S10', target: `0812${String(sent).padStart(7, '0')}`, reffclient: `R${sent}` })
    const work: Promise<void> = post(agent, `${url}/h2h/v1/transactions`, signedHeaders(buyer, body), body).then(
      ({ status, text }) => {
        if (status !== 200) failures.push(`${status} ${text}`)
        running.delete(work)
      },
      (error) => {
        failures.push(String(error))
        running.delete(work)
      },
    )
    running.add(work)
  }, 1_000 / ordersPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
      return { sent, failures }
    },
  }
}

function post(agent: Agent, url: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers, method: 'POST', timeout: 30_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asking.on('timeout', () => asking.destroy(new Error('no answer')))
    asking.on('error', reject)
    asking.end(body)
  })
}

/** Found together, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
