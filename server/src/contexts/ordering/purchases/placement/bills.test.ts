import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { shutOut } from '../../../../../test/shut-out.ts'
import { waitForNext } from './bill.ts'

/** A bill can be paid only to the seller from which it was requested. Nothing is sent before a test starts a worker. */
type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
let market: TestMarket
let asked: Seller
let other: Seller
let buyer: TestMember
let offers: [bigint, bigint]
let code: string
let serial = 0

beforeAll(async () => {
  market = await startMarket({}, ['http'])
})

afterAll(() => market.stop())

beforeEach(async () => {
  serial += 1
  asked = await market.addSeller({ timeoutMs: 20_000 })
  other = await market.addSeller({ timeoutMs: 20_000 })
  const product = await market.app.product({ code: `BL${serial}`, type: 1 })
  code = product.code
  buyer = await market.app.member({ balance: 100_000_000n })
  offers = [
    await market.app.offer({ seller: asked.seller, product, price: 1_000n }),
    await market.app.offer({ seller: other.seller, product, price: 1_500n }),
  ]
  for (const [index, offer] of offers.entries()) await market.app.map(buyer, offer, index + 1)
})

async function bill(target: string): Promise<string> {
  const { body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: code, target })
  expect(body).toMatchObject({ success: true })
  return body.data.token
}

const pay = (target: string, token: string) => market.order(buyer, { productcode: code, target, token, reffclient: `B${target}` })

const shuts = [
  { what: 'was blocked', change: () => shutOut(market.app.tables, asked.seller.id) },
  { what: 'closed its shop', change: () => setMember({ shop_open: false }) },
  { what: 'closed the offer', change: () => setOffer({ open: false }) },
  { what: 'gave the offer up', change: () => setOffer({ archived_at: new Date() }) },
]
const setMember = (change: Record<string, unknown>) =>
  market.app.tables.updateTable('member').set(change).where('id', '=', asked.seller.id).execute()
const setOffer = (change: Record<string, unknown>) =>
  market.app.tables.updateTable('offer').set(change).where('id', '=', offers[0]).execute()

test.each(shuts)('a bill is not paid to a seller that $what after the bill was requested', async ({ change }) => {
  const target = `53000000${4_000 + serial}`
  const token = await bill(target)
  await change()
  await market.app.lapak.refresh()
  expect(await pay(target, token)).toMatchObject({ success: false, code: 'purchase.no_supplier' })
  expect(await market.app.balance(buyer)).toBe(100_000_000n)
  expect([asked.supplier.orders.size, other.supplier.orders.size]).toEqual([0, 0])
})

test.each(shuts)(
  'an accepted bill is not sent to a seller that $what before it was to be sent, and the buyer gets the money back',
  async ({ change }) => {
    const target = `53000000${4_000 + serial}`
    expect(await pay(target, await bill(target))).toMatchObject({ success: true })
    await change()
    const worker = await market.app.startAnother(['worker'])
    expect(await market.app.settled(buyer, `B${target}`)).toMatchObject({ transactionrc: 2 })
    await worker.stop()
    expect([asked.supplier.orders.size, other.supplier.orders.size]).toEqual([0, 0])
    expect(await market.app.balance(buyer)).toBe(100_000_000n)
    await market.booksHold()
  },
)

test('a bill that its seller fails to pay is not sent to another seller', async () => {
  const target = `53000000${4_000 + serial}`
  const token = await bill(target)
  asked.supplier.script(target, 'failure')
  await pay(target, token)
  const worker = await market.app.startAnother(['worker'])
  expect(await market.app.settled(buyer, `B${target}`)).toMatchObject({ transactionrc: 2 })
  await worker.stop()
  expect(other.supplier.orders.size).toBe(0)
  expect(await market.app.balance(buyer)).toBe(100_000_000n)
  await market.booksHold()
})

test('a bill of a sold-out offer cannot be paid, and nothing is debited', async () => {
  const target = `53000000${4_000 + serial}`
  const token = await bill(target)
  await market.app.tables.insertInto('offer_stock').values({ offer_id: offers[0], remaining: 0n }).execute()
  await setOffer({ stocked: true })
  await market.app.lapak.refresh()
  expect(await pay(target, token)).toMatchObject({ status: 422, code: 'purchase.sold_out' })
  expect(await market.app.balance(buyer)).toBe(100_000_000n)
})

test('a bill is paid at the price that was shown, even if its offer changed and the snapshot is outdated', async () => {
  const target = `53000000${4_000 + serial}`
  const token = await bill(target)
  const shown = await market.app.db.read.selectFrom('inquiry').select('price').where('token', '=', token).executeTakeFirstOrThrow()
  let paid: ReturnType<typeof pay> | undefined
  await market.app.tables.transaction().execute(async (tx) => {
    // A refresh of the snapshot also reads this table, so the order waits for the refresh until the lock is released.
    await sql`lock table offer_quality in access exclusive mode`.execute(tx)
    await setOffer({ sell_price: 2_000n })
    paid = pay(target, token)
    await Promise.race([paid, new Promise((resolve) => setTimeout(resolve, 700))])
  })
  expect(await paid).toMatchObject({ success: true, data: { price: Number(shown.price) } })
  expect(await market.app.balance(buyer)).toBe(100_000_000n - shown.price)
})

test("a refused bill returns a known reason, without any text about the seller's own balance", async () => {
  const target = `53000000${4_000 + serial}`
  for (const { supplier } of [asked, other]) supplier.script(target, 'refused-balance')
  const { status, body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: code, target })
  expect({ status, ...body }).toMatchObject({
    status: 422,
    code: 'purchase.bill_not_found',
    rc: '60',
    msg: 'Tagihan tidak ditemukan: Gagal di suplier',
  })
})

/** A buyer with this number of sellers in its list, none of which knows any bill; `asked` are those that were asked, in order. */
async function listOfUnknowing(sellers: number, whenAsked: () => void = () => {}) {
  const asked: number[] = []
  const product = await market.app.product({ code: `BANYAK${serial}`, type: 1 })
  const inquirer = await market.app.member()
  for (let nth = 1; nth <= sellers; nth++) {
    const server = createServer((_, response) => {
      asked.push(nth)
      whenAsked()
      response.end('{"success":false,"msg":"Tagihan tidak ditemukan"}')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const seller = await market.app.seller({ kind: 1, apiUrl, timeoutMs: 120_000 })
    await market.app.map(inquirer, await market.app.offer({ seller, product, price: 1_000n }), nth)
  }
  const body = { productcode: product.code, target: '530000001234' }
  return { asked, ask: () => market.app.h2h(inquirer, 'POST', '/h2h/v1/inquiries', body) }
}

test('a bill inquiry asks the first three sellers of the list, and no further one', async () => {
  const { asked, ask } = await listOfUnknowing(5)
  expect(await ask()).toMatchObject({ status: 422, body: { code: 'purchase.bill_not_found' } })
  expect(asked).toEqual([1, 2, 3])
})

test('a bill inquiry asks no further seller when its time is nearly over', async () => {
  const clock = performance.now.bind(performance)
  let ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + ahead)
  onTestFinished(() => void vi.restoreAllMocks())
  const { asked, ask } = await listOfUnknowing(3, () => (ahead += 21_000))
  expect(await ask()).toMatchObject({ status: 422, body: { code: 'purchase.bill_not_found' } })
  expect(asked).toEqual([1, 2])
})

test('a bill inquiry waits at most 30 seconds for one seller, and 45 seconds for all of them', () => {
  expect(waitForNext(0, 0)).toBe(30_000)
  expect(waitForNext(1, 15_000)).toBe(30_000)
  expect(waitForNext(1, 30_000)).toBe(15_000)
  expect(waitForNext(2, 40_000)).toBe(5_000)
  expect(waitForNext(2, 40_001)).toBeNull()
})
