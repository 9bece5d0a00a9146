import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { withinOneDay } from '../../../../../test/one-day.ts'

await withinOneDay()

/**
 * The purchases of all members as administrators see them: three pending at one seller (one of them overdue), one pending at another seller, and two
 * in a final state.
 */
let market: TestMarket
let admin: TestMember
let buyer: TestMember
let sellers: Awaited<ReturnType<TestMarket['addSeller']>>[]

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000' })
  sellers = [await market.addSeller(), await market.addSeller()]
  admin = await market.app.member({ name: 'Admin Jaga', roles: ['ROLE_ADMIN'] })
  buyer = await market.app.member({ name: 'Konter Merdeka', balance: 1_000_000n })
  for (const [index, { seller }] of sellers.entries()) {
    const product = await market.app.product({ code: `ADM${index}` })
    await market.app.map(buyer, await market.app.offer({ seller, product, price: BigInt(1_000 * (index + 1)) }))
  }
  const orders = [
    ['ADM0', '0013'],
    ['ADM0', '0013'],
    ['ADM0', '0013'],
    ['ADM1', '0013'],
    ['ADM0', '7777'],
    ['ADM1', '7777'],
  ] as const
  // Moves the ids to a range whose digits occur in no target number.
  await sql`select setval('purchase_id', 55500000)`.execute(market.app.tables)
  for (const [nth, [productcode, ending]] of orders.entries()) {
    await market.order(buyer, { productcode, target: `87${nth}${ending}`, reffclient: `P${nth}` })
    if (ending === '7777') await market.app.settled(buyer, `P${nth}`)
  }
  // Makes one pending order three days old.
  await sql`update purchase set created_at = created_at - interval '3 days' where reffclient = 'P0'`.execute(market.app.tables)
})
afterAll(() => market?.stop())

const get = async (path: string, who = admin): Promise<Json> =>
  (await market.app.call('GET', `/api/admin/v1/transactions${path}`, { token: who.token })).body
const references = (body: Json) => body.data.content.map(({ reffclient }: Json) => reffclient)
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

test('pending purchases are counted in total, by seller, and if they are overdue', async () => {
  const { data } = await get('/pending')
  expect(data).toMatchObject({ jml: 4, amount: 5_000, lama: 1, menit: 15, alerts: 0 })
  expect(Date.now() - Date.parse(data.oldest)).toBeGreaterThan(2 * 86_400_000)
  expect(data.sellers).toMatchObject([
    { sellerid: Number(sellers[0]?.seller.id), sellername: 'Suplier 1', jml: 3, amount: 3_000, lama: 1 },
    { sellerid: Number(sellers[1]?.seller.id), sellername: 'Suplier 2', jml: 1, amount: 2_000, lama: 0 },
  ])
})

test('the list and the sum of all transactions use the same filters, and pending transactions are included whatever their age [A-API-26, A-API-27, A-ENT-10]', async () => {
  expect(references(await get(`?awal=${today}&akhir=${today}`))).toEqual(['P5', 'P4', 'P3', 'P2', 'P1'])
  expect((await get('/today')).data).toEqual({ jml: 5, gagal: 0, amount: 7_000 })
  expect(references(await get('?statustrx=0'))).toEqual(['P3', 'P2', 'P1', 'P0'])
  expect((await get('?statustrx=0')).data.totalElements).toBe(4)
  expect((await get('/today?statustrx=0')).data).toEqual({ jml: 4, gagal: 0, amount: 5_000 })
  expect(references(await get('?lama=1'))).toEqual(['P0'])
  expect((await get('/today?lama=1')).data).toEqual({ jml: 1, gagal: 0, amount: 1_000 })
  expect(references(await get(`?statustrx=0&sellerid=${sellers[1]?.seller.id}`))).toEqual(['P3'])
  expect(references(await get('?statustrx=1&sort=id,ASC&size=1&page=1'))).toEqual(['P5'])
})

test('an administrator finds transactions by id, buyer name and seller name', async () => {
  const [{ id } = { id: 0 }] = (await get('?search=P3')).data.content
  expect(references(await get(`?search=${id}`))).toEqual(['P3'])
  expect(references(await get('?search=merdeka'))).toHaveLength(6)
  expect(references(await get('?search=suplier 2'))).toEqual(['P5', 'P3'])
})

test('the downloaded file contains the rows of the list, with buyer and seller', async () => {
  const answer = await fetch(`${market.app.url}/api/admin/v1/transactions/download?statustrx=0`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.headers.get('content-disposition')).toContain('transaksi.csv')
  const [head = '', ...rows] = (await answer.text()).trim().split(/\r?\n/)
  expect(head).toContain('Member')
  expect(head).toContain('Suplier')
  expect(rows).toHaveLength(4)
  expect(rows[0]).toContain('Konter Merdeka')
  expect(rows[0]).toContain('Suplier 2')
  // The audit records who downloaded which list, and the number of rows.
  const taken = market.app.db.read.selectFrom('audit').select(['event', 'actor_id', 'subject_kind', 'subject', 'after'])
  expect(await taken.where('event', 'like', '%.exported').execute()).toEqual([
    { event: 'transactions.exported', actor_id: admin.id, subject_kind: 'transactions', subject: 'all', after: { rows: 4 } },
  ])
})

test('only administrators can read the transactions of all members', async () => {
  for (const path of ['', '/today', '/pending', '/download', '/alerts', '/1'])
    expect((await market.app.call('GET', `/api/admin/v1/transactions${path}`, { token: buyer.token })).status, path).toBe(403)
})

test('the details of a transaction show its exchanges with the seller’s server, pending decisions and the time of the next status request', async () => {
  const [{ id } = { id: 0 }] = (await get('?search=P1')).data.content
  await market.app.setting('purchases.secondAdminFrom', 1n)
  const body = { id, status: 2, transactionrc: 0, description: 'Server suplier mati' }
  expect((await market.app.call('PATCH', '/api/admin/v1/transaction', { token: admin.token, body })).body.msg).toBe('Menunggu admin kedua')
  const { data } = await get(`/${id}`)
  expect(data).toMatchObject({
    own: false,
    decision: { status: 2, askedby: 'Admin Jaga', reason: 'Server suplier mati', own: true },
    questions: { asked: 0 },
    alerts: [],
  })
  expect(Date.parse(data.questions.at)).toBeGreaterThan(Date.now())
  expect(data.exchanges).toMatchObject([{ kind: 'order' }])
  expect(data.exchanges[0].request).not.toMatch(/(?<!\d)4321(?!\d)|rahasia/)
  const second = await market.app.member({ roles: ['ROLE_ADMIN'] })
  expect((await get(`/${id}`, second)).data.decision.own).toBe(false)
})

test('an alert is listed with its transaction, and each administrator who takes or resolves it is audited with a reason', async () => {
  const [{ id } = { id: 0 }] = (await get('?search=P2')).data.content
  const { id: attempt } = await market.app.db.read
    .selectFrom('attempt')
    .select('id')
    .where('purchase_id', '=', BigInt(id))
    .executeTakeFirstOrThrow()
  const parties = [buyer, ...sellers.slice(0, 1).map(({ seller }) => seller)]
  const raised = await market.app.tables
    .insertInto('purchase_alert')
    .values({ purchase_id: BigInt(id), attempt_id: attempt, kind: 'unknown_too_long', message: 'Belum ada kepastian' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const say = (path: string, reason: string, who = admin) =>
    market.app.call('PATCH', `/api/admin/v1/transactions/alerts/${raised.id}${path}`, { token: who.token, body: { reason } })
  const open = {
    id: Number(raised.id),
    idtrx: id,
    kind: 'unknown_too_long',
    productname: 'Produk ADM0',
    sellername: 'Suplier 1',
    transactionrc: 0,
  }
  expect((await get('/alerts')).data).toMatchObject({ totalElements: 1, content: [{ ...open, takenby: null, endedby: null }] })
  expect((await get('/pending')).data.alerts).toBe(1)

  expect((await say('/take', 'oke')).status).toBe(400)
  expect((await say('/take', 'Saya telepon supliernya')).status).toBe(200)
  const night = await market.app.member({ name: 'Admin Malam', roles: ['ROLE_ADMIN'] })
  expect((await say('/take', 'Ganti jaga malam', night)).status).toBe(200)
  expect((await get(`/${id}`)).data.alerts).toMatchObject([{ ...open, takenby: 'Admin Malam', takenreason: 'Ganti jaga malam' }])

  for (const party of parties) {
    const role = { member_id: party.id, role_id: 1n }
    await market.app.tables.insertInto('member_role').values(role).execute()
    for (const path of ['/take', '']) expect((await say(path, 'Biar saya saja', party)).body.code).toBe('decision.own_money')
    await market.app.tables.deleteFrom('member_role').where('member_id', '=', party.id).where('role_id', '=', 1n).execute()
  }

  expect((await say('', 'Suplier menjamin sukses', night)).status).toBe(200)
  expect((await say('/take', 'Terlambat sekali')).body.code).toBe('not_found.alert')
  expect((await get('/alerts?open=1')).data.totalElements).toBe(0)
  expect((await get('/alerts?open=0&kind=unknown_too_long')).data.content).toMatchObject([
    { ...open, endedby: 'Admin Malam', endedreason: 'Suplier menjamin sukses' },
  ])
  const { body } = await market.app.call('GET', `/api/admin/v1/audit?subjectkind=alert&subject=${raised.id}`, { token: admin.token })
  expect(body.data.content.map(({ event, actorname }: Json) => [event, actorname])).toEqual([
    ['alert.resolved', 'Admin Malam'],
    ['alert.refused', 'Suplier 1'],
    ['alert.refused', 'Suplier 1'],
    ['alert.refused', 'Konter Merdeka'],
    ['alert.refused', 'Konter Merdeka'],
    ['alert.taken', 'Admin Malam'],
    ['alert.taken', 'Admin Jaga'],
  ])
})
