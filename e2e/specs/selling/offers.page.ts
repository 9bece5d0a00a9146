import { dotted } from '@lapak/contract/shared/money'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const seller = await lapak.signIn('penjual2@lapak.test')
const path = '/api/v1/seller/product'

interface Row {
  id: number
  categoryid: number
  brandid: number
  productid: number
  productcode: string
  sellprice: number
  discount: number
  buyprice: number
  stok: number | null
  status: number
  kodesupplier: string
  cutoffawal: string | null
  cutoffakhir: string | null
}

const listed = async (query: string) => (await lapak.call<{ content: Row[] }>(seller, 'GET', `${path}?size=100&${query}`)).content
const oneOf = (id: number) => lapak.call<Row>(seller, 'GET', `${path}/${id}`)
const shown = (page: Page) => page.getByRole('region', { name: 'Daftar produk' })

test('offers: a seller adds a product after Yes, changes it, and deletes it after Yes [S-PROD-01, S-PROD-02, S-PROD-03, S-PROD-04, S-PROD-06, S-PROD-07, A-MSG-02, A-MSG-03, A-MSG-04]', async () => {
  const [gone] = await listed('status=1&sort=id,ASC')
  if (!gone) throw new Error('the demo sells')
  await lapak.call(seller, 'DELETE', `${path}/${gone.id}`)

  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan')
  await page.getByRole('tab', { name: 'Produk' }).click()
  await shown(page).waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const inOrder = ['Brand', 'Kode produk', 'Nama produk', 'Kode suplier', 'Harga jual', 'Harga promo', 'Stok', 'Status', 'Status toko']
  expect(heads.map((head) => head.trim()).filter((head) => inOrder.includes(head))).toEqual(inOrder)
  expect(heads.join()).toContain('Harga beli')

  await page.getByRole('button', { name: 'Tambah produk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah produk' })
  await dialog.getByRole('button', { name: 'Tambah', exact: true }).click()
  await dialog.getByText('Pilih kategorinya').waitFor()
  expect(await dialog.getByLabel('Brand').isDisabled()).toBe(true)
  await dialog.getByLabel('Kategori').selectOption(String(gone.categoryid))
  expect(await dialog.getByRole('combobox', { name: 'Produk' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Brand').selectOption(String(gone.brandid))
  await dialog.getByRole('combobox', { name: 'Produk' }).fill(`(${gone.productcode})`)
  await page.getByRole('option', { name: `(${gone.productcode})` }).click()
  await dialog.getByLabel('Kode suplier').fill('KODE-BARU')
  await dialog.getByLabel('Harga jual').fill('5000')
  await dialog.getByLabel('Harga beli').fill('5.200')
  await dialog.getByText('Di bawah modal').waitFor()
  await dialog.getByLabel('Stok').fill('25')
  await dialog.getByLabel('Harga jual').fill('5500')
  await dialog.getByRole('button', { name: 'Tambah', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('Tambah produk ini ke toko Anda?').waitFor()
  expect(requestsTo('POST', path)).toHaveLength(0)
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Add Product Suplier Ok!').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const [added] = await listed('search=KODE-BARU')
  expect(added).toMatchObject({ productcode: gone.productcode, sellprice: 5_500, buyprice: 5_200, stok: 25, status: 1 })
  if (!added) throw new Error('it was added')

  await page.goto('/penjualan?tab=produk&search=KODE-BARU')
  const opener = page.getByRole('button', { name: `Produk ${gone.productcode}` })
  await opener.click()
  const drawer = page.getByRole('dialog', { name: 'Ubah produk' })
  await drawer.getByLabel('Harga promo').fill('5400')
  await drawer.getByLabel('Stok').fill('')
  await drawer.getByLabel('Cut-off awal').fill('23:30')
  await drawer.getByLabel('Cut-off akhir').fill('00:15')
  await drawer.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Update Product Suplier Ok!').waitFor()
  expect(await oneOf(added.id)).toMatchObject({ discount: 5_400, stok: null, cutoffawal: '23:30', cutoffakhir: '00:15' })

  await drawer.waitFor({ state: 'hidden' })
  await opener.click()
  await drawer.getByRole('button', { name: 'Hapus' }).click()
  await question.getByText(/dari toko Anda\?/).waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  expect(requestsTo('DELETE', `${path}/${added.id}`)).toHaveLength(0)
  await drawer.getByRole('button', { name: 'Hapus' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()
  await page.getByText('Tidak ada produk yang cocok').waitFor()
  await lapak.call(seller, 'POST', path, {
    productid: gone.productid,
    kodesupplier: 'X',
    sellprice: gone.sellprice,
  })
  await close()
})

test('offers: a phone shows each product with its price, and opens it', async () => {
  const [first] = await listed('sort=id,DESC')
  if (!first) throw new Error('the demo sells')
  const { page, close } = await openApp(lapak, { as: seller, viewport: phone })
  await page.goto(`/penjualan?tab=produk&search=${first.productcode}`)
  const price = new RegExp(`Rp.?${dotted(BigInt(first.sellprice)).replace('.', '\\.')}`)
  await shown(page).getByRole('button', { name: price }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Ubah produk' })
  await expect.poll(() => drawer.getByLabel('Harga jual').inputValue()).toBe(dotted(BigInt(first.sellprice)))
  await close()
})

test('offers: values are edited in the row: Enter and Tab save, Escape reverts, and values that are not saved are reported', async () => {
  const [offer] = await listed('status=1&sort=id,ASC')
  if (!offer) throw new Error('the demo sells')
  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  await page.goto(`/penjualan?tab=produk&search=${offer.productcode}&size=50`)
  const patches = () => requestsTo('PATCH', `${path}/${offer.id}`).length
  const cell = (name: string) => page.getByRole('button', { name: `Ubah ${name} ${offer.productcode}`, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name: `${name} ${offer.productcode}`, exact: true })

  await cell('harga jual').click()
  await field('harga jual').fill('1')
  await page.keyboard.press('Escape')
  await cell('harga jual').waitFor()
  expect(patches()).toBe(0)

  const dearer = Math.max(offer.sellprice, offer.buyprice) + 5
  await cell('harga jual').focus()
  await page.keyboard.press('Enter')
  await field('harga jual').fill(String(dearer))
  await page.keyboard.press('Enter')
  await alertMessage(page, 'Update Product Suplier Ok!').waitFor()
  expect(await oneOf(offer.id)).toMatchObject({ sellprice: dearer })

  await cell('harga beli').click()
  await field('harga beli').fill('4.321')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await oneOf(offer.id)).buyprice).toBe(4_321)
  await cell('kode cek nama').click()
  await field('kode cek nama').fill('CEKPLN')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await oneOf(offer.id)) as object).toMatchObject({ kodecek: 'CEKPLN' })

  await cell('cut-off').click()
  await field('cut-off').fill('23:30')
  await page.getByText('Tulis dua jam, misalnya 23:30–00:30').waitFor()
  await field('cut-off').fill('23:30-00:30')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await oneOf(offer.id)) as object).toMatchObject({ cutoffawal: '23:30', cutoffakhir: '00:30' })
  await cell('kode suplier').click()
  await field('kode suplier').fill('KODE-BARU')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await oneOf(offer.id)) as object).toMatchObject({ kodesupplier: 'KODE-BARU' })
  const { kodesupplier, cutoffawal, cutoffakhir } = offer
  await lapak.call(seller, 'PATCH', `${path}/${offer.id}`, { kodesupplier, cutoffawal, cutoffakhir })

  await cell('stok').click()
  await field('stok').fill('12')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await oneOf(offer.id)).stok).toBe(12)
  await page.getByRole('switch', { name: `Gangguan ${offer.productcode}`, exact: true }).click({ force: true })
  await expect.poll(async () => (await oneOf(offer.id)) as object).toMatchObject({ gangguan: 1 })

  await cell('harga promo').click()
  await field('harga promo').fill('sepuluh')
  await page.getByText('Tulis angka bulat saja').waitFor()
  await field('harga promo').fill(String(dearer - 1))
  await page.getByRole('heading', { name: 'Penjualan' }).click()
  await page.getByText('Belum disimpan').waitFor()
  await page.getByRole('tab', { name: 'Penjualan' }).click()
  await page.getByText(/belum disimpan\. Tinggalkan/).waitFor()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await field('harga promo').focus()
  await page.keyboard.press('Escape')
  await close()
})

test("offers: the price list of the seller's server is read once and fills the rows [S-PROD-05]", async () => {
  const owner = await lapak.signIn('penjual@lapak.test')
  const { page, requestsTo, close } = await openApp(lapak, { as: owner })
  const { content } = await lapak.call<{ content: (Row & { kodesupplier: string })[] }>(owner, 'GET', `${path}?size=100&sort=id,ASC`)
  const [known] = content
  if (!known) throw new Error('the demo sells')
  // A code that the demo's server sells.
  await lapak.call(owner, 'PATCH', `${path}/${known.id}`, { kodesupplier: 'S10', buyprice: 1 })

  await page.goto(`/penjualan?tab=produk&search=${known.productcode}`)
  await page.getByRole('button', { name: 'Sinkron harga' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sinkron harga' })
  await dialog.getByText(`${known.productcode}: Rp 1 → Rp 10.150`).waitFor()
  await dialog.getByRole('button', { name: 'Selesai' }).click()
  await shown(page).getByText('Rp 10.150').first().waitFor()
  expect(requestsTo('GET', '/api/v1/seller/syncharga')).toHaveLength(1)
  const { kodesupplier, buyprice, status } = known
  await lapak.call(owner, 'PATCH', `${path}/${known.id}`, { kodesupplier, buyprice, status })
  await close()
})

test('offers: a bulk change is applied only after a preview of each line', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  const vidio = await listed('search=vidio&sort=id,ASC')
  const offer = vidio.find(({ discount }) => discount === 0)
  const promoted = vidio.find(({ discount }) => discount > 0)
  if (!offer || !promoted) throw new Error('the demo sells Vidio, some of it in promotion')
  await page.goto('/penjualan?tab=produk&search=vidio')
  await shown(page).getByText(offer.productcode).first().waitFor()
  await page.getByRole('button', { name: 'Ubah massal' }).click()
  const dialog = page.getByRole('dialog', { name: /^Ubah \d+ produk/ })
  await dialog.getByLabel('Harga jual', { exact: true }).selectOption({ label: 'Turun sekian rupiah' })
  await dialog.getByLabel('Rupiah').fill('200')
  await dialog.getByLabel('Pembulatan harga jual').selectOption({ label: 'Ke 25' })
  await dialog.getByRole('button', { name: 'Lihat perubahan' }).click()
  await dialog.getByRole('list', { name: 'Pratinjau perubahan' }).getByText(offer.productcode).waitFor()
  await dialog.getByText('Di bawah modal').first().waitFor()
  await dialog.getByText('Harga promo harus di bawah harga jual').waitFor()
  await dialog.getByRole('button', { name: 'Lewati yang ditolak' }).click()
  expect((await oneOf(offer.id)).sellprice).toBe(offer.sellprice)
  await dialog.getByRole('button', { name: /^Terapkan ke/ }).click()
  await alertMessage(page, 'Update Product Suplier Ok!').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect((await oneOf(offer.id)).sellprice).toBe(Math.round((offer.sellprice - 200) / 25) * 25)
  expect((await oneOf(promoted.id)).sellprice).toBe(promoted.sellprice)
  expect(requestsTo('POST', `${path}/bulk`)).toHaveLength(3)

  await page.getByRole('checkbox', { name: `Pilih ${offer.productcode}` }).click({ force: true })
  await page.getByRole('region', { name: 'Tindakan untuk yang dipilih' }).getByRole('button', { name: 'Ubah massal' }).click()
  await dialog.getByLabel('Harga jual', { exact: true }).selectOption({ label: 'Turun sekian rupiah' })
  await dialog.getByLabel('Rupiah').fill('900.000')
  await dialog.getByRole('button', { name: 'Lihat perubahan' }).click()
  await dialog.getByText('1 tidak dapat disimpan').waitFor()
  await dialog.getByText('Harga jual harus 0 sampai').waitFor()
  for (const { id, sellprice } of vidio) await lapak.call(seller, 'PATCH', `${path}/${id}`, { sellprice })
  await close()
})

test('offers: Escape needs a confirmation to discard a bulk change, before and after its preview', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan?tab=produk&search=vidio')
  await page.getByRole('button', { name: 'Ubah massal' }).click()
  const dialog = page.getByRole('dialog', { name: /^Ubah \d+ produk/ })
  const question = page.getByRole('dialog', { name: 'Warning' })
  const asks = () => question.getByText('Perubahan ini belum diterapkan. Tutup dan buang?').waitFor()
  await dialog.getByLabel('Harga jual', { exact: true }).selectOption({ label: 'Naik sekian rupiah' })
  await dialog.getByLabel('Rupiah').fill('25')
  await dialog.getByRole('button', { name: 'Lihat perubahan' }).click()
  const sums = dialog.getByText('Diperiksa', { exact: true })
  await sums.waitFor()
  await page.keyboard.press('Escape')
  await asks()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await sums.waitFor()
  // Escape also needs the confirmation before the preview.
  await dialog.getByLabel('Rupiah').fill('50')
  await sums.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await asks()
  await question.getByRole('button', { name: 'Yes' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(requestsTo('POST', `${path}/bulk`)).toHaveLength(1)
  await close()
})

test('offers: a file of products is previewed line by line, refused if a line is wrong, and stored as previewed', async () => {
  const { page, close } = await openApp(lapak, { as: seller })
  const [offer] = await listed('search=spotify&sort=id,ASC')
  if (!offer) throw new Error('the demo sells Spotify')
  await page.goto('/penjualan?tab=produk')
  await page.getByRole('button', { name: 'Impor CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Impor CSV' })
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'produk.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const dearer = offer.sellprice + 25
  const line = `${offer.productcode};${Math.floor(dearer / 1000)}.${String(dearer % 1000).padStart(3, '0')};15`
  await choose(`\ufeffKode produk;Harga jual;Stok\r\n${line}\r\nTAKADA;5.000;\r\n`)
  await dialog.getByText('Kode produk tidak dikenal').waitFor()
  expect(await dialog.getByRole('button', { name: /^Simpan/ }).isDisabled()).toBe(true)
  await choose(`\ufeffKode produk;Harga jual;Stok\r\n${line}\r\n`)
  await dialog.getByRole('button', { name: 'Simpan 1 produk' }).waitFor()
  expect((await oneOf(offer.id)).sellprice).toBe(offer.sellprice)
  await dialog.getByRole('button', { name: 'Simpan 1 produk' }).click()
  await alertMessage(page, 'Update Product Suplier Ok!').waitFor()
  expect(await oneOf(offer.id)).toMatchObject({ sellprice: dearer, stok: 15 })
  await dialog.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Impor CSV' }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Unduh templat' }).click()
  expect((await downloading).suggestedFilename()).toBe('templat-produk.csv')
  await close()
})
