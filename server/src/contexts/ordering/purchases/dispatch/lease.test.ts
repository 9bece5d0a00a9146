import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWire, type Wire } from '../../../../../test/database-wire.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { suspend } from '../../../../../test/suspensions.ts'

/** How workers send orders, and what they do if their claim is no longer valid. Each test starts its own workers. */
let market: TestMarket
let wire: Wire
let serial = 0

beforeAll(async () => {
  market = await startMarket({ CLAIM_LEASE_MS: '2000' }, ['http'])
  wire = await openWire(market.app.databaseUrl)
})

afterAll(async () => {
  await market.stop()
  await wire.close()
})

async function ordered(sellers: Awaited<ReturnType<TestMarket['addSeller']>>[]) {
  serial += 1
  const product = await market.app.product({ code: `LV${serial}` })
  const buyer = await market.app.member({ balance: 500_000n })
  for (const [index, { seller }] of sellers.entries())
    await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n + 100n * BigInt(index) }), index + 1)
  const { data } = await market.order(buyer, { productcode: product.code, target: `84${serial}7777`, reffclient: 'L' })
  const attempt = () =>
    market.app.db.read.selectFrom('attempt').selectAll().where('purchase_id', '=', BigInt(data.id)).executeTakeFirstOrThrow()
  const { code } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  return { buyer, attempt, reference: `${code}${(await attempt()).id}` }
}

test('an order for a seller that was suspended before it was sent goes to the next seller', async () => {
  const [first, second] = [await market.addSeller(), await market.addSeller()]
  const { buyer } = await ordered([first, second])
  await suspend(market.app.tables, first.seller.id)
  const worker = await market.app.startAnother(['worker'])
  expect(await market.app.settled(buyer, 'L')).toMatchObject({ transactionrc: 1, price: 10_100n })
  expect([first.supplier.orders.size, second.supplier.orders.size]).toEqual([0, 1])
  await worker.stop()
  await market.booksHold()
})

test('the claim whose result was lost ends at once, and the status of the order is requested', async () => {
  const seller = await market.addSeller()
  const lost = wire.lose({ asked: 'attempts.claim', answered: /UPDATE|SELECT [1-9]/ })
  const { buyer, attempt } = await ordered([seller])
  await market.app.tables.updateTable('attempt').set({ due_at: new Date() }).execute()
  const worker = await market.app.startAnother(['worker'], wire.url)
  await lost
  // Moves the end of the lease into the future, so that the lease cannot end the claim.
  await market.app.tables
    .updateTable('attempt')
    .set({ due_at: new Date(Date.now() + 600_000) })
    .where('id', '=', (await attempt()).id)
    .where('claimed_by', 'is not', null)
    .execute()
  expect(await market.app.settled(buyer, 'L')).toMatchObject({ transactionrc: 1 })
  await worker.stop()
  await market.booksHold()
})

test('a worker that was stopped for longer than its lease sends nothing, because another worker has claimed the order', async () => {
  const seller = await market.addSeller({ kind: 'irs' })
  const { buyer, attempt, reference } = await ordered([seller])
  const held = wire.hold({ asked: 'attempts.claim', answered: /SELECT [1-9]/ })
  const slow = await market.app.startAnother(['worker'], wire.url)
  const letGo = await held
  const other = await market.app.startAnother(['worker'])
  expect(await market.app.settled(buyer, 'L')).toMatchObject({ transactionrc: 1 })
  letGo()
  await slow.stop()
  await other.stop()
  const { id, claims } = await attempt()
  // Each call stores an exchange, and no call was made under the first claim.
  const calls = await market.app.db.read.selectFrom('exchange').select('state').where('attempt_id', '=', id).execute()
  expect(calls.length).toBeLessThan(claims)
  expect(seller.supplier.salesOf(reference)).toBe(1)
  await market.booksHold()
})

test('an attempt of a running worker is not claimed by other workers, however long the seller’s server takes', async () => {
  const patient = await startMarket({}, ['http'])
  try {
    const seller = await patient.addSeller({ kind: 'otomax', timeoutMs: 60_000 })
    seller.supplier.delayMs = 4_000
    const product = await patient.app.product({ code: 'LIVES' })
    const buyer = await patient.app.member({ balance: 500_000n })
    await patient.app.map(buyer, await patient.app.offer({ seller: seller.seller, product, price: 10_000n }))
    await patient.order(buyer, { productcode: 'LIVES', target: '8400017777', reffclient: 'L' })
    await patient.app.startAnother(['worker'])
    await patient.app.startAnother(['worker'])
    expect(await patient.app.settled(buyer, 'L')).toMatchObject({ transactionrc: 1 })
    expect(await patient.app.db.read.selectFrom('attempt').select('claims').execute()).toEqual([{ claims: 1 }])
  } finally {
    await patient.stop()
  }
})
