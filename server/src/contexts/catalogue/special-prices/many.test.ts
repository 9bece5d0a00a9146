import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

/* The pool has eight connections, so that calls can be concurrent. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/productspecial'
const post = (who: TestMember, body: object, to = `${path}/many`) => app.call('POST', to, { token: who.token, body })
const preview = (who: TestMember, body: object) => post(who, body, `${path}/many/preview`)
/** Requests a preview and sends the change with its digest immediately. */
const send = async (who: TestMember, body: object) => post(who, { ...body, digest: (await preview(who, body)).body.data?.digest })
/** Requests the preview and sends the change again as long as another change was made between the two. */
async function sendUntilAsSeen(who: TestMember, body: object) {
  for (;;) {
    const answer = await send(who, body)
    if (answer.status !== 409) return answer
  }
}

const listed = async (who: TestMember): Promise<{ id: number; hargajual: number; member: { memberid: number } }[]> =>
  (await app.call('GET', `${path}?size=100`, { token: who.token })).body.data.content

let serial = 0
async function setUp() {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const [ani, budi] = [await app.member({ name: 'Ani', balance: 1_000_000n }), await app.member({ name: 'Budi', balance: 1_000_000n })]
  await app.customers(seller, ani, budi)
  const [a, b] = [await app.product({ code: `MS${++serial}A` }), await app.product({ code: `MS${serial}B` })]
  const [offerA, offerB] = [
    await app.offer({ seller, product: a, price: 10_000n, promo: 9_000n }),
    await app.offer({ seller, product: b, price: 20_150n }),
  ]
  await app.tables.updateTable('offer').set({ buy_price: 8_500n }).where('id', '=', offerA).execute()
  const ask = { memberids: [Number(ani.id), Number(budi.id)], productids: [Number(a.id), Number(b.id)] }
  return { seller, ani, budi, a, b, offerA, offerB, ask }
}

const prices = async (who: TestMember) => (await listed(who)).map(({ hargajual }) => hargajual).sort((x, y) => x - y)

test('a seller sees each price in a preview before it gives several buyers special prices for several products', async () => {
  const { seller, ani, a, ask } = await setUp()
  await post(seller, { memberid: Number(ani.id), productid: Number(a.id), price: 8_900 }, path)
  const seen = await preview(seller, { ...ask, change: { percent: -7 } })
  // 7 % of 9,000 and of 20,150, rounded down: the fraction of a rupiah is not subtracted.
  expect(seen.body.data).toMatchObject({ found: 4, added: 3, changed: 1, unchanged: 0, refused: 0, belowcost: 2 })
  expect(seen.body.data.lines).toMatchObject([
    { member: { membername: 'Ani' }, product: { productcode: a.code }, normal: 9_000, before: 8_900, price: 8_370, belowcost: 1 },
    { member: { membername: 'Budi' }, normal: 9_000, before: null, price: 8_370, belowcost: 1 },
    { member: { membername: 'Ani' }, normal: 20_150, before: null, price: 18_740, belowcost: 0 },
    { member: { membername: 'Budi' }, normal: 20_150, before: null, price: 18_740, belowcost: 0 },
  ])
  expect(await prices(seller)).toEqual([8_900])
  const given = await post(seller, { ...ask, change: { percent: -7 }, digest: seen.body.data.digest })
  expect(given).toMatchObject({ status: 200, body: { msg: 'Add Product Suplier Ok!', data: seen.body.data } })
  expect(await prices(seller)).toEqual([8_370, 8_370, 18_740, 18_740])
})

test('a seller gives one price for all products, or each product’s normal price minus an amount', async () => {
  const { seller, ask } = await setUp()
  await send(seller, { ...ask, price: 7_777 })
  expect(await prices(seller)).toEqual([7_777, 7_777, 7_777, 7_777])
  await send(seller, { ...ask, change: { rupiah: -150 } })
  expect(await prices(seller)).toEqual([8_850, 8_850, 20_000, 20_000])
})

test('each new price is audited and published to its buyer, and an unchanged price is not', async () => {
  const { seller, ani, budi, a, offerA } = await setUp()
  await send(seller, { memberids: [Number(ani.id)], productids: [Number(a.id)], price: 8_900 })
  await send(seller, { memberids: [Number(ani.id), Number(budi.id)], productids: [Number(a.id)], price: 8_800 })
  await send(seller, { memberids: [Number(ani.id), Number(budi.id)], productids: [Number(a.id)], price: 8_800 })
  const ids = new Map((await listed(seller)).map(({ id, member }) => [member.memberid, String(id)]))
  const fact = (who: TestMember, price: number) => ({ offer: Number(offerA), buyer: Number(who.id), price })
  const kept = app.db.read.selectFrom('audit').select(['event', 'subject', 'before', 'after']).where('actor_id', '=', seller.id)
  expect(await kept.where('subject_kind', '=', 'special_price').orderBy('id').execute()).toEqual([
    { event: 'special_price.added', subject: ids.get(Number(ani.id)), before: null, after: fact(ani, 8_900) },
    { event: 'special_price.changed', subject: ids.get(Number(ani.id)), before: fact(ani, 8_900), after: fact(ani, 8_800) },
    { event: 'special_price.added', subject: ids.get(Number(budi.id)), before: null, after: fact(budi, 8_800) },
  ])
  const changes = app.db.read.selectFrom('offer_change').select(['buyer_id', 'special_price_before', 'special_price', 'sell_price'])
  expect(await changes.where('offer_id', '=', offerA).where('kind', '=', 'special').orderBy('id').execute()).toEqual([
    { buyer_id: ani.id, special_price_before: null, special_price: 8_900n, sell_price: 10_000n },
    { buyer_id: ani.id, special_price_before: 8_900n, special_price: 8_800n, sell_price: 10_000n },
    { buyer_id: budi.id, special_price_before: null, special_price: 8_800n, sell_price: 10_000n },
  ])
})

test('no special price is stored if a buyer is unknown, a product is not sold or a price is out of bounds', async () => {
  const { seller, ask } = await setUp()
  const [outsider, unsold] = [await app.member(), await app.product({ code: `MS${++serial}X` })]
  for (const [body, status, code] of [
    [{ ...ask, memberids: [...ask.memberids, Number(outsider.id)], price: 5_000 }, 404, 'not_found.member'],
    [{ ...ask, memberids: [Number(seller.id)], price: 5_000 }, 404, 'not_found.member'],
    [{ ...ask, productids: [...ask.productids, Number(unsold.id)], price: 5_000 }, 404, 'not_found.offer'],
    [{ ...ask, change: { rupiah: -9_000 } }, 422, 'special_price.out_of_bounds'],
  ] as const) {
    expect(await preview(seller, body)).toMatchObject({ status, body: { code } })
    expect(await send(seller, body)).toMatchObject({ status, body: { code } })
  }
  expect(await listed(seller)).toEqual([])
})

test('no special price is stored without a preview, or if a price changed after the preview, even if the total is equal', async () => {
  const { seller, ask, offerA, offerB } = await setUp()
  const asked = { ...ask, change: { rupiah: -100 } }
  const { digest } = (await preview(seller, asked)).body.data
  const move = (id: bigint, by: bigint) =>
    app.tables
      .updateTable('offer')
      .set(({ eb }) => ({ sell_price: eb('sell_price', '+', by), promo_price: null }))
      .where('id', '=', id)
      .execute()
  await move(offerA, -1_000n)
  await move(offerB, 0n)
  // If its promo ends, the first offer still has the same price for buyers, so the preview has not changed.
  expect((await preview(seller, asked)).body.data.digest).toBe(digest)
  await move(offerA, 50n)
  await move(offerB, -50n)
  const refused = { status: 409, body: { code: 'offer.changed_meanwhile' } }
  expect(await post(seller, { ...asked, digest })).toMatchObject(refused)
  expect(await post(seller, asked)).toMatchObject(refused)
  expect(await listed(seller)).toEqual([])
})

test.each([
  ['neither price nor difference', {}],
  ['both', { price: 5, change: { percent: 1 } }],
  ['a price of nothing', { price: 0 }],
  ['a part of a percent', { change: { percent: -0.5 } }],
  ['more than everything', { change: { percent: -100 } }],
  ['nobody', { price: 5, memberids: [] }],
  ['more lines than one looks through', { price: 5, memberids: [1, 2, 3], productids: Array.from({ length: 67 }, (_, nth) => nth + 1) }],
])('a request with %s is refused', async (_, body) => {
  const { seller, ask } = await setUp()
  expect(await send(seller, { ...ask, ...body })).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
})

test('a buyer that occurs twice in a request gets one price', async () => {
  const { seller, ani, a } = await setUp()
  const id = Number(ani.id)
  expect(
    (await send(seller, { memberids: [id, id], productids: [Number(a.id), Number(a.id)], price: 5_000 })).body.data.lines,
  ).toHaveLength(1)
})

test('after many concurrent calls each buyer has one price per product, that of the last call, and the audit is complete', async () => {
  const { seller, ani, a, ask } = await setUp()
  await app.setting('specialPrices.manyPerMinute', 1000)
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, nth) => sendUntilAsSeen(seller, { ...ask, price: 5_000 + nth })),
    ...Array.from({ length: 4 }, () => post(seller, { memberid: Number(ani.id), productid: Number(a.id), price: 4_000 }, path)),
  ])
  expect(new Set(answers.map(({ status }) => status)).has(500)).toBe(false)
  expect(answers.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(200))
  const rows = await listed(seller)
  expect(rows).toHaveLength(4)
  expect(new Set(rows.map(({ hargajual }) => hargajual)).size).toBe(1)
  for (const { id, hargajual } of rows) {
    const trail = await app.db.read
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('subject_kind', '=', 'special_price')
      .where('subject', '=', String(id))
      .orderBy('id')
      .execute()
    const priceIn = (facts: unknown) => (facts as { price: number } | null)?.price ?? null
    trail.slice(1).forEach((note, nth) => {
      expect(priceIn(note.before)).toBe(priceIn(trail[nth]?.after))
    })
    expect(priceIn(trail.at(-1)?.after)).toBe(hargajual)
  }
})

test('a concurrent order pays the old or the new price, and each later order pays the new price', async () => {
  const { seller, ani, a, offerA, ask } = await setUp()
  await app.map(ani, offerA)
  await app.lapak.refresh()
  const order = async (nth: number) => {
    const body = { productcode: a.code, target: `0812345000${nth}`, reffclient: `MS-${a.code}-${nth}` }
    return (await app.call('POST', '/api/v1/transactions/buyer', { token: ani.token, body })).body.data.sellprice
  }
  const [given, ...paid] = await Promise.all([send(seller, { ...ask, price: 8_600 }), ...Array.from({ length: 9 }, (_, nth) => order(nth))])
  expect(given).toMatchObject({ status: 200 })
  for (const price of paid) expect([9_000, 8_600]).toContain(price)
  expect(await order(10)).toBe(8_600)
})

test('only sellers can give special prices, after step-up authentication, and only for their own products', async () => {
  const { ani, ask } = await setUp()
  const [other, late] = [await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' }), await setUp()]
  expect((await send(ani, { ...ask, price: 5_000 })).status).toBe(403)
  expect((await preview(ani, { ...ask, price: 5_000 })).status).toBe(403)
  expect((await send(other, { ...ask, price: 5_000 })).status).toBe(404)
  await app.tables.deleteFrom('session_step_up').execute()
  expect(await send(late.seller, { ...late.ask, price: 5_000 })).toMatchObject({ status: 422, body: { code: 'access.proof_needed' } })
})
