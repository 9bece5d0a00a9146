import { createHmac } from 'node:crypto'
import { refusals } from '@lapak/contract/shared/refusals'
import { codeFields, type ResultCodeId, resultCodes } from '@lapak/contract/shared/result-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#shared/config.ts'
import { createCipher } from '#shared/secrets.ts'
import { type Answer, type Json, signedHeaders, type TestMember, verifyAddress } from '../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../test/market.ts'
import { letIn, shutOut } from '../../../test/shut-out.ts'
import { within } from '../../../test/within.ts'
import { jsonChannelSignExample } from './json.ts'

const cipher = createCipher(readConfig({ NODE_ENV: 'test' }).secretKey)
const ordersPath = '/h2h/v1/transactions'

let market: TestMarket
let buyer: TestMember
let seller: TestMember
let url: string

beforeAll(async () => {
  market = await startMarket({ TRUST_PROXY: '127.0.0.1' })
  url = market.app.url
  seller = (await market.addSeller()).seller
  buyer = await market.app.member({ name: 'Toko Maju', balance: 1_000_000n })
  const product = await market.app.product({ code: 'S10', operator: 'TSEL' })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_250n }))
})
afterAll(async () => {
  await market.booksHold()
  await market.stop()
})

interface Sent {
  method?: string
  body?: string
  headers?: Record<string, string>
}

async function send(path: string, { method, body, headers = {} }: Sent): Promise<Answer> {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
}

const balanceWith = (headers: Record<string, string>) => send('/h2h/v1/balance', { headers })
const balanceOf = (who: Pick<TestMember, 'apikey' | 'secret'>, more: Record<string, string> = {}) =>
  balanceWith({ ...signedHeaders(who, '/h2h/v1/balance'), ...more })
const from = (address: string) => ({ 'x-forwarded-for': address })

async function newKey(who: TestMember, body: { name?: string; test?: boolean; ip?: string } = {}) {
  const { body: answer } = await market.app.call('POST', '/api/v1/user/api/keys', { token: who.token, body: { name: 'Kedua', ...body } })
  await market.app.lapak.refresh()
  return answer.data as { id: number; apikey: string; secret: string }
}

const refusedWith = (answer: Answer, code: keyof typeof refusals) => {
  const { status, rc, msg } = refusals[code]
  expect({ status: answer.status, ...answer.body }).toMatchObject({ status, success: false, code, ...codeFields(rc) })
  expect(answer.body.msg).toMatch(new RegExp(`^${msg.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`))
}

describe('the signature', () => {
  test('matches the published example and is accepted by the server', async () => {
    const { secret, timestamp, body, bodySignature, target, targetSignature } = jsonChannelSignExample
    expect(createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')).toBe(bodySignature)
    expect(createHmac('sha256', secret).update(`${timestamp}.${target}`).digest('hex')).toBe(targetSignature)
    const key = { member_id: buyer.id, name: 'Vektor', key: 'lpk_live_vektor', secret: cipher.encrypt(secret, buyer.id) }
    await market.app.tables.insertInto('api_key').values(key).execute()
    await market.app.lapak.refresh()
    const headers = { 'content-type': 'application/json', 'x-api-key': key.key, 'x-timestamp': timestamp }
    // The time is checked only after the signature, so a valid signature gives this refusal.
    refusedWith(await send(ordersPath, { body, headers: { ...headers, 'x-signature': bodySignature } }), 'key.bad_timestamp')
    refusedWith(await send(target, { headers: { ...headers, 'x-signature': targetSignature.toUpperCase() } }), 'key.bad_timestamp')
    refusedWith(await send(`${target}?x=1`, { headers: { ...headers, 'x-signature': targetSignature } }), 'key.bad_signature')
  })

  test('covers every byte of the body', async () => {
    const body = JSON.stringify({ productcode: 'S10', target: '081234500001', reffclient: 'BYTE-1' })
    const headers = signedHeaders(buyer, body)
    refusedWith(await send(ordersPath, { body: body.replace('00001', '00002'), headers }), 'key.bad_signature')
    refusedWith(await send(ordersPath, { body: `${body} `, headers }), 'key.bad_signature')
    expect((await send(ordersPath, { body, headers })).status).toBe(200)
  })

  test('must cover the body, whatever the content type of the body', async () => {
    const headers = { ...signedHeaders(buyer, ordersPath), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await send(ordersPath, { body: 'productcode=S10&target=081234500009&reffclient=FORM-1', headers })
    refusedWith(answer, 'input.invalid')
    expect((await market.app.h2h(buyer, 'GET', `${ordersPath}/FORM-1`)).status).toBe(404)
  })

  test('is refused with a specific code if it is missing, wrong or made with another secret', async () => {
    const headers = signedHeaders(buyer, '/h2h/v1/balance')
    const { 'x-signature': _, ...unsigned } = headers
    refusedWith(await balanceWith(unsigned), 'key.no_signature')
    refusedWith(await balanceWith({ ...headers, 'x-signature': '00' }), 'key.bad_signature')
    refusedWith(await balanceOf({ ...buyer, secret: 'lps_live_else' }), 'key.bad_signature')
    refusedWith(await balanceOf({ ...buyer, apikey: 'lpk_live_nobody' }), 'key.unknown')
    refusedWith(await balanceWith({}), 'key.unknown')
  })

  test('is valid for five minutes before and after its time', async () => {
    const at = (seconds: number) => balanceWith(signedHeaders(buyer, '/h2h/v1/balance', Date.now() + seconds * 1000))
    for (const near of [-290, 290]) expect((await at(near)).status).toBe(200)
    for (const far of [-310, 310]) refusedWith(await at(far), 'key.bad_timestamp')
    const milliseconds = Date.now().toString()
    const signature = createHmac('sha256', buyer.secret).update(`${milliseconds}./h2h/v1/balance`).digest('hex')
    refusedWith(
      await balanceWith({ 'x-api-key': buyer.apikey, 'x-timestamp': milliseconds, 'x-signature': signature }),
      'key.bad_timestamp',
    )
  })

  test('is refused with a hint if a test secret is combined with a live key, or the reverse', async () => {
    const { apikey, secret } = await newKey(buyer, { test: true })
    refusedWith(await balanceOf({ apikey: buyer.apikey, secret }), 'key.test_and_live')
    refusedWith(await balanceOf({ apikey, secret: buyer.secret }), 'key.test_and_live')
  })
})

test('a revoked key stops working within a second in every process', async () => {
  const other = await market.app.startAnother(['http'])
  const everywhere = (key: { apikey: string; secret: string }) =>
    Promise.all(
      [url, other.address].map(
        async (at) => (await fetch(`${at}/h2h/v1/balance`, { headers: signedHeaders(key, '/h2h/v1/balance') })).status,
      ),
    )
  await within(1000, async () => {
    const key = await newKey(buyer)
    // Other processes load the key a moment later.
    await expect.poll(() => everywhere(key)).toEqual([200, 200])
    await market.app.call('DELETE', `/api/v1/user/api/keys/${key.id}`, { token: buyer.token })
    const revoked = Date.now()
    while ((await everywhere(key)).some((status) => status !== 401));
    const took = Date.now() - revoked
    refusedWith(await balanceOf(key), 'key.unknown')
    return took
  })
})

test('a blocked member is refused, but only after a valid signature', async () => {
  const blocked = await market.app.member()
  await shutOut(market.app.tables, blocked.id)
  await market.app.lapak.refresh()
  refusedWith(await balanceOf(blocked), 'access.blocked')
  // Without a valid signature the answer reveals nothing about the account.
  refusedWith(await balanceOf({ ...blocked, secret: 'x' }), 'key.bad_signature')
  await letIn(market.app.tables, blocked.id)
  await market.app.lapak.refresh()
  expect((await balanceOf(blocked)).status).toBe(200)
})

describe('IP address lists', () => {
  test("restrict a member's keys, and a key's own list overrides the member's list", async () => {
    const listed = await market.app.member()
    await market.app.call('PATCH', '/api/v1/user/api', { token: listed.token, body: { ip: '203.0.113.0/24, 2001:db8::7' } })
    const own = await newKey(listed, { ip: '198.51.100.9' })
    expect((await balanceOf(listed, from('203.0.113.77'))).status).toBe(200)
    expect((await balanceOf(listed, from('2001:db8::7'))).status).toBe(200)
    refusedWith(await balanceOf(listed, from('198.51.100.9')), 'key.address')
    expect((await balanceOf(own, from('198.51.100.9'))).status).toBe(200)
    refusedWith(await balanceOf(own, from('203.0.113.77')), 'key.address')
  })

  test('show the refused IP address with the key, so that the member can add it, but not after an invalid signature', async () => {
    const listed = await market.app.member()
    const key = await newKey(listed, { ip: '203.0.113.1' })
    const shown = async () =>
      (await market.app.call('GET', '/api/v1/user/api', { token: listed.token })).body.data.keys.find((one: Json) => one.id === key.id)
    refusedWith(await balanceOf({ ...key, secret: 'guessed' }, from('192.0.2.66')), 'key.bad_signature')
    const answer = await balanceOf(key, from('192.0.2.50'))
    refusedWith(answer, 'key.address')
    expect(answer.body.msg).toContain('192.0.2.50')
    await expect.poll(async () => (await shown()).refusedip).toBe('192.0.2.50')
    expect((await shown()).usedat).toBeNull()
    expect((await balanceOf(key, from('203.0.113.1'))).status).toBe(200)
    await expect.poll(async () => (await shown()).usedat).not.toBeNull()
  })
})

describe('an order', () => {
  test('is answered as pending, and a later status query returns the result with all attempts', async () => {
    const sent = { productcode: 's10', target: '0812-3450-0021', reffclient: 'TRAIL-1' }
    const placed = await market.order(buyer, sent)
    expect(placed).toMatchObject({
      status: 200,
      success: true,
      msg: 'Transaksi sedang diproses',
      data: { transactionrc: 0, status: 'Pending', rc: '03', version: 1 },
    })
    await market.app.settled(buyer, 'TRAIL-1')
    const { body } = await market.app.h2h(buyer, 'GET', `${ordersPath}/TRAIL-1`)
    expect(body.data).toMatchObject({
      reffclient: 'TRAIL-1',
      productcode: 'S10',
      target: '081234500021',
      transactionrc: 1,
      status: 'Sukses',
      rc: '00',
      price: 10_250,
    })
    expect(body.data.version).toBeGreaterThan(1)
    expect(body.data.attempts).toEqual([
      {
        seller: 'Suplier 1',
        price: 10_250,
        state: 'success',
        message: expect.any(String),
        createat: expect.any(String),
        updateat: expect.any(String),
      },
    ])
    // The same order again returns its state and does not sell twice.
    const again = await market.order(buyer, sent)
    expect(again).toMatchObject({ status: 200, msg: 'Sukses', data: { id: placed.data.id, transactionrc: 1 } })
  })

  test('may be wrapped in postdata, and the signature covers the body as sent [A-API-01]', async () => {
    const order = { productcode: 'S10', target: '081234500022', reffclient: 'WRAP-1' }
    const { status, body } = await market.app.h2h(buyer, 'POST', ordersPath, { postdata: order })
    expect([status, body.data?.reffclient]).toEqual([200, 'WRAP-1'])
  })

  test('in a request with several orders has its own answer, and refused or malformed orders do not affect the others', async () => {
    const order = (n: number, more: object = {}) => ({ productcode: 'S10', target: `0812345001${n}0`, reffclient: `MANY-${n}`, ...more })
    const orders = [
      order(1),
      order(2, { productcode: 'NOSUCH' }),
      order(3, { maxprice: '10.000' }),
      { productcode: 'S10', target: 'x', reffclient: 'MANY-4' },
      order(1),
      order(5),
    ]
    const { status, body } = await market.app.h2h(buyer, 'POST', ordersPath, { orders })
    expect([status, body.success]).toEqual([200, true])
    // A fast seller may have delivered before the second answer was written.
    const accepted = expect.stringMatching(/^0[03]$/)
    expect(body.data.map((one: Json) => [one.reffclient, one.success, one.rc, one.code])).toEqual([
      ['MANY-1', true, accepted, undefined],
      ['MANY-2', false, '43', 'purchase.not_in_list'],
      ['MANY-3', false, '69', 'purchase.price_ceiling'],
      ['MANY-4', false, '40', 'input.invalid'],
      ['MANY-1', true, accepted, undefined],
      ['MANY-5', true, accepted, undefined],
    ])
    expect(body.data[3].errors).toEqual({ target: 'Nomor tujuan wajib diisi' })
    expect(body.data[0].data.id).toBe(body.data[4].data.id)
    for (const reffclient of ['MANY-1', 'MANY-5']) expect((await market.app.settled(buyer, reffclient)).transactionrc).toBe(1)
  })

  test('is refused if its request contains more than a hundred orders', async () => {
    const orders = Array.from({ length: 101 }, (_, n) => ({
      productcode: 'S10',
      target: '081234500100',
      reffclient: `HUNDRED-${n}`,
      counter: 1,
    }))
    refusedWith(await market.app.h2h(buyer, 'POST', ordersPath, { orders }), 'input.invalid')
    refusedWith(await market.app.h2h(buyer, 'GET', `${ordersPath}/HUNDRED-0`), 'not_found.purchase')
    refusedWith(await market.app.h2h(buyer, 'POST', ordersPath, { orders: [] }), 'input.invalid')
  })

  test('is refused if its price is above the price ceiling, given as a number or as text with separators', async () => {
    for (const maxprice of [10_249, '10.249', '10,249']) {
      refusedWith(
        await market.app.h2h(buyer, 'POST', ordersPath, { productcode: 'S10', target: '081234500030', reffclient: 'CEIL-1', maxprice }),
        'purchase.price_ceiling',
      )
    }
    expect((await market.order(buyer, { productcode: 'S10', target: '081234500030', reffclient: 'CEIL-1', maxprice: 10_250 })).status).toBe(
      200,
    )
  })

  test('is refused with code, result code and field messages [B-ERR-04]', async () => {
    const order = (body: object) =>
      market.app.h2h(buyer, 'POST', ordersPath, { productcode: 'S10', target: '081234500040', reffclient: 'REF-1', ...body })
    refusedWith(await order({ productcode: 'NOSUCH' }), 'purchase.not_in_list')
    refusedWith(await order({ target: '081734500040' }), 'purchase.wrong_prefix')
    refusedWith(await order({ amount: 5000 }), 'purchase.amount_unwanted')
    await order({})
    refusedWith(await order({ reffclient: 'REF-2' }), 'purchase.probable_double')
    refusedWith(await order({ target: '081234500041' }), 'purchase.reference_used')
    const poor = await market.app.member()
    await market.app.map(poor, (await market.app.db.read.selectFrom('offer').select('id').executeTakeFirstOrThrow()).id)
    refusedWith(
      await market.app.h2h(poor, 'POST', ordersPath, { productcode: 'S10', target: '081234500042', reffclient: 'POOR' }),
      'balance.too_low',
    )
    const wrong = await order({ productcode: '', reffclient: 'has space', counter: 100 })
    refusedWith(wrong, 'input.invalid')
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['counter', 'productcode', 'reffclient'])
  })

  test('is not found by another member', async () => {
    await market.order(buyer, { productcode: 'S10', target: '081234500050', reffclient: 'MINE-1' })
    const outsider = await market.app.member()
    for (const path of [`${ordersPath}/MINE-1`, `${ordersPath}/MINE-1/callbacks`])
      refusedWith(await market.app.h2h(outsider, 'GET', path), 'not_found.purchase')
    refusedWith(await market.app.h2h(outsider, 'POST', `${ordersPath}/MINE-1/callback`), 'not_found.purchase')
  })
})

describe('a query', () => {
  test('returns the balance with the name of the account', async () => {
    const rich = await market.app.member({ name: 'Toko Kaya', balance: 489_750n })
    expect((await market.app.h2h(rich, 'GET', '/h2h/v1/balance')).body.data).toEqual({ name: 'Toko Kaya', balance: 489_750 })
  })

  test("returns the buying list at the buyer's own prices", async () => {
    const special = await market.app.member()
    const offer = await market.app.db.read.selectFrom('offer').select('id').executeTakeFirstOrThrow()
    await market.app.map(special, offer.id)
    await market.app.tables.insertInto('special_price').values({ offer_id: offer.id, buyer_id: special.id, price: 9_999n }).execute()
    await market.app.lapak.refresh()
    const prices = async (who: TestMember, query = '') =>
      (await market.app.h2h(who, 'GET', `/h2h/v1/products${query}`)).body.data.map((one: Json) => [one.productcode, one.price, one.state])
    expect(await prices(special)).toEqual([['S10', 9_999, 'open']])
    expect(await prices(buyer)).toEqual([['S10', 10_250, 'open']])
    expect(await prices(buyer, '?target=081712345678')).toEqual([])
    expect(await prices(await market.app.member())).toEqual([])
  })

  test('returns the operator of a number', async () => {
    const operatorOf = async (target: string) =>
      (await market.app.h2h(buyer, 'GET', `/h2h/v1/operator?target=${target}`)).body.data.operator
    expect(await operatorOf('081234567890')).toEqual({ code: 'TSEL', name: 'Telkomsel' })
    expect(await operatorOf('12345')).toBeNull()
  })

  test('returns all result codes without authentication, including the code of every refusal', async () => {
    const { status, body } = await send('/h2h/v1/codes', {})
    expect(status).toBe(200)
    expect(body.data).toEqual(
      Object.entries(resultCodes)
        .map(([rc, code]) => ({ rc, ...code }))
        .sort((a, b) => a.rc.localeCompare(b.rc)),
    )
    const known = new Set(body.data.map((one: Json) => one.rc))
    for (const [code, { rc }] of Object.entries(refusals)) expect(known, code).toContain(rc)
  })

  test('has a result code that is not final if the answer does not decide the order', () => {
    // Software that resends an order to read its state must not read these codes as the result of the order.
    for (const rc of ['03', '10', '40', '41', '42', '45', '46', '49', '50', '83', '99'] as const)
      expect(resultCodes[rc].final, rc).toBe(false)
    for (const rc of ['00', '02', '74'] as const) expect(resultCodes[rc].final, rc).toBe(true)
  })
})

describe('the result code with its final flag, retry flag and advice', () => {
  const codeOf = ({ rc, final, retry, advice }: Json) => ({ rc, final, retry, advice })
  const ask = async (method: string, path: string, body?: object) => codeOf((await market.app.h2h(buyer, method, path, body)).body)

  test('describes the order in answers to orders and status queries, in the envelope and in the data', async () => {
    const order = { productcode: 'S10', target: '081234580000', reffclient: 'CODE-1' }
    const placed = await market.order(buyer, order)
    expect(['00', '03']).toContain(placed.rc)
    for (const answer of [placed, placed.data] as Json[]) expect(codeOf(answer)).toEqual(codeFields(placed.rc as ResultCodeId))
    await market.app.settled(buyer, 'CODE-1')
    const { body } = await market.app.h2h(buyer, 'GET', `${ordersPath}/CODE-1`)
    for (const answer of [body, body.data]) expect(codeOf(answer)).toEqual(codeFields('00'))
    const failing = { ...order, target: '081234580001', reffclient: 'CODE-2' }
    await market.order(buyer, failing)
    await market.app.settled(buyer, 'CODE-2')
    expect(await ask('POST', ordersPath, failing)).toEqual(codeFields('02'))
    const many = await market.app.h2h(buyer, 'POST', ordersPath, {
      orders: [failing, { ...failing, productcode: 'NONE', reffclient: 'CODE-3' }],
    })
    expect(codeOf(many.body)).toEqual(codeFields('10'))
    expect(many.body.data.map(codeOf)).toEqual([codeFields('02'), codeFields('43')])
  })

  test('shows in all other answers that they are not about an order', async () => {
    const callback = `${url}/none`
    await verifyAddress(market.app.tables, buyer.id, callback)
    await market.app.call('PATCH', '/api/v1/user/api', { token: buyer.token, body: { callback } })
    const test = await newKey(buyer, { test: true })
    const bill = await market.app.h2h({ ...buyer, ...test, id: buyer.id }, 'POST', '/h2h/v1/inquiries', {
      productcode: 'PLNPASCA',
      target: '530000000002',
    })
    expect(codeOf(bill.body)).toEqual(codeFields('10'))
    for (const [method, path] of [
      ['GET', '/h2h/v1/balance'],
      ['GET', '/h2h/v1/products'],
      ['GET', '/h2h/v1/operator?target=0812'],
      ['GET', '/h2h/v1/codes'],
      ['GET', `${ordersPath}/CODE-1/callbacks`],
      ['POST', `${ordersPath}/CODE-1/callback`],
      ['POST', '/h2h/v1/ping'],
    ] as const)
      expect(await ask(method, path), path).toEqual(codeFields('10'))
  })
})

describe('a refusal in the envelope', () => {
  const noCall = { success: false, code: 'not_found.call', ...codeFields('40'), msg: refusals['not_found.call'].msg }

  test('is returned for an unknown path, a wrong method and an undecodable URL', async () => {
    for (const [method, path] of [
      ['GET', '/h2h/v1/nothing'],
      ['PUT', ordersPath],
      ['GET', '/h2h/v2/balance'],
    ] as const) {
      const answer = await send(path, { method })
      expect([answer.status, answer.body]).toEqual([404, noCall])
    }
    const { body } = await send('/api/v1/nothing', {})
    expect(body).toEqual({ success: false, code: 'not_found.call', msg: refusals['not_found.call'].msg })
    const broken = await send(`${ordersPath}/%ZZ`, { headers: signedHeaders(buyer, `${ordersPath}/%ZZ`) })
    refusedWith(broken, 'input.invalid')
  })

  test('is returned for an invalid reference', async () => {
    for (const reference of ['%00', 'a%20b', 'x'.repeat(65)]) {
      const path = `${ordersPath}/${reference}`
      const answer = await send(path, { headers: signedHeaders(buyer, path) })
      refusedWith(answer, 'input.invalid')
    }
  })

  test('is returned for broken JSON, a wrong content type and a too large body', async () => {
    const broken = '{"productcode":'
    const answer = await send(ordersPath, { body: broken, headers: signedHeaders(buyer, broken) })
    refusedWith(answer, 'input.invalid')
    expect(answer.body.errors).toEqual({ body: 'Bukan JSON' })
    refusedWith(
      await send(ordersPath, { body: '<xml/>', headers: { ...signedHeaders(buyer, '<xml/>'), 'content-type': 'text/xml' } }),
      'input.invalid',
    )
    const large = JSON.stringify({ productcode: 'S10', target: '0'.repeat(310_000) })
    refusedWith(await send(ordersPath, { body: large, headers: signedHeaders(buyer, large) }), 'input.too_large')
    for (const body of ['null', '[]', '"text"', '{"orders":{}}', '{"orders":null}']) {
      refusedWith(await send(ordersPath, { body, headers: signedHeaders(buyer, body) }), 'input.invalid')
    }
  })
})

test('invalid signatures for a key block its long requests from the same address, but not short requests or other addresses', async () => {
  const near = await startMarket({ TRUST_PROXY: '127.0.0.1' })
  try {
    const [owner, other] = [await near.app.member(), await near.app.member()]
    const asked = '/h2h/v1/balance'
    const from = async (address: string, who: TestMember) =>
      (await fetch(near.app.url + asked, { headers: { ...signedHeaders(who, asked), 'x-forwarded-for': address } })).status
    const sessionAttempts = await Promise.all(Array.from({ length: 300 }, () => from('203.0.113.9', { ...owner, secret: 'guessed' })))
    expect(new Set(sessionAttempts)).toEqual(new Set([401, 429]))
    // The capacity of the rate limiter's bucket, plus the tokens that were added during the requests.
    expect(sessionAttempts.filter((status) => status === 401).length).toBeGreaterThanOrEqual(50)
    const large = JSON.stringify({ productcode: 'x'.repeat(5000) })
    const order = async (address: string) => {
      const headers = { ...signedHeaders(owner, large), 'content-type': 'application/json', 'x-forwarded-for': address }
      return (await fetch(near.app.url + ordersPath, { method: 'POST', body: large, headers })).status
    }
    const short: number[] = []
    const whileGuessed = async () => {
      const wrong = Array.from({ length: 60 }, () => from('203.0.113.9', { ...owner, secret: 'guessed' }))
      const [, mine, long] = await Promise.all([Promise.all(wrong), from('203.0.113.9', owner), order('203.0.113.9')])
      short.push(mine)
      return long
    }
    // The bucket refills during the test, so some long requests are not refused.
    await expect.poll(whileGuessed).toBe(429)
    expect(new Set(short)).toEqual(new Set([200]))
    expect(await from('203.0.113.7', owner)).toBe(200)
    expect(await order('203.0.113.7')).toBe(400)
    expect(await from('203.0.113.9', other)).toBe(200)
  } finally {
    await near.stop()
  }
})

test('invalid signatures from many networks of one IPv6 /48 site block long requests from the whole site, but not from other sites', async () => {
  const near = await startMarket({ TRUST_PROXY: '127.0.0.1' })
  try {
    const owner = await near.app.member()
    const send = async (path: string, address: string, who: TestMember, body?: string) => {
      const headers = { ...signedHeaders(who, body ?? path), 'content-type': 'application/json', 'x-forwarded-for': address }
      return (
        await fetch(near.app.url + path, { method: body === undefined ? 'GET' : 'POST', headers, ...(body !== undefined && { body }) })
      ).status
    }
    const large = JSON.stringify({ productcode: 'x'.repeat(5000) })
    let networks = 0
    const newNetwork = () => `2001:db8:2:${(++networks).toString(16)}::1`
    // The bucket of the site refills during the test, so some long requests are not refused.
    const whileGuessed = async () => {
      const wrong = Array.from({ length: 200 }, () => send('/h2h/v1/balance', newNetwork(), { ...owner, secret: 'guessed' }))
      const [, long] = await Promise.all([Promise.all(wrong), send(ordersPath, newNetwork(), owner, large)])
      return long
    }
    expect(await whileGuessed(), 'the limit of a site is ten times that of a network').toBe(400)
    await expect.poll(whileGuessed).toBe(429)
    expect(await send('/h2h/v1/balance', newNetwork(), owner)).toBe(200)
    expect(await send(ordersPath, '2001:db8:3:1::1', owner, large)).toBe(400)
  } finally {
    await near.stop()
  }
})

test('a test secret with a live key is recognized only for short requests, so that long requests are not signed with all keys', async () => {
  const { data } = (await market.app.call('POST', '/api/v1/user/api/keys', { token: buyer.token, body: { name: 'Uji', test: true } })).body
  await market.app.lapak.refresh()
  const mixed = { ...buyer, secret: data.secret }
  const order = (length: number) => market.app.h2h(mixed, 'POST', ordersPath, { productcode: 'x'.repeat(length) })
  refusedWith(await order(10), 'key.test_and_live')
  refusedWith(await order(5000), 'key.bad_signature')
})

test('a key above its rate limit gets the time after which it may retry, and invalid signatures do not use up its limit', async () => {
  const limited = await startMarket({ REQUESTS_PER_SECOND_AND_KEY: '2' })
  try {
    const slow = await limited.app.member()
    const other = await limited.app.member()
    for (let n = 0; n < 30; n++) expect((await limited.app.h2h({ ...slow, secret: 'guessed' }, 'GET', '/h2h/v1/balance')).status).toBe(401)
    const answers = await Promise.all(Array.from({ length: 25 }, () => limited.app.h2h(slow, 'GET', '/h2h/v1/balance')))
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(20)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      refusedWith(answer, 'rate.too_many')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect((await limited.app.h2h(other, 'GET', '/h2h/v1/balance')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, Number(refused[0]?.headers.get('retry-after')) * 1000))
    expect((await limited.app.h2h(slow, 'GET', '/h2h/v1/balance')).status).toBe(200)
  } finally {
    await limited.stop()
  }
})

test('refused requests with a valid signature, which a thief may send again, do not use up the rate limit of the key and are limited by network', async () => {
  const limited = await startMarket({ REQUESTS_PER_SECOND_AND_KEY: '1', TRUST_PROXY: '127.0.0.1' })
  try {
    const owner = await limited.app.member()
    await limited.app.call('PATCH', '/api/v1/user/api', { token: owner.token, body: { ip: '203.0.113.5' } })
    await limited.app.lapak.refresh()
    const ask = async (address: string, seconds = 0) => {
      const headers = { ...signedHeaders(owner, '/h2h/v1/balance', Date.now() + seconds * 1000), 'x-forwarded-for': address }
      return (await fetch(`${limited.app.url}/h2h/v1/balance`, { headers })).status
    }
    const many = (times: number, one: () => Promise<number>) => Promise.all(Array.from({ length: times }, one))
    const suspend = async (suspended_at: Date | null) => {
      await limited.app.tables.updateTable('api_key').set({ suspended_at }).where('member_id', '=', owner.id).execute()
      await limited.app.lapak.refresh()
    }
    // From an address that is not in the list of the key.
    expect(await many(40, () => ask('198.51.100.9'))).toEqual(Array(40).fill(403))
    expect(await ask('203.0.113.5')).toBe(200)
    // With a time of long ago.
    expect(await many(20, () => ask('203.0.113.5', -310))).toEqual(Array(20).fill(401))
    expect(await ask('203.0.113.5')).toBe(200)
    // While the key is suspended.
    await suspend(new Date())
    expect(await many(20, () => ask('203.0.113.5'))).toEqual(Array(20).fill(403))
    await suspend(null)
    expect(await ask('203.0.113.5')).toBe(200)

    const flood = await many(150, () => ask('198.51.100.77'))
    expect(new Set(flood)).toEqual(new Set([403, 429]))
    const large = JSON.stringify({ productcode: 'x'.repeat(5000) })
    const order = async (address: string) => {
      const headers = { ...signedHeaders(owner, large), 'content-type': 'application/json', 'x-forwarded-for': address }
      return (await fetch(limited.app.url + ordersPath, { method: 'POST', body: large, headers })).status
    }
    expect(await order('203.0.113.5')).toBe(400)
  } finally {
    await limited.stop()
  }
})
