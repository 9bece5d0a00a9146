import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { cashOut } from '../../../../../test/money.ts'
import { runJob } from '../../../../../test/run-job.ts'

let market: TestMarket
let serial = 0

beforeAll(async () => {
  market = await startMarket()
})

afterAll(() => market.stop())

type Seller = Awaited<ReturnType<TestMarket['addSeller']>>

/** A new product at these sellers, and a new buyer whose list contains them in this order. */
async function shop(sellers: Seller[], prices: bigint[] = sellers.map((_, index) => 10_000n + 100n * BigInt(index)), balance = 500_000n) {
  serial += 1
  const product = await market.app.product({ code: `Q${serial}` })
  const buyer = await market.app.member({ balance })
  for (const [index, { seller }] of sellers.entries()) {
    await market.app.map(buyer, await market.app.offer({ seller, product, price: prices[index] ?? 10_000n }), index + 1)
  }
  return { buyer, code: product.code }
}

const trail = async (buyer: TestMember, reffclient: string) => {
  const { body } = await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/${reffclient}`)
  return body.data.attempts.map((attempt: { state: string }) => attempt.state)
}

const deliveredBy = (seller: Seller) =>
  [...seller.supplier.orders.keys()].reduce((sum, reference) => sum + seller.supplier.salesOf(reference), 0)

async function until<Value>(read: () => Promise<Value>, wanted: (value: Value) => boolean, timeoutMs = 60_000): Promise<Value> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (wanted(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** The expected final state for each behaviour of a seller's server, and the expected number of deliveries. */
const comesTo = [
  { ending: '0002', says: 'pending, then reports success', state: 1, sales: 1 },
  { ending: '0003', says: 'pending, then reports failure', state: 2, sales: 0 },
  { ending: '0004', says: 'nothing in time after taking the order', state: 1, sales: 1 },
  { ending: '0005', says: 'pending, then reports success twice', state: 1, sales: 1 },
  { ending: '0007', says: 'something nobody can read', state: 1, sales: 1 },
  { ending: '0008', says: 'success, slowly', state: 1, sales: 1 },
  { ending: '0009', says: 'nothing, because the connection broke', state: 1, sales: 1 },
  { ending: '0010', says: 'that our balance there is too low', state: 2, sales: 0 },
  { ending: '0011', says: 'nothing in time and never took the order', state: 1, sales: 1 },
  { ending: '0012', says: 'pending until it is asked', state: 1, sales: 1 },
  { ending: '0014', says: 'HTTP 500 after taking the order', state: 1, sales: 1 },
  { ending: '0001', says: 'failure', state: 2, sales: 0 },
  { ending: '1234', says: 'success', state: 1, sales: 1 },
] as const

describe.each(['irs', 'otomax', 'http-get'] as const)('a seller with an %s server', (kind) => {
  let seller: Seller
  beforeAll(async () => {
    seller = await market.addSeller({ kind, timeoutMs: 1000 })
  })

  test.each(comesTo)(`is paid exactly for its deliveries if it answers $says ($ending)`, async ({ ending, state, sales }) => {
    await market.app.tables.updateTable('seller_api').set({ circuit_open_until: null }).where('seller_id', '=', seller.seller.id).execute()
    await market.app.lapak.refresh()
    const { buyer, code } = await shop([seller])
    const before = { sold: deliveredBy(seller), earned: await market.app.balance(seller.seller) }
    expect(await market.order(buyer, { productcode: code, target: `88${serial}${ending}`, reffclient: 'R' })).toMatchObject({
      success: true,
    })
    const done = await market.app.settled(buyer, 'R')
    expect(done.transactionrc).toBe(state)
    expect(deliveredBy(seller) - before.sold).toBe(sales)
    expect(await market.app.balance(buyer)).toBe(state === 1 ? 490_000n : 500_000n)
    expect((await market.app.balance(seller.seller)) - before.earned).toBe(state === 1 ? 10_000n : 0n)
    await market.booksHold()
  })
})

test('the pause before each further status request of a pending order is twice as long', async () => {
  const a = await market.addSeller()
  const { buyer, code } = await shop([a])
  const { data } = await market.order(buyer, { productcode: code, target: `88${serial}0013`, reffclient: 'P' })
  const attempt = market.app.db.read.selectFrom('attempt').selectAll().where('purchase_id', '=', BigInt(data.id))
  const pauses = new Map<number, number>()
  await until(
    async () => {
      const { asks, claimed_by, due_at, updated_at } = await attempt.executeTakeFirstOrThrow()
      if (asks > 0 && claimed_by === null) pauses.set(asks, due_at.getTime() - updated_at.getTime())
      return asks
    },
    (asks) => asks === 5,
  )
  // The order is the first call, and tests ask for the first time after 50 ms.
  for (const [asks, pause] of pauses) expect(pause, `after call ${asks}`).toBe(50 * 2 ** (asks - 1))
  expect(pauses.has(4)).toBe(true)
})

test('a definite failure is tried at the next seller, at the price of that seller, and the buyer sees both attempts', async () => {
  const [a, b] = [await market.addSeller(), await market.addSeller()]
  b.supplier.script('8800550001', 'success')
  const { buyer, code } = await shop([a, b])
  await market.order(buyer, { productcode: code, target: '8800550001', reffclient: 'F' })
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 1, price: 10_100n })
  expect(await trail(buyer, 'F')).toEqual(['failed', 'success'])
  expect(await market.app.balance(buyer)).toBe(489_900n)
  expect([await market.app.balance(a.seller), await market.app.balance(b.seller)]).toEqual([0n, 10_100n])
  await market.booksHold()
})

test('the buyer gets the money back if every seller failed', async () => {
  const sellers = [await market.addSeller(), await market.addSeller({ kind: 'otomax' }), await market.addSeller({ kind: 'http-get' })]
  const { buyer, code } = await shop(sellers)
  await market.order(buyer, { productcode: code, target: '8800560001', reffclient: 'F' })
  expect(await market.app.settled(buyer, 'F')).toMatchObject({ transactionrc: 2 })
  expect(await trail(buyer, 'F')).toEqual(['failed', 'failed', 'failed'])
  expect(await market.app.balance(buyer)).toBe(500_000n)
  await market.booksHold()
})

test('failover does not exceed the `maxprice` of the order or the buyer’s balance', async () => {
  const sellers = [await market.addSeller(), await market.addSeller()]
  const dear = await shop(sellers, [10_000n, 12_000n])
  await market.order(dear.buyer, { productcode: dear.code, target: '8800570001', reffclient: 'C', maxprice: 11_999 })
  expect(await market.app.settled(dear.buyer, 'C')).toMatchObject({ transactionrc: 2 })
  expect(await trail(dear.buyer, 'C')).toEqual(['failed'])
  const poor = await shop(sellers, [10_000n, 12_000n], 11_000n)
  await market.order(poor.buyer, { productcode: poor.code, target: '8800580001', reffclient: 'C' })
  expect(await market.app.settled(poor.buyer, 'C')).toMatchObject({ transactionrc: 2 })
  expect(await market.app.balance(poor.buyer)).toBe(11_000n)
})

test('an order with an unknown answer is never tried at the next seller', async () => {
  const [a, b] = [await market.addSeller({ timeoutMs: 1000 }), await market.addSeller()]
  const { buyer, code } = await shop([a, b])
  await market.order(buyer, { productcode: code, target: '8800590004', reffclient: 'U' })
  expect(await market.app.settled(buyer, 'U')).toMatchObject({ transactionrc: 1 })
  expect(await trail(buyer, 'U')).toEqual(['success'])
  expect(b.supplier.orders.size).toBe(0)
})

test('an order is tried at the next seller at once if the connection was refused, because it cannot have been sent', async () => {
  const [a, b] = [await market.addSeller(), await market.addSeller()]
  const { buyer, code } = await shop([a, b])
  await a.supplier.goDown()
  await market.order(buyer, { productcode: code, target: '8800600100', reffclient: 'D' })
  expect(await market.app.settled(buyer, 'D')).toMatchObject({ transactionrc: 1, price: 10_100n })
  expect(await trail(buyer, 'D')).toEqual(['unsent', 'success'])
  await a.supplier.comeUp()
})

test('a second final answer that contradicts the first changes nothing and raises an alert', async () => {
  const a = await market.addSeller()
  const { buyer, code } = await shop([a])
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  await market.order(buyer, { productcode: code, target: '8800630006', reffclient: 'X' })
  expect(await market.app.settled(buyer, 'X')).toMatchObject({ transactionrc: 1 })
  const alerts = await until(
    async () => (await market.app.call('GET', '/api/admin/v1/transactions/alerts', { token: admin.token })).body.data.content,
    (rows) => rows.length > 0,
  )
  expect(alerts[0]).toMatchObject({ kind: 'contradiction' })
  expect(await market.app.settled(buyer, 'X')).toMatchObject({ transactionrc: 1 })
  await market.booksHold()
})

describe('a manual decision', () => {
  let a: Seller
  let admin: TestMember
  beforeAll(async () => {
    a = await market.addSeller()
    admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  })

  /** A purchase that stays pending at its seller. */
  async function pending() {
    const { buyer, code } = await shop([a, await market.addSeller()])
    const { data } = await market.order(buyer, { productcode: code, target: `88${serial}0013`, reffclient: 'H' })
    await until(
      async () => trail(buyer, 'H'),
      (states) => states[0] === 'waiting',
    )
    return { buyer, id: data.id }
  }

  const force = (id: number, body: object, token = admin.token) =>
    market.app.call('PATCH', '/api/admin/v1/transaction', { token, body: { postdata: { id, description: 'Uji koreksi', ...body } } })

  test('can force a pending purchase to success with a serial number [A-API-28, A-TRX-06]', async () => {
    const { buyer, id } = await pending()
    const answer = await force(id, { status: 1, serialnumber: 'SN-77', description: 'dicek manual' })
    expect(answer.body).toMatchObject({
      success: true,
      msg: 'Update Trx Ok!',
      data: { transactionrc: 1, serialnumber: 'SN-77', description: 'dicek manual' },
    })
    expect(await market.app.balance(buyer)).toBe(490_000n)
    await market.booksHold()
  })

  test('can force a pending purchase to failure, which returns the money and tries no other seller [A-TRX-07]', async () => {
    const { buyer, id } = await pending()
    expect((await force(id, { status: 2, description: 'batal' })).body).toMatchObject({ data: { transactionrc: 2 } })
    expect(await trail(buyer, 'H')).toEqual(['failed'])
    expect(await market.app.balance(buyer)).toBe(500_000n)
    await market.booksHold()
  })

  test('to failure stays if a late success arrives', async () => {
    const { buyer, id } = await pending()
    await force(id, { status: 2 })
    const attempt = await market.app.db.read
      .selectFrom('attempt')
      .select('id')
      .where('purchase_id', '=', BigInt(id))
      .executeTakeFirstOrThrow()
    const { code } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
    await a.supplier.report(`${code}${attempt.id}`, 'success')
    const alert = await until(
      () => market.app.db.read.selectFrom('purchase_alert').selectAll().where('purchase_id', '=', BigInt(id)).executeTakeFirst(),
      (row) => row !== undefined,
    )
    expect(alert).toMatchObject({ kind: 'contradiction' })
    expect(await market.app.balance(buyer)).toBe(500_000n)
    await market.booksHold()
  })

  test('with status 2 refunds a success: the seller pays the price back, and the row shows the refund [A-API-29, A-TRX-08]', async () => {
    const { buyer, code } = await shop([a])
    const earned = await market.app.balance(a.seller)
    const { data } = await market.order(buyer, { productcode: code, target: `88${serial}7777`, reffclient: 'RF' })
    await market.app.settled(buyer, 'RF')
    const answer = await market.app.call('PATCH', `/api/admin/v1/transaction/${data.id}/2`, {
      token: admin.token,
      body: { description: 'Uji koreksi' },
    })
    expect(answer.body.data).toMatchObject({ transactionrc: 2, refundedat: expect.any(String) })
    expect(await market.app.balance(buyer)).toBe(500_000n)
    expect(await market.app.balance(a.seller)).toBe(earned)
    expect(
      (
        await market.app.call('PATCH', `/api/admin/v1/transaction/${data.id}/2`, {
          token: admin.token,
          body: { description: 'Uji koreksi' },
        })
      ).body,
    ).toMatchObject({
      success: false,
      code: 'purchase.state',
    })
    await market.booksHold()
  })

  test('that refunds more than the seller’s balance makes the rest a debt, which its next sales pay', async () => {
    const poor = await market.addSeller()
    const { buyer, code } = await shop([poor])
    const sell = async (reffclient: string, target: string) => {
      const { data } = await market.order(buyer, { productcode: code, target, reffclient })
      await market.app.settled(buyer, reffclient)
      return data.id
    }
    const id = await sell('V1', '8800640101')
    await market.app.tables
      .insertInto('purchase_alert')
      .values({ purchase_id: 1n, attempt_id: -1n, kind: 'contradiction', message: '-' })
      .execute()
    await spend(poor.seller, 7_000n)
    await market.app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, { token: admin.token, body: { description: 'Uji koreksi' } })
    expect(await market.app.balance(poor.seller)).toBe(0n)
    expect(await market.app.balance(buyer)).toBe(500_000n)
    await sell('V2', '8800640102')
    expect(await market.app.balance(poor.seller)).toBe(3_000n)
    await sell('V3', '8800640103')
    expect(await market.app.balance(poor.seller)).toBe(13_000n)
    await market.booksHold()
  })

  async function spend(member: TestMember, amount: bigint) {
    await market.app.db.fast.transaction((tx) => cashOut(tx, member.id, amount))
  }

  test('by a seller settles a pending purchase of its own, and is refused for a purchase of another seller [S-API-19]', async () => {
    const { id, buyer } = await pending()
    const otherSeller = await market.addSeller()
    const settle = (token: string) =>
      market.app.call('PATCH', `/api/v1/seller/trx/${id}`, { token, body: { status: 1, serialnumber: 'S-1' } })
    expect((await settle(otherSeller.seller.token)).status).toBe(404)
    expect((await settle(buyer.token)).status).toBe(403)
    expect((await settle(a.seller.token)).body).toMatchObject({ msg: 'Update Trx Ok!', data: { transactionrc: 1, serialnumber: 'S-1' } })
    expect((await settle(a.seller.token)).body).toMatchObject({ success: false, code: 'purchase.state' })
  })

  test('by a seller cannot revoke a success', async () => {
    const { id } = await pending()
    await force(id, { status: 1 })
    const answer = await market.app.call('PATCH', `/api/v1/seller/trx/${id}`, { token: a.seller.token, body: { status: 2 } })
    expect(answer.body).toMatchObject({ success: false, code: 'purchase.state' })
  })
})

test('a purchase whose outcome stays unknown raises one alert, and keeps the hold', async () => {
  const patient = await startMarket()
  try {
    await patient.app.setting('purchases.alertMinutes', 2)
    const a = await patient.addSeller({ timeoutMs: 1000 })
    const product = await patient.app.product({ code: 'UNK' })
    const buyer = await patient.app.member({ balance: 50_000n })
    await patient.app.map(buyer, await patient.app.offer({ seller: a.seller, product, price: 10_000n }))
    a.supplier.script('8899990000', 'garbage')
    await patient.order(buyer, { productcode: 'UNK', target: '8899990000', reffclient: 'K' })
    await until(
      async () => a.supplier.orders.size,
      (taken) => taken > 0,
    )
    await a.supplier.goDown()
    const alerts = async () => {
      await runJob(patient.app, 'alert-overdue')
      return patient.app.db.read.selectFrom('purchase_alert').select('kind').execute()
    }
    const acceptedBefore = (minutes: number) =>
      patient.app.tables
        .updateTable('attempt')
        .set({ created_at: new Date(Date.now() - minutes * 60_000) })
        .execute()
    await acceptedBefore(1)
    expect(await alerts()).toEqual([])
    await acceptedBefore(3)
    expect(await alerts()).toEqual([{ kind: 'unknown_too_long' }])
    expect(await alerts()).toHaveLength(1)
    expect(await patient.app.balance(buyer)).toBe(40_000n)
    await a.supplier.comeUp()
    await patient.app.settled(buyer, 'K')
    expect(await patient.app.db.read.selectFrom('purchase_alert').select('kind').execute()).toEqual([{ kind: 'unknown_too_long' }])
    await patient.booksHold()
  } finally {
    await patient.stop()
  }
})

test('the fee of a sale is fixed when the order is accepted, and the seller pays it', async () => {
  const a = await market.addSeller()
  const { buyer, code } = await shop([a])
  await market.app.setting('sale.feeFlat', 50n)
  await market.app.setting('sale.feeBasisPoints', 25)
  await market.order(buyer, { productcode: code, target: '8800700700', reffclient: 'FEE' })
  await market.app.settled(buyer, 'FEE')
  expect(await market.app.balance(a.seller)).toBe(9_925n)
  expect(await market.app.balance(buyer)).toBe(490_000n)
  await market.app.setting('sale.feeFlat', 0n)
  await market.app.setting('sale.feeBasisPoints', 0)
  await market.booksHold()
})

test('a status request that would order again is not sent once the seller may have forgotten the order, and an alert is raised', async () => {
  const a = await market.addSeller({ kind: 'irs', remembersHours: 1 })
  const { buyer, code } = await shop([a])
  const { data } = await market.order(buyer, { productcode: code, target: '8800720013', reffclient: 'OLD' })
  await until(
    () => trail(buyer, 'OLD'),
    (states) => states[0] === 'waiting',
  )
  const reference = [...a.supplier.orders.keys()].at(-1) ?? ''
  await market.app.tables
    .updateTable('attempt')
    .set({ sent_at: new Date(Date.now() - 2 * 3_600_000), due_at: new Date() })
    .where('purchase_id', '=', BigInt(data.id))
    .execute()
  const alert = await until(
    () => market.app.db.read.selectFrom('purchase_alert').select('kind').where('purchase_id', '=', BigInt(data.id)).executeTakeFirst(),
    (row) => row !== undefined,
  )
  expect(alert).toEqual({ kind: 'status_too_old' })
  const asked = a.supplier.ordersOf(reference)
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(a.supplier.ordersOf(reference)).toBe(asked)
})

test('the order that takes the balance below the buyer’s warning limit warns by callback once', async () => {
  const a = await market.addSeller()
  const { buyer, code } = await shop([a], [10_000n], 45_000n)
  const { db, lapak, tables } = market.app
  await tables.updateTable('member').set({ low_balance: 30_000n, callback_url: 'http://127.0.0.1:9/' }).where('id', '=', buyer.id).execute()
  await lapak.refresh()
  for (const target of ['8800730101', '8800730102', '8800730103']) {
    await market.order(buyer, { productcode: code, target, reffclient: target })
  }
  const warnings = await until(
    () => db.read.selectFrom('delivery').select('body').where('member_id', '=', buyer.id).where('event', '=', 'balance.low').execute(),
    (rows) => rows.length > 0,
  )
  expect(warnings.map(({ body }) => JSON.parse(body).data)).toEqual([{ balance: 25_000, threshold: 30_000 }])
})

test('a buyer sees the reason of a failure in the platform’s words, never the seller’s balance or codes', async () => {
  const a = await market.addSeller({ kind: 'otomax' })
  const { buyer, code } = await shop([a])
  for (const [ending, reason] of [
    ['0001', 'Nomor tujuan salah'],
    ['0010', 'Gagal di suplier'],
  ]) {
    await market.order(buyer, { productcode: code, target: `880074${ending}`, reffclient: `W${ending}` })
    expect(await market.app.settled(buyer, `W${ending}`)).toMatchObject({ description: reason })
    const { body } = await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/W${ending}`)
    expect(JSON.stringify(body)).not.toMatch(/saldo/i)
  }
})

test('an administrator sees all exchanges with the sellers’ servers without secrets, and resolves an alert once', async () => {
  const a = await market.addSeller()
  const { buyer, code } = await shop([a])
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const { data } = await market.order(buyer, { productcode: code, target: '8800750006', reffclient: 'WORDS' })
  await market.app.settled(buyer, 'WORDS')
  const path = `/api/admin/v1/transactions/${data.id}`
  // Status requests are omitted, because the status of an order may be requested before the seller reports.
  const statesOf = (row: Json) =>
    row.exchanges.filter(({ kind }: Json) => kind !== 'status').map(({ kind, state }: Json) => `${kind} ${state}`)
  const detail = await until(
    async () => (await market.app.call('GET', path, { token: admin.token })).body.data,
    (row) => statesOf(row).length >= 3,
  )
  expect(statesOf(detail)).toEqual(['order pending', 'report success', 'report failed'])
  expect(detail.exchanges[0].request).toContain(code)
  expect(JSON.stringify(detail)).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
  expect((await market.app.call('GET', path, { token: buyer.token })).status).toBe(403)
  const alerts = (await market.app.call('GET', '/api/admin/v1/transactions/alerts', { token: admin.token })).body.data.content
  const alert = alerts.find((row: { idtrx: number }) => row.idtrx === data.id)
  const close = () =>
    market.app.call('PATCH', `/api/admin/v1/transactions/alerts/${alert.id}`, { token: admin.token, body: { reason: 'Sudah ditelepon' } })
  expect((await close()).status).toBe(200)
  expect((await close()).status).toBe(404)
})
