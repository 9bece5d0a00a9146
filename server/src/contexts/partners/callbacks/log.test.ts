import { type CallbackReceiver, isSigned, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Json, type TestMember, verifyAddress } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
const path = '/api/v1/user/api'

let market: TestMarket
let offerId: bigint
let receiver: CallbackReceiver

beforeAll(async () => {
  market = await startMarket()
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'S10', operator: 'TSEL' })
  offerId = await market.app.offer({ seller, product, price: 10_250n })
})
afterAll(() => market?.stop())
beforeEach(async () => {
  receiver = await startCallbackReceiver({ secret })
})
afterEach(() => receiver.close())

const get = async (who: TestMember, rest: string): Promise<Json> => (await market.app.call('GET', path + rest, { token: who.token })).body
const post = (who: TestMember, rest: string) => market.app.call('POST', path + rest, { token: who.token })
const list = async (who: TestMember, query = ''): Promise<Json> => (await get(who, `/callbacks?${query}`)).data
const newBuyer = () =>
  market.app.member({ balance: 1_000_000n, callbackUrl: `${receiver.url}/cb`, callbackSecret: secret, guardMinutes: 0 })

/** Inserts a delivery that ended long ago, so that workers do not change it. */
async function past(who: TestMember, more: { event?: string; url?: string; state?: number; body?: string } = {}): Promise<bigint> {
  const { id } = await market.app.tables
    .insertInto('delivery')
    .values({ member_id: who.id, event: 'ping', url: `${receiver.url}/cb`, body: '{"n":1}', state: 2, tries: 10, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('the log of callbacks', () => {
  test('shows what was sent for a purchase, and every attempt with its response', async () => {
    receiver.misbehave({ status: 500, times: 1 })
    const buyer = await newBuyer()
    await market.app.map(buyer, offerId)
    const { status } = await market.order(buyer, { productcode: 'S10', target: '081234567890', reffclient: 'LOG-1' })
    expect(status).toBe(200)
    await expect.poll(async () => (await list(buyer)).content[0]?.state).toBe('delivered')
    const { content, totalElements } = await list(buyer)
    expect(totalElements).toBe(1)
    expect(content[0]).toEqual({
      id: expect.any(Number),
      event: 'purchase.success',
      url: `${receiver.url}/cb`,
      reffclient: 'LOG-1',
      state: 'delivered',
      tries: 2,
      createat: expect.any(String),
      nextat: null,
      status: 200,
    })
    const { data } = await get(buyer, `/callbacks/${content[0].id}`)
    expect(data).toEqual({
      ...content[0],
      body: receiver.received[0]?.body,
      attempts: [500, 200].map((code) => ({ at: expect.any(String), status: code, answer: 'ok', tookms: expect.any(Number) })),
    })
  })

  test('can be searched by reference, address and event, filtered by state, and paged', async () => {
    const buyer = await market.app.member()
    const ids = [
      await past(buyer, { event: 'balance.low', url: 'https://satu.example/a_b' }),
      await past(buyer, { event: 'ping', url: 'https://dua.example/aXb', state: 1 }),
      await past(buyer, { event: 'ping', url: 'https://tiga.example/', state: 2 }),
    ].map(Number)
    const found = async (query: string) => (await list(buyer, query)).content.map(({ id }: Json) => ids.indexOf(id) + 1)
    expect(await found('')).toEqual([3, 2, 1])
    expect(await found('sort=id,ASC')).toEqual([1, 2, 3])
    expect(await found('search=BALANCE')).toEqual([1])
    expect(await found('search=dua.example')).toEqual([2])
    expect(await found('search=a_b')).toEqual([1])
    expect(await found('search=LOG-1')).toEqual([])
    expect(await found('state=delivered')).toEqual([2])
    expect(await found('state=given_up&search=example')).toEqual([3, 1])
    expect(await found('state=waiting')).toEqual([])
    expect([await found('size=2'), await found('size=2&page=1')]).toEqual([[3, 2], [1]])
    expect((await list(buyer, 'size=1')).totalElements).toBe(3)
    expect((await market.app.call('GET', `${path}/callbacks?state=lost`, { token: buyer.token })).status).toBe(400)
  })

  test('finds the callbacks of a purchase by its reference', async () => {
    const buyer = await newBuyer()
    await market.app.map(buyer, offerId)
    for (const reffclient of ['CARI-11', 'CARI-22']) {
      await market.order(buyer, { productcode: 'S10', target: '081234567890', reffclient })
      await market.app.settled(buyer, reffclient)
    }
    await expect.poll(async () => (await list(buyer, 'search=cari-')).totalElements).toBe(2)
    expect((await list(buyer, 'search=cari-2')).content).toMatchObject([{ reffclient: 'CARI-22' }])
  })

  test('is visible only to the member that owns the callbacks', async () => {
    const [owner, outsider] = [await market.app.member(), await newBuyer()]
    const id = await past(owner)
    expect(await list(outsider)).toEqual({ content: [], totalElements: 0 })
    const missing = { success: false, msg: 'Callback tidak ditemukan', code: 'not_found.delivery' }
    expect(await get(outsider, `/callbacks/${id}`)).toEqual(missing)
    expect((await post(outsider, `/callbacks/${id}/redeliver`)).body).toEqual(missing)
    expect((await get(owner, `/callbacks/${id}`)).data).toMatchObject({ state: 'given_up', body: '{"n":1}', attempts: [] })
  })
})

describe('sending a callback again', () => {
  test.each([
    ['given up', 2],
    ['delivered', 1],
  ])('sends a callback that was %s again with the same id and body, and restarts the schedule', async (_, state) => {
    const buyer = await newBuyer()
    const id = await past(buyer, { state, body: '{"type":"ping",  "odd":"spacing"}' })
    expect(await post(buyer, `/callbacks/${id}/redeliver`)).toMatchObject({
      status: 200,
      body: { success: true, msg: 'Callback dikirim ulang' },
    })
    await expect.poll(() => receiver.count).toBe(1)
    expect(receiver.received[0]).toMatchObject({
      path: '/cb',
      body: '{"type":"ping",  "odd":"spacing"}',
      verified: true,
      headers: { 'webhook-id': `msg_${id}` },
    })
    await expect.poll(async () => (await get(buyer, `/callbacks/${id}`)).data).toMatchObject({ state: 'delivered', tries: 1, status: 200 })
  })

  test('has no effect while the callback is being sent', async () => {
    const buyer = await newBuyer()
    receiver.misbehave({ delayMs: 700 })
    await market.app.h2h(buyer, 'POST', '/h2h/v1/ping')
    await expect.poll(() => receiver.count).toBe(1)
    const [{ id }] = (await list(buyer)).content
    expect((await post(buyer, `/callbacks/${id}/redeliver`)).status).toBe(200)
    await expect.poll(async () => (await get(buyer, `/callbacks/${id}`)).data.state).toBe('delivered')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(receiver.count).toBe(1)
  })

  test('is limited to thirty times a minute', async () => {
    const buyer = await newBuyer()
    const id = await past(buyer)
    await market.app.tables
      .insertInto('rate_count')
      .values({ subject: `callbacks.redeliveriesPerMinute:${buyer.id}`, began_at: new Date(), count: 30 })
      .execute()
    expect(await post(buyer, `/callbacks/${id}/redeliver`)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
    expect((await get(buyer, `/callbacks/${id}`)).data.state).toBe('given_up')
  })
})

describe('a trial of the callback URL', () => {
  const tryNow = async (who: TestMember): Promise<Json> => (await post(who, '/callbacktest')).body.data

  test('sends a signed ping at once and shows request and response, but does not add an entry to the log', async () => {
    const buyer = await newBuyer()
    const { body } = await post(buyer, '/callbacktest')
    expect(body).toMatchObject({ success: true, msg: 'Callback uji dikirim', data: { ok: true, status: 200, answer: 'ok' } })
    const { url, headers, body: sent } = body.data
    expect(url).toBe(`${receiver.url}/cb`)
    expect(isSigned(headers, sent, secret)).toBe(true)
    expect(JSON.parse(sent)).toMatchObject({ type: 'ping', timestamp: expect.any(String), data: { message: expect.any(String) } })
    const [got] = receiver.received
    expect(got).toMatchObject({ verified: true, body: sent })
    expect(got?.headers).toMatchObject(headers)
    expect(JSON.stringify(body)).not.toContain(secret)
    expect((await list(buyer)).totalElements).toBe(0)
  })

  test('uses a URL immediately after it was saved, and creates a secret if the member has none', async () => {
    const buyer = await market.app.member()
    await market.app.call('PATCH', path, { token: buyer.token, body: { callback: `${receiver.url}/baru` } })
    receiver.secret = undefined
    await expect.poll(async () => (await get(buyer, '/callbackorigins')).data[0].state).toBe('proved')
    expect(await tryNow(buyer)).toMatchObject({
      ok: true,
      url: `${receiver.url}/baru`,
      headers: { 'webhook-signature': expect.stringMatching(/^v1,/) },
    })
  })

  test('shows an error response, or the reason why no response was received', async () => {
    const buyer = await newBuyer()
    receiver.misbehave({ status: 503 })
    expect(await tryNow(buyer)).toMatchObject({ ok: false, status: 503, answer: 'ok' })
    await receiver.goDown()
    expect(await tryNow(buyer)).toMatchObject({ ok: false, status: null, answer: expect.stringContaining('connection-refused') })
    await market.app.tables.updateTable('member').set({ callback_url: 'http://10.0.0.1/' }).where('id', '=', buyer.id).execute()
    await verifyAddress(market.app.tables, buyer.id, 'http://10.0.0.1/')
    expect(await tryNow(buyer)).toMatchObject({ ok: false, status: null, answer: expect.stringContaining('address-refused') })
  })

  test('ends after five seconds if the receiver does not answer', async () => {
    const buyer = await newBuyer()
    receiver.misbehave({ delayMs: 8000 })
    expect(await tryNow(buyer)).toMatchObject({ ok: false, status: null, answer: 'timeout: tidak menjawab dalam 5 detik' })
  })

  test('requires a callback URL, and is limited to five times a minute', async () => {
    expect(await post(await market.app.member(), '/callbacktest')).toMatchObject({ status: 422, body: { code: 'callback.none' } })
    const buyer = await newBuyer()
    const answers = await Promise.all(Array.from({ length: 7 }, () => post(buyer, '/callbacktest')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(receiver.count).toBe(5)
  })
})
