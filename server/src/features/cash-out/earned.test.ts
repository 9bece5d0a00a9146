import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, TestMember } from '../../../test/app.ts'
import { makePayable, requestCashOut } from '../../../test/cash-outs.ts'
import { startMarket, type TestMarket } from '../../../test/market.ts'
import { deposit } from '../../../test/money.ts'

/** A seller whose approval an administrator takes back, with what its sales brought and with what it only paid in. */

let market: TestMarket
let seller: TestMember
let buyer: TestMember
let admin: TestMember
let account: number

beforeAll(async () => {
  market = await startMarket()
  const { app } = market
  await app.setting('cashOut.fromHour', 0)
  await app.setting('cashOut.untilHour', 24)
  await app.setting('cashOut.perDay', 100)
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  buyer = await app.member({ balance: 1_000_000n, guardMinutes: 0 })
  seller = (await market.addSeller()).seller
  await app.map(buyer, await app.offer({ seller, product: await app.product({ code: 'PD150' }), price: 150_000n }))
  account = await makePayable(app, seller)
})

afterAll(() => market?.stop())

async function sale(reffclient: string): Promise<number> {
  expect(
    await market.order(buyer, { productcode: 'PD150', target: '081234567890', reffclient, counter: Number(reffclient) }),
  ).toMatchObject({
    success: true,
  })
  return Number((await market.app.settled(buyer, reffclient)).id)
}

const takeOut = (amount: number, more = {}): Promise<Answer> => requestCashOut(market.app, seller, { id: account, amount, ...more })

async function paid({ id }: { id: number }) {
  const at = (path: string) => `/api/admin/v1/payment/tiket/${path}`
  expect((await market.app.call('PATCH', at(`update/${id}/1`), { token: admin.token })).status).toBe(200)
  expect((await market.app.call('POST', at('approve'), { token: admin.token, body: { id, description: 'Transfer BCA 12' } })).status).toBe(
    200,
  )
}

const rules = async () => (await market.app.call('GET', `/api/v1/seller/cashout/bank/${seller.id}`, { token: seller.token })).body.data

test('takes out without a case what its sales brought, once, and not what it paid in', async () => {
  const { app } = market
  const [first] = [await sale('1'), await sale('2'), await sale('3')]
  const refund = { token: admin.token, body: { description: 'Barang tidak sampai' } }
  expect((await app.call('PATCH', `/api/admin/v1/transaction/${first}/2`, refund)).status).toBe(200)
  await app.db.transaction((tx) => deposit(tx, seller.id, 2_000_000n))
  expect(await rules()).toMatchObject({ hasiljual: null, kasus: [] })
  const whileSelling = await takeOut(120_000)
  expect(whileSelling.status).toBe(200)
  await paid(whileSelling.body.data)
  const why = { token: admin.token, body: { reason: 'Dokumen palsu', sentat: null } }
  expect((await app.call('PATCH', `/api/admin/v1/seller/reject/${seller.id}`, why)).status).toBe(200)
  expect(await rules()).toMatchObject({ hasiljual: 180_000, kasus: [{ kasus: 1 }, { kasus: 2 }] })
  expect((await takeOut(180_001)).body).toMatchObject({
    code: 'cash_out.not_earned',
    msg: 'Tanpa kasus khusus paling banyak Rp 180.000, sisa hasil penjualan',
  })
  const last = await takeOut(180_000)
  expect(last.status).toBe(200)
  await paid(last.body.data)
  expect(await rules()).toMatchObject({ hasiljual: 0 })
  expect((await takeOut(100_000)).body).toMatchObject({ code: 'cash_out.case_needed' })
  expect((await takeOut(1_500_000, { kasus: 1 })).status).toBe(200)
  await market.booksHold()
})

test('who was let sell lately takes out without a case what its sales brought, and not what it paid in', async () => {
  const { app } = market
  const young = await app.member({ name: 'Penjual Kilat', balance: 2_000_000n })
  const at = await makePayable(app, young)
  const role = (method: 'POST' | 'DELETE') =>
    method === 'POST'
      ? app.call('POST', '/api/admin/v1/users/role', { token: admin.token, body: { roleid: 2, userid: Number(young.id), reason: 'Teman' } })
      : app.call('DELETE', `/api/admin/v1/users/role/${young.id}/2`, { token: admin.token, body: { reason: 'Selesai' } })
  expect((await role('POST')).status).toBe(200)
  expect((await requestCashOut(app, young, { id: at, amount: 1_900_000 })).body).toMatchObject({ code: 'cash_out.case_needed' })
  expect((await app.call('GET', `/api/v1/seller/cashout/bank/${young.id}`, { token: young.token })).body.data).toMatchObject({
    hasiljual: 0,
    kasus: [{ kasus: 1 }, { kasus: 2 }],
  })
  // Taken and given again, it begins anew.
  await app.tables
    .updateTable('member')
    .set({ selling_since: new Date(Date.now() - 73 * 3_600_000) })
    .where('id', '=', young.id)
    .execute()
  expect((await role('DELETE')).status).toBe(200)
  expect((await role('POST')).status).toBe(200)
  expect((await requestCashOut(app, young, { id: at, amount: 1_900_000 })).body).toMatchObject({ code: 'cash_out.case_needed' })

  await app.tables
    .updateTable('member')
    .set({ selling_since: new Date(Date.now() - 73 * 3_600_000) })
    .where('id', '=', young.id)
    .execute()
  expect((await requestCashOut(app, young, { id: at, amount: 1_900_000 })).status).toBe(200)
  await market.booksHold()
})
