import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { cashOut } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

/** Disputes about successful purchases: the seller's answers, deadlines, and refunds that are paid only once. */
let market: TestMarket
let seller: TestMember
let buyer: TestMember
let code: string
let [ayu, bima]: TestMember[] = []
let serial = 0

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  ;[ayu, bima] = await Promise.all(['Ayu', 'Bima'].map((name) => market.app.member({ name, roles: ['ROLE_ADMIN'] })))
})
afterAll(() => market?.stop())

beforeEach(async () => {
  serial += 1
  await market.app.setting('purchases.secondAdminFrom', 0n)
  seller = (await market.addSeller()).seller
  const product = await market.app.product({ code: `SK${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n }))
})

const msg = 'Pulsa belum masuk ke pelanggan'
const reason = 'Sudah dicek di operator'

async function bought(ending = '7777', reffclient = 'D'): Promise<number> {
  const { data } = await market.order(buyer, { productcode: code, target: `85${serial}${reffclient.length}${ending}`, reffclient })
  await market.app.settled(buyer, reffclient)
  return data.id
}

const send = (who: TestMember | undefined, method: string, path: string, body?: unknown) =>
  market.app.call(method, path, { token: who?.token, body })
const begin = (idtrx: number, who = buyer, more: object = {}) =>
  send(who, 'POST', '/api/v1/disputes', { idtrx, reason: 'missing', msg, ...more })
const begun = async (idtrx: number): Promise<Json> => (await begin(idtrx)).body.data
const giveBack = (id: number, who = seller) => send(who, 'PATCH', `/api/v1/seller/disputes/${id}/refund`, { msg: reason })
const contest = (id: number, who = seller) => send(who, 'PATCH', `/api/v1/seller/disputes/${id}/tolak`, { msg: reason })
const withdraw = (id: number, who = buyer) => send(who, 'PATCH', `/api/v1/disputes/${id}/batal`)
const refund = (id: number, who = ayu) => send(who, 'PATCH', `/api/admin/v1/disputes/${id}/refund`, { reason })
const reject = (id: number, who = ayu) => send(who, 'PATCH', `/api/admin/v1/disputes/${id}/tolak`, { reason })
const refundPurchase = (idtrx: number, who = ayu) => send(who, 'PATCH', `/api/admin/v1/transaction/${idtrx}/2`, { description: reason })
/** Approves the open request of this kind. */
async function decide(who: TestMember | undefined, kind: string, subject: number) {
  const { id } = await market.app.tables
    .selectFrom('approval_request')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', String(subject))
    .executeTakeFirstOrThrow()
  return send(who, 'POST', `/api/admin/v1/decisions/${id}`, { yes: true, reason })
}
const balances = async () => [await market.app.balance(buyer), await market.app.balance(seller)]
const stateOf = async (id: number) =>
  (await market.app.tables.selectFrom('dispute').select('state').where('id', '=', BigInt(id)).executeTakeFirstOrThrow()).state
const refundsOf = async (idtrx: number) =>
  (await market.app.tables.selectFrom('purchase_force').select('id').where('purchase_id', '=', BigInt(idtrx)).execute()).length
const isOld = (idtrx: number, hours: number) =>
  sql`update purchase set updated_at = now() - ${hours} * interval '1 hour' where id = ${idtrx}`.execute(market.app.tables)

test('a buyer disputes a success, and the seller sees the dispute and refunds the price once', async () => {
  const idtrx = await bought()
  const dispute = await begin(idtrx)
  expect(dispute).toMatchObject({
    status: 200,
    body: {
      msg: 'Laporan terkirim ke suplier',
      data: { idtrx, state: 0, reason: 'missing', msg, dueat: expect.any(String), answer: null, sellprice: 10_000, membername: buyer.name },
    },
  })
  const { id } = dispute.body.data
  expect((await emailsTo(market.app, seller.email)).map(({ subject }) => subject)).toContain('Pembeli melaporkan masalah')
  const [sold] = (await send(seller, 'GET', '/api/v1/seller/disputes?tahap=menunggu')).body.data.content
  expect(sold).toMatchObject({ id, msg })
  expect(await giveBack(id)).toMatchObject({
    status: 200,
    body: { data: { state: 2, verdict: reason, endby: 'seller', dueat: null, endat: expect.any(String) } },
  })
  expect(await balances()).toEqual([100_000n, 0n])
  expect((await giveBack(id)).body.code).toBe('dispute.ended')
  expect((await emailsTo(market.app, buyer.email)).map(({ subject }) => subject)).toContain('Dana Anda dikembalikan')
  await market.booksHold()
})

test('an administrator decides a contested dispute in favour of the buyer or of the seller', async () => {
  const [first, second] = [await begun(await bought('7777', 'A')), await begun(await bought('7778', 'BB'))]
  for (const { id } of [first, second])
    expect(await contest(id)).toMatchObject({ status: 200, body: { data: { state: 1, answer: reason, answerat: expect.any(String) } } })
  expect((await contest(first.id)).body.code).toBe('dispute.answered')
  const waiting = (await send(ayu, 'GET', '/api/admin/v1/disputes?tahap=menunggu')).body.data.content.map(({ id }: Json) => id)
  expect(waiting).toEqual(expect.arrayContaining([first.id, second.id]))
  expect(await refund(first.id)).toMatchObject({ status: 200, body: { data: { state: 2, verdict: reason, own: false } } })
  expect(await reject(second.id)).toMatchObject({ status: 200, body: { data: { state: 3, verdict: reason, endby: 'house' } } })
  expect(await balances()).toEqual([90_000n, 10_000n])
  expect((await refund(second.id)).body.code).toBe('dispute.ended')
  expect((await emailsTo(market.app, buyer.email)).map(({ subject }) => subject)).toContain('Laporan Anda ditolak')
  await market.booksHold()
})

test('a dispute that the seller did not answer goes to the administrators at its deadline, and the seller may still refund it', async () => {
  const { id } = await begun(await bought())
  await runJob(market.app, 'escalate-disputes')
  expect(await stateOf(id)).toBe(0)
  await sql`update dispute set due_at = now() - interval '1 second' where id = ${id}`.execute(market.app.tables)
  await runJob(market.app, 'escalate-disputes')
  expect(await stateOf(id)).toBe(1)
  expect((await giveBack(id)).status).toBe(200)
  await market.booksHold()
})

test('a buyer can withdraw a dispute, but cannot open a dispute about the same purchase again', async () => {
  const idtrx = await bought()
  const { id } = await begun(idtrx)
  expect(await withdraw(id)).toMatchObject({ status: 200, body: { msg: 'Laporan dibatalkan', data: { state: 4, endby: 'buyer' } } })
  expect((await begin(idtrx)).body.code).toBe('dispute.exists')
  expect((await giveBack(id)).body.code).toBe('dispute.ended')
  expect(await balances()).toEqual([90_000n, 10_000n])
})

test('a buyer can dispute only its own recent successes, with a valid text; a refused dispute writes nothing', async () => {
  const idtrx = await bought()
  const failed = await bought('0001', 'FFF')
  const outsider = await market.app.member()
  expect((await begin(idtrx, outsider)).body.code).toBe('not_found.purchase')
  expect((await begin(idtrx, seller)).body.code).toBe('not_found.purchase')
  expect((await begin(failed)).body.code).toBe('dispute.not_a_success')
  for (const wrong of [{ msg: ' x ' }, { msg: 'x'.repeat(1001) }, { reason: 'alasan' }, { idtrx: -1 }])
    expect((await begin(idtrx, buyer, wrong)).status, JSON.stringify(wrong)).toBe(400)
  await isOld(idtrx, 25)
  const { body } = await send(buyer, 'GET', `/api/v1/disputes/transaction/${idtrx}`)
  expect(body.data).toEqual({ dispute: null, until: null, retursampai: expect.any(String) })
  expect((await begin(idtrx)).body).toMatchObject({
    code: 'dispute.too_late',
    msg: 'Masalah dilaporkan paling lambat 24 jam sesudah transaksi',
  })
  await isOld(idtrx, 23)
  expect((await send(buyer, 'GET', `/api/v1/disputes/transaction/${idtrx}`)).body.data.until).toEqual(expect.any(String))
  expect((await send(outsider, 'GET', `/api/v1/disputes/transaction/${idtrx}`)).status).toBe(404)
  expect((await begin(idtrx)).status).toBe(200)
})

test('other members can neither read nor answer a dispute', async () => {
  const { id } = await begun(await bought())
  const other = (await market.addSeller()).seller
  for (const answer of [giveBack(id, other), contest(id, other), withdraw(id, other), withdraw(id, seller)])
    expect((await answer).body.code).toBe('not_found.dispute')
  expect((await send(other, 'GET', `/api/v1/disputes/${id}`)).status).toBe(404)
  for (const side of [buyer, seller]) expect((await send(side, 'GET', `/api/v1/disputes/${id}`)).body.data.id).toBe(id)
  expect((await send(ayu, 'GET', `/api/admin/v1/disputes/${id}`)).body.data).toMatchObject({ id, own: false })
  expect((await send(other, 'GET', '/api/v1/seller/disputes')).body.data).toEqual({ content: [], totalElements: 0 })
  expect((await send(other, 'GET', '/api/v1/disputes')).body.data.totalElements).toBe(0)
  expect(await stateOf(id)).toBe(0)
})

test('neither buyer nor seller can appear as the platform by its name, and administrators see the real names', async () => {
  const idtrx = await bought()
  for (const [{ id }, name] of [[buyer, 'Admin \u202eLapak ✅'] as const, [seller, 'Customer Service'] as const])
    await market.app.tables.updateTable('member').set({ name }).where('id', '=', id).execute()
  const [asBuyer, asSeller] = [`Member ${buyer.id}`, `Member ${seller.id}`]
  const dispute = await begun(idtrx)
  const { id } = dispute
  const listed = async (who: TestMember | undefined, path: string) => {
    const { content } = (await send(who, 'GET', path)).body.data
    return content.find((one: Json) => one.id === id)
  }
  const shown = [
    dispute,
    (await send(buyer, 'GET', `/api/v1/disputes/${id}`)).body.data,
    (await send(seller, 'GET', `/api/v1/disputes/${id}`)).body.data,
    (await send(buyer, 'GET', `/api/v1/disputes/transaction/${idtrx}`)).body.data.dispute,
    await listed(buyer, '/api/v1/disputes'),
    await listed(seller, '/api/v1/seller/disputes'),
    (await contest(id)).body.data,
  ]
  for (const { membername, sellername } of shown) expect([membername, sellername]).toEqual([asBuyer, asSeller])
  const decided = [
    await listed(ayu, '/api/admin/v1/disputes'),
    (await send(ayu, 'GET', `/api/admin/v1/disputes/${id}`)).body.data,
    (await reject(id)).body.data,
  ]
  for (const { membername, sellername } of decided) expect([membername, sellername]).toEqual(['Admin Lapak ✅', 'Customer Service'])
})

test('a seller can refund a dispute only if its balance covers the refund, so no debt arises', async () => {
  const { id } = await begun(await bought())
  await market.app.db.fast.transaction((tx) => cashOut(tx, seller.id, 4_000n))
  expect((await giveBack(id)).body).toMatchObject({ code: 'dispute.seller_lacks', msg: expect.stringContaining('4.000') })
  expect([await balances(), await stateOf(id)]).toEqual([[90_000n, 6_000n], 0])
  expect((await refund(id)).status).toBe(200)
  expect(await balances()).toEqual([100_000n, 0n])
  await market.booksHold()
})

test('a refund needs recent step-up authentication', async () => {
  const { id } = await begun(await bought())
  await steppedUpAgo(market.app, seller, 11)
  expect((await giveBack(id)).body.code).toBe('access.proof_needed')
  expect((await contest(id)).status).toBe(200)
  await steppedUpAgo(market.app, ayu as TestMember, 11)
  expect((await refund(id)).body.code).toBe('access.proof_needed')
  await steppedUpAgo(market.app, ayu as TestMember, 0)
})

test.each(['buyer', 'seller'] as const)('an administrator who is the %s cannot decide, and the refusal is audited', async (party) => {
  const { id } = await begun(await bought())
  const who = party === 'buyer' ? buyer : seller
  await market.app.tables.insertInto('member_role').values({ member_id: who.id, role_id: 1n }).execute()
  expect((await refund(id, who)).body.code).toBe('decision.own_money')
  expect((await reject(id, who)).body.code).toBe('decision.own_money')
  expect([await balances(), await stateOf(id)]).toEqual([[90_000n, 10_000n], 0])
  const kept = await send(ayu, 'GET', `/api/admin/v1/audit?subjectkind=dispute&subject=${id}&event=dispute.decide_refused`)
  expect(kept.body.data.content).toHaveLength(1)
})

test('a refund above the limit waits for a second administrator, and its execution ends the dispute', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const { id } = await begun(await bought())
  expect((await refund(id)).body).toMatchObject({ msg: 'Menunggu admin kedua', data: { state: 0 } })
  expect((await reject(id, bima)).body.code).toBe('decision.waits')
  const decision = await market.app.tables
    .selectFrom('approval_request')
    .select('id')
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  expect((await send(bima, 'POST', `/api/admin/v1/decisions/${decision.id}`, { yes: true, reason })).status).toBe(200)
  expect([await stateOf(id), await balances()]).toEqual([2, [100_000n, 0n]])
  await market.booksHold()
})

test('a refund that waits for a second administrator lapses if the buyer withdraws the dispute, even if it claims a return since', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const idtrx = await bought()
  const { id } = await begun(idtrx)
  expect((await refund(id)).body.msg).toBe('Menunggu admin kedua')
  expect((await withdraw(id)).status).toBe(200)
  expect((await withdraw((await claimReturn(idtrx)).body.data.id)).status).toBe(200)
  const held = (await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)).body.data.ditahan
  expect(held, 'no claim runs any more').toBe(0)
  const decision = await market.app.tables
    .selectFrom('approval_request')
    .select('id')
    .where('subject', '=', String(idtrx))
    .executeTakeFirstOrThrow()
  const approved = await send(bima, 'POST', `/api/admin/v1/decisions/${decision.id}`, { yes: true, reason })
  expect(approved.body.code).toBe('decision.changed')
  expect((await send(bima, 'GET', `/api/admin/v1/decisions/${decision.id}`)).body.data.outcome).toBe('lapsed')
  expect([await balances(), await refundsOf(idtrx)]).toEqual([[90_000n, 10_000n], 0])
  await market.booksHold()
})

test('a rejection above the limit waits for a second administrator, and the claim holds back the seller’s money until then', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const { id } = await begun(await bought())
  const held = async () => (await send(seller, 'GET', `/api/v1/seller/cashout/bank/${seller.id}`)).body.data.ditahan
  expect((await reject(id)).body).toMatchObject({ msg: 'Menunggu admin kedua', data: { state: 0 } })
  expect((await reject(id)).body.msg).toBe('Menunggu admin kedua')
  expect((await reject(id, bima)).body.code).toBe('decision.waits')
  expect([await stateOf(id), await held()]).toEqual([0, 10_000])
  expect((await decide(bima, 'dispute.reject', id)).body.data).toMatchObject({ outcome: 'approved', amount: 10_000 })
  expect([await stateOf(id), await held(), await balances()]).toEqual([3, 0, [90_000n, 10_000n]])
  await market.booksHold()
})

test('rejections of one administrator count together against the limit, even with concurrent requests', async () => {
  const cici = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const ids: number[] = []
  for (const target of ['7701', '7702', '7703', '7704']) ids.push((await begun(await bought(target, `L${target}`))).id)
  await market.app.setting('purchases.secondAdminFrom', 20_001n)
  const answers = await Promise.all(ids.map((id) => reject(id, cici)))
  expect(answers.map(({ body }) => body.msg).sort()).toEqual([
    ...Array(2).fill('Menunggu admin kedua'),
    ...Array(2).fill('Sengketa ditolak'),
  ])
  await market.booksHold()
})

test('a rejection that waits for a second administrator lapses if the buyer withdraws the dispute', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const { id } = await begun(await bought())
  expect((await reject(id)).body.msg).toBe('Menunggu admin kedua')
  expect((await withdraw(id)).status).toBe(200)
  expect((await decide(bima, 'dispute.reject', id)).body.code).toBe('decision.changed')
  expect(await stateOf(id)).toBe(4)
})

test('an administrator who is the seller cannot approve the rejection that another administrator requested', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const { id } = await begun(await bought())
  expect((await reject(id)).body.msg).toBe('Menunggu admin kedua')
  await market.app.tables.insertInto('member_role').values({ member_id: seller.id, role_id: 1n }).execute()
  expect((await decide(seller, 'dispute.reject', id)).body.code).toBe('decision.own_money')
  expect(await stateOf(id)).toBe(0)
})

test('a refund is refused while the rejection of the dispute waits for a second administrator, even below the limit', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const idtrx = await bought()
  const { id } = await begun(idtrx)
  expect((await reject(id)).body.msg).toBe('Menunggu admin kedua')
  for (const limit of [10_000n, 0n]) {
    await market.app.setting('purchases.secondAdminFrom', limit)
    expect((await refund(id, bima)).body.code).toBe('decision.waits')
    expect((await refundPurchase(idtrx, bima)).body.code).toBe('decision.waits')
  }
  expect([await stateOf(id), await refundsOf(idtrx)]).toEqual([0, 0])
  expect((await decide(bima, 'dispute.reject', id)).body.data.outcome).toBe('approved')
  expect([await stateOf(id), await balances()]).toEqual([3, [90_000n, 10_000n]])
  expect((await refundPurchase(idtrx, bima)).status, 'of a purchase whose dispute has ended').toBe(200)
  await market.booksHold()
})

test.each([
  { by: 'in the dispute', ask: ({ id }: { id: number; idtrx: number }) => refund(id) },
  { by: 'in the list of transactions', ask: ({ idtrx }: { id: number; idtrx: number }) => refundPurchase(idtrx) },
])('a rejection is refused while a refund that was asked for $by waits, even below the limit', async ({ ask }) => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const idtrx = await bought()
  const { id } = await begun(idtrx)
  expect((await ask({ id, idtrx })).body.msg).toBe('Menunggu admin kedua')
  for (const limit of [10_000n, 0n]) {
    await market.app.setting('purchases.secondAdminFrom', limit)
    expect((await reject(id, bima)).body.code).toBe('decision.waits')
  }
  expect((await decide(bima, 'purchase.force', idtrx)).body.data.outcome).toBe('approved')
  expect([await stateOf(id), await balances()]).toEqual([2, [100_000n, 0n]])
  await market.booksHold()
})

test('of a refund and a rejection that are requested concurrently, one waits and the other is refused', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  for (const target of ['7701', '7702', '7703', '7704']) {
    const { id } = await begun(await bought(target, `C${target}`))
    const answers = await Promise.all([refund(id), reject(id, bima)])
    expect(answers.map(({ body }) => body.code ?? body.msg).sort()).toEqual(['Menunggu admin kedua', 'decision.waits'])
  }
})

test('a seller may refund a dispute whose rejection waits for a second administrator, and the rejection lapses', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const { id } = await begun(await bought())
  expect((await reject(id)).body.msg).toBe('Menunggu admin kedua')
  expect((await giveBack(id)).status).toBe(200)
  expect((await decide(bima, 'dispute.reject', id)).body.code).toBe('decision.changed')
  expect([await stateOf(id), await balances()]).toEqual([2, [100_000n, 0n]])
})

test('administrators see in the dispute who asked for a decision that waits, as long as it waits', async () => {
  await market.app.setting('purchases.secondAdminFrom', 10_000n)
  const asked = async (id: number) => (await send(bima, 'GET', `/api/admin/v1/disputes/${id}`)).body.data.askedby
  const idtrx = await bought()
  const rejected = await begun(idtrx)
  expect(await asked(rejected.id)).toBe(null)
  expect((await reject(rejected.id)).body.data.askedby).toBe('Ayu')
  expect((await send(seller, 'GET', `/api/v1/disputes/${rejected.id}`)).body.data).not.toHaveProperty('askedby')
  const list = await send(bima, 'GET', '/api/admin/v1/disputes?size=1')
  expect(list.body.data.content).toMatchObject([{ id: rejected.id, askedby: 'Ayu' }])
  await decide(bima, 'dispute.reject', rejected.id)
  expect(await asked(rejected.id)).toBe(null)
  const refunded = await begun(await bought('7771', 'second'))
  await refund(refunded.id)
  expect(await asked(refunded.id)).toBe('Ayu')
  expect((await withdraw(refunded.id)).status).toBe(200)
  expect(await asked(refunded.id), 'of a dispute that has ended').toBe(null)
})

test('a refund of the purchase in the list of transactions ends its dispute too', async () => {
  const idtrx = await bought()
  const { id } = await begun(idtrx)
  expect((await refundPurchase(idtrx)).status).toBe(200)
  expect(await stateOf(id)).toBe(2)
  await market.booksHold()
})

test('concurrent disputes of one purchase open one dispute, which concurrent decisions end once, with at most one refund', async () => {
  const idtrx = await bought()
  const reports = await Promise.all(Array.from({ length: 5 }, () => begin(idtrx)))
  expect(reports.map(({ body }) => body.code ?? 'begun').sort()).toEqual(['begun', ...Array(4).fill('dispute.exists')])
  const id = reports.find(({ status }) => status === 200)?.body.data.id
  const answers = await Promise.all(
    [1, 2, 3, 4].flatMap(() => [giveBack(id), refund(id), withdraw(id), reject(id, bima), refund(id, bima)]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const state = await stateOf(id)
  // An administrator may refund the purchase after a concurrent withdrawal. The dispute then stays withdrawn.
  const refunds = await refundsOf(idtrx)
  expect(refunds).toBeLessThanOrEqual(1)
  if (state === 2) expect(refunds).toBe(1)
  expect(await balances()).toEqual(refunds === 1 ? [100_000n, 0n] : [90_000n, 10_000n])
  await market.booksHold()
})

const claimReturn = (idtrx: number) => begin(idtrx, buyer, { jenis: 'return', reason: 'other', msg: 'Token belum dipakai, mohon retur' })
const ofPurchase = async (idtrx: number) => (await send(buyer, 'GET', `/api/v1/disputes/transaction/${idtrx}`)).body.data

test('return: a buyer can claim a return for 7 days after the success, when a dispute is already too late, and it is refunded once', async () => {
  const idtrx = await bought()
  await isOld(idtrx, 7 * 24 - 1)
  expect((await begin(idtrx)).body.code).toBe('dispute.too_late')
  expect(await ofPurchase(idtrx)).toMatchObject({ dispute: null, until: null, retursampai: expect.any(String) })
  const claimed = await claimReturn(idtrx)
  expect(claimed).toMatchObject({ status: 200, body: { data: { jenis: 'return', state: 0, dueat: expect.any(String) } } })
  const email = (await emailsTo(market.app, seller.email)).find(({ subject }) => subject === 'Pembeli mengajukan retur')
  expect(email?.action?.label).toBe('Lihat retur')
  expect(email?.paragraphs.join(' ')).toContain('atau jelaskan mengapa retur ditolak.')
  expect(await giveBack(claimed.body.data.id)).toMatchObject({ status: 200, body: { data: { state: 2, endby: 'seller' } } })
  expect(await balances()).toEqual([100_000n, 0n])
  expect((await claimReturn(idtrx)).body.code).toBe('dispute.exists')
  await market.booksHold()
})

test('return: a claim is refused after the number of days of the setting', async () => {
  const idtrx = await bought()
  await isOld(idtrx, 7 * 24 + 1)
  expect(await claimReturn(idtrx)).toMatchObject({
    status: 422,
    body: { code: 'dispute.return_too_late', msg: 'Retur diajukan paling lambat 7 hari sesudah transaksi' },
  })
  expect((await ofPurchase(idtrx)).retursampai).toBe(null)
  await market.app.setting('disputes.returnDays', 8)
  expect((await claimReturn(idtrx)).status).toBe(200)
  await market.app.setting('disputes.returnDays', 7)
})

test('return: an administrator decides a claim that the seller contested or did not answer', async () => {
  const [first, second] = [await bought('7777', 'A'), await bought('7778', 'BB')]
  const [one, two] = [(await claimReturn(first)).body.data, (await claimReturn(second)).body.data]
  await contest(one.id)
  await sql`update dispute set due_at = now() - interval '1 second' where id = ${two.id}`.execute(market.app.tables)
  await runJob(market.app, 'escalate-disputes')
  expect((await reject(one.id)).body).toMatchObject({ msg: 'Retur ditolak', data: { state: 3, jenis: 'return' } })
  expect((await refund(two.id)).body.data).toMatchObject({ state: 2, endby: 'house' })
  expect(await balances()).toEqual([90_000n, 10_000n])
  expect((await emailsTo(market.app, buyer.email)).map(({ subject }) => subject)).toContain('Retur Anda ditolak')
  await market.booksHold()
})

test('return: a buyer can claim a return after a withdrawn dispute, but not during a dispute or after a decided dispute', async () => {
  const idtrx = await bought('7777', 'A')
  const { id } = await begun(idtrx)
  expect((await claimReturn(idtrx)).body.code).toBe('dispute.exists')
  expect((await withdraw(id)).body.msg).toBe('Laporan dibatalkan')
  expect(await ofPurchase(idtrx)).toMatchObject({ dispute: { id, state: 4 }, until: null, retursampai: expect.any(String) })
  expect((await claimReturn(idtrx)).status).toBe(200)
  const claimed = await ofPurchase(idtrx)
  expect(claimed).toMatchObject({ dispute: { jenis: 'return', state: 0 }, until: null, retursampai: null })
  expect((await withdraw(claimed.dispute.id)).body).toMatchObject({ msg: 'Retur dibatalkan', data: { state: 4 } })
  const other = await bought('7778', 'BB')
  await reject((await begun(other)).id)
  expect((await claimReturn(other)).body.code).toBe('dispute.return_decided')
  await market.booksHold()
})

test('return: of concurrent claims and disputes one is opened, and at most one refund is paid', async () => {
  const idtrx = await bought()
  const claims = await Promise.all(Array.from({ length: 3 }, () => [begin(idtrx), claimReturn(idtrx)]).flat())
  expect(claims.map(({ body }) => body.code ?? 'begun').sort()).toEqual(['begun', ...Array(5).fill('dispute.exists')])
  const id = claims.find(({ status }) => status === 200)?.body.data.id
  const answers = await Promise.all(
    [1, 2, 3].flatMap(() => [giveBack(id), refund(id), withdraw(id), reject(id, bima), claimReturn(idtrx), begin(idtrx)]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const refunds = await refundsOf(idtrx)
  expect(refunds).toBeLessThanOrEqual(1)
  expect(await balances()).toEqual(refunds === 1 ? [100_000n, 0n] : [90_000n, 10_000n])
  await market.booksHold()
})

test.each([
  ['at once', 0n],
  ['after the approval of a second administrator', 1n],
])('a refund is refused if the dispute is rejected %s at the same time', async (_, secondAdminFrom) => {
  const { app } = market
  await app.setting('purchases.secondAdminFrom', secondAdminFrom)
  const idtrx = await bought()
  const { id } = await begun(idtrx)
  const before = await balances()
  const answers: ReturnType<typeof refund>[] = []
  const isAsked = secondAdminFrom > 0n
  if (isAsked) expect((await reject(id, bima)).body.msg).toBe('Menunggu admin kedua')
  await app.tables.transaction().execute(async (tx) => {
    await tx.selectFrom('dispute').select('id').where('id', '=', BigInt(id)).forUpdate().execute()
    answers.push(isAsked ? decide(ayu, 'dispute.reject', id) : reject(id, bima))
    await lockedOut(app, 1)
    answers.push(refund(id, bima))
    await lockedOut(app, 2)
  })
  const [rejected, refunded] = await Promise.all(answers)
  expect([rejected?.status, refunded?.body.code]).toEqual([200, 'dispute.ended'])
  const asked = await app.tables.selectFrom('approval_request').select('id').where('subject', '=', `${idtrx}`).execute()
  expect([await stateOf(id), await balances(), asked]).toEqual([3, before, []])
})

test('a seller who is blocked while the refund waits for the wallet does not refund', async () => {
  const { app } = market
  const { id } = await begun(await bought())
  const before = await balances()
  let answer: ReturnType<typeof giveBack> | undefined
  await app.tables.transaction().execute(async (tx) => {
    await shutOut(tx, seller.id)
    answer = giveBack(id)
    await lockedOut(app, 1)
  })
  expect(['account.closed', 'purchase.locked']).toContain((await answer)?.body.code)
  expect([await stateOf(id), await balances()]).toEqual([0, before])
})

test('the quality of a shop and its offers includes their dispute rates, without withdrawn and rejected disputes', async () => {
  const other = await market.app.product({ code: `SKL${serial}` })
  await market.app.map(buyer, await market.app.offer({ seller, product: other, price: 10_000n }))
  await begun(await bought('7777', 'A'))
  await withdraw((await begun(await bought('7778', 'BB'))).id)
  await reject((await begun(await bought('7779', 'CCC'))).id)
  await refund((await begun(await bought('7776', 'DDDD'))).id)
  const { data } = await market.order(buyer, { productcode: other.code, target: `86${serial}7775`, reffclient: 'EEEEE' })
  await market.app.settled(buyer, 'EEEEE')
  expect(data.id).toBeGreaterThan(0)
  await runJob(market.app, 'measure-quality')
  await market.app.lapak.refresh()
  const { body } = await send(buyer, 'GET', `/api/v1/product/seller/${seller.id}`)
  expect(body.data).toMatchObject({ successrate: 100, sengketa: 40 })
  const ofOffer = async (of: string) => (await send(buyer, 'GET', `/api/v1/product/route/${of}`)).body.data.steps[0].sengketa
  expect([await ofOffer(code), await ofOffer(other.code)]).toEqual([50, 0])
  // Moves the disputed sale out of the measured period, so its dispute is not counted either.
  await sql`update attempt set created_at = now() - interval '8 days' where seller_id = ${seller.id} and offer_id in (
    select offer_id from buying_list_entry join product on product.id = buying_list_entry.product_id where product.code = ${code})`.execute(
    market.app.tables,
  )
  await runJob(market.app, 'measure-quality')
  expect((await send(buyer, 'GET', `/api/v1/product/seller/${seller.id}`)).body.data.sengketa).toBe(0)
})

test('a member can open a limited number of disputes a day', async () => {
  await market.app.setting('disputes.perDay', 2)
  const idtrx = await bought()
  const codes: string[] = []
  for (let turn = 0; turn < 3; turn += 1) codes.push((await begin(idtrx)).body.code ?? 'begun')
  expect(codes).toEqual(['begun', 'dispute.exists', 'rate.too_many'])
  await market.app.setting('disputes.perDay', 20)
})
