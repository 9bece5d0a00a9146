import { afterAll, beforeAll, expect, test } from 'vitest'
import { earnedOf } from '#ledger/seller-days.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import type { TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { cashOut, deposit } from '../../../../test/money.ts'
import { moveEntriesToYesterday, withinOneDay } from '../../../../test/one-day.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

const dayMs = 86_400_000
const today = jakartaDayOf(new Date())
const yesterday = jakartaDayOf(new Date(Date.now() - dayMs))

let market: TestMarket
let seller: TestMember
let other: TestMember
let admin: TestMember
let buyer: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  const { app } = market
  await app.setting('sale.feeFlat', 100n)
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  buyer = await app.member({ balance: 1_000_000n, guardMinutes: 0 })
  const product = await app.product({ code: 'PD10' })
  seller = (await market.addSeller()).seller
  other = (await market.addSeller()).seller
  await app.map(buyer, await app.offer({ seller, product, price: 10_000n }))
  const elsewhere = await app.product({ code: 'PD20' })
  await app.map(buyer, await app.offer({ seller: other, product: elsewhere, price: 20_000n }))
  // The seller buys as well and gets a refund, which is no earning.
  await app.db.transaction((tx) => deposit(tx, seller.id, 50_000n))
  await app.map(seller, await app.offer({ seller: other, product: await app.product({ code: 'PD30' }), price: 30_000n }))
})

afterAll(() => market?.stop())

async function sale(who: TestMember, productcode: string): Promise<number> {
  serial += 1
  const reffclient = `PD-${serial}`
  const target = `08123450${String(serial).padStart(2, '0')}7777`
  expect(await market.order(who, { productcode, target, reffclient })).toMatchObject({ success: true })
  return Number((await market.app.settled(who, reffclient)).id)
}

async function refund(id: number) {
  const body = { description: 'Barang tidak sampai' }
  expect((await market.app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, { token: admin.token, body })).status).toBe(200)
}

const earned = ({ id }: TestMember) => earnedOf(market.app.db.read, id)

const asSeller = (path: string, who = seller) => market.app.call('GET', `/api/v1/seller/earnings${path}`, { token: who.token })

const day = {
  transaksi: 3,
  terjual: 30_000,
  biaya: 300,
  dipotong: 0,
  diterima: 29_700,
  refund: 1,
  dikembalikan: 10_000,
  biayakembali: 100,
  terutang: 0,
}

test('a day shows only this seller’s sales, fees, receipts and refunds, with the amounts in the ledger', async () => {
  const sold = [await sale(buyer, 'PD10'), await sale(buyer, 'PD10'), await sale(buyer, 'PD10')]
  await sale(buyer, 'PD20')
  await refund(await sale(seller, 'PD30'))
  await refund(sold[0] ?? 0)
  const { status, body } = await asSeller('')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ totalElements: 1, content: [{ hari: today, berjalan: true, ...day }] })
  expect((await asSeller('/sums')).body.data).toEqual({ ...day, hutang: 0 })
  expect((await asSeller('', other)).body.data.content).toMatchObject([{ transaksi: 2, terjual: 50_000, refund: 1 }])
  // A refund returns the fee of its sale.
  expect(await earned(seller)).toBe(2n * 9_900n)
  expect((await market.app.call('GET', '/api/v1/seller/earnings', { token: buyer.token })).status).toBe(403)
})

test('a refund that the balance does not cover becomes a debt, which is deducted from the next sales', async () => {
  const { seller: poor } = await market.addSeller()
  const product = await market.app.product({ code: 'PD40' })
  await market.app.map(buyer, await market.app.offer({ seller: poor, product, price: 10_000n }))
  const id = await sale(buyer, 'PD40')
  await market.app.db.transaction((tx) => cashOut(tx, poor.id, 9_900n))
  await refund(id)
  expect((await asSeller('/sums', poor)).body.data).toMatchObject({
    dikembalikan: 10_000,
    biayakembali: 100,
    terutang: 9_900,
    hutang: 9_900,
  })
  expect(await earned(poor)).toBe(9_900n)
  await sale(buyer, 'PD40')
  // The whole amount of this sale pays the debt, so the wallet does not receive any of it.
  expect((await asSeller('/sums', poor)).body.data).toMatchObject({ transaksi: 2, dipotong: 9_900, diterima: 9_900, hutang: 0 })
  expect((await asSeller('', poor)).body.data.content).toMatchObject([{ transaksi: 2, terjual: 20_000, biaya: 200, dipotong: 9_900 }])
})

test('a past day keeps its amounts, and the next day starts from zero', async () => {
  const [before, brought] = [(await asSeller('')).body.data.content[0], await earned(seller)]
  await moveEntriesToYesterday(market.app.tables)
  await market.app.db.transaction((tx) => deposit(tx, buyer.id, 1_000n))
  await runJob(market.app, 'store-running-totals')
  const { body } = await asSeller('')
  expect(body.data.content).toEqual([{ ...before, id: before.id - 1, hari: yesterday, berjalan: false }])
  expect(await earned(seller)).toBe(brought)

  await sale(buyer, 'PD10')
  const both = (await asSeller('?sort=hari,ASC')).body.data.content
  expect(both.map(({ hari }: { hari: string }) => hari)).toEqual([yesterday, today])
  expect(both[1]).toMatchObject({ transaksi: 1, diterima: 9_900 })
  expect((await asSeller(`?awal=${today}`)).body.data.totalElements).toBe(1)
  const file = await fetch(`${market.app.url}/api/v1/seller/earnings/download?sort=hari,ASC`, {
    headers: { authorization: `Bearer ${seller.token}` },
  })
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="pendapatan.csv"')
  expect((await file.text()).trim().split('\r\n')).toHaveLength(3)
})
