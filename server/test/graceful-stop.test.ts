import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { signedHeaders, type TestMember } from './app.ts'
import { startMarket } from './market.ts'

const delayMs = 2_000

interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** On a connection of this agent, which keeps it open as a proxy does. */
function ask(agent: Agent, url: string, headers: Record<string, string> = {}, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

test('a process that is asked to stop is not ready, answers for a while, and closes idle connections and pages last', async () => {
  const market = await startMarket()
  const agent = new Agent({ keepAlive: true })
  try {
    const { app } = market
    const { seller } = await market.addSeller()
    const buyer = await app.member({ balance: 1_000_000n })
    await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'S10' }), price: 10_000n }))
    const order = (reffclient: string, target: string) => orderOn(agent, app.url, buyer, { productcode: 'S10', target, reffclient })
    const [kept] = await Promise.all([ask(new Agent({ keepAlive: true }), `${app.url}/healthz`), order('R1', '081200000001')])
    expect(kept.headers.connection).toBe('keep-alive')
    const page = io(app.url, { transports: ['websocket'], forceNew: true })
    await new Promise<void>((connected) => page.once('connect', connected))
    const left = new Promise<string>((disconnected) => page.once('disconnect', disconnected))
    let isIdleClosed = false
    const idle = new Agent({ keepAlive: true })
    await ask(idle, `${app.url}/healthz`)
    for (const sockets of Object.values(idle.freeSockets)) sockets?.[0]?.once('close', () => (isIdleClosed = true))

    const begun = performance.now()
    const stopping = app.lapak.stop(delayMs)
    expect(await ask(agent, `${app.url}/readyz`)).toMatchObject({ status: 503, body: expect.stringContaining('closing') })
    for (const n of [1, 2, 3, 4]) {
      const { status, headers, body } = await order(`S${n}`, `08130000000${n}`)
      expect({ status, connection: headers.connection }, body).toEqual({ status: 200, connection: 'close' })
      await pause(100)
    }
    expect([isIdleClosed, page.connected]).toEqual([false, true])
    // Not `io server disconnect`, after which a page would not connect again.
    expect(await left).toMatch(/^transport/)
    expect(page.active).toBe(true)
    expect(performance.now() - begun).toBeGreaterThan(delayMs - 50)
    page.close()
    await stopping
    expect(isIdleClosed).toBe(true)
    await expect(ask(agent, `${app.url}/healthz`)).rejects.toThrow('ECONNREFUSED')
    // The worker of this process claims nothing more but what it was just claiming: another process sends this order.
    const last = await app.tables
      .selectFrom('attempt')
      .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
      .select('attempt.claims')
      .where('purchase.reffclient', '=', 'S4')
      .executeTakeFirst()
    expect(last).toEqual({ claims: 0 })
  } finally {
    agent.destroy()
    await market.stop()
  }
})

async function orderOn(agent: Agent, url: string, buyer: TestMember, order: object): Promise<Answered> {
  const body = JSON.stringify(order)
  return ask(agent, `${url}/h2h/v1/transactions`, signedHeaders(buyer, body), body)
}
