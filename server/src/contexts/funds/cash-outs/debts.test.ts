import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { liftCashOutLimits, makePayable, requestCashOut } from '../../../../test/cash-outs.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { deposit } from '../../../../test/money.ts'

/** When a member requests a cash-out, its debt is paid first, and the sums of open claims by buyers stay in the balance. */
let market: TestMarket
let seller: TestMember
let account: number
let buyer: TestMember
let code: string
let ayu: TestMember
let bima: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  await liftCashOutLimits(market.app)
  ayu = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  bima = await market.app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})
afterAll(() => market?.stop())

beforeEach(async () => {
  serial += 1
  seller = (await market.addSeller()).seller
  account = await makePayable(market.app, seller)
  const product = await market.app.product({ code: `UT${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 2_000_000n })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 400_000n }))
})

const send = (who: TestMember, method: string, path: string, body?: unknown) => market.app.call(method, path, { token: who.token, body })
const give = (who: TestMember, amount: bigint) => market.app.db.transaction((tx) => deposit(tx, who.id, amount))
const ask = (amount: number, more: Json = {}) => requestCashOut(market.app, seller, { id: account, amount, ...more })
const process = (id: number) => send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/1`)
const reject = (id: number) => send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/3`, { description: 'Ada hutang' })
const pay = (id: number, more: Json = {}) =>
  send(bima, 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Ref 1', ...more })
const situation = async (id: number) => (await send(ayu, 'GET', `/api/admin/v1/payment/tiket/${id}`)).body.data.situation
const refund = (id: number) => send(ayu, 'PATCH', `/api/admin/v1/transaction/${id}/2`, { postdata: { description: 'Pulsa tidak masuk' } })
const debt = async () =>
  (await market.app.db.read.selectFrom('seller_debt').select('amount').where('seller_id', '=', seller.id).executeTakeFirst())?.amount ?? 0n

async function sold(reffclient: string): Promise<number> {
  const { data } = await market.order(buyer, { productcode: code, target: `86${serial}${reffclient.length}7777`, reffclient })
  await market.app.settled(buyer, reffclient)
  return data.id
}
const disputed = async (idtrx: number) =>
  (await send(buyer, 'POST', '/api/v1/disputes', { idtrx, reason: 'missing', msg: 'Pulsa belum masuk' })).body.data.id

/** Gives the seller a debt: the seller takes out the proceeds of a sale, and then the sale is refunded. */
async function owing(): Promise<void> {
  const sale = await sold('hutang')
  await give(seller, 100_000n)
  const { body } = await ask(450_000)
  await process(body.data.id)
  expect((await pay(body.data.id)).status).toBe(200)
  expect((await refund(sale)).status).toBe(200)
  expect(await debt()).toBe(350_000n)
}

test('cash-out: the debt of a seller is paid first, and only the rest can be taken out', async () => {
  const owed = async () => (await send(ayu, 'GET', '/api/admin/v1/accounts/monitoring')).body.data.hutang
  const before = await owed()
  await owing()
  expect(await owed()).toBe(before + 350_000)
  await give(seller, 300_000n)
  const refused = await ask(200_000)
  expect(refused.body).toMatchObject({ success: false, code: 'cash_out.owes', msg: expect.stringContaining('Rp 50.000') })
  expect((await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)).body.data).toMatchObject({ hutang: 350_000, ditahan: 0 })
  await give(seller, 400_000n)
  expect((await ask(200_000)).status).toBe(200)
  expect([await market.app.balance(seller), await debt(), await owed()]).toEqual([150_000n, 0n, before])
  const { content } = (await send(seller, 'GET', '/api/v1/payment/mutasisaldo')).body.data
  expect(content.map(({ keterangan }: Json) => keterangan)).toContain('Pelunasan hutang: refund penjualan yang belum tertutup saldo')
  await market.booksHold()
})

test('cash-out: a member who leaves pays the debt first, and stays while a part of it is unpaid', async () => {
  await owing()
  await give(seller, 300_000n)
  expect((await ask(300_000, { kasus: 2 })).body).toMatchObject({ code: 'cash_out.owes', msg: expect.stringContaining('Rp 50.000') })
  expect([await market.app.balance(seller), await debt()]).toEqual([300_000n, 350_000n])
  await give(seller, 250_000n)
  expect((await ask(550_000, { kasus: 2 })).body).toMatchObject({ code: 'balance.too_low' })
  expect((await ask(200_000, { kasus: 2 })).status).toBe(200)
  expect([await market.app.balance(seller), await debt()]).toEqual([0n, 0n])
  await market.booksHold()
})

test('cash-out: a debt that arose after the request prevents its payment; after the rejection, the returned money pays the debt', async () => {
  const sale = await sold('kemudian')
  await give(seller, 100_000n)
  const { id } = (await ask(450_000)).body.data
  await refund(sale)
  expect(await debt()).toBe(350_000n)
  expect((await process(id)).body).toMatchObject({ code: 'cash_out.lacks', msg: expect.stringContaining('Rp 350.000') })
  expect(await situation(id)).toMatchObject({ debt: 350_000, heldback: 0, claims: 0, short: 350_000 })
  expect((await reject(id)).status).toBe(200)
  expect([await market.app.balance(seller), await debt()]).toEqual([100_000n, 0n])
  await market.booksHold()
})

test('cash-out: money that was sent before a debt arose is booked as paid only if the administrator confirms the missing sum', async () => {
  const sale = await sold('terlanjur')
  await give(seller, 100_000n)
  const { id } = (await ask(450_000)).body.data
  await process(id)
  await refund(sale)
  expect((await pay(id)).body).toMatchObject({ code: 'cash_out.lacks' })
  expect((await pay(id, { kurang: 1 })).body).toMatchObject({ code: 'cash_out.lacks' })
  expect((await pay(id, { kurang: 350_000 })).status).toBe(200)
  const [paid] = await market.app.db.read
    .selectFrom('audit')
    .select('after')
    .where('event', '=', 'cash_out.paid')
    .where('subject', '=', String(id))
    .execute()
  expect(paid?.after).toMatchObject({ short: 350_000 })
  await market.booksHold()
})

test('cash-out: an approval of its payment that lapsed because of a debt leaves it to two administrators, whatever its sum', async () => {
  const sale = await sold('gugur')
  await give(seller, 100_000n)
  const { id } = (await ask(450_000)).body.data
  await process(id)
  const decide = async (who: TestMember, yes: boolean) => {
    const { ticket } = (await send(ayu, 'GET', `/api/admin/v1/payment/tiket/${id}`)).body.data
    return (await send(who, 'POST', `/api/admin/v1/decisions/${ticket.decision.id}`, { yes, reason: 'Sudah dicek' })).body
  }
  await market.app.setting('money.secondAdminFrom', 1n)
  try {
    expect((await pay(id)).body.msg).toBe('Menunggu admin kedua')
    await refund(sale)
    expect(await decide(ayu, true)).toMatchObject({ code: 'decision.changed' })
    await market.app.setting('money.secondAdminFrom', 900_000_000n)
    const others = { id, description: 'Ref 2' }
    expect((await send(ayu, 'POST', '/api/admin/v1/payment/tiket/approve', others)).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(ayu, false)).data.outcome).toBe('withdrawn')
    expect((await reject(id)).body.msg, 'the money may have been sent').toBe('Menunggu admin kedua')
    expect((await decide(ayu, false)).data.outcome).toBe('withdrawn')
    await market.app.setting('money.secondAdminFrom', 1n)
    expect((await pay(id)).body.msg).toBe('Menunggu admin kedua')
    expect((await decide(bima, false)).data.outcome).toBe('withdrawn')
  } finally {
    await market.app.setting('money.secondAdminFrom', 0n)
  }
  expect((await reject(id)).body.msg, 'whoever asked first has withdrawn').toBe('Reject Ok!')
  expect([await market.app.balance(seller), await debt()]).toEqual([100_000n, 0n])
  await market.booksHold()
})

test('cash-out: the sums of open disputes stay in the balance, with and without a case', async () => {
  const sale = await sold('sengketa')
  await give(seller, 300_000n)
  await disputed(sale)
  expect((await ask(300_000)).body).toMatchObject({ code: 'cash_out.held_back', msg: expect.stringContaining('1 sengketa,') })
  expect((await ask(700_000, { kasus: 2 })).body).toMatchObject({ code: 'cash_out.quit_pending' })
  expect((await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)).body.data).toMatchObject({ hutang: 0, ditahan: 400_000 })
  const { status, body } = await ask(250_000)
  expect(status).toBe(200)
  expect(await situation(body.data.id)).toMatchObject({ debt: 0, heldback: 400_000, claims: 1, short: 0 })
  await market.booksHold()
})

test('cash-out: the sum of a contested dispute stays in the balance until the decision', async () => {
  const id = await disputed(await sold('dibantah'))
  await give(seller, 100_000n)
  expect((await send(seller, 'PATCH', `/api/v1/seller/disputes/${id}/tolak`, { msg: 'Sudah terkirim' })).body.data).toMatchObject({
    state: 1,
  })
  expect((await ask(450_000)).body).toMatchObject({ code: 'cash_out.held_back', msg: expect.stringContaining('Rp 400.000') })
  expect((await send(ayu, 'PATCH', `/api/admin/v1/disputes/${id}/tolak`, { reason: 'SN benar' })).body).toMatchObject({ success: true })
  expect((await ask(450_000)).status).toBe(200)
})

test('cash-out: a dispute that was opened after the request prevents the payment', async () => {
  const sale = await sold('sesudah')
  await give(seller, 100_000n)
  const { id } = (await ask(450_000)).body.data
  await disputed(sale)
  expect((await process(id)).body).toMatchObject({ code: 'cash_out.lacks' })
  expect(await situation(id)).toMatchObject({ debt: 0, heldback: 400_000, claims: 1, short: 350_000 })
})

test('cash-out: the sum of a refund that waits for a second administrator stays in the balances of seller and buyer', async () => {
  const sale = await sold('menunggu')
  await give(seller, 100_000n)
  await market.app.setting('purchases.secondAdminFrom', 1n)
  try {
    expect((await refund(sale)).body).toMatchObject({ success: true, msg: 'Menunggu admin kedua' })
  } finally {
    await market.app.setting('purchases.secondAdminFrom', 0n)
  }
  expect((await ask(450_000)).body).toMatchObject({ code: 'cash_out.held_back', msg: expect.stringContaining('Rp 400.000') })
  expect((await ask(500_000, { kasus: 2 })).body).toMatchObject({ code: 'cash_out.quit_pending' })
  const leaves = { id: await makePayable(market.app, buyer), amount: 1_600_000, kasus: 2 }
  expect((await requestCashOut(market.app, buyer, leaves)).body).toMatchObject({ code: 'cash_out.quit_pending' })
  const { id } = await market.app.db.read
    .selectFrom('approval_request')
    .select('id')
    .where('subject', '=', String(sale))
    .executeTakeFirstOrThrow()
  await send(bima, 'POST', `/api/admin/v1/decisions/${id}`, { yes: false, reason: 'Pulsanya masuk' })
  expect((await ask(450_000)).status).toBe(200)
  await market.booksHold()
})

test('cash-out: the sum of a top-up reversal or negative adjustment that waits for approval stays in the balance', async () => {
  const ticket = await give(seller, 300_000n)
  await market.app.setting('money.secondAdminFrom', 1n)
  try {
    const taken = await send(ayu, 'PATCH', `/api/admin/v1/payment/tiket/update/${ticket}/4`, { description: 'Kartu curian' })
    expect(taken.body).toMatchObject({ success: true, msg: 'Menunggu admin kedua' })
  } finally {
    await market.app.setting('money.secondAdminFrom', 0n)
  }
  expect((await ask(100_000)).body).toMatchObject({ code: 'cash_out.held_back', msg: expect.stringContaining('Rp 300.000') })
  expect((await ask(300_000, { kasus: 2 })).body).toMatchObject({ code: 'cash_out.quit_pending' })
  await give(seller, 300_000n)
  const adjust = (jumlah: number) =>
    send(ayu, 'POST', '/api/admin/v1/accounts/adjustment', { memberid: Number(seller.id), jumlah, reason: 'Salah hitung' })
  expect((await adjust(-150_000)).body).toMatchObject({ success: true, msg: 'Menunggu admin kedua' })
  expect((await adjust(40_000)).body).toMatchObject({ success: true, msg: 'Menunggu admin kedua' })
  expect((await ask(150_000)).body).toMatchObject({ code: 'cash_out.held_back', msg: expect.stringContaining('Rp 450.000') })
  const { status, body } = await ask(100_000)
  expect(status).toBe(200)
  expect(await situation(body.data.id)).toMatchObject({ heldback: 450_000, claims: 2, short: 0 })
  await market.booksHold()
})

test('cash-out: a share of the proceeds of recent sales stays in the balance if the setting is not zero', async () => {
  await sold('baru')
  await give(seller, 100_000n)
  await market.app.setting('cashOut.recentShareBasisPoints', 5_000)
  try {
    expect((await ask(260_000)).body).toMatchObject({
      code: 'cash_out.held_back',
      msg: 'Rp 200.000 ditahan dulu di saldo; paling banyak Rp 250.000 bisa ditarik',
    })
    expect((await ask(250_000)).status).toBe(200)
  } finally {
    await market.app.setting('cashOut.recentShareBasisPoints', 0)
  }
})

test('cash-out: claims that are not about recent sales do not reduce the held-back share of recent sales', async () => {
  await sold('baru')
  await disputed(await sold('sengketa'))
  const adjustment = { memberid: Number(seller.id), jumlah: -300_000, reason: 'Salah hitung' }
  expect((await send(ayu, 'POST', '/api/admin/v1/accounts/adjustment', adjustment)).body).toMatchObject({ msg: 'Menunggu admin kedua' })
  await market.app.setting('cashOut.recentShareBasisPoints', 5_000)
  try {
    const { body } = await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)
    expect(body.data).toMatchObject({ ditahan: 400_000 + 300_000 + 200_000 })
  } finally {
    await market.app.setting('cashOut.recentShareBasisPoints', 0)
  }
})

test('cash-out: a claimed sale that paid a debt reduces the held-back share only by the sum that it brought into the balance', async () => {
  await owing()
  // Rp 350.000 of the proceeds of this sale paid the debt.
  await disputed(await sold('lunas'))
  await sold('baru')
  await market.app.setting('cashOut.recentShareBasisPoints', 5_000)
  try {
    const { body } = await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)
    // Held back are the whole claimed sale (Rp 400.000) and half of the other recent proceeds. Recent proceeds are those of all three sales, minus
    // the Rp 50.000 that the claimed sale brought into the balance.
    expect(body.data).toMatchObject({ hutang: 0, ditahan: 400_000 + (400_000 + 400_000) / 2 })
  } finally {
    await market.app.setting('cashOut.recentShareBasisPoints', 0)
  }
})

test.each([
  ['loses the role', { act: 'role' }],
  ['is blocked', { act: 'block' }],
])('a seller that %s pays its debt from its balance', async (_, { act }) => {
  await owing()
  await give(seller, 200_000n)
  const reason = 'Banyak refund'
  const { id: roleId } = await market.app.db.read
    .selectFrom('role')
    .select('id')
    .where('name', '=', 'ROLE_SELLER')
    .executeTakeFirstOrThrow()
  const answer =
    act === 'role'
      ? await send(ayu, 'DELETE', `/api/admin/v1/users/role/${seller.id}/${roleId}`, { reason })
      : await send(ayu, 'PATCH', '/api/admin/v1/user/member', { memberid: Number(seller.id), memberstatus: 0, reason })
  expect(answer.body).toMatchObject({ success: true })
  expect([await market.app.balance(seller), await debt()]).toEqual([0n, 150_000n])
  await market.booksHold()
})

test('cash-out: a debt paid from the balance reduces the earnings of a former seller', async () => {
  await sold('satu')
  const refunded = await sold('dua')
  const { id } = (await ask(750_000)).body.data
  await process(id)
  expect((await pay(id)).status).toBe(200)
  await refund(refunded)
  expect(await debt()).toBe(350_000n)
  await give(seller, 600_000n)
  expect((await ask(100_000)).status).toBe(200)
  expect(await debt()).toBe(0n)
  await sold('ketiga')
  await sold('keempat')
  const role = await market.app.db.read.selectFrom('role').select('id').where('name', '=', 'ROLE_SELLER').executeTakeFirstOrThrow()
  await send(ayu, 'DELETE', `/api/admin/v1/users/role/${seller.id}/${role.id}`, { reason: 'Banyak refund' })
  const { hasiljual } = (await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)).body.data
  // The proceeds of four sales, without the refunded sale, minus the cash-outs.
  expect(hasiljual).toBe(3 * 400_000 - 850_000)
  await market.booksHold()
})

test('concurrent cash-outs, refunds and returned money do not deadlock, and no debt is lost', async () => {
  const sales = [await sold('a'), await sold('bb'), await sold('ccc')]
  await give(seller, 100_000n)
  const { id } = (await ask(500_000)).body.data
  const answers = await Promise.all([
    ...sales.map((sale) => refund(sale)),
    send(seller, 'DELETE', `/api/v1/seller/cashout/${id}`),
    process(id),
    give(seller, 50_000n).then(() => ({ status: 200, body: {} })),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  const [balance, owed] = [await market.app.balance(seller), await debt()]
  expect(balance === 0n || owed === 0n || (await situation(id)).short > 0).toBe(true)
  await market.booksHold()
})
