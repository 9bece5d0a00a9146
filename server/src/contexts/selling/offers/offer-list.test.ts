import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/product'
const get = (who: TestMember, url: string) => app.call('GET', url, { token: who.token })
const newSeller = () => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
let serial = 0
const newProduct = () => app.product({ code: `OL${++serial}` })

const fileOf = async (who: TestMember, query = '') =>
  (await fetch(`${app.url}${path}/download${query}`, { headers: { authorization: `Bearer ${who.token}` } })).text()

test('a seller sees the rank of its own offers by their regular price, and does not see prices of other sellers', async () => {
  const product = await newProduct()
  const [own, cheaper, same, dearer, closed, shut] = await Promise.all(Array.from({ length: 6 }, newSeller))
  if (!own || !cheaper || !same || !dearer || !closed || !shut) throw new Error('six sellers')
  const id = await app.offer({ seller: own, product, price: 10_600n, promo: 10_500n })
  await app.offer({ seller: cheaper, product, price: 10_900n, promo: 10_400n })
  await app.offer({ seller: same, product, price: 10_500n })
  await app.offer({ seller: dearer, product, price: 10_700n })
  await app.offer({ seller: closed, product, price: 9_000n, open: false })
  await app.offer({ seller: shut, product, price: 9_100n })
  await app.call('PATCH', '/api/v1/seller/tokostatus/0', { token: shut.token })
  const rows = async (who: TestMember, query = '') => (await get(who, path + query)).body.data.content
  expect(await rows(own)).toMatchObject([{ peringkat: 2, penawaran: 4 }])
  expect(await rows(cheaper)).toMatchObject([{ peringkat: 1, penawaran: 4 }])
  expect(await rows(dearer)).toMatchObject([{ peringkat: 4, penawaran: 4 }])
  expect(await rows(closed)).toMatchObject([{ peringkat: null, penawaran: 4 }])
  expect(await rows(shut)).toMatchObject([{ peringkat: null, penawaran: 4 }])
  expect(JSON.stringify(await rows(own))).not.toMatch(/(?<!\d)10[47]00(?!\d)/)

  const dear = '?perhatian=bukantermurah'
  expect(await rows(own, dear)).toMatchObject([{ id: Number(id) }])
  expect(await rows(cheaper, dear)).toEqual([])
  expect(await rows(shut, dear)).toEqual([])
  const changed = await app.call('PATCH', `${path}/${id}`, { token: own.token, body: { promoprice: 10_399 } })
  expect(changed.body.data).toMatchObject({ peringkat: 1, penawaran: 4 })
  expect(await rows(own, dear)).toEqual([])
  expect(await rows(cheaper, dear)).toMatchObject([{ peringkat: 2 }])
})

test('a seller can filter for offers that are sold below cost, including those whose promo price is below cost', async () => {
  const seller = await newSeller()
  const offers = [
    await app.offer({ seller, product: await newProduct(), price: 10_000n }),
    await app.offer({ seller, product: await newProduct(), price: 10_000n, promo: 9_500n }),
    await app.offer({ seller, product: await newProduct(), price: 10_000n }),
  ]
  const costs = [10_001n, 9_501n, 10_000n]
  for (const [nth, id] of offers.entries())
    await app.tables
      .updateTable('offer')
      .set({ buy_price: costs[nth] ?? 0n })
      .where('id', '=', id)
      .execute()
  const found = (await get(seller, `${path}?perhatian=rugi&sort=id,ASC`)).body.data.content as { id: number }[]
  expect(found.map(({ id }) => id)).toEqual(offers.slice(0, 2).map(Number))
})

test('a seller can download its own offers as a file, without cells that a spreadsheet would execute', async () => {
  const seller = await newSeller()
  const first = await newProduct()
  await app.offer({ seller, product: first, price: 10_500n, promo: 10_400n, stock: 7, supplierCode: '=1+1' })
  await app.offer({ seller, product: await newProduct(), price: 9_000n, open: false, supplierCode: 'S9' })
  await app.offer({ seller: await newSeller(), product: first, price: 1n, supplierCode: 'RAHASIA' })
  const text = await fileOf(seller, '?sort=id,ASC')
  const [head, one, two, ...rest] = text.split('\r\n')
  expect(head).toBe(
    '"Kode produk","Nama produk","Brand","Kode suplier","Kode cek nama","Harga beli","Harga jual","Harga promo","Stok","Status","Gangguan","Cut-off awal","Cut-off akhir"',
  )
  expect(one).toBe(`"${first.code}","Produk ${first.code}","Brand ${first.code}","'=1+1",,0,10500,10400,7,"Buka","Tidak",,`)
  expect(two).toContain('"S9",,0,9000,,,"Tutup"')
  expect(rest).toEqual([''])
  expect((await fileOf(seller, '?status=0')).split('\r\n')).toHaveLength(3)
})
