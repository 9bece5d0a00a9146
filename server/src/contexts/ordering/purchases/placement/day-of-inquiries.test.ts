import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { withinOneDay } from '../../../../../test/one-day.ts'

await withinOneDay()

let market: TestMarket
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market.stop())

/** A buyer with one product in its list, and functions for its inquiries and purchases. */
async function shop(type: 0 | 1) {
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: `HARI${type}`, type })
  const buyer = await market.app.member({ balance: 1_000_000n })
  const offer = await market.app.offer({ seller, product, price: 1_000n })
  await market.app.tables.updateTable('offer').set({ check_code: 'CEKPLN' }).where('id', '=', offer).execute()
  await market.app.map(buyer, offer)
  await market.app.lapak.refresh()
  const ask = (target: string) => {
    const body = { productcode: product.code, target }
    return type === 0
      ? market.app.call('POST', '/api/v1/purchases/customer', { token: buyer.token, body })
      : market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', body)
  }
  const buy = async (target: string, more: object = {}) => {
    const reffclient = `HARI-${target}`
    expect(await market.order(buyer, { productcode: product.code, target, reffclient, ...more })).toMatchObject({ success: true })
    const state = async () => (await market.app.h2h(buyer, 'GET', `/h2h/v1/transactions/${reffclient}`)).body.data.transactionrc
    await vi.waitFor(async () => expect(await state()).not.toBe(0), { timeout: 60_000, interval: 50 })
  }
  return { ask, buy }
}

const used = (max: number, each: number) => ({
  status: 429,
  body: { code: 'inquiry.day_used', msg: `Jatah ${max} cek dalam 24 jam sudah habis; setiap pembelian sukses menambah ${each}` },
})

test('the daily limit of name inquiries rises with each successful purchase', async () => {
  await market.app.setting('inquiries.customersPerDay', 2)
  await market.app.setting('inquiries.customersPerPurchase', 2)
  const { ask, buy } = await shop(0)
  for (const target of ['14012345671', '14012345672']) expect((await ask(target)).status).toBe(200)
  const refused = await ask('14012345673')
  expect(refused).toMatchObject(used(2, 2))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
  await buy('14012340001')
  expect(await ask('14012345673')).toMatchObject(used(2, 2))
  await buy('14012341234')
  expect((await ask('14012345673')).status).toBe(200)
  expect(await ask('14012345674')).toMatchObject(used(4, 2))
})

test('the daily limit of bill inquiries rises with each paid bill', async () => {
  await market.app.setting('purchases.inquiriesPerDay', 2)
  await market.app.setting('purchases.inquiriesPerPurchase', 3)
  const { ask, buy } = await shop(1)
  const { body } = await ask('530000001234')
  expect(body.success).toBe(true)
  expect((await ask('530000001235')).status).toBe(200)
  expect(await ask('530000001236')).toMatchObject(used(2, 3))
  await buy('530000001234', { token: body.data.token })
  for (const target of ['530000001236', '530000001237']) expect((await ask(target)).status).toBe(200)
  expect(await ask('530000001238')).toMatchObject(used(5, 3))
})
