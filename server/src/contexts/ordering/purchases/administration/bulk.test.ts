import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { steppedUpAgo } from '../../../../../test/step-up.ts'

/** Bulk decisions of administrators about many purchases, as after an outage. */
let market: TestMarket
let seller: Awaited<ReturnType<TestMarket['addSeller']>>
let admin: TestMember
let buyer: TestMember
let code: string
/** The URL of a second instance that uses the same database, like another process. */
let secondUrl: string
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000', DATABASE_POOL: '6' })
  secondUrl = (await market.app.startAnother(['http'])).address
})
afterAll(() => market?.stop())

beforeEach(async () => {
  serial += 1
  await market.app.setting('purchases.secondAdminFrom', 0n)
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  seller = await market.addSeller({ timeoutMs: 20_000 })
  const product = await market.app.product({ code: `BU${serial}` })
  code = product.code
  buyer = await market.app.member({ balance: 1_000_000n, guardMinutes: 0 })
  await market.app.map(buyer, await market.app.offer({ seller: seller.seller, product, price: 10_000n }))
})

const reason = 'Gangguan suplier, dicek satu per satu'
let orders = 0

/** Places orders and waits until all attempts have the expected state. */
async function ordered(ending: '0013' | '7777', count: number): Promise<number[]> {
  const ids = await Promise.all(
    Array.from({ length: count }, async () => {
      orders += 1
      const { data } = await market.order(buyer, {
        productcode: code,
        target: `85${String(orders).padStart(4, '0')}${ending}`,
        reffclient: `B${orders}`,
      })
      return data.id
    }),
  )
  const state = ending === '0013' ? 2 : 4
  const reached = () =>
    market.app.db.read.selectFrom('attempt').select('id').where('purchase_id', 'in', ids.map(BigInt)).where('state', '=', state).execute()
  await expect.poll(async () => (await reached()).length).toBe(count)
  return ids
}
const pending = (count: number) => ordered('0013', count)
const sold = (count: number) => ordered('7777', count)

async function send(path: string, body: unknown, { who = admin, at = market.app.url } = {}): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${at}/api/admin/v1/transactions/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}
const preview = (act: string, ids: number[]) => send('bulk/preview', { act, ids })
const bulk = (act: string, ids: number[], options?: Parameters<typeof send>[2]) =>
  send('bulk', { act, lines: ids.map((id) => ({ id })), description: reason }, options)

const statesOf = async (ids: number[]): Promise<number[]> => {
  const rows = await market.app.db.read.selectFrom('purchase').select(['id', 'transactionrc']).where('id', 'in', ids.map(BigInt)).execute()
  const states = new Map(rows.map(({ id, transactionrc }) => [Number(id), transactionrc]))
  return ids.map((id) => states.get(id) ?? -1)
}
const forcesOf = (ids: number[]) =>
  market.app.db.read.selectFrom('purchase_force').select('purchase_id').where('purchase_id', 'in', ids.map(BigInt)).execute()

async function referenceOf(id: number): Promise<string> {
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  const { id: attempt } = await market.app.db.read
    .selectFrom('attempt')
    .select('id')
    .where('purchase_id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  return `${installation}${attempt}`
}

test('the preview shows for each purchase which decision is possible or why none is, and changes nothing', async () => {
  const [waiting = 0] = await pending(1)
  const [success = 0] = await sold(1)
  const ids = [waiting, success]
  expect((await preview('fail', ids)).body.data).toMatchObject([
    { id: waiting, can: 'now', why: null, sellprice: 10_000 },
    { id: success, can: null, why: 'Status transaksi tidak bisa diubah dari SUKSES' },
  ])
  expect((await preview('refund', ids)).body.data).toMatchObject([
    { can: null, why: 'Status transaksi tidak bisa diubah dari PENDING' },
    { can: 'now' },
  ])
  expect((await preview('succeed', [...ids, 999_999_999])).body.data.map(({ can }: Json) => can)).toEqual(['now', null])
  expect(await statesOf(ids)).toEqual([0, 1])
  expect(await forcesOf(ids)).toEqual([])
})

test('a bulk decision forces purchases to success with serial numbers, to failure or to a refund, and stores the reason with each purchase', async () => {
  const [won, lost, back] = [await pending(2), await pending(2), await sold(2)]
  const before = await market.app.balance(buyer)
  const lines = won.map((id, nth) => ({ id, serialnumber: `SN-${nth}` }))
  const succeeded = await send('bulk', { act: 'succeed', lines, description: reason })
  expect(succeeded.body.data).toEqual(won.map((id) => ({ id, done: true, msg: 'Update Trx Ok!', code: null })))
  expect((await bulk('fail', lost)).body.data).toMatchObject([{ done: true }, { done: true }])
  expect((await bulk('refund', back)).body.data).toMatchObject([{ done: true }, { done: true }])
  expect(await statesOf([...won, ...lost, ...back])).toEqual([1, 1, 2, 2, 2, 2])
  const serials = await market.app.db.read
    .selectFrom('purchase')
    .select('serialnumber')
    .where('id', 'in', won.map(BigInt))
    .orderBy('id')
    .execute()
  expect(serials.map(({ serialnumber }) => serialnumber).sort()).toEqual(['SN-0', 'SN-1'])
  expect(await market.app.balance(buyer)).toBe(before + 40_000n)
  for (const id of [...won, ...lost, ...back]) {
    const { body } = await market.app.call('GET', `/api/admin/v1/audit?subjectkind=purchase&subject=${id}&event=purchase.forced`, {
      token: admin.token,
    })
    expect(body.data.content).toMatchObject([{ actorid: Number(admin.id), reason }])
  }
  await market.booksHold()
})

test('a refused line does not affect other lines, and a requested failure does not refund a purchase that has succeeded', async () => {
  const [first = 0, last = 0] = await pending(2)
  const [success = 0] = await sold(1)
  const { body } = await bulk('fail', [first, success, 999_999_999, last])
  expect(body.data).toMatchObject([
    { id: first, done: true },
    { id: success, done: false, code: 'purchase.state' },
    { done: false, code: 'not_found.purchase' },
    { id: last, done: true },
  ])
  expect(await statesOf([first, success, last])).toEqual([2, 1, 2])
  await market.booksHold()
})

test.each([
  ['who saw it pending', { transactionrc: 0 }],
  ['who does not say how it stood', {}],
])('a single success is not refunded by an administrator %s', async (_, seen) => {
  const [id] = await sold(1)
  const asked = { id, status: 2, description: reason, ...seen }
  const { status, body } = await market.app.call('PATCH', '/api/admin/v1/transaction', { token: admin.token, body: asked })
  expect([status, body.code]).toEqual([409, 'purchase.state'])
  expect(await statesOf([id ?? 0])).toEqual([1])
})

test('two concurrent bulk decisions about the same purchases in two processes decide about each purchase once', async () => {
  const [waiting, success] = [await pending(8), await sold(8)]
  const before = await market.app.balance(buyer)
  const answers = await Promise.all([
    bulk('fail', waiting),
    bulk('fail', waiting, { at: secondUrl, who: admin }),
    bulk('refund', success),
    bulk('refund', [...success].reverse(), { at: secondUrl, who: admin }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await statesOf([...waiting, ...success])).toEqual(Array(16).fill(2))
  expect(await forcesOf([...waiting, ...success])).toHaveLength(16)
  expect(await market.app.balance(buyer)).toBe(before + 160_000n)
  await market.booksHold()
})

test('concurrent reports of a seller and bulk failures give each purchase one outcome, and the ledger stays consistent', async () => {
  const ids = await pending(10)
  const references = await Promise.all(ids.map(referenceOf))
  const before = await market.app.balance(buyer)
  const [{ body }] = await Promise.all([bulk('fail', ids), ...references.map((reference) => seller.supplier.report(reference, 'success'))])
  const states = await statesOf(ids)
  expect(states.filter((state) => state !== 1 && state !== 2)).toEqual([])
  for (const [nth, { done }] of body.data.entries()) expect(done).toBe(states[nth] === 2)
  expect(await market.app.balance(buyer)).toBe(before + 10_000n * BigInt(states.filter((state) => state === 2).length))
  await market.booksHold()
})

test('a bulk decision skips purchases that the administrator bought', async () => {
  const [id = 0] = await pending(1)
  await market.app.tables.insertInto('member_role').values({ member_id: buyer.id, role_id: 1n }).execute()
  const refused = 'Transaksi Anda sendiri harus diputuskan admin lain'
  const { body } = await send('bulk/preview', { act: 'fail', ids: [id] }, { who: buyer })
  expect(body.data).toMatchObject([{ can: null, why: refused }])
  expect((await bulk('fail', [id], { who: buyer })).body.data).toMatchObject([{ done: false, code: 'decision.own_money', msg: refused }])
  expect(await statesOf([id])).toEqual([0])
})

describe('a bulk decision above the limit of a single administrator', () => {
  test('is executed in the order of the preview up to the limit, and requests approval for the remaining purchases', async () => {
    await market.app.setting('purchases.secondAdminFrom', 25_000n)
    const ids = await pending(3)
    expect((await preview('fail', ids)).body.data.map(({ can }: Json) => can)).toEqual(['now', 'now', 'second'])
    expect((await bulk('fail', ids)).body.data).toMatchObject([
      { done: true },
      { done: true },
      { done: false, msg: 'Menunggu admin kedua', code: null },
    ])
    expect(await statesOf(ids)).toEqual([2, 2, 0])
    const other = await market.app.member({ roles: ['ROLE_ADMIN'] })
    const again = await send('bulk/preview', { act: 'fail', ids: ids.slice(2) }, { who: other })
    expect(again.body.data).toMatchObject([{ can: null, why: expect.stringContaining('menunggu') }])
    const { body } = await market.app.call('GET', '/api/admin/v1/decisions?open=1&size=-1', { token: other.token })
    const decision = body.data.content.find(({ subject }: Json) => subject === `${ids[2]}`)
    await market.app.call('POST', `/api/admin/v1/decisions/${decision.id}`, { token: other.token, body: { yes: true, reason } })
    expect(await statesOf(ids)).toEqual([2, 2, 2])
    await market.booksHold()
  })

  test('does not exceed the limit together with a concurrent bulk decision', async () => {
    await market.app.setting('purchases.secondAdminFrom', 25_000n)
    const ids = await pending(6)
    await Promise.all([bulk('fail', ids.slice(0, 3)), bulk('fail', ids.slice(3), { at: secondUrl, who: admin })])
    expect((await statesOf(ids)).filter((state) => state === 2)).toHaveLength(2)
    await market.booksHold()
  })
})

test('a bulk decision needs step-up authentication and a reason, and has a maximum number of lines', async () => {
  const [id = 0] = await pending(1)
  expect((await send('bulk', { act: 'fail', lines: [{ id }], description: 'ok' })).status).toBe(400)
  expect(
    (
      await bulk(
        'fail',
        Array.from({ length: 301 }, (_, nth) => nth + 1),
      )
    ).status,
  ).toBe(400)
  await steppedUpAgo(market.app, admin, 11)
  expect((await bulk('fail', [id])).body.code).toBe('access.proof_needed')
  expect(await statesOf([id])).toEqual([0])
  expect((await send('bulk', { act: 'fail', lines: [{ id }], description: reason }, { who: buyer })).status).toBe(403)
})
