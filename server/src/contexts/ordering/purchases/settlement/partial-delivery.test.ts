import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** Sellers whose servers say that only a part of an order was delivered. */
let market: TestMarket
let admin: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  await market.app.setting('purchases.secondAdminFrom', 0n)
})

afterAll(() => market.stop())

async function orderedInPart(kind: 'irs' | 'otomax' | 'http-get') {
  serial += 1
  const { seller, supplier } = await market.addSeller({ kind })
  const product = await market.app.product({ code: `BAGIAN${serial}` })
  const buyer = await market.app.member({ balance: 500_000n })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 20_000n }))
  const target = `5301${serial}7770`
  const words = `R#[refid] ${product.code}.${target} SUKSES SEBAGIAN. SN: 123456789. Saldo 489.850`
  supplier.quote(target, { order: words, status: words })
  const reffclient = `BAGIAN-${serial}`
  const { data } = await market.order(buyer, { productcode: product.code, target, reffclient })
  const alerts = () => market.app.db.read.selectFrom('purchase_alert').select('kind').where('purchase_id', '=', BigInt(data.id)).execute()
  await expect.poll(alerts).toEqual([{ kind: 'partial' }])
  const stateNow = async () =>
    (await market.app.db.read.selectFrom('purchase').select('transactionrc').where('id', '=', BigInt(data.id)).executeTakeFirstOrThrow())
      .transactionrc
  return { id: data.id as number, seller, supplier, buyer, reffclient, alerts, stateNow }
}

test.each(['irs', 'otomax', 'http-get'] as const)(
  'a %s seller that delivered a part is not asked again, its later plain success charges nothing, and a person decides',
  async (kind) => {
    const { id, seller, supplier, buyer, alerts, stateNow } = await orderedInPart(kind)
    await supplier.report([...supplier.orders.keys()][0] ?? '', 'success')
    await expect
      .poll(async () =>
        (
          await market.app.db.read
            .selectFrom('exchange')
            .innerJoin('attempt', 'attempt.id', 'exchange.attempt_id')
            .select('exchange.kind')
            .where('purchase_id', '=', BigInt(id))
            .execute()
        ).map((one) => one.kind),
      )
      .toEqual(['order', 'report'])
    expect([await stateNow(), await market.app.balance(buyer), await market.app.balance(seller)]).toEqual([0, 480_000n, 0n])
    expect(await alerts()).toEqual([{ kind: 'partial' }])
    const body = { description: 'Sisanya dikirim manual' }
    const forced = await market.app.call('PATCH', `/api/admin/v1/transaction/${id}/1`, { token: admin.token, body })
    expect([forced.status, await stateNow(), await market.app.balance(seller)]).toEqual([200, 1, 20_000n])
    await market.booksHold()
  },
)

test('a buyer is refunded in full if a person decides that a partial delivery failed', async () => {
  const { id, seller, buyer, stateNow } = await orderedInPart('otomax')
  const body = { description: 'Pembeli menolak sebagian' }
  expect((await market.app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, { token: admin.token, body })).status).toBe(200)
  expect([await stateNow(), await market.app.balance(buyer), await market.app.balance(seller)]).toEqual([2, 500_000n, 0n])
  await market.booksHold()
})
