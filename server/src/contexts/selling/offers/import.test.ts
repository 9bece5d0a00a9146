import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' }, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/seller/product'
const newSeller = () => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })
let serial = 0
const newProduct = () => app.product({ code: `IM${String(++serial).padStart(3, '0')}` })
const one = async (who: TestMember, id: bigint | number) => (await app.call('GET', `${path}/${id}`, { token: who.token })).body.data
const listed = async (who: TestMember) => (await app.call('GET', `${path}?size=100&sort=id,ASC`, { token: who.token })).body.data.content

async function send(who: TestMember, text: string | Uint8Array<ArrayBuffer>, query = 'simpan=0'): Promise<{ status: number; body: Json }> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'produk.csv')
  const answer = await fetch(`${app.url}${path}/file?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

const previewOf = async (who: TestMember, text: string) => (await send(who, text)).body.data
const store = async (who: TestMember, text: string) => send(who, text, `simpan=1&digest=${(await previewOf(who, text)).digest}`)
const download = async (who: TestMember, what: string) =>
  (await fetch(`${app.url}${path}/${what}`, { headers: { authorization: `Bearer ${who.token}` } })).text()

describe('a file of products', () => {
  test('adds new offers, changes existing offers and does not touch other offers, after a preview of each line', async () => {
    const seller = await newSeller()
    const [known, fresh, other] = [await newProduct(), await newProduct(), await newProduct()]
    const id = await app.offer({ seller, product: known, price: 10_000n, promo: 9_900n, stock: 5 })
    const rest = await app.offer({ seller, product: other, price: 7_000n, stock: 3 })
    const text = [
      'Kode produk;Kode suplier;Harga beli;Harga jual;Harga promo;Stok;Status;Gangguan;Cut-off awal;Cut-off akhir',
      `${known.code};;9.800;10.500;;12;Tutup;Ya;23.30;0:15`,
      `${fresh.code};S5;5.600;5.500;;;Buka;;;`,
    ].join('\r\n')
    const preview = await previewOf(seller, `\ufeff${text}`)
    expect(preview).toMatchObject({ found: 2, added: 1, changed: 1, unchanged: 0, refused: 0, belowcost: 1 })
    expect(preview.lines).toMatchObject([
      { line: 3, productcode: fresh.code, before: null, after: { sellprice: 5_500, stok: null }, belowcost: 1 },
      {
        line: 2,
        productcode: known.code,
        before: { sellprice: 10_000, discount: 9_900 },
        after: { sellprice: 10_500, discount: 0, stok: 12 },
      },
    ])
    expect(await listed(seller)).toHaveLength(2)
    expect(await store(seller, text)).toMatchObject({ status: 200, body: { msg: 'Update Product Suplier Ok!' } })
    expect(await one(seller, id)).toMatchObject({
      ...{ sellprice: 10_500, buyprice: 9_800, discount: 0, stok: 12, status: 0, gangguan: 1 },
      ...{ cutoffawal: '23:30', cutoffakhir: '00:15', kodesupplier: known.code },
    })
    expect(await one(seller, rest)).toMatchObject({ sellprice: 7_000, stok: 3 })
    expect((await listed(seller))[2]).toMatchObject({
      productcode: fresh.code,
      kodesupplier: 'S5',
      sellprice: 5_500,
      stok: null,
      status: 1,
    })
  })

  test('changes nothing when it is uploaded as it was downloaded', async () => {
    const seller = await newSeller()
    await app.offer({ seller, product: await newProduct(), price: 10_000n, promo: 9_900n, stock: 5, supplierCode: '=1+1' })
    await app.offer({ seller, product: await newProduct(), price: 10_000n, open: false, supplierCode: '@S;5' })
    const text = await download(seller, 'download')
    expect(await previewOf(seller, text)).toMatchObject({ found: 2, changed: 0, unchanged: 2, refused: 0 })
    // The same file, as a spreadsheet program with Indonesian settings saves it.
    const saved = text.replaceAll('"@S', '"x@S').replaceAll(',10000,', ';10.000;').replaceAll(',', ';')
    expect(await previewOf(seller, saved)).toMatchObject({ found: 2, refused: 0 })
  })

  test('is not stored when a line is invalid, and its preview shows the reason for each invalid line', async () => {
    const seller = await newSeller()
    const [known, fresh] = [await newProduct(), await newProduct()]
    await app.offer({ seller, product: known, price: 10_000n })
    const wrong: [line: string, reason: string][] = [
      [`${fresh.code},,,`, 'Produk baru: isi kode suplier dan harga jual'],
      ['TAKADA,S5,5000,', 'Kode produk tidak dikenal'],
      [`${known.code},S5,sepuluh,`, 'harga jual tidak terbaca'],
      [`${known.code},8.12E+11,10000,`, 'kode suplier rusak oleh Excel'],
      [`${known.code},S5,10000,10000`, 'Harga promo harus di bawah harga jual'],
      [`${known.code},S5,0,`, 'Harga jual wajib diisi'],
      [`${known.code},S5,-1,`, 'harga jual tidak terbaca'],
      [`${known.code},S5,1000000001,`, 'harga jual tidak terbaca'],
    ]
    for (const [line, reason] of wrong.slice(1)) {
      const text = `Kode produk,Kode suplier,Harga jual,Harga promo\n${line}\n`
      expect((await previewOf(seller, text)).lines, line).toMatchObject([{ line: 2, reason }])
      expect((await store(seller, text)).body, line).toMatchObject({ code: 'offer.lines_refused' })
    }
    const mixed = `Kode produk,Kode suplier,Harga jual,Status\n${known.code},S9,10001,\n${fresh.code},,,Buka\n${known.code},S9,10002,\n`
    expect(await previewOf(seller, mixed)).toMatchObject({ found: 3, changed: 1, refused: 2 })
    expect((await previewOf(seller, mixed)).lines.map(({ line, reason }: Json) => [line, reason])).toEqual([
      [3, 'Produk baru: isi kode suplier dan harga jual'],
      [4, 'Kode produk sudah ada di baris 2'],
      [2, null],
    ])
    expect((await store(seller, mixed)).status).toBe(422)
    expect(await listed(seller)).toMatchObject([{ sellprice: 10_000 }])
  })

  test('is refused with different reasons for a closed product or brand and for an unknown product code', async () => {
    const seller = await newSeller()
    const [closed, ofClosed, kept] = [await newProduct(), await newProduct(), await newProduct()]
    const id = await app.offer({ seller, product: kept, price: 10_000n })
    await sql`update product set active = false where id = ${closed.id}`.execute(app.tables)
    await sql`update brand set active = false where id in (select brand_id from product where id in (${ofClosed.id}, ${kept.id}))`.execute(
      app.tables,
    )
    const text = `Kode produk,Kode suplier,Harga jual\n${closed.code},S5,5000\n${ofClosed.code},S5,5000\nTAKADA,S5,5000\n${kept.code},,10500\n`
    expect((await previewOf(seller, text)).lines.map(({ line, productname, reason }: Json) => [line, productname, reason])).toEqual([
      [2, `Produk ${closed.code}`, 'Produk ini sedang ditutup admin Lapak'],
      [3, `Produk ${ofClosed.code}`, 'Produk ini sedang ditutup admin Lapak'],
      [4, '', 'Kode produk tidak dikenal'],
      [5, `Produk ${kept.code}`, null],
    ])
    expect((await store(seller, text)).body).toMatchObject({ code: 'offer.lines_refused' })
    expect((await store(seller, `Kode produk,Harga jual\n${kept.code},10500\n`)).status).toBe(200)
    expect(await one(seller, id)).toMatchObject({ sellprice: 10_500 })
  })

  test('is shown with the line numbers of the file, even if the file has empty lines', async () => {
    const seller = await newSeller()
    for (const end of ['\n', '\r\n']) {
      const text = ['', 'Kode produk;Harga jual', '', ';', 'TAKADA1;5000', '', '', 'TAKADA2;5000', ''].join(end)
      expect((await previewOf(seller, text)).lines.map(({ line, productcode }: Json) => [line, productcode])).toEqual([
        [5, 'TAKADA1'],
        [8, 'TAKADA2'],
      ])
    }
  })

  test('sets and removes check codes, and the line of a code that the seller’s server could take for an order is refused', async () => {
    const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9', kind: 3 })
    const product = await newProduct()
    const id = await app.offer({ seller, product, price: 10_000n })
    const head = 'Kode produk,Kode cek nama'
    expect((await previewOf(seller, `${head}\n${product.code},PLN20\n`)).lines).toMatchObject([
      { line: 2, reason: 'Di server Anda hanya kode yang diawali CEK pasti tidak membeli' },
    ])
    const text = `${head}\n${product.code},CEKPLN\n`
    expect((await previewOf(seller, text)).lines).toMatchObject([{ before: { kodecek: null }, after: { kodecek: 'CEKPLN' } }])
    await steppedUpAgo(app, seller, 11)
    expect((await store(seller, text)).body).toMatchObject({ code: 'access.proof_needed' })
    await steppedUpAgo(app, seller, 0)
    expect((await store(seller, text)).status).toBe(200)
    expect((await one(seller, id)).kodecek).toBe('CEKPLN')
    expect(await download(seller, 'download')).toContain('"CEKPLN"')
    expect((await store(seller, `${head},Harga jual\n${product.code},,10000\n`)).status).toBe(200)
    expect((await one(seller, id)).kodecek).toBeNull()
  })

  test('is refused with a clear message when it is unreadable', async () => {
    const seller = await newSeller()
    const refused = async (text: string) => (await send(seller, text)).body
    expect(await refused('<html></html>')).toMatchObject({ code: 'offer.file_unreadable', msg: expect.stringContaining('Kode produk') })
    expect(await refused('Kode produk,Harga jual\n')).toMatchObject({ msg: expect.stringContaining('tidak ada baris') })
    expect(await refused(' ')).toMatchObject({ msg: expect.stringContaining('kosong') })
    expect(await refused(`Kode produk,Harga jual\n${'A,1\n'.repeat(10_001)}`)).toMatchObject({
      msg: expect.stringContaining('10000 baris'),
    })
  })

  test('is stored only as previewed, even if an offer is changed at the same moment', async () => {
    const seller = await newSeller()
    const product = await newProduct()
    const id = await app.offer({ seller, product, price: 10_000n })
    const text = `Kode produk,Harga jual\n${product.code},10500\n`
    const { digest } = await previewOf(seller, text)
    const edit = app.call('PATCH', `${path}/${id}`, { token: seller.token, body: { sellprice: 10_001 } })
    const [stored] = await Promise.all([send(seller, text, `simpan=1&digest=${digest}`), edit])
    const { sellprice } = await one(seller, id)
    // If the file came first, the edit followed it; if the edit came first, the file was refused.
    expect([stored.status, sellprice]).toEqual(stored.status === 200 ? [200, 10_001] : [409, 10_001])
    expect((await send(seller, text, `simpan=1&digest=${digest}`)).status).toBe(409)
    expect((await store(seller, text)).status).toBe(200)
    expect((await one(seller, id)).sellprice).toBe(10_500)
  })

  test('requires step-up authentication for a new offer, another supplier code or a price that falls far', async () => {
    const seller = await newSeller()
    const [product, fresh] = [await newProduct(), await newProduct()]
    await app.offer({ seller, product, price: 10_000n, supplierCode: 'S1' })
    await steppedUpAgo(app, seller, 11)
    const head = 'Kode produk,Kode suplier,Harga jual\n'
    for (const line of [`${fresh.code},S2,5000`, `${product.code},S2,10000`, `${product.code},S1,8000`])
      expect((await store(seller, `${head}${line}\n`)).body, line).toMatchObject({ code: 'access.proof_needed' })
    expect((await store(seller, `${head}${product.code},S1,9900\n`)).status).toBe(200)
  })

  test('has a template with the products that are not offered yet, and empty lines of the template are skipped', async () => {
    const seller = await newSeller()
    const [sold, unsold] = [await newProduct(), await newProduct()]
    await app.offer({ seller, product: sold, price: 10_000n })
    const text = await download(seller, 'template')
    expect(text).toContain(`"${unsold.code}","Produk ${unsold.code}"`)
    expect(text).not.toContain(`"${sold.code}"`)
    const filled = text.replace(new RegExp(`("${unsold.code}","[^"]+","[^"]+"),,,,`), '$1,"S5",,5000,5500')
    expect(await previewOf(seller, filled)).toMatchObject({ found: 1, added: 1, refused: 0 })
  })
})
