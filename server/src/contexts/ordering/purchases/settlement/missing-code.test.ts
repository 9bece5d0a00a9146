import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** Products that are codes, at sellers whose servers answer 'SUKSES' without a code. */
let market: TestMarket
let serial = 0

beforeAll(async () => {
  market = await startMarket()
})

afterAll(() => market.stop())

async function ordered(kind: 'irs' | 'otomax' | 'http-get', isCode: boolean) {
  serial += 1
  const { seller, supplier } = await market.addSeller({ kind })
  const product = await market.app.product({ code: `KODE${serial}`, isCode })
  const buyer = await market.app.member({ balance: 500_000n })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 20_000n }))
  const target = `5300${serial}7770`
  const words = `R#[refid] PLN20.${target} SUKSES. SN: -. Saldo 489.850`
  supplier.quote(target, { order: words, status: words })
  const reffclient = `KODE-${serial}`
  await market.order(buyer, { productcode: product.code, target, reffclient })
  return { seller, supplier, buyer, reffclient }
}

const alertsOf = (buyer: bigint) =>
  market.app.db.read
    .selectFrom('purchase_alert')
    .innerJoin('purchase', 'purchase.id', 'purchase_alert.purchase_id')
    .select('kind')
    .where('buyer_id', '=', buyer)
    .execute()

const exchangesOf = async (buyer: bigint) =>
  (
    await market.app.db.read
      .selectFrom('exchange')
      .innerJoin('attempt', 'attempt.id', 'exchange.attempt_id')
      .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
      .select('exchange.kind')
      .where('buyer_id', '=', buyer)
      .orderBy('exchange.at')
      .execute()
  ).map(({ kind }) => kind)

test.each(['irs', 'otomax', 'http-get'] as const)(
  'a %s seller that delivers no code gets one more status request, then an alert is raised, and a late code pays the seller',
  async (kind) => {
    const { seller, supplier, buyer, reffclient } = await ordered(kind, true)
    await expect.poll(() => alertsOf(buyer.id)).toEqual([{ kind: 'code_missing' }])
    expect(await exchangesOf(buyer.id)).toEqual(['order', 'status'])
    expect((await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/${reffclient}`)).body.data.transactionrc).toBe(0)
    expect([await market.app.balance(buyer), await market.app.balance(seller)]).toEqual([480_000n, 0n])

    await supplier.report([...supplier.orders.keys()][0] ?? '', 'success')
    const done = await market.app.settled(buyer, reffclient)
    expect(done).toMatchObject({ transactionrc: 1, serialnumber: [...supplier.orders.values()][0]?.serialNumber })
    expect(await market.app.balance(seller)).toBe(20_000n)
    expect(await exchangesOf(buyer.id)).toEqual(['order', 'status', 'report'])
    await market.booksHold()
  },
)

test('for a product that is not a code, a success without a serial number pays the seller at once', async () => {
  const { seller, buyer, reffclient } = await ordered('otomax', false)
  expect(await market.app.settled(buyer, reffclient)).toMatchObject({ transactionrc: 1, serialnumber: null })
  expect(await market.app.balance(seller)).toBe(20_000n)
  expect(await alertsOf(buyer.id)).toEqual([])
})
