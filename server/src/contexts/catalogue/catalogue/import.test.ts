import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
let admin: TestMember
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})
afterAll(() => app?.stop())

const path = '/api/admin/v1/product'
let serial = 0
const newProduct = () => app.product({ code: `KT${String(++serial).padStart(3, '0')}` })
const one = async (code: string): Promise<Json> =>
  (await app.call('GET', `${path}?search=${code}`, { token: admin.token })).body.data.content.find(
    ({ productcode }: Json) => productcode === code,
  )
const count = async () => Number((await app.call('GET', `${path}?size=1`, { token: admin.token })).body.data.totalElements)

async function send(text: string | Uint8Array<ArrayBuffer>, query = 'simpan=0'): Promise<{ status: number; body: Json }> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'katalog.csv')
  const answer = await fetch(`${app.url}${path}/import?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}
const previewOf = async (text: string): Promise<Json> => (await send(text)).body.data
const store = async (text: string) => send(text, `simpan=1&digest=${(await previewOf(text)).digest}`)
const download = async (query = '') =>
  (await fetch(`${app.url}${path}/export?${query}`, { headers: { authorization: `Bearer ${admin.token}` } })).text()

describe('a product file', () => {
  test('adds new products, changes existing products and keeps products that it does not contain, after a preview of each line', async () => {
    const [known, other] = [await newProduct(), await newProduct()]
    const fresh = `BARU${++serial}`
    const text = [
      'Kode produk;Nama produk;Brand;Tipe;Denom;Status;Keterangan',
      `${known.code};Pulsa Lima Ribu;;;;Non Aktif;Masa aktif 7 hari`,
      `${fresh.toLowerCase()};Saldo bebas;brand ${other.code};Open Denom;1.000;;`,
    ].join('\r\n')
    const preview = await previewOf(`\ufeff${text}`)
    expect(preview).toMatchObject({ found: 2, added: 1, changed: 1, unchanged: 0, refused: 0, closing: { products: 1, offers: 0 } })
    expect(preview.lines).toMatchObject([
      {
        ...{ line: 2, productcode: known.code, reason: null },
        before: { productname: `Produk ${known.code}`, status: 1, description: null },
        after: { productname: 'Pulsa Lima Ribu', status: 0, description: 'Masa aktif 7 hari', brandname: `Brand ${known.code}` },
      },
      { line: 3, productcode: fresh, before: null, after: { producttype: 2, denom: 1_000, brandname: `Brand ${other.code}`, status: 1 } },
    ])
    expect(await one(known.code)).toMatchObject({ productname: `Produk ${known.code}`, status: 1 })
    expect((await send(text)).body.msg).toBe('Belum disimpan')
    expect(await store(text)).toMatchObject({ status: 200, body: { msg: 'Katalog disimpan' } })
    expect(await one(known.code)).toMatchObject({ productname: 'Pulsa Lima Ribu', status: 0, description: 'Masa aktif 7 hari', denom: 10 })
    expect(await one(fresh)).toMatchObject({ productname: 'Saldo bebas', producttype: 2, denom: 1_000, status: 1 })
    expect(await one(other.code)).toMatchObject({ productname: `Produk ${other.code}`, status: 1 })
    const audit = (await app.call('GET', '/api/admin/v1/audit?size=2', { token: admin.token })).body.data.content
    expect(audit.map(({ event }: Json) => event).sort()).toEqual(['product.added', 'product.changed'])
  })

  test('changes nothing if an exported file is imported unchanged', async () => {
    const product = await newProduct()
    await app.tables
      .updateTable('product')
      .set({ description: '=HYPERLINK("http://x")', active: false })
      .where('id', '=', product.id)
      .execute()
    const text = await download()
    const all = await count()
    expect(text.split('\r\n')[0]).toBe('"Kode produk","Nama produk","Brand","Kategori","Tipe","Denom","Status","Berupa kode","Keterangan"')
    expect(await previewOf(text)).toMatchObject({ found: all, changed: 0, added: 0, unchanged: all, refused: 0 })
    // The separator that spreadsheets use in Indonesia.
    expect(await previewOf(text.replaceAll(',', ';'))).toMatchObject({ found: all, refused: 0 })
    expect((await download(`search=${product.code}`)).trim().split('\r\n')).toHaveLength(2)
  })

  test('shows its errors by line, and is not stored if it has any error', async () => {
    const [known, sold] = [await newProduct(), await newProduct()]
    await app.offer({ seller: await app.seller({ apiUrl: 'http://127.0.0.1:9/api' }), product: sold, price: 5_000n })
    const category = await app.tables
      .insertInto('category')
      .values({ name: `Kembar ${serial}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const wrong: [line: string, reason: string][] = [
      ['TAKADA,,,,,', 'Produk baru: isi nama produk dan brand'],
      [`${known.code},Nama lain,Brand tak ada,,,`, 'Brand tidak dikenal'],
      [`${known.code},Nama lain,Brand ${known.code},Kembar ${serial},,`, 'Brand ini tidak ada di kategori itu'],
      [`${known.code},Nama lain,,Kembar ${serial},,`, 'Kategori mengikuti brand: isi juga brand'],
      [`${known.code},,,,Emas,`, 'tipe tidak dikenal'],
      [`${known.code},,,,,0`, 'denom harus 1 sampai 1.000.000.000'],
      ['DUA KATA,,,,,', 'kode produk 1 sampai 30 huruf, angka, - atau _'],
      ['8E+11,,,,,', 'kode produk rusak oleh Excel'],
      [
        `${sold.code},,,,PPOB,`,
        `Tipe ${sold.code} tidak bisa diganti selama suplier menjualnya atau pesanannya berjalan. Buat produk baru dengan kode lain`,
      ],
    ]
    const before = await count()
    for (const [line, reason] of wrong) {
      const text = `Kode produk,Nama produk,Brand,Kategori,Tipe,Denom\n${sold.code},Nama baru,,,,\n${line}`
      // A product may occur only once in a file, so the correct line is removed if the faulty line is about the same product.
      const file = line.startsWith(sold.code) ? text.replace(`${sold.code},Nama baru,,,,\n`, '') : text
      const preview = await previewOf(file)
      expect(preview.refused, reason).toBe(1)
      expect(preview.lines[0].reason).toBe(reason)
      expect(await store(file)).toMatchObject({ status: 422, body: { code: 'catalogue.lines_refused' } })
    }
    expect(await previewOf(`Kode produk,Nama produk\n${known.code},A\n${known.code},B`)).toMatchObject({
      refused: 1,
      lines: [{ line: 3, reason: 'Kode produk sudah ada di baris 2' }, {}],
    })
    await app.tables
      .insertInto('brand')
      .values({ name: `Brand ${known.code}`, category_id: category.id })
      .execute()
    expect((await previewOf(`Kode produk,Nama produk,Brand\nBARU,A,Brand ${known.code}`)).lines[0].reason).toBe(
      'Brand ini ada di beberapa kategori: isi kategori',
    )
    expect((await previewOf(`Kode produk,Nama produk,Brand\n${known.code},A,Brand ${known.code}`)).refused, 'it stays where it is').toBe(0)
    expect([await count(), (await one(sold.code)).productname]).toEqual([before, `Produk ${sold.code}`])
  })

  test('is stored only with the changes that its preview showed', async () => {
    const product = await newProduct()
    const text = `Kode produk,Nama produk\n${product.code},Nama baru`
    const { digest } = await previewOf(text)
    await app.call('PATCH', path, { token: admin.token, body: { id: Number(product.id), productname: 'Sudah lain' } })
    for (const query of [`simpan=1&digest=${digest}`, 'simpan=1'])
      expect((await send(text, query)).body.code).toBe('catalogue.changed_meanwhile')
    expect((await one(product.code)).productname).toBe('Sudah lain')
  })

  test('shows the effects of closed products in its preview, and notifies their buyers when it is stored', async () => {
    const product = await newProduct()
    const buyer = await app.member()
    const offer = await app.offer({ seller: await app.seller({ apiUrl: 'http://127.0.0.1:9/api' }), product, price: 5_000n })
    await app.map(buyer, offer)
    const text = `Kode produk,Status\n${product.code},Non Aktif`
    expect((await previewOf(text)).closing).toEqual({ products: 1, offers: 1, sellers: 1, mappings: 1, buyers: 1, pending: 0 })
    expect((await store(text)).status).toBe(200)
    const [change] = (await app.call('GET', '/api/v1/product/changes', { token: buyer.token })).body.data.content
    expect(change).toMatchObject({ productcode: product.code, kind: 'closed' })
  })

  test('may contain ten thousand products, which are stored in one call', async () => {
    const { code } = await newProduct()
    const lines = Array.from({ length: 10_000 }, (_, index) => `BANYAK${index},Produk ${index},Brand ${code}`)
    const text = `Kode produk,Nama produk,Brand\n${lines.join('\n')}`
    expect((await store(text)).status).toBe(200)
    expect(await one('BANYAK9999')).toMatchObject({ brandname: `Brand ${code}` })
    expect((await send(`${text}\nLEBIH,Satu,Brand ${code}`)).body.msg).toBe('File katalog tidak terbaca: lebih dari 10000 baris')
    expect((await download()).length, 'more than a file may hold is not given out').toBeLessThan(1_000)
  })

  test.each([
    ['is empty', ' \n', 'file kosong'],
    ['has no product codes', 'nama,brand\nA,B', 'kolom Kode produk tidak ditemukan'],
    ['has a head and nothing else', 'Kode produk,Nama produk\n', 'tidak ada baris produk'],
  ])('is refused if it %s', async (_, text, reason) => {
    expect((await send(text)).body.msg).toBe(`File katalog tidak terbaca: ${reason}`)
  })
})
