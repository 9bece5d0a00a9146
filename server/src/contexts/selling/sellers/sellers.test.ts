import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureQuality } from '#contexts/ordering/purchases/queries/quality.ts'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { shutOut } from '../../../../test/shut-out.ts'

let market: TestMarket
let buyer: TestMember
beforeAll(async () => {
  market = await startMarket()
  buyer = await market.app.member({ balance: 10_000_000n })
})
afterAll(() => market?.stop())

const get = async (path: string, who = buyer): Promise<Json> => (await market.app.call('GET', path, { token: who.token })).body.data
const newSeller = (name: string) => market.app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', name })
const setMember = (who: TestMember, values: object) =>
  market.app.tables.updateTable('member').set(values).where('id', '=', who.id).execute()
const namesOf = ({ content }: Json) => content.map(({ sellername }: Json) => sellername)

describe('the list of sellers', () => {
  test('shows approved sellers with state, rating and online mark, in an order that lasts for the day [B-API-55, B-ENT-23, B-STATE-17]', async () => {
    const [open, closed, gone] = [await newSeller('Toko Buka'), await newSeller('Toko Tutup'), await newSeller('Toko Diblokir')]
    await setMember(open, { last_active_at: new Date(), province_id: 35n, city_id: 3515n, avatar: '/public/images/a.webp' })
    await setMember(closed, { shop_open: false, last_active_at: new Date(Date.now() - 3_600_000) })
    await shutOut(market.app.tables, gone.id)
    const path = '/api/v1/supplier?size=50&sort=sellerid,RAND()'
    const { content, totalElements } = await get(path)
    expect(totalElements).toBe(content.length)
    expect(content).toContainEqual({
      sellerid: Number(open.id),
      sellername: 'Toko Buka',
      avatar: '/public/images/a.webp',
      rating: 0,
      jmlreview: 0,
      status: 1,
      user: { online: 1 },
      location: 'Kabupaten Sidoarjo, Jawa Timur',
      jmlproduk: 0,
      successrate: null,
      mediandetik: null,
      sengketa: null,
    })
    expect(content).toContainEqual(expect.objectContaining({ sellername: 'Toko Tutup', status: 0, user: { online: 0 } }))
    expect(namesOf({ content })).not.toContain('Toko Diblokir')
    expect(namesOf({ content })).not.toContain(buyer.name)
    expect(await get(path)).toEqual({ content, totalElements })
    const leafed = await Promise.all(
      content.map((_: Json, page: number) => get(`/api/v1/supplier?size=1&page=${page}&sort=sellerid,RAND()`)),
    )
    expect(leafed.flatMap(namesOf)).toEqual(namesOf({ content }))
    expect(namesOf(await get('/api/v1/supplier?size=50&sort=sellername,ASC'))).toEqual(namesOf({ content }).toSorted())
    expect((await market.app.call('GET', '/api/v1/supplier?sort=email,ASC', { token: buyer.token })).status).toBe(400)
  })

  test('is limited to `size` for gold sellers, and begins with the sellers that have the best reviews [B-API-56]', async () => {
    const best = await newSeller('Bintang Lima')
    await market.app.tables.insertInto('seller_rating').values({ seller_id: best.id, reviews: 2n, stars: 9n }).execute()
    for (const name of ['Emas 1', 'Emas 2', 'Emas 3', 'Emas 4', 'Emas 5']) await newSeller(name)
    const gold = await get('/api/v1/supplier/gold?size=6')
    expect(gold).toHaveLength(6)
    expect(gold[0]).toMatchObject({ sellername: 'Bintang Lima', rating: 4.5, jmlreview: 2 })
  })

  test('contains the intended seller after a search, also with typing errors [B-API-54]', async () => {
    await newSeller('Parahyangan Reload')
    for (const cari of ['parahyangan', 'RELOAD', 'parahiyangan'])
      expect(namesOf(await get(`/api/v1/supplier/cari?cari=${cari}`)), cari).toContain('Parahyangan Reload')
    for (const cari of ['', 'xyzzy', '%'])
      expect(await get(`/api/v1/supplier/cari?cari=${encodeURIComponent(cari)}`)).toEqual({ content: [], totalElements: 0 })
  })

  test('shows a buyer the sellers of its own buying list [B-API-53]', async () => {
    const [mine, other] = [await newSeller('Langganan'), await newSeller('Bukan Langganan')]
    const product = await market.app.product({ code: 'LANGGANAN' })
    await market.app.map(buyer, await market.app.offer({ seller: mine, product, price: 1_000n }))
    await market.app.offer({ seller: other, product, price: 900n })
    expect((await get('/api/v1/mysupplier')).map(({ sellername }: Json) => sellername)).toEqual(['Langganan'])
  })
})

test('the page of a seller shows its data and its offers by category and brand [B-API-63, B-ENT-24, B-ENT-25, B-ENT-26]', async () => {
  const seller = await newSeller('Halaman Toko')
  const at = new Date()
  await setMember(seller, { contact: 't.me/halaman', province_id: 35n, city_id: 3578n, last_active_at: at })
  const [first, second] = [await market.app.product({ code: 'HAL1' }), await market.app.product({ code: 'HAL2' })]
  const offers = [
    await market.app.offer({ seller, product: first, price: 1_500n }),
    await market.app.offer({ seller, product: second, price: 2_500n, open: false }),
  ] as const
  await market.app.map(buyer, offers[0])
  expect(await get(`/api/v1/product/seller/${seller.id}`)).toEqual({
    sellerid: Number(seller.id),
    membername: 'Halaman Toko',
    avatar: null,
    contact: 't.me/halaman',
    cities: { cityname: 'Kota Surabaya' },
    province: { provincename: 'Jawa Timur' },
    rating: 0,
    jmlreview: 0,
    online: 1,
    statustoko: 1,
    lastactive: at.toISOString(),
    successrate: null,
    mediandetik: null,
    sengketa: null,
    canreview: false,
    ownreview: null,
    productlist: [
      {
        categoryname: 'Kategori HAL1',
        brands: [
          {
            brandname: 'Brand HAL1',
            brandlogo: null,
            products: [
              {
                id: Number(offers[0]),
                productname: 'Produk HAL1',
                productcode: 'HAL1',
                producttype: 0,
                denom: 10,
                targetkind: 'text',
                status: 1,
                state: 'open',
                price: 1_500,
                sellprice: 1_500,
                discount: 0,
                sudahada: 1,
              },
            ],
          },
        ],
      },
      {
        categoryname: 'Kategori HAL2',
        brands: [
          expect.objectContaining({
            products: [expect.objectContaining({ productcode: 'HAL2', status: 0, state: 'closed', sudahada: 0 })],
          }),
        ],
      },
    ],
  })
  for (const id of [buyer.id, 999_999n])
    expect((await market.app.call('GET', `/api/v1/product/seller/${id}`, { token: buyer.token })).body.code).toBe('not_found.seller')
})

test('sales create best hits, and the measured quality is shown with the seller [B-API-57, B-ENT-27]', async () => {
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'LARIS' })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 5_000n }))
  for (const reffclient of ['LARIS-1', 'LARIS-2', 'LARIS-3']) {
    await market.order(buyer, { productcode: 'LARIS', target: `0812000055${reffclient.at(-1)}5`, reffclient })
    expect((await market.app.settled(buyer, reffclient)).transactionrc).toBe(1)
  }
  expect(await get('/api/v1/supplier/besthit')).toContainEqual({
    sellerid: Number(seller.id),
    operator: 'Brand LARIS',
    sellername: seller.name,
    selleravatar: null,
  })
  await measureQuality(market.app.db)
  const { content } = await get('/api/v1/supplier?size=-1&sort=sellerid,DESC')
  expect(content).toContainEqual(expect.objectContaining({ sellername: seller.name, successrate: 100, mediandetik: expect.any(Number) }))
  expect(await get(`/api/v1/product/seller/${seller.id}`)).toMatchObject({ successrate: 100, canreview: true })
})

test('a wrong number does not lower the success rate of any seller, unless another seller could deliver to it', async () => {
  const [first, second] = [await market.addSeller(), await market.addSeller({ kind: 'otomax' })]
  const product = await market.app.product({ code: 'SALAH' })
  for (const [place, { seller }] of [first, second].entries())
    await market.app.map(buyer, await market.app.offer({ seller, product, price: 5_000n }), place + 1)
  const buy = async (target: string) => {
    await market.order(buyer, { productcode: 'SALAH', target, reffclient: `SALAH-${target}` })
    return (await market.app.settled(buyer, `SALAH-${target}`)).transactionrc
  }
  const rates = async () => {
    await measureQuality(market.app.db)
    await market.app.lapak.refresh()
    const { steps } = await get('/api/v1/product/route/SALAH')
    return steps.map(({ successrate }: { successrate: number | null }) => successrate)
  }
  expect([await buy('081200007115'), await buy('081200010001'), await buy('081200020001')]).toEqual([1, 2, 2])
  expect(await rates()).toEqual([100, null])
  // The second seller delivers to a number that the first seller rejected; later the second seller fails for another reason.
  second.supplier.script('081200030001', 'success')
  expect([await buy('081200030001'), await buy('081200010003')]).toEqual([1, 2])
  expect(await rates()).toEqual([33.33, 50])
})

test('speed is measured until the success is certain, and old attempts are not counted', async () => {
  const { seller } = await market.addSeller()
  const product = await market.app.product({ code: 'LAMBAT' })
  await market.app.map(buyer, await market.app.offer({ seller, product, price: 5_000n }))
  await market.order(buyer, { productcode: 'LAMBAT', target: '081200005515', reffclient: 'LAMBAT-1' })
  const { id } = await market.app.settled(buyer, 'LAMBAT-1')
  const { db, tables } = market.app
  // The server answered at once that it is pending; the report of the success came after a minute.
  await sql`update attempt set took_ms = 20, sent_at = updated_at - interval '60 seconds' where purchase_id = ${id}`.execute(tables)
  const measured = async () => {
    await measureQuality(db)
    await market.app.lapak.refresh()
    const [route, page] = [await get('/api/v1/product/route/LAMBAT'), await get(`/api/v1/product/seller/${seller.id}`)]
    return [route.steps[0], page].map(({ successrate, mediandetik }) => [successrate, mediandetik])
  }
  expect(await measured()).toEqual([
    [100, 60],
    [100, 60],
  ])
  await sql`update attempt set created_at = now() - interval '8 days' where purchase_id = ${id}`.execute(tables)
  expect(await measured()).toEqual([
    [null, null],
    [null, null],
  ])
  const { version } = await db.read.selectFrom('cache_version').select('version').executeTakeFirstOrThrow()
  await measureQuality(db)
  // Nothing has changed, so no process reads its cache again.
  expect((await db.read.selectFrom('cache_version').select('version').executeTakeFirstOrThrow()).version).toBe(version)
})
