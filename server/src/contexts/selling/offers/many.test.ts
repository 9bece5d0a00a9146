/*
 * Tests a shop of 5,000 products: its lists and changes finish in time and do not block other requests, measured in processor time of a separate
 * Lapak process.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { startWatchedLapak, type WatchedLapak } from '../../../../test/watched-lapak.ts'
import { within } from '../../../../test/within.ts'

let app: TestApp
let lapak: WatchedLapak
let seller: TestMember
const products = 5_000
const blockMaxMs = 20
const path = '/api/v1/seller/product'

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
  const { id } = await app.product({ code: 'M0' })
  await sql`insert into product (code, name, type, denom, brand_id, category_id)
    select 'M' || nth, 'Produk ' || nth, 0, 10, brand_id, category_id from product, generate_series(1, ${products}) as nth where id = ${id}`.execute(
    app.tables,
  )
  await sql`insert into offer (seller_id, product_id, supplier_code, sell_price, buy_price)
    select ${seller.id}, id, 'S' || code, 10000 + id, 9000 from product where code like 'M%' and code <> 'M0'`.execute(app.tables)
  await app.setting('offers.changesPerHour', 10_000)
  lapak = await startWatchedLapak({ databaseUrl: app.databaseUrl, roles: ['http'] })
})
afterAll(async () => {
  await lapak?.stop()
  await app?.stop()
})

const headers = () => ({ authorization: `Bearer ${seller.token}` })

async function asked<Data>(method: string, url: string, body?: string | FormData): Promise<Data> {
  const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const answer = await fetch(lapak.url + url, { method, headers: { ...headers(), ...json }, ...(body !== undefined && { body }) })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { data: Data }).data
}

interface Preview {
  digest: string
  changed: number
  added: number
}

/** Returns the duration of the work, and the longest time for which the event loop was blocked during the work. */
async function watched(work: () => Promise<unknown>): Promise<{ tookMs: number; blockMs: number }> {
  await lapak.longestBlock()
  const began = performance.now()
  await work()
  const tookMs = performance.now() - began
  return { tookMs, blockMs: (await lapak.longestBlock()).busyMs }
}

async function staysResponsive(what: string, work: () => Promise<unknown>, tookMaxMs: number) {
  const took: number[] = []
  const inTime = async () => {
    const { tookMs, blockMs } = await watched(work)
    took.push(Math.round(tookMs))
    return tookMs < tookMaxMs ? blockMs : Number.POSITIVE_INFINITY
  }
  await within(blockMaxMs, inTime).catch((error: Error) => {
    throw new Error(`${what}: ${error.message} of one thing, ${took.join(', ')} ms in all`)
  })
}

test('a page of the list, also of offers that are not the cheapest, is returned in time', async () => {
  await staysResponsive('list', () => asked('GET', `${path}?size=100`), 1_000)
  await staysResponsive('rank', () => asked('GET', `${path}?size=100&perhatian=bukantermurah`), 1_000)
})

test('all offers are changed by one bulk change in time', { timeout: 240_000 }, async () => {
  let step = 0
  const body = (more: object) => JSON.stringify({ all: true, changes: { harga: { rupiah: step } }, ...more })
  await staysResponsive(
    'change',
    async () => {
      step += 1
      const { digest, changed } = await asked<Preview>('POST', `${path}/bulk`, body({ preview: true }))
      expect(changed).toBe(products)
      await asked('POST', `${path}/bulk`, body({ preview: false, digest }))
    },
    10_000,
  )
})

const fileOf = (price: number) => {
  const form = new FormData()
  const lines = Array.from({ length: products }, (_, nth) => `M${1 + nth};Produk ${nth};S${nth};9.000;${price};;;Buka`)
  const text = `\ufeffKode produk;Nama produk;Kode suplier;Harga beli;Harga jual;Harga promo;Stok;Status\r\n${lines.join('\r\n')}\r\n`
  form.append('file', new Blob([text]), 'produk.csv')
  return form
}

test('a file of 5,000 lines is read and stored in time, for new and for existing offers', { timeout: 240_000 }, async () => {
  const stored = async (price: number, expected: Partial<Preview>) => {
    const preview = await asked<Preview>('POST', `${path}/file?simpan=0`, fileOf(price))
    expect(preview).toMatchObject(expected)
    await asked('POST', `${path}/file?simpan=1&digest=${preview.digest}`, fileOf(price))
  }
  await staysResponsive(
    'file',
    async () => {
      seller = await app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
      await lapak.longestBlock()
      await stored(10_500, { added: products })
      await stored(10_600, { changed: products })
    },
    10_000,
  )
})
