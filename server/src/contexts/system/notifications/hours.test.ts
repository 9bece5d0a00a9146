import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyPriceChangesHourly } from '#contexts/catalogue/price-changes/hourly-notifications.ts'
import { notifyTradeHourly } from '#contexts/ordering/purchases/hourly-notifications.ts'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { notifyHours } from './notifications.ts'

/**
 * Frequent events are summarized by the hour: one notification for each full hour, with its final sum, computed from rows that other features write.
 */
let market: TestMarket
let serial = 0

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
})
afterAll(() => market?.stop())

const hourMs = 3_600_000
const inHours = (count: number) => new Date(Date.now() + count * hourMs)
const notificationsOf = async (who: TestMember, jenis: string): Promise<Json[]> =>
  (await market.app.call('GET', '/api/v1/notifications?size=200', { token: who.token })).body.data.content.filter(
    (one: Json) => one.jenis === jenis,
  )
/** The sum over all hourly notifications, in case an hour ends during the test. */
const counted = (notifications: Json[]) => notifications.reduce((sum, { judul }) => sum + Number.parseInt(judul, 10), 0)

async function shop(ends = 2) {
  serial += 1
  const product = await market.app.product({ code: `HR${serial}` })
  const buyer = await market.app.member({ balance: 1_000_000n })
  const sellers: TestMember[] = []
  for (let place = 1; place <= ends; place += 1) {
    const { seller } = await market.addSeller()
    await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n }), place)
    sellers.push(seller)
  }
  return { buyer, sellers, product }
}

async function buy(buyer: TestMember, productcode: string, ending: string): Promise<number> {
  serial += 1
  await market.order(buyer, { productcode, target: `0812${String(serial).padStart(4, '0')}${ending}`, reffclient: `H${serial}` })
  return (await market.app.settled(buyer, `H${serial}`)).transactionrc
}

test('all sales of an hour have one notification for their seller, which the orders themselves do not write', async () => {
  const { buyer, sellers, product } = await shop(1)
  for (let time = 0; time < 3; time += 1) expect(await buy(buyer, product.code, '7777')).toBe(1)
  const [seller] = sellers as [TestMember]
  expect(await notificationsOf(seller, 'sale')).toEqual([])
  await notifyTradeHourly(market.app.db, inHours(2))
  const notifications = await notificationsOf(seller, 'sale')
  expect(counted(notifications)).toBe(3)
  expect(notifications[0]).toMatchObject({ judul: expect.stringMatching(/penjualan sukses$/), tautan: '/penjualan' })
  expect(notifications[0].teks).toMatch(/^Rp \d+\.000 masuk ke saldo Anda, pukul \d\d\.00–\d\d\.00 WIB\.$/)
  for (const later of [2, 3, 5, 30]) await notifyTradeHourly(market.app.db, inHours(later))
  expect(await notificationsOf(seller, 'sale')).toEqual(notifications)
  expect(notifications.every(({ jml }) => jml === 1)).toBe(true)
})

test('failed orders are counted once per purchase and not per attempt, and buyers who opened the web app since are not notified', async () => {
  // Earlier hours belong to other tests.
  await sql`delete from notification_digest where name = 'trade'`.execute(market.app.tables)
  const { buyer, product } = await shop(2)
  const watching = await shop(2)
  for (const who of [buyer, watching.buyer])
    await market.app.tables
      .updateTable('member')
      .set({ last_active_at: new Date(Date.now() - hourMs) })
      .where('id', '=', who.id)
      .execute()
  expect(await buy(buyer, product.code, '0001')).toBe(2)
  expect(await buy(buyer, product.code, '0001')).toBe(2)
  expect(await buy(buyer, product.code, '7777')).toBe(1)
  expect(await buy(watching.buyer, watching.product.code, '0001')).toBe(2)
  await market.app.tables.updateTable('member').set({ last_active_at: new Date() }).where('id', '=', watching.buyer.id).execute()
  await notifyTradeHourly(market.app.db, inHours(1))
  await notifyTradeHourly(market.app.db, inHours(2))
  const notifications = await notificationsOf(buyer, 'failed_order')
  expect(counted(notifications)).toBe(2)
  expect(notifications[0]).toMatchObject({
    tautan: '/trxpembelian?statustrx=2',
    teks: expect.stringContaining('sudah kembali ke saldo Anda'),
  })
  expect(await notificationsOf(watching.buyer, 'failed_order')).toEqual([])
})

test('all price changes of an hour in a buying list have one notification for its buyer; changes of other offers and of stock do not have one', async () => {
  const { buyer, sellers, product } = await shop(1)
  const outsider = await market.app.member()
  const [seller] = sellers as [TestMember]
  const { id } = await market.app.tables.selectFrom('offer').select('id').where('product_id', '=', product.id).executeTakeFirstOrThrow()
  const change = async (body: object) =>
    expect((await market.app.call('PATCH', `/api/v1/seller/product/${id}`, { token: seller.token, body })).body).toMatchObject({
      success: true,
    })
  await change({ sellprice: 10_500 })
  await change({ sellprice: 10_600 })
  await sql`insert into offer_change (offer_id, kind, sell_price_before, sell_price) values (${id}, 'sold_out', 10600, 10600)`.execute(
    market.app.tables,
  )
  await notifyPriceChangesHourly(market.app.db, inHours(2))
  const notifications = await notificationsOf(buyer, 'price')
  expect(notifications).toMatchObject([
    {
      judul: 'Harga di daftar beli berubah',
      teks: expect.stringMatching(/^2 perubahan/),
      tautan: '/trxpembelian?tab=produk&lihat=perubahan',
    },
  ])
  expect(await notificationsOf(outsider, 'price')).toEqual([])
  await notifyPriceChangesHourly(market.app.db, inHours(4))
  expect(await notificationsOf(buyer, 'price')).toEqual(notifications)
})

test('hours that were missed while no worker ran are processed one by one after they end, and each row belongs to one hour', async () => {
  const start = Math.floor(Date.UTC(2026, 0, 5, 3, 0) / hourMs) * hourMs
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  const hours: [string, bigint, bigint][] = []
  const batched = {
    name: 'test',
    // One row a minute.
    numberBefore: async (_: unknown, moment: Date) => BigInt((moment.getTime() - start) / 60_000),
    notifyHour: async (_: unknown, { key, after, upTo }: { key: string; after: bigint; upTo: bigint }) =>
      void hours.push([key, after, upTo]),
  }
  await notifyHours(market.app.db, batched, at(61))
  expect(hours).toEqual([['2026-01-05T02', -60n, 0n]])
  await notifyHours(market.app.db, batched, at(63))
  await notifyHours(market.app.db, batched, at(64))
  await notifyHours(market.app.db, batched, at(242))
  await Promise.all([1, 2, 3].map(() => notifyHours(market.app.db, batched, at(242))))
  expect(hours.slice(1)).toEqual([
    ['2026-01-05T03', 0n, 60n],
    ['2026-01-05T04', 60n, 120n],
    ['2026-01-05T05', 120n, 180n],
    ['2026-01-05T06', 180n, 240n],
  ])
})
