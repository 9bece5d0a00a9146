import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' }, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/product'
const newSeller = () => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
let serial = 0
const newProduct = () => app.product({ code: `BK${String(++serial).padStart(3, '0')}` })
const bulk = (who: TestMember, body: object) =>
  app.call('POST', `${path}/bulk`, { token: who.token, body: 'ids' in body || 'filter' in body ? body : { all: true, ...body } })
const preview = async (who: TestMember, body: object) => (await bulk(who, { preview: true, ...body })).body.data
const apply = async (who: TestMember, body: object) => bulk(who, { preview: false, ...body, digest: (await preview(who, body)).digest })
const one = async (who: TestMember, id: bigint) => (await app.call('GET', `${path}/${id}`, { token: who.token })).body.data
const cost = (id: bigint, buy_price: bigint) => app.tables.updateTable('offer').set({ buy_price }).where('id', '=', id).execute()
const count = async (table: 'offer_change' | 'audit') =>
  Number(
    (
      await app.tables
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

async function shop(prices: bigint[]) {
  const seller = await newSeller()
  const products = []
  const ids: bigint[] = []
  for (const price of prices) {
    const product = await newProduct()
    products.push(product)
    ids.push(await app.offer({ seller, product, price, stock: 5 }))
  }
  return { seller, products, ids }
}

describe('a bulk change of offers', () => {
  test.each([
    ['an amount more', { harga: { rupiah: 150 } }, [10_150, 20_405]],
    ['an amount less', { harga: { rupiah: -55 } }, [9_945, 20_200]],
    ['a percentage more, to the nearest rupiah', { harga: { basispoints: 250 } }, [10_250, 20_761]],
    ['a percentage less', { harga: { basispoints: -333 } }, [9_667, 19_581]],
    ['rounded up', { harga: { rupiah: 1 }, bulat: { ke: 100, arah: 'naik' } }, [10_100, 20_300]],
    ['rounded down', { harga: { rupiah: -1 }, bulat: { ke: 500, arah: 'turun' } }, [9_500, 20_000]],
    ['rounded to the nearest, halves up', { bulat: { ke: 50, arah: 'terdekat' } }, [10_000, 20_250]],
    ['rounded to 25', { harga: { rupiah: 13 }, bulat: { ke: 25, arah: 'terdekat' } }, [10_025, 20_275]],
  ])('changes the price: %s', async (_what, changes, becomes) => {
    const { seller, ids } = await shop([10_000n, 20_255n])
    const previewed = await preview(seller, { changes })
    expect((await apply(seller, { changes })).body).toMatchObject({ success: true, msg: 'Update Product Suplier Ok!' })
    expect(await Promise.all(ids.map(async (id) => (await one(seller, id)).sellprice))).toEqual(becomes)
    for (const line of previewed.lines) expect(becomes).toContain(line.after.sellprice)
  })

  test('sets and removes promo price, stock, status, disturbance and cut-off of the offers that the filter finds', async () => {
    const { seller, ids } = await shop([10_000n, 20_000n])
    const other = await shop([10_000n])
    const [first, second] = ids as [bigint, bigint]
    const { brandid } = await one(seller, first)
    const filter = { brandid }
    const cutoff = { awal: '23:30', akhir: '00:15' }
    await apply(seller, { filter, changes: { promo: { basispoints: 500 }, stok: 9, status: 0, gangguan: 1, cutoff } })
    expect(await one(seller, first)).toMatchObject({
      discount: 9_500,
      stok: 9,
      status: 0,
      gangguan: 1,
      cutoffawal: '23:30',
      cutoffakhir: '00:15',
    })
    expect(await one(seller, second)).toMatchObject({ discount: 0, stok: 5, status: 1, gangguan: 0, cutoffawal: null })
    const together = app.db.read.selectFrom('audit').select(['actor_id', 'after']).where('event', '=', 'offers.changed')
    expect(await together.where('subject', '=', String(seller.id)).execute()).toEqual([
      { actor_id: seller.id, after: { way: 'bulk', changed: 1, added: 0, cost: 0, status: 1, stock: 1, cutoff: 1 } },
    ])
    await apply(seller, { ids: [Number(first)], changes: { promo: { rupiah: 100 }, stok: null, status: 1, cutoff: null } })
    expect(await one(seller, first)).toMatchObject({ discount: 9_900, stok: null, status: 1, gangguan: 1, cutoffawal: null })
    await apply(seller, { ids: [Number(first), Number(other.ids[0])], changes: { promo: null } })
    expect(await one(seller, first)).toMatchObject({ discount: 0 })
    expect(await one(other.seller, other.ids[0] ?? 0n)).toMatchObject({ sellprice: 10_000, stok: 5 })
  })

  test('sets the buy price and the check code, but not an unknown buy price or an unsafe check code', async () => {
    const { seller, ids } = await shop([10_000n, 20_000n])
    await cost(ids[0] ?? 0n, 9_000n)
    const changes = { beli: { basispoints: 100 }, kodecek: 'CEKPLN' }
    expect((await preview(seller, { changes })).lines[0]).toMatchObject({
      before: { kodecek: null, buyprice: 9_000 },
      after: { kodecek: 'CEKPLN', buyprice: 9_090 },
    })
    expect((await apply(seller, { changes })).status).toBe(200)
    // A change by a percentage keeps an unknown buy price unknown.
    expect(await Promise.all(ids.map(async (id) => (await one(seller, id)).buyprice))).toEqual([9_090, 0])
    expect((await one(seller, ids[1] ?? 0n)).kodecek).toBe('CEKPLN')
    const plain = await app.seller({ apiUrl: 'http://127.0.0.1:9', kind: 3 })
    await app.offer({ seller: plain, product: await newProduct(), price: 10_000n })
    expect(await preview(plain, { changes: { kodecek: 'PLN20' } })).toMatchObject({ refused: 1, changed: 0 })
  })

  test('shows in the preview of each line the prices before and after, a sale below cost, and the reason for a refusal', async () => {
    const { seller, ids, products } = await shop([10_000n, 20_000n, 30_000n])
    await cost(ids[1] ?? 0n, 19_600n)
    const changes = { harga: { rupiah: -500 }, promo: null }
    const previewed = await preview(seller, { changes: { harga: { rupiah: -10_000 } } })
    expect(previewed).toMatchObject({ found: 3, changed: 2, refused: 1, belowcost: 1 })
    expect(previewed.lines[0]).toMatchObject({
      productcode: products[0]?.code,
      reason: 'Harga jual wajib diisi',
      before: { sellprice: 10_000 },
      after: { sellprice: 0 },
    })
    expect(previewed.lines[1]).toMatchObject({
      productcode: products[1]?.code,
      belowcost: 1,
      before: { sellprice: 20_000 },
      after: { sellprice: 10_000 },
    })
    const asked = { changes: { harga: { rupiah: -10_000 } } }
    expect((await bulk(seller, { preview: false, ...asked, digest: previewed.digest })).body).toMatchObject({ code: 'offer.lines_refused' })
    expect(await one(seller, ids[2] ?? 0n)).toMatchObject({ sellprice: 30_000 })
    expect(await preview(seller, { ...asked, lewati: true })).toMatchObject({ changed: 2, unchanged: 1, refused: 0 })
    expect((await apply(seller, { ...asked, lewati: true })).status).toBe(200)
    expect(await one(seller, ids[0] ?? 0n)).toMatchObject({ sellprice: 10_000 })
    expect(await one(seller, ids[1] ?? 0n)).toMatchObject({ sellprice: 10_000 })
    expect((await apply(seller, { ids: [Number(ids[2])], changes })).status).toBe(200)
  })

  test('is executed only as previewed, and needs a new preview after a concurrent price change', async () => {
    const { seller, ids } = await shop([10_000n, 20_000n])
    const asked = { changes: { harga: { rupiah: 100 } } }
    const { digest } = await preview(seller, asked)
    await app.call('PATCH', `${path}/${ids[0]}`, { token: seller.token, body: { sellprice: 10_001 } })
    expect(await bulk(seller, { preview: false, ...asked, digest })).toMatchObject({
      status: 409,
      body: { code: 'offer.changed_meanwhile' },
    })
    expect(await bulk(seller, { preview: false, ...asked })).toMatchObject({ status: 409 })
    expect(await one(seller, ids[1] ?? 0n)).toMatchObject({ sellprice: 20_000 })
    const again = await preview(seller, asked)
    expect((await bulk(seller, { preview: false, changes: { harga: { rupiah: 200 } }, digest: again.digest })).status).toBe(409)
    expect((await bulk(seller, { preview: false, ...asked, digest: again.digest })).status).toBe(200)
  })

  test('is published to buyers, and recorded in the audit for each offer', async () => {
    const { seller, ids } = await shop([10_000n, 20_000n])
    const before = { changes: await count('offer_change'), audit: await count('audit') }
    await apply(seller, { changes: { harga: { rupiah: 100 }, status: 0 } })
    expect(await count('offer_change')).toBe(before.changes + 4)
    expect(await count('audit')).toBe(before.audit + 3)
    const row = await app.tables
      .selectFrom('audit')
      .selectAll()
      .where('event', '=', 'price.changed')
      .where('subject', '=', String(ids[0]))
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ actor_id: seller.id, before: { sell: 10_000 }, after: { sell: 10_100 } })
  })

  test('requires step-up authentication when a price falls far, in one step or in several within a day, and not for small changes', async () => {
    const { seller } = await shop([10_000n])
    await steppedUpAgo(app, seller, 11)
    const cut = (rupiah: number) => apply(seller, { changes: { harga: { rupiah } } })
    expect((await cut(-2_000)).body.code).toBe('access.proof_needed')
    expect((await cut(-1_900)).status).toBe(200)
    expect((await cut(-100)).body.code).toBe('access.proof_needed')
    expect((await cut(100)).status).toBe(200)
  })

  test('is refused if it contains no change or no offers, or if the member is not a seller', async () => {
    const { seller } = await shop([10_000n])
    expect((await bulk(seller, { preview: true, changes: {} })).status).toBe(400)
    expect((await bulk(seller, { preview: true, changes: { bulat: { ke: 30, arah: 'naik' } } })).status).toBe(400)
    for (const which of [{}, { filter: {} }, { ids: [1], filter: { status: 1 } }, { all: false }])
      expect(
        (await app.call('POST', `${path}/bulk`, { token: seller.token, body: { preview: true, changes: { status: 0 }, ...which } })).status,
      ).toBe(400)
    expect((await bulk(await app.member(), { preview: true, changes: { status: 0 } })).status).toBe(403)
  })
})

describe('concurrent changes', () => {
  test('of the same offers succeed once, and the refused request requires a new preview', async () => {
    const { seller, ids } = await shop([10_000n, 20_000n, 30_000n])
    const asked = [{ changes: { harga: { rupiah: 100 } } }, { changes: { harga: { rupiah: 200 } } }]
    const digests = await Promise.all(asked.map((body) => preview(seller, body)))
    const answers = await Promise.all(asked.map((body, nth) => bulk(seller, { preview: false, ...body, digest: digests[nth].digest })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const risen = answers[0]?.status === 200 ? 100 : 200
    expect(await Promise.all(ids.map(async (id) => (await one(seller, id)).sellprice))).toEqual([
      10_000 + risen,
      20_000 + risen,
      30_000 + risen,
    ])
  })

  test('charge each order either the old price or the new price, and do not make any order fail', async () => {
    const { seller, ids, products } = await shop([10_000n])
    const id = ids[0] ?? 0n
    const buyer = await app.member({ balance: 10_000_000n })
    await app.map(buyer, id)
    await app.call('PATCH', `${path}/${id}`, { token: seller.token, body: { stok: null, promoprice: 9_900 } })
    const prices = new Set([9_900])
    let price = 9_900
    const orders: Promise<{ status: number; body: { data?: { sellprice: number } } }>[] = []
    for (let round = 0; round < 6; round++) {
      const body = { changes: { harga: { rupiah: 100 }, promo: { rupiah: 100 } } }
      const { digest } = await preview(seller, body)
      price += 100
      prices.add(price)
      const done = bulk(seller, { preview: false, ...body, digest })
      for (let nth = 0; nth < 5; nth++)
        orders.push(
          app.call('POST', '/api/v1/transactions/buyer', {
            token: buyer.token,
            body: { productcode: products[0]?.code, target: `0812${round}${nth}`, reffclient: `B${round}-${nth}` },
          }),
        )
      expect((await done).status).toBe(200)
    }
    for (const order of await Promise.all(orders)) {
      expect(order.status, JSON.stringify(order.body)).toBe(200)
      expect(prices).toContain(order.body.data?.sellprice)
    }
  })
})
