import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** Limits of calls to a seller's server, the suspension of sellers, and the acceptance of their reports. */
type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
let market: TestMarket
let serial = 0

beforeAll(async () => {
  market = await startMarket({ TRUST_PROXY: '127.0.0.1' })
})

afterAll(() => market.stop())

/** A new product at these sellers, and a new buyer whose list contains them in this order. */
async function shop(sellers: Seller[]) {
  serial += 1
  const product = await market.app.product({ code: `DS${serial}` })
  const buyer = await market.app.member({ balance: 500_000n })
  for (const [index, { seller }] of sellers.entries())
    await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n + 100n * BigInt(index) }), index + 1)
  return { buyer, code: product.code }
}

const trail = async (buyer: TestMember, reffclient: string) => {
  const { body } = await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/${reffclient}`)
  return body.data.attempts.map((attempt: { state: string }) => attempt.state)
}

const suspendedUntil = async ({ seller }: Seller) =>
  (
    await market.app.db.read
      .selectFrom('seller_api')
      .select('circuit_open_until')
      .where('seller_id', '=', seller.id)
      .executeTakeFirstOrThrow()
  ).circuit_open_until

test('repeated failures suspend a seller, and orders are routed to other sellers until the suspension ends', async () => {
  const [a, b] = [await market.addSeller(), await market.addSeller()]
  const { buyer, code } = await shop([a, b])
  await a.supplier.goDown()
  for (let index = 0; index < 5; index++) {
    await market.order(buyer, { productcode: code, target: `880061010${index}`, reffclient: `B${index}` })
    await market.app.settled(buyer, `B${index}`)
  }
  await market.app.lapak.refresh()
  await a.supplier.comeUp()
  await market.order(buyer, { productcode: code, target: '8800610200', reffclient: 'R' })
  await market.app.settled(buyer, 'R')
  expect(await trail(buyer, 'R')).toEqual(['success'])
  expect(a.supplier.orders.size).toBe(0)
  await expect.poll(async () => ((await suspendedUntil(a))?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now()).toBeLessThan(0)
  await market.order(buyer, { productcode: code, target: '8800610300', reffclient: 'S' })
  await market.app.settled(buyer, 'S')
  expect(a.supplier.orders.size).toBe(1)
})

test('an administrator sets the number of failures before a suspension and its duration', async () => {
  const [a, b] = [await market.addSeller(), await market.addSeller()]
  const { buyer, code } = await shop([a, b])
  const { app } = market
  await app.setting('sellerApi.suspendAfterFailures', 2)
  await app.setting('sellerApi.suspensionSeconds', 3600)
  try {
    await a.supplier.goDown()
    for (const index of [1, 2]) {
      const reffclient = `T${index}`
      await market.order(buyer, { productcode: code, target: `880061040${index}`, reffclient })
      await app.settled(buyer, reffclient)
      expect(await trail(buyer, reffclient)).toEqual(['unsent', 'success'])
    }
    await expect.poll(async () => ((await suspendedUntil(a))?.getTime() ?? 0) - Date.now()).toBeGreaterThan(1_800_000)
    await app.lapak.refresh()
    await market.order(buyer, { productcode: code, target: '8800610500', reffclient: 'T3' })
    await app.settled(buyer, 'T3')
    expect(await trail(buyer, 'T3')).toEqual(['success'])
  } finally {
    await app.setting('sellerApi.suspendAfterFailures', 5)
    await app.setting('sellerApi.suspensionSeconds', 1)
  }
})

test('the number of unanswered orders at a seller does not exceed its limit', async () => {
  const a = await market.addSeller({ maxInFlight: 3 })
  const { buyer, code } = await shop([a])
  a.supplier.delayMs = 60
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      market.order(buyer, { productcode: code, target: `88006203${10 + index}`, reffclient: `L${index}` }),
    ),
  )
  let most = 0
  const unanswered = async () => {
    const rows = await market.app.db.read
      .selectFrom('attempt')
      .select('state')
      .where('seller_id', '=', a.seller.id)
      .where('state', '<=', 1)
      .execute()
    most = Math.max(most, rows.filter((row) => row.state === 1).length)
    return rows.length
  }
  await expect.poll(unanswered, { interval: 15, timeout: 60_000 }).toBe(0)
  expect(most).toBeLessThanOrEqual(3)
  expect(most).toBeGreaterThan(0)
})

test('reports are accepted only from the seller’s IP addresses, and affect only that seller’s orders', async () => {
  const [a, b] = [await market.addSeller(), await market.addSeller()]
  const { buyer, code } = await shop([a])
  const { data } = await market.order(buyer, { productcode: code, target: '8800710013', reffclient: 'REP' })
  const attempt = await market.app.db.read
    .selectFrom('attempt')
    .select('id')
    .where('purchase_id', '=', BigInt(data.id))
    .executeTakeFirstOrThrow()
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const report = (path: string) =>
    fetch(`${path}?clientid=${installation}${attempt.id}&statuscode=1&sn=123`).then((answer) => answer.status)
  expect(await report(b.supplier.reportUrl ?? '')).toBe(404)
  expect(await report(`${market.app.url}/public/report/guess`)).toBe(404)
  await market.app.tables.updateTable('seller_api').set({ report_addresses: '203.0.113.7' }).where('seller_id', '=', a.seller.id).execute()
  await market.app.lapak.refresh()
  expect(await report(a.supplier.reportUrl ?? '')).toBe(403)
  await market.app.tables
    .updateTable('seller_api')
    .set({ report_addresses: '203.0.113.7, 127.0.0.0/8' })
    .where('seller_id', '=', a.seller.id)
    .execute()
  await market.app.lapak.refresh()
  expect(await report(a.supplier.reportUrl ?? '')).toBe(200)
  expect(await market.app.settled(buyer, 'REP')).toMatchObject({ transactionrc: 1, serialnumber: '123' })
})

const attemptOf = (purchaseId: number) =>
  market.app.db.read.selectFrom('attempt').select('id').where('purchase_id', '=', BigInt(purchaseId)).executeTakeFirstOrThrow()

test('a network that guesses attempt numbers at a seller’s report URL is soon refused, and other networks are not', async () => {
  const [a, b] = [await market.addSeller(), await market.addSeller()]
  const { buyer, code } = await shop([a])
  const { data } = await market.order(buyer, { productcode: code, target: '8800715013', reffclient: 'GUESSED' })
  const { id } = await attemptOf(data.id)
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const urlOf = (to: Seller, number: bigint | number) => `${to.supplier.reportUrl}?clientid=${installation}${number}&statuscode=1&sn=123`
  const report = (to: Seller, number: bigint | number) => fetch(urlOf(to, number))
  /** The same report from another IP address. */
  const reportFrom = (localAddress: string, to: Seller, number: bigint | number) =>
    new Promise<number | undefined>((answered, failed) => {
      request(urlOf(to, number), { localAddress }, (response) => answered(response.resume().statusCode))
        .on('error', failed)
        .end()
    })
  await market.app.setting('sellerApi.unknownReportsPerHour', 10)
  try {
    const sessionAttempts = await Promise.all(Array.from({ length: 50 }, (_, nth) => report(a, 900_000_000 + nth)))
    const statuses = sessionAttempts.map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const right = await report(a, id)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await report(b, 900_000_000)).status).toBe(404)
    expect(await reportFrom('127.0.0.2', a, id), "from elsewhere the seller's own is taken").toBe(200)
    expect(await market.app.settled(buyer, 'GUESSED')).toMatchObject({ transactionrc: 1 })
  } finally {
    await market.app.setting('sellerApi.unknownReportsPerHour', 100)
  }
})

test('an IPv6 /48 site that guesses attempt numbers from many networks is refused after ten times the limit of one network', async () => {
  const seller = await market.addSeller()
  await market.app.setting('sellerApi.unknownReportsPerHour', 1)
  try {
    const statusFrom = async (network: string) =>
      (await postReports(seller, [{ ref_id: 'LAIN-1', status: 'Sukses' }], `${network}::1`)).status
    for (let nth = 1; nth <= 10; nth++) {
      expect(await statusFrom(`2001:db8:2:${nth}`)).toBe(404)
      expect(await statusFrom(`2001:db8:2:${nth}`), 'the second report of the same network').toBe(429)
    }
    expect(await statusFrom('2001:db8:2:11')).toBe(429)
    expect(await statusFrom('2001:db8:2:12'), 'remembered by the process').toBe(429)
    expect(await statusFrom('2001:db8:3:1')).toBe(404)
  } finally {
    await market.app.setting('sellerApi.unknownReportsPerHour', 100)
  }
})

test('a seller can send one hundred reports about one of its orders, and further reports are refused and not stored', async () => {
  const a = await market.addSeller()
  const { buyer, code } = await shop([a])
  const { data } = await market.order(buyer, { productcode: code, target: '8800715014', reffclient: 'REPORTED' })
  expect(await market.app.settled(buyer, 'REPORTED')).toMatchObject({ transactionrc: 1 })
  const { id } = await attemptOf(data.id)
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const statuses: number[] = []
  for (let nth = 0; nth < 102; nth++)
    statuses.push((await fetch(`${a.supplier.reportUrl}?clientid=${installation}${id}&statuscode=1&sn=${nth}`)).status)
  const { count } = await market.app.db.read
    .selectFrom('exchange')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('attempt_id', '=', id)
    .where('kind', '=', 'report')
    .executeTakeFirstOrThrow()
  expect(count).toBe(100n)
  expect(statuses.indexOf(404)).toBeGreaterThan(90)
  expect(statuses.slice(-1)).toEqual([404])
})

test.each([
  ['the PIN', 'Pin Salah', true],
  ['the address', 'IP tidak sesuai @203.0.113.9', true],
  ['the account', 'Akun Anda diblokir', true],
  ['the balance', 'Saldo tidak cukup', false],
] as const)('a server that refuses %s suspends its seller only if the refusal prevents all orders: %s', async (_, words, suspends) => {
  const [a, b] = [await market.addSeller({ kind: 'otomax' }), await market.addSeller()]
  const { buyer, code } = await shop([a, b])
  for (let index = 0; index < 5; index++) {
    const target = `88${serial}1050${index}`
    a.supplier.quote(target, { order: words, status: words })
    await market.order(buyer, { productcode: code, target, reffclient: `P${index}` })
    expect(await market.app.settled(buyer, `P${index}`)).toMatchObject({ transactionrc: 1, price: 10_100n })
    expect(await trail(buyer, `P${index}`)).toEqual(['failed', 'success'])
  }
  expect((await suspendedUntil(a)) !== null).toBe(suspends)
})

async function postReports({ supplier }: Seller, list: object[], from?: string) {
  const answer = await fetch(supplier.reportUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from !== undefined && { 'x-forwarded-for': from }) },
    body: JSON.stringify(list),
  })
  return { status: answer.status, text: await answer.text(), repeatsLater: Number(answer.headers.get('retry-after')) > 0 }
}

test('each report of a list is treated as a single report: it ends its own order, and a report about another seller’s order is refused', async () => {
  const seller = await market.addSeller({ kind: 'http-get' })
  const { buyer, code } = await shop([seller])
  for (const n of [1, 2]) {
    const target = `88${serial}1060${n}`
    seller.supplier.script(target, 'pending-forever')
    await market.order(buyer, { productcode: code, target, reffclient: `L${n}` })
  }
  await expect.poll(() => seller.supplier.orders.size).toBe(2)
  const [first, second] = [...seller.supplier.orders.keys()]
  const post = async (list: object[]) => (await postReports(seller, list)).text
  const reports = [
    { ref_id: first, status: 'Sukses', sn: '77' },
    { request_id: second, status: 'Gagal', message: 'Nomor salah' },
  ]
  expect(await post([{ ref_id: 'LAIN-1', status: 'Sukses' }, { status: 'Sukses' }, reports[0] as object])).toBe('OK')
  expect(await market.app.settled(buyer, 'L1')).toMatchObject({ transactionrc: 1, serialnumber: '77' })
  expect(
    await post([
      { ref_id: 'LAIN-1', status: 'Sukses' },
      { ref_id: 'LAIN-2', status: 'Sukses' },
    ]),
  ).toBe('UNKNOWN REFERENCE')
  expect(await post([{ ref_id: 'LAIN-1', status: 'Sukses' }, ...reports])).toBe('OK')
  expect(await market.app.settled(buyer, 'L2')).toMatchObject({ transactionrc: 2 })
  expect(await post(reports)).toBe('OK')
  expect(await market.app.settled(buyer, 'L1')).toMatchObject({ transactionrc: 1, serialnumber: '77' })
  expect(await market.app.settled(buyer, 'L2')).toMatchObject({ transactionrc: 2 })
})

describe('a list of reports', () => {
  const foreign = (count: number) => Array.from({ length: count }, (_, nth) => ({ ref_id: `LAIN-${nth}`, status: 'Sukses', sn: '77' }))
  const unreadable = (count: number) => Array.from({ length: count }, () => ({ status: 'Sukses' }))
  let seller: Seller
  let buyer: TestMember
  /** Reports of success about the seller's pending orders `Q1` and `Q2`. */
  let own: object[]

  beforeEach(async () => {
    seller = await market.addSeller({ kind: 'http-get' })
    const shopped = await shop([seller])
    buyer = shopped.buyer
    for (const n of [1, 2]) {
      const target = `88${serial}1070${n}`
      seller.supplier.script(target, 'pending-forever')
      await market.order(buyer, { productcode: shopped.code, target, reffclient: `Q${n}` })
      await expect.poll(() => seller.supplier.orders.size).toBe(n)
    }
    own = [...seller.supplier.orders.keys()].map((ref_id) => ({ ref_id, status: 'Sukses', sn: '77' }))
    await market.app.setting('sellerApi.unknownReportsPerHour', 10)
  })
  afterEach(() => market.app.setting('sellerApi.unknownReportsPerHour', 100))

  const states = async () => {
    const rows = await market.app.db.read
      .selectFrom('purchase')
      .select('transactionrc')
      .where('buyer_id', '=', buyer.id)
      .orderBy('reffclient')
      .execute()
    return rows.map(({ transactionrc }) => transactionrc)
  }
  const tooMany = { status: 429, text: 'TOO MANY UNKNOWN REFERENCES', repeatsLater: true }

  test.each([
    ['references of others', foreign],
    ['unreadable reports', unreadable],
  ])('with %s is read until each of them has been counted up to the limit, and the orders before them are settled', async (_, others) => {
    expect(await postReports(seller, [...own.slice(0, 1), ...others(12), ...own.slice(1)])).toMatchObject(tooMany)
    await market.app.settled(buyer, 'Q1')
    expect(await states()).toEqual([1, 0])
    expect(await postReports(seller, own)).toMatchObject(tooMany)
    expect(await postReports(seller, own, '203.0.113.7'), 'the repeated list from another network').toMatchObject({
      status: 200,
      text: 'OK',
    })
    await market.app.settled(buyer, 'Q2')
    expect(await states()).toEqual([1, 1])
  })

  test('is accepted if the limit is reached by its last report, because nothing of it is left to read', async () => {
    expect(await postReports(seller, [...foreign(10), ...own, ...unreadable(1)])).toMatchObject({ status: 200, text: 'OK' })
    expect(await postReports(seller, own)).toMatchObject(tooMany)
    await market.app.settled(buyer, 'Q2')
    expect(await states()).toEqual([1, 1])
  })

  test('without any reference is refused as unreadable until the limit is reached', async () => {
    expect(await postReports(seller, unreadable(10))).toMatchObject({ status: 400, text: 'UNREADABLE' })
    expect(await postReports(seller, unreadable(1))).toMatchObject(tooMany)
  })
})
