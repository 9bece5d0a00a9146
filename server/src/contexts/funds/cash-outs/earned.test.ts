import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSelling } from '#contexts/members/members/members.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Answer, TestMember } from '../../../../test/app.ts'
import { cashOutCode, makePayable, requestCashOut } from '../../../../test/cash-outs.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { deposit } from '../../../../test/money.ts'

/** A seller whose role an administrator removes, with earnings from sales and with deposits. */

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

test('a former seller can take out the earnings of its sales without a case, but not a second time and not its deposits', async () => {
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

test('earnings of a withdrawn, rejected or returned cash-out can be taken out again, and a cash-out with a case does not reduce them', async () => {
  const { app } = market
  const former = (await market.addSeller()).seller
  await app.map(buyer, await app.offer({ seller: former, product: await app.product({ code: 'PD151' }), price: 150_000n }))
  const at = await makePayable(app, former)
  for (const reffclient of ['11', '12']) {
    const order = { productcode: 'PD151', target: '081234567890', reffclient, counter: Number(reffclient) }
    expect(await market.order(buyer, order)).toMatchObject({ success: true })
    await app.settled(buyer, reffclient)
  }
  await app.db.transaction((tx) => deposit(tx, former.id, 2_000_000n))
  const why = { token: admin.token, body: { reason: 'Dokumen palsu', sentat: null } }
  expect((await app.call('PATCH', `/api/admin/v1/seller/reject/${former.id}`, why)).status).toBe(200)

  const free = async () => (await app.call('GET', `/api/v1/seller/cashout/bank/${former.id}`, { token: former.token })).body.data.hasiljual
  async function takes(amount: number, more = {}): Promise<{ id: number }> {
    const { status, body } = await requestCashOut(app, former, { id: at, amount, ...more })
    expect(status).toBe(200)
    return body.data
  }
  const ended = async (id: number, status: 3 | 4) => {
    const asked = { token: admin.token, body: { description: 'Rekening ditolak bank' } }
    expect((await app.call('PATCH', `/api/admin/v1/payment/tiket/update/${id}/${status}`, asked)).status).toBe(200)
  }
  expect(await free()).toBe(300_000)
  const withdrawn = await takes(150_000)
  expect(await free()).toBe(150_000)
  expect((await app.call('DELETE', `/api/v1/seller/cashout/${withdrawn.id}`, { token: former.token })).status).toBe(200)
  expect(await free()).toBe(300_000)
  await ended((await takes(160_000)).id, 3)
  expect(await free()).toBe(300_000)
  const sentBack = await takes(200_000)
  await paid(sentBack)
  expect(await free()).toBe(100_000)
  await ended(sentBack.id, 4)
  expect(await free()).toBe(300_000)
  await paid(await takes(1_500_000, { kasus: 1 }))
  expect(await free()).toBe(300_000)
  await market.booksHold()
})

test('a recently approved seller can take out its earnings without a case, but not its deposits', async () => {
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
  // The hours since the approval start again when the role is removed and given again.
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

test('a seller that loses the role while its cash-out waits for a lock cannot take out more than its earnings', async () => {
  const { app } = market
  const former = (await market.addSeller()).seller
  const at = await makePayable(app, former)
  await app.db.transaction((tx) => deposit(tx, former.id, 2_000_000n))
  const code = await cashOutCode(app, former)
  let asked: Promise<Answer> | undefined
  await app.db.transaction(async (tx) => {
    await lockCache(tx)
    await tx.selectFrom('member').select('id').where('id', '=', former.id).forNoKeyUpdate().execute()
    // When the request waits for the lock of the member, it has already passed the check of the role.
    asked = app.call('POST', '/api/v1/seller/cashout', { token: former.token, body: { ...code, id: at, amount: 1_900_000 } })
    await lockedOut(app, 1)
    await endSelling(tx, former.id)
  })
  expect((await asked)?.body).toMatchObject({ code: 'cash_out.case_needed' })
  expect(await app.balance(former)).toBe(2_000_000n)
})

test('a seller cannot leave while one of its sales is pending', async () => {
  const { app } = market
  const leaving = (await market.addSeller()).seller
  await app.map(buyer, await app.offer({ seller: leaving, product: await app.product({ code: 'PD152' }), price: 150_000n }))
  const at = await makePayable(app, leaving)
  await app.db.transaction((tx) => deposit(tx, leaving.id, 400_000n))
  const order = { productcode: 'PD152', target: '081234560013', reffclient: '21', counter: 21 }
  expect(await market.order(buyer, order)).toMatchObject({ success: true })
  const leaves = () => requestCashOut(app, leaving, { id: at, amount: 400_000, kasus: 2 })
  expect((await leaves()).body).toMatchObject({ code: 'cash_out.quit_pending' })
  const { id } = await app.db.read.selectFrom('purchase').select('id').where('reffclient', '=', '21').executeTakeFirstOrThrow()
  const given = { token: admin.token, body: { description: 'Tidak terkirim' } }
  expect((await app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, given)).status).toBe(200)
  expect((await leaves()).status).toBe(200)
})
