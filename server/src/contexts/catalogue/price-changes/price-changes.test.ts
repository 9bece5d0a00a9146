import { setTimeout as pause } from 'node:timers/promises'
import { type CallbackReceiver, startCallbackReceiver } from '@lapak/simulators/callback-receiver'
import { startSupplier } from '@lapak/simulators/supplier'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Lapak } from '#app.ts'
import { type Json, startTestApp, supplierCredentials, type TestApp, type TestMember } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'
import { recordOfferPauses } from './pauses.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`

let app: TestApp
let second: Lapak
let receiver: CallbackReceiver
let serial = 0

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' })
  // Both processes publish changes and accept connections of browser pages.
  second = await app.startAnother(['http', 'worker'])
})
afterAll(() => app?.stop())
beforeEach(async () => {
  receiver = await startCallbackReceiver({ secret })
})
afterEach(() => receiver.close())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
/** Connects like a browser page. The returned function returns the `hargaupdate` events that were received. */
async function signedOn(who: TestMember, url: string) {
  const socket = io(url, { reconnection: false, forceNew: true, transports: ['websocket'] })
  sockets.push(socket)
  const heard: { event: string; data: Json }[] = []
  socket.onAny((event: string, data: Json) => heard.push({ event, data }))
  socket.emit('logon', { token: who.token, userid: 1 })
  await expect.poll(() => heard.some(({ event }) => event === 'logonok'), { interval: 5 }).toBe(true)
  return () => heard.filter(({ event }) => event === 'hargaupdate').map(({ data }) => data)
}

const newSeller = (name?: string) => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', ...(name !== undefined && { name }) })
const newProduct = () => app.product({ code: `PC${++serial}` })
const changeOffer = (seller: TestMember, id: bigint, body: Record<string, unknown>) =>
  app.call('PATCH', `/api/v1/seller/product/${id}`, { token: seller.token, body })
const special = (seller: TestMember, method: string, path = '', body?: unknown) =>
  app.call(method, `/api/v1/seller/productspecial${path}`, { token: seller.token, ...(body !== undefined && { body }) })
const changes = async (who: TestMember, query = ''): Promise<Json[]> =>
  (await app.call('GET', `/api/v1/product/changes${query}`, { token: who.token })).body.data.content
const short = (rows: Json[]) => rows.map(({ kind, pricebefore, price }) => [kind, pricebefore, price])
/** The list of price changes, oldest first. */
const history = async (who: TestMember) => short(await changes(who, '?sort=id,ASC&size=-1'))

async function subscribedBuyer(): Promise<TestMember> {
  const buyer = await app.member({ callbackUrl: `${receiver.url}/cb`, callbackSecret: secret })
  await app.tables.updateTable('member').set({ price_change_callbacks: true }).where('id', '=', buyer.id).execute()
  return buyer
}

/** Queues the job that publishes, without waiting for its scheduled time. */
const publishNow = () => sql`select graphile_worker.add_job('publish-price-changes')`.execute(app.tables)
async function allPublished() {
  const untold = async () => (await app.db.read.selectFrom('offer_change').select('id').where('notified_at', 'is', null).execute()).length
  await publishNow()
  await expect.poll(untold, { interval: 20 }).toBe(0)
}
const deliveriesOf = (who: TestMember) =>
  app.db.read
    .selectFrom('delivery')
    .selectAll()
    .where('member_id', '=', who.id)
    .where('event', '=', 'price.changed')
    .orderBy('id')
    .execute()

describe('the list of price changes', () => {
  test('shows price, promo, opened, closed and removed, newest first, with the prices of this buyer', async () => {
    const [buyer, seller, product] = [await app.member(), await newSeller('Grosir'), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.map(buyer, offer)
    await changeOffer(seller, offer, { sellprice: 10_500 })
    await changeOffer(seller, offer, { promoprice: 9_900 })
    await changeOffer(seller, offer, { sellprice: 10_400, status: 0 })
    await changeOffer(seller, offer, { status: 1, promoprice: null })
    await app.call('DELETE', `/api/v1/seller/product/${offer}`, { token: seller.token })
    const rows = await changes(buyer)
    expect(short(rows)).toEqual([
      ['removed', 10_400, null],
      ['open', 10_400, 10_400],
      ['price', 9_900, 10_400],
      ['closed', 9_900, 9_900],
      ['price', 10_500, 9_900],
      ['price', 10_000, 10_500],
    ])
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      productmemberid: Number(offer),
      productcode: product.code,
      productname: `Produk ${product.code}`,
      sellerid: Number(seller.id),
      sellername: 'Grosir',
      kind: 'removed',
      pricebefore: 10_400,
      price: null,
      at: expect.any(String),
    })
  })

  test('is empty if neither the price nor the state of an offer changes for buyers', async () => {
    const [buyer, seller, product] = [await app.member(), await newSeller(), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_000n, promo: 9_000n })
    await app.map(buyer, offer)
    for (const body of [{ sellprice: 10_000 }, { sellprice: 11_000 }, { buyprice: 8_000 }, { stok: 5 }, { kodesupplier: 'X' }])
      expect((await changeOffer(seller, offer, body)).status).toBe(200)
    expect((await changeOffer(seller, offer, { promoprice: 99_000 })).status).toBe(422)
    expect(await changes(buyer)).toEqual([])
  })

  test('shows a buyer with a special price only changes of that price, openings and closings', async () => {
    const [buyer, neighbour, seller, product] = [await app.member(), await app.member(), await newSeller(), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.customers(seller, buyer)
    await app.map(buyer, offer)
    await app.map(neighbour, offer)
    await changeOffer(seller, offer, { sellprice: 10_100 })
    const { body } = await special(seller, 'POST', '', { memberid: Number(buyer.id), productid: Number(product.id), price: 9_000 })
    await changeOffer(seller, offer, { sellprice: 10_200 })
    await changeOffer(seller, offer, { status: 0 })
    await special(seller, 'PATCH', `/${body.data.id}`, { price: 8_500 })
    await special(seller, 'PATCH', `/${body.data.id}`, { price: 8_500 })
    await changeOffer(seller, offer, { status: 1 })
    await special(seller, 'DELETE', `/${body.data.id}`)
    await changeOffer(seller, offer, { sellprice: 10_300 })
    expect(await history(buyer)).toEqual([
      ['price', 10_000, 10_100],
      ['special', 10_100, 9_000],
      ['closed', 9_000, 9_000],
      ['special', 9_000, 8_500],
      ['open', 8_500, 8_500],
      ['special', 8_500, 10_200],
      ['price', 10_200, 10_300],
    ])
    expect(await history(neighbour)).toEqual([
      ['price', 10_000, 10_100],
      ['price', 10_100, 10_200],
      ['closed', 10_200, 10_200],
      ['open', 10_200, 10_200],
      ['price', 10_200, 10_300],
    ])
    await special(seller, 'POST', '', { memberid: Number(buyer.id), productid: Number(product.id), price: 7_000 })
    await changeOffer(seller, offer, { sellprice: 10_400 })
    await app.call('DELETE', `/api/v1/seller/product/${offer}`, { token: seller.token })
    // The special price ended with the offer. Earlier changes of the normal price are still not shown.
    expect((await history(buyer)).slice(7)).toEqual([
      ['special', 10_300, 7_000],
      ['removed', 7_000, null],
    ])
  })

  test('contains changes of offers that are in the buyer’s list now or were in it at the time, with filters and pages', async () => {
    const [buyer, outsider, ani, budi] = [await app.member(), await app.member(), await newSeller('Ani 50%'), await newSeller('Budi')]
    const [a, b] = [await newProduct(), await newProduct()]
    const [first, other] = [
      await app.offer({ seller: ani, product: a, price: 1_000n }),
      await app.offer({ seller: budi, product: b, price: 2_000n }),
    ]
    const mapping = await app.map(buyer, first)
    await app.map(buyer, other)
    await changeOffer(ani, first, { sellprice: 1_100 })
    await changeOffer(budi, other, { sellprice: 2_100 })
    await app.call('DELETE', `/api/v1/product/mapping/${mapping}`, { token: buyer.token })
    await changeOffer(ani, first, { sellprice: 1_200 })
    expect(short(await changes(buyer))).toEqual([
      ['price', 2_000, 2_100],
      ['price', 1_000, 1_100],
    ])
    expect(await changes(outsider)).toEqual([])
    const codes = async (query: string) => (await changes(buyer, query)).map(({ productcode }) => productcode)
    expect(await codes(`?productcode=${a.code.toLowerCase()}`)).toEqual([a.code])
    expect(await codes(`?sellerid=${budi.id}`)).toEqual([b.code])
    expect(await codes('?search=50%25')).toEqual([a.code])
    expect(await codes('?search=a_i')).toEqual([])
    const page = await app.call('GET', '/api/v1/product/changes?size=1&page=1', { token: buyer.token })
    expect(page.body.data).toMatchObject({ totalElements: 2, content: [{ productcode: a.code }] })
    expect((await app.call('GET', '/api/v1/product/changes?sort=price', { token: buyer.token })).status).toBe(400)
  })

  test('shows disturbances, and shows the opening or closing of a shop as one row', async () => {
    const [buyer, outsider, seller] = [await app.member(), await app.member(), await newSeller('Gerai')]
    const [a, b] = [await newProduct(), await newProduct()]
    const offers = [await app.offer({ seller, product: a, price: 1_000n }), await app.offer({ seller, product: b, price: 2_000n })]
    for (const offer of offers) await app.map(buyer, offer)
    await changeOffer(seller, offers[0] as bigint, { gangguan: 1 })
    await changeOffer(seller, offers[0] as bigint, { gangguan: 1, kodesupplier: 'X' })
    await changeOffer(seller, offers[0] as bigint, { gangguan: 0 })
    for (const state of [0, 0, 1]) await app.call('PATCH', `/api/v1/seller/tokostatus/${state}`, { token: seller.token })
    expect(await history(buyer)).toEqual([
      ['disturbed', 1_000, 1_000],
      ['restored', 1_000, 1_000],
      ['shop_closed', null, null],
      ['shop_open', null, null],
    ])
    expect((await changes(buyer))[0]).toMatchObject({
      productmemberid: null,
      productcode: null,
      productname: null,
      sellerid: Number(seller.id),
      sellername: 'Gerai',
    })
    expect(await changes(buyer, '?search=gerai')).toHaveLength(4)
    expect(await changes(buyer, `?sellerid=${seller.id}`)).toHaveLength(4)
    expect(await changes(buyer, `?productcode=${a.code}`)).toHaveLength(2)
    expect(await changes(outsider)).toEqual([])
  })

  test('shows each cut-off and each sell-out once, and omits those of an offer that its seller closed', async () => {
    const [buyer, seller] = [await app.member(), await newSeller()]
    const offerOf = async (price: bigint) => {
      const offer = await app.offer({ seller, product: await newProduct(), price })
      await app.map(buyer, offer)
      return offer
    }
    const [night, scarce, closed] = [await offerOf(1_000n), await offerOf(2_000n), await offerOf(3_000n)]
    const unlisted = await app.offer({ seller, product: await newProduct(), price: 4_000n })
    const stock = (offer: bigint, stok: number | null) => changeOffer(seller, offer, { stok })
    const look = async () => {
      for (const _ of [1, 2]) await recordOfferPauses(app.db)
    }
    for (const offer of [scarce, closed, unlisted]) await stock(offer, 0)
    await changeOffer(seller, night, { cutoffawal: '00:00', cutoffakhir: '23:59' })
    await look()
    await changeOffer(seller, closed, { status: 0 })
    for (const offer of [scarce, closed, unlisted]) await stock(offer, 3)
    await changeOffer(seller, night, { cutoffawal: null, cutoffakhir: null })
    await look()
    expect((await history(buyer)).sort()).toEqual(
      [
        ['cut_off', 1_000, 1_000],
        ['sold_out', 2_000, 2_000],
        ['sold_out', 3_000, 3_000],
        ['closed', 3_000, 3_000],
        ['cut_off_over', 1_000, 1_000],
        ['in_stock', 2_000, 2_000],
      ].sort(),
    )
    expect(await app.db.read.selectFrom('offer_change').select('id').where('offer_id', '=', unlisted).execute()).toEqual([])
    expect(await app.db.read.selectFrom('offer_pause').selectAll().where('offer_id', 'in', [night, scarce, closed]).execute()).toEqual([])
  })

  test('returns only the requested kinds, so that daily changes do not crowd out price changes', async () => {
    const [buyer, seller] = [await app.member(), await newSeller()]
    const offer = await app.offer({ seller, product: await newProduct(), price: 1_000n })
    await app.map(buyer, offer)
    await changeOffer(seller, offer, { sellprice: 1_100 })
    for (const stok of [0, 3, 0]) {
      await changeOffer(seller, offer, { stok })
      await recordOfferPauses(app.db)
    }
    const kinds = async (query: string) => (await changes(buyer, query)).map(({ kind }) => kind)
    expect(await kinds('')).toEqual(['sold_out', 'in_stock', 'sold_out', 'price'])
    expect(await kinds('?kind=price,special')).toEqual(['price'])
    expect(await kinds('?kind=')).toHaveLength(4)
    expect((await app.call('GET', '/api/v1/product/changes?kind=cheap', { token: buyer.token })).status).toBe(400)
  })

  test('keeps daily changes for some weeks, and price changes for a year', async () => {
    const [buyer, seller] = [await app.member(), await newSeller()]
    const offer = await app.offer({ seller, product: await newProduct(), price: 1_000n })
    await app.map(buyer, offer)
    await changeOffer(seller, offer, { sellprice: 1_100, stok: 0 })
    await recordOfferPauses(app.db)
    const aged = (days: number) =>
      app.tables
        .updateTable('offer_change')
        .set({ at: new Date(Date.now() - days * 86_400_000) })
        .where('offer_id', '=', offer)
        .execute()
    const kept = async () => {
      await runJob(app, 'purge-price-changes')
      const rows = await app.db.read.selectFrom('offer_change').select('kind').where('offer_id', '=', offer).orderBy('id').execute()
      return rows.map(({ kind }) => kind)
    }
    await aged(29)
    expect(await kept()).toEqual(['price', 'sold_out'])
    await aged(31)
    expect(await kept()).toEqual(['price'])
    await aged(364)
    expect(await kept()).toEqual(['price'])
    await aged(366)
    expect(await kept()).toEqual([])
  })

  test('shows the special price at the time of a change even after older special-price changes were deleted', async () => {
    const [own, other, seller, product] = [await app.member(), await app.member(), await newSeller(), await newProduct()]
    await app.customers(seller, own)
    const offer = await app.offer({ seller, product, price: 1_000n })
    for (const buyer of [own, other]) await app.map(buyer, offer)
    const given = await special(seller, 'POST', '', { memberid: Number(own.id), productid: Number(product.id), price: 800 })
    await changeOffer(seller, offer, { sellprice: 1_100 })
    await app.tables
      .updateTable('offer_change')
      .set({ at: new Date(Date.now() - 400 * 86_400_000) })
      .where('offer_id', '=', offer)
      .execute()
    await changeOffer(seller, offer, { gangguan: 1 })
    await special(seller, 'PATCH', `/${given.body.data.id}`, { price: 700 })
    await changeOffer(seller, offer, { sellprice: 1_200 })
    await changeOffer(seller, offer, { gangguan: 0 })
    const before = [await history(own), await history(other)]
    await runJob(app, 'purge-price-changes')
    expect(await history(own)).toEqual([
      ['disturbed', 800, 800],
      ['special', 800, 700],
      ['restored', 700, 700],
    ])
    expect(await history(other)).toEqual([
      ['disturbed', 1_100, 1_100],
      ['price', 1_100, 1_200],
      ['restored', 1_200, 1_200],
    ])
    expect(before).toEqual([
      [['special', 1_000, 800], ...(await history(own))],
      [['price', 1_000, 1_100], ...(await history(other))],
    ])
  })

  test('treats a cut-off that spans midnight in the same way as orders do', async () => {
    const [buyer, seller] = [await app.member(), await newSeller()]
    const { rows } = await sql<{ minute: number }>`
      select extract(hour from jakarta)::integer * 60 + extract(minute from jakarta)::integer as minute
      from (select now() at time zone 'Asia/Jakarta' as jakarta) clock`.execute(app.tables)
    const clock = (minutes: number) => {
      const minute = ((rows[0]?.minute ?? 0) + minutes + 1440) % 1440
      return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    }
    const state: Record<string, string> = {}
    for (const [from, to] of [
      [-60, 60],
      [60, -60],
      [-2, -700],
      [700, -700],
      [30, 90],
    ] as const) {
      const offer = await app.offer({ seller, product: await newProduct(), price: 1_000n })
      const mapping = await app.map(buyer, offer)
      await changeOffer(seller, offer, { cutoffawal: clock(from), cutoffakhir: clock(to) })
      await app.lapak.refresh()
      const { content } = (await app.call('GET', '/api/v1/product/mappings?size=-1', { token: buyer.token })).body.data
      state[offer.toString()] = content.find((row: Json) => row.id === Number(mapping)).state
    }
    await recordOfferPauses(app.db)
    const pauses = await app.db.read.selectFrom('offer_pause').select('offer_id').where('kind', '=', 'cut_off').execute()
    const cutOff = Object.keys(state).filter((offer) => state[offer] === 'cut_off')
    expect(cutOff).toHaveLength(2)
    expect(cutOff.filter((offer) => !pauses.some(({ offer_id }) => offer_id.toString() === offer))).toEqual([])
    expect(pauses.filter(({ offer_id }) => state[offer_id.toString()] === 'open')).toEqual([])
  })

  test('includes offers that a price sync opens or closes', async () => {
    const simulator = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
    try {
      const seller = await app.seller({ apiUrl: simulator.url })
      const [buyer, product] = [await app.member(), await newProduct()]
      const offer = await app.offer({ seller, product, price: 10_500n, supplierCode: 'S10', open: false })
      await app.map(buyer, offer)
      const sync = () => app.call('GET', '/api/v1/seller/syncharga', { token: seller.token })
      expect((await sync()).body.data.updated).toBe(1)
      await sync()
      expect(await history(buyer)).toEqual([['open', 10_500, 10_500]])
    } finally {
      await simulator.close()
    }
  })
})

describe('the notification of price changes', () => {
  test('sends each change once to a subscribed buyer by a signed callback, although two processes publish changes', async () => {
    const [buyer, quiet, seller, product] = [
      await subscribedBuyer(),
      await app.member({ callbackUrl: `${receiver.url}/no` }),
      await newSeller('Toko'),
      await newProduct(),
    ]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.map(buyer, offer)
    await app.map(quiet, offer)
    for (let round = 1; round <= 8; round++) {
      await changeOffer(seller, offer, { sellprice: 10_000 + round })
      if (round % 3 === 0) await publishNow()
    }
    await allPublished()
    const stored = (await deliveriesOf(buyer)).flatMap(({ body }) => JSON.parse(body).data.changes)
    expect(stored.map(({ price }: Json) => price)).toEqual([10_001, 10_002, 10_003, 10_004, 10_005, 10_006, 10_007, 10_008])
    expect(stored[0]).toEqual({
      productcode: product.code,
      seller: 'Toko',
      kind: 'price',
      price_before: 10_000,
      price: 10_001,
      open: true,
      at: expect.any(String),
    })
    expect(await deliveriesOf(quiet)).toEqual([])
    await expect.poll(() => receiver.received.length).toBe((await deliveriesOf(buyer)).length)
    expect(receiver.received.every(({ path, verified }) => path === '/cb' && verified)).toBe(true)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'price.changed', timestamp: expect.any(String) })
  })

  test('is not sent to buyers who switched the entry off or removed it, but is sent if the seller removed the offer', async () => {
    const [active, off, gone, seller, product] = [
      await subscribedBuyer(),
      await subscribedBuyer(),
      await subscribedBuyer(),
      await newSeller(),
      await newProduct(),
    ]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.map(active, offer)
    const offMapping = await app.map(off, offer)
    const goneMapping = await app.map(gone, offer)
    await app.call('PATCH', `/api/v1/product/mapping/${offMapping}/0`, { token: off.token })
    await app.call('DELETE', `/api/v1/product/mapping/${goneMapping}`, { token: gone.token })
    await app.call('DELETE', `/api/v1/seller/product/${offer}`, { token: seller.token })
    await allPublished()
    const [delivery] = await deliveriesOf(active)
    expect(JSON.parse(delivery?.body ?? '').data.changes).toMatchObject([
      { kind: 'removed', price_before: 10_000, price: null, open: false },
    ])
    expect([...(await deliveriesOf(off)), ...(await deliveriesOf(gone))]).toEqual([])
  })

  test('combines many changes into one queued job and into callbacks of at most a hundred changes', async () => {
    const [buyer, seller] = [await subscribedBuyer(), await newSeller()]
    const { id: brand } = await app.db.read.selectFrom('brand').select('id').limit(1).executeTakeFirstOrThrow()
    const { category_id } = await app.db.read.selectFrom('brand').select('category_id').where('id', '=', brand).executeTakeFirstOrThrow()
    await sql`
      with products as (
        insert into product (code, name, type, denom, brand_id, category_id)
        select 'BULK' || n, 'Banyak ' || n, 0, 10, ${brand}, ${category_id} from generate_series(1, 250) n returning id
      ), offers as (
        insert into offer (seller_id, product_id, supplier_code, sell_price) select ${seller.id}, id, 'B', 10000 from products returning id, product_id
      )
      insert into buying_list_entry (buyer_id, product_id, offer_id, priority) select ${buyer.id}, product_id, id, 1 from offers`.execute(
      app.tables,
    )
    await app.lapak.refresh()
    const offers = await app.db.read.selectFrom('offer').select('id').where('seller_id', '=', seller.id).execute()
    const answers: number[] = []
    await Promise.all(
      Array.from({ length: 4 }, async (_, slot) => {
        for (const { id } of offers.filter((_, nth) => nth % 4 === slot))
          answers.push((await changeOffer(seller, id, { sellprice: 10_001 })).status)
      }),
    )
    expect(new Set(answers)).toEqual(new Set([200]))
    const { rows } = await sql`select from graphile_worker.jobs where key = 'publish-price-changes'`.execute(app.db.read)
    expect(rows.length).toBeLessThanOrEqual(1)
    await allPublished()
    const sizes = (await deliveriesOf(buyer)).map(({ body }) => JSON.parse(body).data.changes.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(250)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  })

  test('reaches the browser pages of the affected buyers at every process, and no other pages', async () => {
    const [here, there, outsider, seller, product] = [
      await app.member(),
      await app.member(),
      await app.member(),
      await newSeller(),
      await newProduct(),
    ]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.map(here, offer)
    await app.map(there, offer)
    const [hears, alsoHears, deaf] = [
      await signedOn(here, app.url),
      await signedOn(there, second.address),
      await signedOn(outsider, app.url),
    ]
    await changeOffer(seller, offer, { sellprice: 10_500 })
    await allPublished()
    await expect.poll(() => [hears().length, alsoHears().length]).toEqual([1, 1])
    expect(hears()).toEqual([{}])
    expect(deaf()).toEqual([])
    expect((await app.call('PATCH', '/api/v1/seller/tokostatus/0', { token: seller.token })).status).toBe(200)
    await expect.poll(() => [hears().length, alsoHears().length]).toEqual([2, 2])
    expect(deaf()).toEqual([])
    await allPublished()
    expect(deaf()).toEqual([])
  })

  test('reaches a browser page once, after the process of that page has refreshed its snapshot, however long the refresh takes', async () => {
    const [buyer, seller, product] = [await app.member(), await newSeller(), await newProduct()]
    await app.map(buyer, await app.offer({ seller, product, price: 10_000n }))
    const hears = await signedOn(buyer, app.url)
    const listed = async () => (await app.call('GET', '/api/v1/product/mappings', { token: buyer.token })).body.data.content[0].state
    const { closing } = await app.tables.transaction().execute(async (tx) => {
      await sql`lock table maintenance_notice in access exclusive mode`.execute(tx)
      const closing = app.call('PATCH', '/api/v1/seller/tokostatus/0', { token: seller.token })
      // Longer than the interval in which changes are combined into one event.
      await pause(1_500)
      expect([hears(), await listed()]).toEqual([[], 'open'])
      return { closing }
    })
    await expect.poll(hears, { interval: 1 }).toEqual([{}])
    expect(await listed()).toBe('closed')
    expect((await closing).status).toBe(200)
  })

  test('sends nothing if the update that marks changes as published fails, and sends all changes after a retry', async () => {
    const [buyer, seller, product] = [await subscribedBuyer(), await newSeller(), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.map(buyer, offer)
    await sql`create function break_telling() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      app.tables,
    )
    await sql`create trigger break_telling before update on offer_change execute function break_telling()`.execute(app.tables)
    await changeOffer(seller, offer, { sellprice: 10_500 })
    await publishNow()
    const failures = async () =>
      (
        await sql`select from graphile_worker.jobs where task_identifier = 'publish-price-changes' and last_error like '%broken%'`.execute(
          app.db.read,
        )
      ).rows.length
    await expect.poll(failures, { interval: 20 }).toBeGreaterThan(0)
    expect(await deliveriesOf(buyer)).toEqual([])
    await sql`drop trigger break_telling on offer_change`.execute(app.tables)
    await allPublished()
    expect((await deliveriesOf(buyer)).map(({ body }) => JSON.parse(body).data.changes.length)).toEqual([1])
  })

  test('sends nothing about a change that is rolled back', async () => {
    const [buyer, seller, product] = [await subscribedBuyer(), await newSeller(), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_000n })
    await app.map(buyer, offer)
    expect((await changeOffer(seller, offer, { sellprice: 9_000, promoprice: 9_500 })).status).toBe(422)
    await allPublished()
    expect(await deliveriesOf(buyer)).toEqual([])
    expect(await changes(buyer)).toEqual([])
  })
})
