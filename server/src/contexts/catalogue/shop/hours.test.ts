import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recordOfferPauses } from '#contexts/catalogue/price-changes/pauses.ts'
import { nextOpening, shopSells, withinHours } from '#contexts/market-data/snapshot/snapshot.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { suspend } from '../../../../test/suspensions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/tokojam'
const get = (who: TestMember, url: string) => app.call('GET', url, { token: who.token })
const setHours = (who: TestMember, jambuka: unknown) => app.call('PATCH', path, { token: who.token, body: { jambuka } })
const everyDay = (buka: string, tutup: string) => Array.from({ length: 7 }, () => ({ buka, tutup }))
const newSeller = () => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
const switchTo = (seller: TestMember, open: 0 | 1) => app.call('PATCH', `/api/v1/seller/tokostatus/${open}`, { token: seller.token })
let products = 0
const newProduct = () => app.product({ code: `JAM${++products}` })

/** The time in Jakarta this many minutes from now, as `HH:MM`. */
const clock = (minutes: number) => new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(11, 16)
const openNow = () => everyDay(clock(-60), clock(60))
const closedNow = () => everyDay(clock(60), clock(120))

const [closed, night] = [
  [-1, -1],
  [22 * 60, 2 * 60],
]
const hoursOf = (...days: number[][]) => days.flat()
const week = hoursOf([8 * 60, 22 * 60], [8 * 60, 8 * 60], closed, [0, 0], closed, night, closed)
/** 2026-11-23 is a Monday. */
const jakarta = (day: number, time: string) => new Date(`2026-11-${day}T${time}+07:00`)

describe('the hours of a shop', () => {
  test.each([
    [23, '07:59:59.999', false],
    [23, '08:00', true],
    [23, '21:59:59.999', true],
    [23, '22:00', false],
    // Tuesday has 24 hours from 08:00, which end on Wednesday.
    [24, '07:59', false],
    [24, '08:00', true],
    [24, '23:59:59.999', true],
    [25, '00:00', true],
    [25, '07:59:59.999', true],
    [25, '08:00', false],
    [25, '23:59:59.999', false],
    // Thursday is open all day.
    [26, '00:00', true],
    [26, '23:59:59.999', true],
    [27, '00:00', false],
    // Saturday's hours continue into Sunday, across the end of the week.
    [28, '21:59', false],
    [28, '22:00', true],
    [29, '00:00', true],
    [29, '01:59:59.999', true],
    [29, '02:00', false],
    [30, '00:00', false],
  ])('are evaluated on %i November at %s as %s, in memory and in the database', async (day, time, sells) => {
    const at = jakarta(day, time)
    expect(withinHours(week, at)).toBe(sells)
    const { rows } = await sql<{ sells: boolean; switched_off: boolean }>`
      select ${sql.ref(shopSells.name)}(true, ${week}::smallint[], ${at}) as sells, ${sql.ref(shopSells.name)}(false, ${week}::smallint[], ${at}) as switched_off
    `.execute(app.db.read)
    expect(rows).toEqual([{ sells, switched_off: false }])
  })

  test('continue from Sunday into Monday, and mean always open if they are not set', async () => {
    const sunday = hoursOf(closed, closed, closed, closed, closed, closed, night)
    expect([withinHours(sunday, jakarta(30, '01:59')), withinHours(sunday, jakarta(30, '02:00'))]).toEqual([true, false])
    expect(withinHours(null, new Date())).toBe(true)
  })

  test('are evaluated alike in memory and in the database for every minute of a week', async () => {
    const { rows } = await sql<{ at: Date; sells: boolean }>`
      select at, ${sql.ref(shopSells.name)}(true, ${week}::smallint[], at) as sells
      from generate_series(${jakarta(23, '00:00')}::timestamptz, ${jakarta(29, '23:59')}::timestamptz, '1 minute') at`.execute(app.db.read)
    expect(rows).toHaveLength(7 * 1440)
    expect(rows.filter(({ at, sells }) => withinHours(week, at) !== sells)).toEqual([])
  })
})

describe('a seller', () => {
  test('is always open until it sets opening hours, and can remove them', async () => {
    const seller = await newSeller()
    expect((await get(seller, path)).body.data).toEqual({ jambuka: null, bukasekarang: 1, jeda: [] })
    const days = [
      { buka: '08:00', tutup: '22:00' },
      null,
      { buka: '22:00', tutup: '02:00' },
      null,
      null,
      null,
      { buka: '00:00', tutup: '00:00' },
    ]
    expect(await setHours(seller, days)).toMatchObject({ status: 200, body: { msg: 'Jam buka disimpan', data: { jambuka: days } } })
    expect((await get(seller, path)).body.data).toMatchObject({ jambuka: days })
    expect((await setHours(seller, null)).body.data).toEqual({ jambuka: null, bukasekarang: 1, jeda: [] })
  })

  test('gets an error for invalid hours, and 403 if it has no shop', async () => {
    const seller = await newSeller()
    for (const wrong of [[], everyDay('8:00', '22:00'), everyDay('08:00', '24:00'), Array.from({ length: 7 }, () => null)])
      expect((await setHours(seller, wrong)).status).toBe(400)
    expect((await setHours(await app.member(), null)).status).toBe(403)
  })
})

test('a seller sees why its switched-on shop gets no orders, and until when', async () => {
  const seller = await newSeller()
  const state = async () => (await get(seller, '/api/v1/seller/tokostatus')).body.data
  const tested = (tested_at: Date | null) =>
    app.tables.updateTable('seller_api').set({ tested_at }).where('seller_id', '=', seller.id).execute()
  expect(await state()).toEqual({ statustoko: 1, alasan: null, sampai: null, pesan: null })
  await setHours(seller, closedNow())
  const { alasan, sampai } = await state()
  expect([alasan, new Date(Date.parse(sampai) + 7 * 3_600_000).toISOString().slice(11, 16)]).toEqual(['jam', closedNow()[0]?.buka])
  expect(Date.parse(sampai) - Date.now()).toBeLessThan(61 * 60_000)
  await tested(null)
  expect(await state()).toEqual({ statustoko: 1, alasan: 'server', sampai: null, pesan: null })
  await setHours(seller, null)
  await tested(new Date())
  const suspended = new Date(Date.now() + 60_000)
  await suspend(app.tables, seller.id, { until: suspended })
  expect(await state()).toEqual({ statustoko: 1, alasan: 'istirahat', sampai: suspended.toISOString(), pesan: null })
  expect((await switchTo(seller, 0)).body.data).toEqual({ statustoko: 0, alasan: null, sampai: null, pesan: null })
})

test('`nextOpening` returns the next opening of a shop that opens on some days only', () => {
  const moments: [number, string, string][] = [
    [23, '07:59', '2026-11-23T08:00+07:00'],
    [25, '08:00', '2026-11-26T00:00+07:00'],
    [29, '02:00', '2026-11-30T08:00+07:00'],
  ]
  for (const [day, time, opens] of moments) expect(nextOpening(week, jakarta(day, time))).toEqual(new Date(opens))
  expect(nextOpening(hoursOf(closed, [60, 60 * 9], closed, closed, closed, closed, closed), jakarta(24, '10:00'))).toEqual(
    new Date('2026-12-01T01:00+07:00'),
  )
})

test('a seller sees the daily cut-offs of its products next to its shop hours', async () => {
  const seller = await newSeller()
  for (const [from, to] of [
    ['23:30', '00:30'],
    ['23:30', '00:30'],
    ['11:00', '12:00'],
    [null, null],
  ] as const) {
    const id = await app.offer({ seller, product: await newProduct(), price: 1_000n })
    await app.tables.updateTable('offer').set({ cutoff_from: from, cutoff_to: to }).where('id', '=', id).execute()
  }
  await app.lapak.refresh()
  expect((await get(seller, path)).body.data.jeda).toEqual([
    { awal: '11:00', akhir: '12:00', jml: 1 },
    { awal: '23:30', akhir: '00:30', jml: 2 },
  ])
})

describe('a shop outside its hours', () => {
  const newBuyer = async () => {
    const [seller, buyer, product] = [await newSeller(), await app.member({ balance: 100_000n }), await newProduct()]
    await app.map(buyer, await app.offer({ seller, product, price: 1_000n }))
    await app.lapak.refresh()
    const productcode = `JAM${products}`
    const order = (reffclient: string) =>
      app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body: { productcode, target: `0812${reffclient}`, reffclient } })
    return { seller, buyer, order, productcode }
  }

  test('refuses orders and is shown as closed, and takes orders again within its hours', async () => {
    const { seller, buyer, order } = await newBuyer()
    const shown = async () => {
      const { content } = (await get(buyer, '/api/v1/product/mappings?size=-1')).body.data
      return [content[0].state, content[0].statustoko, (await get(buyer, `/api/v1/product/seller/${seller.id}`)).body.data.statustoko]
    }
    await setHours(seller, closedNow())
    expect((await order('1000001')).body.code).toBe('purchase.no_supplier')
    expect(await shown()).toEqual(['closed', 0, 0])
    await setHours(seller, openNow())
    expect((await order('1000002')).status).toBe(200)
    expect(await shown()).toEqual(['open', 1, 1])
    await switchTo(seller, 0)
    expect((await order('1000003')).body.code).toBe('purchase.no_supplier')
    expect(await shown()).toEqual(['closed', 0, 0])
  })

  test('takes orders in its last minute and refuses them in the next minute', async () => {
    const { seller, order } = await newBuyer()
    // Early in a minute, so that the minute does not end during the test.
    await expect.poll(() => new Date().getUTCSeconds()).toBeLessThan(45)
    await setHours(seller, everyDay(clock(-60), clock(1)))
    expect((await order('2000001')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 60_000) * 60_000 })
    try {
      expect((await order('2000002')).body.code).toBe('purchase.no_supplier')
    } finally {
      vi.useRealTimers()
    }
  })

  test('refuses every order after its new hours are saved, and each concurrent order is either placed completely or refused', async () => {
    const { seller, buyer, order } = await newBuyer()
    const orders = Array.from({ length: 40 }, (_, nth) => order(`30000${nth + 10}`))
    const saved = setHours(seller, closedNow())
    const answers = await Promise.all(orders)
    expect((await saved).status).toBe(200)
    expect((await order('3000099')).body.code).toBe('purchase.no_supplier')
    const placed = answers.filter(({ status }) => status === 200).length
    expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'purchase.no_supplier')).toEqual([])
    const purchases = await app.db.read.selectFrom('purchase').select('id').where('buyer_id', '=', buyer.id).execute()
    expect(purchases).toHaveLength(placed)
    expect(await app.balance(buyer)).toBe(100_000n - 1_000n * BigInt(placed))
  })

  test('is published once to buyers who list its offers, when it closes and when it opens', async () => {
    const [seller, buyer, product] = [await newSeller(), await app.member(), await newProduct()]
    await app.map(buyer, await app.offer({ seller, product, price: 1_000n }))
    const changeKinds = async () => {
      for (let look = 0; look < 2; look++) await recordOfferPauses(app.db)
      const rows = await app.db.read.selectFrom('offer_change').select('kind').where('seller_id', '=', seller.id).orderBy('id').execute()
      return rows.map(({ kind }) => kind)
    }
    await setHours(seller, openNow())
    expect(await changeKinds()).toEqual([])
    await setHours(seller, closedNow())
    expect(await changeKinds()).toEqual(['shop_closed'])
    await switchTo(seller, 0)
    await switchTo(seller, 1)
    expect(await changeKinds()).toEqual(['shop_closed'])
    await setHours(seller, openNow())
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open'])
    await switchTo(seller, 0)
    await setHours(seller, closedNow())
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open', 'shop_closed'])
    await setHours(seller, null)
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open', 'shop_closed'])
    await switchTo(seller, 1)
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open', 'shop_closed', 'shop_open'])
  })

  test('is published at once and only once if the seller switches it before the next run of the job', async () => {
    const [seller, buyer, product] = [await newSeller(), await app.member(), await newProduct()]
    await app.map(buyer, await app.offer({ seller, product, price: 1_000n }))
    const changeKinds = async () => {
      const rows = await app.db.read.selectFrom('offer_change').select('kind').where('seller_id', '=', seller.id).orderBy('id').execute()
      return rows.map(({ kind }) => kind)
    }
    await setHours(seller, openNow())
    await recordOfferPauses(app.db)
    // The shop hours have ended, and the job has not run yet.
    await setHours(seller, closedNow())
    await switchTo(seller, 0)
    expect(await changeKinds()).toEqual(['shop_closed'])
    await switchTo(seller, 1)
    await recordOfferPauses(app.db)
    expect(await changeKinds()).toEqual(['shop_closed'])
    // The shop hours have begun, and the job has not run yet.
    await switchTo(seller, 0)
    await setHours(seller, openNow())
    await switchTo(seller, 1)
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open'])
    await recordOfferPauses(app.db)
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open'])
    await setHours(seller, closedNow())
    await Promise.all([recordOfferPauses(app.db), switchTo(seller, 0)])
    await recordOfferPauses(app.db)
    expect(await changeKinds()).toEqual(['shop_closed', 'shop_open', 'shop_closed'])
  })

  test('refuses orders on every channel once the request that closes it is answered', async () => {
    const { seller, order, productcode, buyer } = await newBuyer()
    const elsewhere = await app.startAnother(['http'])
    const there = (reffclient: string) =>
      app.h2h(buyer, 'POST', '/h2h/v1/transactions', { productcode, target: `0812${reffclient}`, reffclient }, elsewhere.address)
    for (let round = 10; round < 20; round++) {
      await elsewhere.refresh()
      expect((await there(`41000${round}`)).status).toBe(200)
      await switchTo(seller, 0)
      expect((await there(`42000${round}`)).body.rc).toBe('53')
      await switchTo(seller, 1)
      expect((await order(`43000${round}`)).status).toBe(200)
      await setHours(seller, closedNow())
      expect((await there(`44000${round}`)).body.rc).toBe('53')
      await setHours(seller, openNow())
    }
    await elsewhere.stop()
  })
})

test('the audit records each change of a shop’s switch or hours once', async () => {
  const seller = await newSeller()
  await switchTo(seller, 1)
  await switchTo(seller, 0)
  await setHours(seller, [...everyDay('08:00', '22:00').slice(0, 6), null])
  const rows = await app.db.read
    .selectFrom('audit')
    .select(['event', 'actor_id', 'before', 'after'])
    .where('subject', '=', String(seller.id))
    .where('event', 'like', 'shop.%')
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { event: 'shop.switched', actor_id: seller.id, before: null, after: { open: false } },
    {
      event: 'shop.hours_changed',
      actor_id: seller.id,
      before: { hours: null },
      after: { hours: `${Array(6).fill('08:00-22:00').join(', ')}, tutup` },
    },
  ])
})
