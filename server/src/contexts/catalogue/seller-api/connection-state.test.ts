// @module-tag nightly
import { startSupplier } from '@lapak/simulators/supplier'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureQuality } from '#contexts/ordering/purchases/queries/quality.ts'
import { supplierCredentials } from '../../../../test/app.ts'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { suspend } from '../../../../test/suspensions.ts'
import { readConnectionState } from './connection-state.queries.ts'

const path = '/api/v1/seller/api/state'

describe('the connection state of a seller', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await startMarket()
  })
  afterAll(() => market?.stop())

  test('is empty for a member that has never sold anything', async () => {
    const { app } = market
    const nothing = { successrate: null, mediandetik: null }
    expect((await app.call('GET', path, { token: (await app.member()).token })).body.data).toEqual({
      sehari: nothing,
      seminggu: nothing,
      dikirim: 0,
      menunggu: 0,
      tidakdiketahui: 0,
      istirahat: null,
      suksesterakhir: null,
      kesalahan: [],
    })
    expect((await app.call('GET', path)).status).toBe(401)
  })

  test('shows the success rate, the response time, open orders and unclear answers, without secrets', async () => {
    const { app } = market
    const { seller, supplier } = await market.addSeller()
    const product = await app.product({ code: 'KONEKSI' })
    const buyer = await app.member({ balance: 100_000n, guardMinutes: 0 })
    await app.map(buyer, await app.offer({ seller, product, price: 1_000n }))
    const order = async (target: string, reffclient: string) => market.order(buyer, { productcode: 'KONEKSI', target, reffclient })
    const stateOf = async () => (await app.call('GET', path, { token: seller.token })).body.data
    supplier.script('081200000001', 'success')
    supplier.script('081200000002', 'garbage-always')
    await order('081200000001', 'K1')
    await app.settled(buyer, 'K1')
    await order('081200000002', 'K2')
    await expect.poll(async () => (await stateOf()).kesalahan.length).toBeGreaterThan(0)
    await measureQuality(app.db)
    const state = await stateOf()
    expect(state.sehari).toEqual({ successrate: 100, mediandetik: expect.any(Number) })
    expect(state.seminggu).toEqual(state.sehari)
    expect(state.suksesterakhir).toEqual(expect.any(String))
    expect(state.dikirim + state.menunggu + state.tidakdiketahui).toBe(1)
    expect(state.kesalahan[0]).toMatchObject({ terkirim: 1, permintaan: expect.stringContaining('081200000002') })
    expect(JSON.stringify(state)).not.toMatch(new RegExp(`(?<!\\d)${supplierCredentials.pin}(?!\\d)|${supplierCredentials.password}`))
    const other = (await app.call('GET', path, { token: buyer.token })).body.data
    expect(other.kesalahan).toEqual([])
  })

  test('shows since when and why the seller is suspended, and the suspension ends once the seller’s server answers', async () => {
    const { app } = market
    const supplier = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
    try {
      const seller = await app.seller({ apiUrl: supplier.url })
      const [since, until] = [new Date(Date.now() - 1_000), new Date(Date.now() + 60_000)]
      await suspend(app.tables, seller.id, { since, until })
      const rest = async () => (await app.call('GET', path, { token: seller.token })).body.data.istirahat
      const tryAgain = async () => (await app.call('POST', `${path}/tryagain`, { token: seller.token })).body.data
      expect(await rest()).toMatchObject({ gagal: 5 })
      await supplier.goDown()
      expect(await tryAgain()).toMatchObject({ ok: false, message: expect.stringContaining('connection-refused') })
      expect(await rest()).toMatchObject({ gagal: 5 })
      await supplier.comeUp()
      expect(await tryAgain()).toEqual({ ok: true, message: 'Server menjawab' })
      expect(await rest()).toBeNull()
      const ended = app.db.read.selectFrom('audit').select(['actor_id', 'before']).where('event', '=', 'seller_api.rest_ended')
      expect(await ended.where('subject', '=', String(seller.id)).execute()).toEqual([
        { actor_id: seller.id, before: { until: until.toISOString(), failures: 5 } },
      ])
      expect(await tryAgain(), 'it rests no longer, so nothing is ended').toEqual({ ok: true, message: 'Server menjawab' })
      await suspend(app.tables, seller.id, { until })
      const again = await app.call('POST', `${path}/tryagain`, { token: seller.token })
      expect(again.body, 'a second time within minutes').toMatchObject({ code: 'rate.too_many' })
      expect(await rest()).not.toBeNull()
      expect((await app.call('POST', `${path}/tryagain`, { token: (await app.member()).token })).body.code).toBe('supplier.not_tested')
    } finally {
      await supplier.close()
    }
  })
})

describe('the connection state among many attempts', () => {
  const many = process.env.NIGHTLY ? 1_000_000 : 100_000
  let crowded: Crowded
  beforeAll(async () => {
    crowded = await startCrowded(['purchase', 'attempt', 'exchange'])
    // Every thousandth purchase belongs to this seller. Some of its attempts were never sent, and some are still in progress.
    await sql`
      insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, fee, counter, channel, reffclient, product_code, target, target_kind, transactionrc)
      select n, 1, case n % 1000 when 0 then 7 else 8 end, 1, 1, 1000, 0, 1, 1, 'R' || n, 'P', '0812' || n, 'phone', 1
      from generate_series(1, ${many}) n`.execute(crowded.tables)
    await sql`
      insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state)
      select n, n, case n % 1000 when 0 then 7 else 8 end, 1, 1000, 1, case n % 10000 when 0 then 6 when 1000 then 3 else 4 end
      from generate_series(1, ${many}) n`.execute(crowded.tables)
    await sql`
      insert into exchange (attempt_id, kind, state, request, answer)
      select n, 'order', case n % 10000 when 0 then 'unsent' when 1000 then 'unknown' else 'success' end, 'GET', 'x' from generate_series(1, ${many}) n
    `.execute(crowded.tables)
  })
  afterAll(() => crowded?.drop())

  test('finds the last success, however many orders failed after it', async () => {
    const at = new Date('2026-11-02T03:04:05Z')
    await sql`
      insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, fee, counter, channel, reffclient, product_code, target, target_kind, transactionrc)
      select ${many} + n, 1, 9, 1, 1, 1000, 0, 1, 1, 'S' || n, 'P', '0812' || n, 'phone', case n when 1 then 1 else 2 end
      from generate_series(1, 1000) n`.execute(crowded.tables)
    await sql`
      insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state, updated_at)
      select ${many} + n, ${many} + n, 9, 1, 1000, 1, case n when 1 then 4 else 5 end, ${at}::timestamptz + (n - 1) * interval '1 second'
      from generate_series(1, 1000) n`.execute(crowded.tables)
    const { found, looked } = await crowded.looking(() => readConnectionState(crowded.db.read, 9n))
    expect(found.suksesterakhir).toEqual(at)
    expect(looked).toBeLessThan(2_500)
  })

  test('reads few rows, even if the query plan was made for empty tables', async () => {
    const { found, looked } = await crowded.looking(() => readConnectionState(crowded.db.read, 7n))
    expect(found).toMatchObject({ tidakdiketahui: many / 10_000, suksesterakhir: expect.any(Date) })
    expect(found.kesalahan).toHaveLength(20)
    expect(looked).toBeLessThan(2_500)
  })
})
