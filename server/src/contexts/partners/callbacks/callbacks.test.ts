import { type CallbackReceiver, isSigned, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Json, type TestMember, verifyAddress } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { within } from '../../../../test/within.ts'
import { callbackSignExample, callbacksGuide } from './guide.ts'
import { retryPauseMs } from './sender.ts'
import { signedHeaders } from './sign.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
const path = '/h2h/v1/transactions'

let market: TestMarket
let offerId: bigint
let receiver: CallbackReceiver

beforeAll(async () => {
  // The first pause between attempts is 10 ms; the tests make later attempts due at once.
  market = await startMarket({ CALLBACK_RETRY_MS: '10' })
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'S10', operator: 'TSEL' })
  offerId = await market.app.offer({ seller, product, price: 10_250n })
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
})
beforeEach(async () => {
  receiver = await startCallbackReceiver({ secret })
})
afterEach(() => receiver.close())

async function newBuyer(options: { callbackUrl?: string } = {}): Promise<TestMember> {
  const buyer = await market.app.member({
    balance: 5_000_000n,
    callbackUrl: options.callbackUrl ?? `${receiver.url}/cb`,
    callbackSecret: secret,
    guardMinutes: 0,
  })
  await market.app.map(buyer, offerId)
  return buyer
}

let serial = 0
async function sale(buyer: TestMember, more: { callback?: string; target?: string } = {}): Promise<string> {
  serial += 1
  const reffclient = `CB-${serial}`
  const { status, msg } = await market.order(buyer, { productcode: 'S10', target: '081234567890', reffclient, ...more })
  expect(status, msg).toBe(200)
  await market.app.settled(buyer, reffclient)
  return reffclient
}

const deliveries = async (buyer: TestMember, reffclient: string): Promise<Json[]> =>
  (await market.app.h2h(buyer, 'GET', `${path}/${reffclient}/callbacks`)).body.data
const receivedBody = (index = 0): Json => JSON.parse(receiver.received[index]?.body ?? 'null')
const arrived = (count: number) => expect.poll(() => receiver.received.length, { interval: 10 }).toBeGreaterThanOrEqual(count)
/** Makes the next attempt of all waiting deliveries due now, instead of after minutes or hours. */
const hurry = () =>
  market.app.tables.updateTable('delivery').set({ due_at: new Date() }).where('state', '=', 0).where('claimed_by', 'is', null).execute()
const stateOf = async (buyer: TestMember, reffclient: string): Promise<string> => (await deliveries(buyer, reffclient))[0]?.state
async function hurriedTo(buyer: TestMember, reffclient: string, state: string) {
  await expect
    .poll(
      async () => {
        await hurry()
        return stateOf(buyer, reffclient)
      },
      { interval: 20 },
    )
    .toBe(state)
}

describe('the signature', () => {
  test('equals the signature that the reference package of Standard Webhooks computes for the published example', () => {
    const { secret, id, timestamp, body, signature } = callbackSignExample
    const at = new Date(Number(timestamp) * 1000)
    expect(new Webhook(secret).sign(id, at, body)).toBe(signature)
    const headers = signedHeaders(secret, id, at, body)
    expect(headers).toEqual({ 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature })
    expect(isSigned(signedHeaders(secret, id, new Date(), body), body, secret)).toBe(true)
  })

  test('is valid for the exact bytes of each callback, whose compact body equals the status response', async () => {
    const buyer = await newBuyer()
    const reffclient = await sale(buyer)
    await arrived(1)
    const [got] = receiver.received
    expect(got).toMatchObject({
      path: '/cb',
      verified: true,
      headers: { 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^msg_\d+$/) },
    })
    expect(Math.abs(Number(got?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(10)
    expect(got?.body).toBe(JSON.stringify(JSON.parse(got?.body ?? '')))
    const { attempts: _, ...status } = (await market.app.h2h(buyer, 'GET', `${path}/${reffclient}`)).body.data
    expect(receivedBody()).toEqual({ type: 'purchase.success', timestamp: status.updateat, data: status })
  })

  test('is made with the secret that its owner created and saw once', async () => {
    const buyer = await newBuyer()
    const { body, headers } = await market.app.call('POST', '/api/v1/user/api/callbacksecret', { token: buyer.token })
    expect(body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(headers.get('cache-control')).toBe('no-store')
    await market.app.lapak.refresh()
    receiver.secret = body.data.secret
    await sale(buyer)
    await arrived(1)
    expect(receiver.received[0]?.verified).toBe(true)
    expect(JSON.stringify((await market.app.call('GET', '/api/v1/user/api', { token: buyer.token })).body)).not.toContain('whsec_')
  })
})

test('a later change of a purchase is sent with a higher version, so that receivers can ignore older callbacks', async () => {
  const buyer = await newBuyer()
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const reffclient = await sale(buyer)
  await arrived(1)
  const refund = await market.app.call('PATCH', `/api/admin/v1/transaction/${receivedBody().data.id}/2`, {
    token: admin.token,
    body: { description: 'Uji koreksi' },
  })
  expect(refund.status).toBe(200)
  await arrived(2)
  expect(receivedBody(1)).toMatchObject({ type: 'purchase.refunded', data: { reffclient, transactionrc: 2, rc: '74', balance: 5_000_000 } })
  expect(receivedBody(1).data.version).toBeGreaterThan(receivedBody(0).data.version)
  expect(receiver.received[1]?.headers['webhook-id']).not.toBe(receiver.received[0]?.headers['webhook-id'])
})

test('an order can contain a callback URL that applies to this order only', async () => {
  const buyer = await newBuyer()
  await sale(buyer, { callback: `${receiver.url}/own` })
  await arrived(1)
  await sale(buyer)
  await arrived(2)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/own', '/cb'])
})

describe('a receiver that does not answer 2xx', () => {
  test('gets the callback again with the same id and body until it answers 2xx, and every attempt is recorded', async () => {
    receiver.misbehave({ status: 500, times: 3 })
    const buyer = await newBuyer()
    const reffclient = await sale(buyer)
    await hurriedTo(buyer, reffclient, 'delivered')
    expect(receiver.received.map(({ status, verified }) => [status, verified])).toEqual([
      [500, true],
      [500, true],
      [500, true],
      [200, true],
    ])
    expect(new Set(receiver.received.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1)
    const [delivery] = await deliveries(buyer, reffclient)
    expect(delivery).toMatchObject({ event: 'purchase.success', url: `${receiver.url}/cb`, state: 'delivered', nextat: null })
    expect(delivery.attempts.map((one: Json) => [one.status, one.answer])).toEqual([
      [500, 'ok'],
      [500, 'ok'],
      [500, 'ok'],
      [200, 'ok'],
    ])
  })

  test('gets no more attempts after the tenth, the callback is listed as given up, and is sent again on request', async () => {
    receiver.misbehave({ status: 503 })
    const buyer = await newBuyer()
    const reffclient = await sale(buyer)
    await hurriedTo(buyer, reffclient, 'given_up')
    expect((await deliveries(buyer, reffclient))[0]).toMatchObject({ nextat: null, attempts: { length: 10 } })
    expect(receiver.count).toBe(10)
    receiver.misbehave({})
    const again = await market.app.h2h(buyer, 'POST', `${path}/${reffclient}/callback`)
    expect(again).toMatchObject({ status: 200, body: { success: true, msg: 'Callback dikirim ulang' } })
    await arrived(11)
    expect(receiver.received[10]).toMatchObject({ status: 200, verified: true, body: receiver.received[0]?.body })
    expect((await deliveries(buyer, reffclient)).length).toBe(2)
  })

  test('cannot cause a request to the target of a redirect', async () => {
    receiver.misbehave({ status: 302, times: 1 })
    const buyer = await newBuyer()
    const reffclient = await sale(buyer)
    await arrived(1)
    await expect.poll(async () => (await deliveries(buyer, reffclient))[0]).toMatchObject({ attempts: [{ status: 302 }] })
    await hurriedTo(buyer, reffclient, 'delivered')
  })

  test('stops the delivery and removes its URL by answering 410', async () => {
    receiver.misbehave({ status: 410 })
    const buyer = await newBuyer()
    const reffclient = await sale(buyer)
    await expect.poll(() => stateOf(buyer, reffclient)).toBe('given_up')
    const { body } = await market.app.call('GET', '/api/v1/user/api', { token: buyer.token })
    expect(body.data.callback).toBe('')
    await market.app.lapak.refresh()
    await sale(buyer)
    expect((await market.app.h2h(buyer, 'POST', '/h2h/v1/ping')).body.code).toBe('callback.none')
    expect(receiver.count).toBe(1)
  })
})

test('the pauses between attempts are 1 s, 5 s, 30 s, 2, 10, 30 min, 2, 6, 24 h, each extended by up to a tenth, and the guide lists them', () => {
  const schedule = Array.from({ length: 10 }, (_, n) => retryPauseMs(n + 1, 1000, 0))
  expect(schedule).toEqual([1e3, 5e3, 3e4, 12e4, 6e5, 18e5, 72e5, 216e5, 864e5, null])
  expect(retryPauseMs(1, 1000, 1)).toBe(1100)
  expect(callbacksGuide(90)).toContain(
    'setelah 1 detik, 5 detik, 30 detik, 2 menit, 10 menit, 30 menit, 2 jam, 6 jam, 24 jam, lalu berhenti',
  )
})

test.each<[string, () => string, number]>([
  ['seconds', () => '1', 1000],
  ['a date', () => new Date(Date.now() + 2000).toUTCString(), 1000],
])('the sender waits as long as Retry-After demands, given as %s', async (_, value, atLeastMs) => {
  const { createServer } = await import('node:http')
  const times: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    times.push(Date.now())
    response.writeHead(times.length === 1 ? 429 : 200, times.length === 1 ? { 'retry-after': value() } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const buyer = await newBuyer({ callbackUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/` })
  await sale(buyer)
  await expect.poll(() => times.length).toBe(2)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(atLeastMs - 50)
  server.closeAllConnections()
  server.close()
})

test('a ping is signed like every callback, and refused if the member has no callback URL', async () => {
  const buyer = await newBuyer()
  expect((await market.app.h2h(buyer, 'POST', '/h2h/v1/ping')).body).toMatchObject({ success: true, msg: 'Callback uji dikirim' })
  await arrived(1)
  expect(receiver.received[0]?.verified).toBe(true)
  expect(receivedBody()).toMatchObject({ type: 'ping', data: {} })
  const without = await newBuyer()
  await market.app.tables.updateTable('member').set({ callback_url: '' }).where('id', '=', without.id).execute()
  await market.app.lapak.refresh()
  expect(await market.app.h2h(without, 'POST', '/h2h/v1/ping')).toMatchObject({ status: 422, body: { code: 'callback.none', rc: '40' } })
  expect((await market.app.h2h(without, 'POST', `${path}/${await sale(without)}/callback`)).body.code).toBe('callback.none')
})

test('callbacks are never sent to private IP addresses, ports of databases or the platform’s own port', async () => {
  const buyer = await newBuyer({ callbackUrl: '' })
  for (const [callback, answer] of [
    ['http://127.0.0.2:8080/', 'address-refused'],
    ['http://10.0.0.1/', 'address-refused'],
    ['http://169.254.169.254/latest/meta-data', 'address-refused'],
    ['http://[::1]:8080/', 'address-refused'],
    ['http://[::ffff:127.0.0.1]/', 'address-refused'],
    ['http://0177.0.0.3/', 'address-refused'],
    ['http://127.0.0.1:5432/', 'port-refused'],
    [`${market.app.url}/health`, 'port-refused'],
  ] as const) {
    // No member could verify these URLs. The test marks them as verified, and still they are never called.
    await verifyAddress(market.app.tables, buyer.id, callback)
    const reffclient = await sale(buyer, { callback })
    await expect
      .poll(async () => (await deliveries(buyer, reffclient))[0]?.attempts[0], { message: callback })
      .toMatchObject({ status: null, answer })
  }
  // An order is refused only if its callback URL can never be valid, as in the settings of the web app.
  const odd = await market.app.h2h(buyer, 'POST', path, {
    productcode: 'S10',
    target: '081234567890',
    reffclient: 'ODD',
    callback: 'file:///etc/passwd',
  })
  expect(odd).toMatchObject({ status: 400, body: { errors: { callback: 'Alamat callback tidak valid' } } })
})

describe('a slow receiver', () => {
  test('does not delay other receivers, and callbacks that wait because of the limit per host do not lose an attempt', async () => {
    const slow = await startCallbackReceiver({ secret })
    slow.misbehave({ delayMs: 1500 })
    const stuck = await newBuyer({ callbackUrl: slow.url })
    const other = await newBuyer()
    const reffclient = await sale(stuck)
    const { id } = await market.app.settled(stuck, reffclient)
    const rows = Array.from({ length: 250 }, (_, n) => ({
      member_id: stuck.id,
      purchase_id: id,
      event: 'purchase.success',
      url: slow.url,
      body: `{"n":${n}}`,
      due_at: new Date(Date.now() - 60_000),
    }))
    await market.app.tables.insertInto('delivery').values(rows).execute()
    await new Promise((resolve) => setTimeout(resolve, 700))
    let sales = 0
    await within(1400, async () => {
      const began = Date.now()
      await sale(other)
      await arrived(++sales)
      return Date.now() - began
    })
    slow.misbehave({})
    await expect.poll(() => slow.count).toBeGreaterThanOrEqual(251)
    await expect.poll(async () => (await deliveries(stuck, reffclient)).every((one) => one.state === 'delivered')).toBe(true)
    const all = await deliveries(stuck, reffclient)
    expect(all.map((one) => one.attempts.length)).toEqual(all.map(() => 1))
    expect(slow.count).toBe(251)
    await slow.close()
  })
})

describe('several workers', () => {
  test('never send the same delivery twice at the same time', async () => {
    await market.app.startAnother(['worker'])
    receiver.misbehave({ delayMs: 100 })
    const buyer = await newBuyer()
    const rows = Array.from({ length: 300 }, (_, n) => ({ member_id: buyer.id, event: 'ping', url: receiver.url, body: `{"n":${n}}` }))
    await market.app.tables.insertInto('delivery').values(rows).execute()
    await arrived(300)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(receiver.count).toBe(300)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(300)
  })

  test('release the claims of a dead worker within seconds, before the lease ends', async () => {
    const buyer = await newBuyer()
    await market.app.tables
      .insertInto('delivery')
      .values({
        member_id: buyer.id,
        event: 'ping',
        url: receiver.url,
        body: '{"dead":1}',
        claimed_by: 999_999,
        tries: 1,
        due_at: new Date(Date.now() + 45_000),
      })
      .execute()
    const began = Date.now()
    await arrived(1)
    expect(Date.now() - began).toBeLessThan(40_000)
    expect(receiver.received[0]).toMatchObject({ body: '{"dead":1}', verified: true })
  })

  test('wait for the responses to their requests before they stop', async () => {
    const last = await startMarket()
    receiver.misbehave({ delayMs: 1500 })
    const buyer = await last.app.member({ callbackUrl: receiver.url, callbackSecret: secret })
    await last.app.tables.insertInto('delivery').values({ member_id: buyer.id, event: 'ping', url: receiver.url, body: '{}' }).execute()
    await arrived(1)
    await last.app.lapak.stop()
    const row = await last.app.db.read.selectFrom('delivery').select(['state', 'claimed_by']).executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 1, claimed_by: null })
    expect((await last.app.db.read.selectFrom('delivery_attempt').selectAll().execute()).length).toBe(1)
    await last.stop()
  })
})

test('a callback to the URL of an order is signed even if its buyer never had a secret', async () => {
  const buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, offerId)
  await sale(buyer, { callback: `${receiver.url}/per-order` })
  await arrived(1)
  const [received] = receiver.received
  const { body } = await market.app.call('POST', '/api/v1/user/api/callbacksecret', { token: buyer.token })
  expect(received?.headers['webhook-signature']).toMatch(/^v1,/)
  expect(body.data.secret).toMatch(/^whsec_/)
  // Callbacks are signed with the new secret from now on. The first secret signed the callback above and is replaced.
  expect(isSigned(received?.headers ?? {}, received?.body ?? '', body.data.secret)).toBe(false)
  await market.app.lapak.refresh()
  await sale(buyer, { callback: `${receiver.url}/per-order`, target: '081234567891' })
  await arrived(2)
  const second = receiver.received[1]
  expect(isSigned(second?.headers ?? {}, second?.body ?? '', body.data.secret)).toBe(true)
})
