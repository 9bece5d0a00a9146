import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'
import { expectPicture, pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const [admin, member] = [await lapak.signIn('admin@lapak.test'), await lapak.signIn(buyer)]

interface Row {
  id: number
  status: number
  offers: number
  productcode: string
  brandname: string
  producttype: number
  denom: number
  brandlogo: string | null
  name: string
}
const base = '/api/admin/v1'
const listed = async (path: string) => (await lapak.call<{ content: Row[] }>(admin, 'GET', `${base}${path}`)).content
const only = async (path: string) => (await listed(path))[0]

/** A row of the table, or its card on a phone. */
const rowOf = (page: Page, list: string, text: string) =>
  page.getByRole('region', { name: list }).locator('tbody tr, li').filter({ hasText: text }).filter({ visible: true })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const choose = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

async function open(address: string) {
  const opened = await openApp(lapak, { as: admin })
  await opened.page.goto(address)
  await opened.page.getByRole('heading', { name: 'Produk & brand', level: 1 }).waitFor()
  return opened
}

test('catalogue: four tabs with counts list products by brand and code, brands, categories and groups [A-RT-01, A-CAT-01, A-CAT-02, A-CAT-07, A-CAT-08, A-CAT-09, A-CONST-03, B-CONST-13]', async () => {
  const counts = await lapak.call<Record<'product' | 'brand' | 'category' | 'brandgroup', number>>(admin, 'GET', `${base}/catalogue`)
  const [product] = await listed('/product?size=1')
  const [brand, group] = [await only('/brand?size=1&sort=id,DESC'), await only('/brandgroup?size=1&sort=id,DESC')]
  const { page, requestsTo, close } = await open('/admin/products')
  if (!product || !brand || !group) throw new Error('the demo sells')
  const sortOf = (list: string) => new URL(requestsTo('GET', `${base}/${list}`).at(-1)?.url() ?? 'http://x').searchParams.get('sort')
  await rowOf(page, 'Daftar produk', product.productcode).first().waitFor()
  await expect
    .poll(async () => (await page.getByRole('tab').allTextContents()).map((text) => text.trim()))
    .toEqual([`Product${counts.product}`, `Brand${counts.brand}`, `Category${counts.category}`, `BrandGroup${counts.brandgroup}`])
  const query = new URL(requestsTo('GET', `${base}/product`).at(-1)?.url() ?? 'http://x').searchParams
  expect([query.get('search'), query.get('sort'), query.get('size')]).toEqual([null, 'brandname,ASC', '10'])
  await page.getByRole('region', { name: 'Daftar produk' }).getByText('Aktif', { exact: true }).filter({ visible: true }).first().waitFor()

  await choose(page, /^Brand \d|^Brand\d/)
  await rowOf(page, 'Daftar brand', brand.brandname).first().waitFor()
  expect(sortOf('brand')).toBe('id,DESC')
  await page.getByRole('region', { name: 'Daftar brand' }).getByText('Aktif', { exact: true }).filter({ visible: true }).first().waitFor()

  await choose(page, /^Category/)
  await rowOf(page, 'Daftar kategori', 'Token PLN').getByText('Tampil', { exact: true }).waitFor()
  expect(new URL(requestsTo('GET', `${base}/category`).at(-1)?.url() ?? 'http://x').searchParams.get('size')).toBe('100')
  expect(sortOf('category')).toBe('id,DESC')

  await choose(page, /^BrandGroup/)
  await rowOf(page, 'Daftar BrandGroup', group.name)
    .getByText(group.status ? 'Aktif' : 'Tidak Aktif', { exact: true })
    .first()
    .waitFor()
  expect(sortOf('brandgroup')).toBe('id,DESC')
  await close()
})

test('catalogue: a group, its brand and a product are added with pictures and changed [A-CAT-03, A-CAT-04, A-CAT-05, A-CAT-09, A-CAT-10, A-CAT-11, A-CAT-12, A-ROLE-06]', async () => {
  const stamp = Date.now().toString(36).toUpperCase()
  const [group, brand, code] = [`Grup ${stamp}`, `Operator Baru ${stamp}`, `OB${stamp}`]
  const { page, requestsTo, close } = await open('/admin/products?tab=brandgroup')

  await page.getByRole('button', { name: 'Tambah BrandGroup' }).first().click()
  const groupForm = dialogOf(page, 'Tambah BrandGroup')
  await groupForm.getByLabel('Nama BrandGroup').fill(group)
  await groupForm.getByRole('button', { name: 'Simpan' }).click()
  await groupForm.getByText('Pilih kategori').last().waitFor()
  await groupForm.getByLabel('Kategori').selectOption({ label: 'Pulsa' })
  await groupForm.locator('input[type=file]').setInputFiles(pngFile())
  await groupForm.getByText('Terunggah, belum disimpan').waitFor()
  await groupForm.getByRole('switch', { name: 'Status' }).click()
  await groupForm.getByText('Tidak Aktif', { exact: true }).waitFor()
  await groupForm.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'BrandGroup ditambahkan').waitFor()
  await groupForm.waitFor({ state: 'hidden' })
  await page.goto(`/admin/products?tab=brandgroup&search=${encodeURIComponent(group)}`)
  await rowOf(page, 'Daftar BrandGroup', group).getByText('Tidak Aktif', { exact: true }).waitFor()

  await choose(page, /^Brand \d|^Brand\d/)
  await page.getByRole('button', { name: 'Tambah brand', exact: true }).first().click()
  const brandForm = dialogOf(page, 'Tambah brand')
  await brandForm.getByLabel('Nama brand').fill(brand)
  await brandForm.getByLabel('Kategori').selectOption({ label: 'Pulsa' })
  await brandForm.getByLabel('BrandGroup').selectOption({ label: group })
  expect(await brandForm.getByLabel('Operator').isDisabled()).toBe(true)
  await brandForm.getByLabel('Tujuan').selectOption({ label: 'Nomor HP' })
  await brandForm.getByLabel('Operator').selectOption({ label: 'XL' })
  await brandForm.locator('input[type=file]').setInputFiles(pngFile())
  await brandForm.getByText('Terunggah, belum disimpan').waitFor()
  await brandForm.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Brand ditambahkan').waitFor()
  await brandForm.waitFor({ state: 'hidden' })
  await page.goto(`/admin/products?tab=brand&search=${encodeURIComponent(brand)}`)
  await rowOf(page, 'Daftar brand', brand).getByText('Aktif', { exact: true }).waitFor()
  const added = await only(`/brand?search=${encodeURIComponent(brand)}`)
  await expectPicture(rowOf(page, 'Daftar brand', brand), brand, added?.brandlogo ?? '')

  await choose(page, /^Product/)
  await page.getByRole('button', { name: 'Tambah produk' }).first().click()
  const form = dialogOf(page, 'Tambah produk')
  expect(await form.getByLabel('Tipe').inputValue()).toBe('0')
  expect(await form.getByLabel('Denom').inputValue()).toBe('10')
  expect(await form.getByLabel('Tipe').locator('option').allTextContents()).toEqual(['Pulsa/Prepaid', 'PPOB', 'Open Denom'])
  await form.getByLabel('Nama produk').fill(`Pulsa baru ${stamp}`)
  await form.getByLabel('Kode produk').fill(code.toLowerCase())
  await form.getByRole('combobox', { name: 'Brand' }).fill(brand)
  await page.getByRole('listbox').getByRole('option', { name: brand }).click()
  await form.getByLabel('Keterangan').fill('Masa aktif 7 hari')
  await form.locator('input[type=file]').setInputFiles(pngFile())
  await form.getByText('Terunggah, belum disimpan').waitFor()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Produk ditambahkan').waitFor()
  await form.waitFor({ state: 'hidden' })
  expect(requestsTo('POST', `${base}/product`).at(-1)?.postDataJSON()).toMatchObject({ producttype: 0, denom: 10 })

  await page.goto(`/admin/products?search=${code}`)
  const row = rowOf(page, 'Daftar produk', code)
  await row.getByRole('button').last().click()
  const change = dialogOf(page, 'Ubah produk')
  await change.getByLabel('Kode produk').fill('S10')
  await change.getByRole('button', { name: 'Simpan' }).click()
  await change.getByText('Kode S10 sudah dipakai produk lain').waitFor()
  await change.getByLabel('Kode produk').fill(code)
  await change.getByLabel('Tipe').selectOption({ label: 'Open Denom' })
  await change.getByLabel('Denom').fill('1000')
  await change.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Produk disimpan').waitFor()
  await change.waitFor({ state: 'hidden' })
  await row.getByText('Open Denom').waitFor()
  expect(await only(`/product?search=${code}`)).toMatchObject({ productcode: code, brandname: brand, producttype: 2, denom: 1_000 })
  // XL must keep one active brand for its numbers.
  await lapak.call(admin, 'PATCH', `${base}/brand`, { id: added?.id, status: 0 })
  await close({ statuses: [409] })
})

test('catalogue: a category is added with a picture, renamed, hidden from buyers, and deleted while it is empty', async () => {
  const name = `Kategori ${Date.now().toString(36)}`
  const { page, requestsTo, close } = await open('/admin/products?tab=category')
  await page.getByRole('button', { name: 'Tambah kategori' }).first().click()
  const form = dialogOf(page, 'Tambah kategori')
  await form.getByRole('button', { name: 'Hapus kategori' }).waitFor({ state: 'hidden' })
  await form.getByLabel('Nama kategori').fill('Pulsa')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await form.getByText('Kategori Pulsa sudah ada').waitFor()
  await form.getByLabel('Nama kategori').fill(name)
  await form.locator('input[type=file]').setInputFiles(pngFile())
  await form.getByText('Terunggah, belum disimpan').waitFor()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Kategori ditambahkan').waitFor()
  await form.waitFor({ state: 'hidden' })
  const row = rowOf(page, 'Daftar kategori', name)
  await row.getByText('Tampil', { exact: true }).waitFor()

  await row.getByRole('button', { name: `Ubah ${name}` }).click()
  const change = dialogOf(page, 'Ubah kategori')
  await change.getByLabel('Nama kategori').fill(`${name} Baru`)
  await change.getByRole('switch', { name: 'Status' }).click()
  await change.getByText('Disembunyikan', { exact: true }).waitFor()
  await change.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Kategori disimpan').waitFor()
  await change.waitFor({ state: 'hidden' })
  await rowOf(page, 'Daftar kategori', `${name} Baru`).getByText('Disembunyikan', { exact: true }).waitFor()
  const shown = await lapak.call<{ name: string }[]>(member, 'GET', '/api/v1/product/category?size=100')
  expect(shown.map((category) => category.name)).not.toContain(`${name} Baru`)

  await row.getByRole('button', { name: `Ubah ${name} Baru` }).click()
  await change.getByRole('button', { name: 'Hapus kategori' }).click()
  const question = dialogOf(page, 'Warning')
  await question.getByText(`Hapus kategori ${name} Baru?`).waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  expect(requestsTo('DELETE', `${base}/category`)).toHaveLength(0)
  await change.getByRole('button', { name: 'Hapus kategori' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Kategori dihapus').waitFor()
  await change.waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'hidden' })
  await close({ statuses: [409] })
})

test('catalogue: a category with brands has no button to delete it, and a deletion that comes too late is refused', async () => {
  const { page, close } = await open('/admin/products?tab=category')
  await rowOf(page, 'Daftar kategori', 'Token PLN').getByRole('button', { name: 'Ubah Token PLN' }).click()
  const change = dialogOf(page, 'Ubah kategori')
  await change.getByText('Kategori yang masih berisi tidak bisa dihapus.').waitFor()
  expect(await change.getByRole('button', { name: 'Hapus kategori' }).count()).toBe(0)
  await change.getByRole('button', { name: 'Tutup' }).last().click()

  const name = `Kategori ${Date.now().toString(36)}`
  const { id } = await lapak.call<Row>(admin, 'POST', `${base}/category`, { name })
  await page.reload()
  await rowOf(page, 'Daftar kategori', name)
    .getByRole('button', { name: `Ubah ${name}` })
    .click()
  await lapak.call(admin, 'POST', `${base}/brandgroup`, { name: `Grup ${name}`, categoryid: id })
  await change.getByRole('button', { name: 'Hapus kategori' }).click()
  await dialogOf(page, 'Warning').getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, `Kategori ${name} masih berisi 1 BrandGroup, jadi tidak bisa dihapus.`).waitFor()
  await close({ statuses: [409] })
})

test('catalogue: the order of categories that an administrator saves is that of buyers', async () => {
  const names = async () =>
    (await lapak.call<{ name: string }[]>(member, 'GET', '/api/v1/product/category?size=100')).map((category) => category.name)
  const before = await names()
  const { page, close } = await open('/admin/products?tab=category')
  const order = async (button: RegExp) => {
    await page.getByRole('button', { name: 'Urutkan' }).click()
    const dialog = dialogOf(page, 'Urutkan kategori')
    await dialog.getByRole('listitem').first().getByRole('button', { name: button }).click()
    await dialog.getByRole('button', { name: 'Simpan urutan' }).click()
    await alertMessage(page, 'Urutan kategori disimpan').first().waitFor()
    await dialog.waitFor({ state: 'hidden' })
  }
  await order(/^Turunkan/)
  expect(await names()).toEqual([before[1], before[0], ...before.slice(2)])
  await order(/^Turunkan/)
  expect(await names()).toEqual(before)
  await close()
})

/** The answers of a new installation, with as many categories and brands as given. */
async function showEmpty(page: Page, counts: { category: number; brand: number }) {
  const answer = (data: object) => ({ json: { success: true, msg: 'OK', data } })
  await page.route('**/api/admin/v1/catalogue', (route) => route.fulfill(answer({ product: 0, brandgroup: 0, ...counts })))
  for (const list of ['product', 'brand', 'brandgroup', 'category'])
    await page.route(`**/api/admin/v1/${list}?*`, (route) => route.fulfill(answer({ content: [], totalElements: 0 })))
}

test('catalogue: an empty list leads to what its records belong to, and a form without choices says why', async () => {
  const { page, close } = await openApp(lapak, { as: admin })
  await showEmpty(page, { category: 0, brand: 0 })
  await page.goto('/admin/products')
  await page.getByText('Belum ada produk', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Isi katalog awal' }).waitFor()
  await page.getByRole('button', { name: 'Tambah produk' }).click()
  await dialogOf(page, 'Tambah produk').getByText('Belum ada brand. Tambah dahulu di tab Brand.').waitFor()
  await dialogOf(page, 'Tambah produk').getByRole('button', { name: 'Tutup' }).last().click()
  await page.getByRole('link', { name: 'Mulai dari kategori' }).click()
  await page.getByText('Belum ada kategori', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Isi katalog awal' }).waitFor()
  await page.getByRole('button', { name: 'Tambah kategori' }).waitFor()
  expect(await page.getByRole('button', { name: 'Urutkan' }).count()).toBe(0)
  await choose(page, /^Brand \d|^Brand\d/)
  await page.getByRole('link', { name: 'Mulai dari kategori' }).waitFor()
  await page.getByRole('button', { name: 'Tambah brand', exact: true }).click()
  await dialogOf(page, 'Tambah brand').getByText('Belum ada kategori. Tambah dahulu di tab Category.').waitFor()

  await showEmpty(page, { category: 1, brand: 0 })
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Mulai dari brand' }).click()
  await page.getByText('Produk selalu milik satu brand.').waitFor()
  await close()
})

test('catalogue: a buyer of a new installation reads that there are no products yet', async () => {
  const { page, close } = await openApp(lapak, { as: member })
  await page.route('**/api/v1/product/category?*', (route) => route.fulfill({ json: { success: true, msg: 'OK', data: [] } }))
  await page.goto('/product')
  await page.getByText('Belum ada produk', { exact: true }).waitFor()
  await close()
})

test('catalogue: the starter catalogue is previewed and added without what was unchecked', async () => {
  const { page, requestsTo, close } = await open('/admin/products?tab=category')
  const dialog = dialogOf(page, 'Isi katalog awal')
  const openDialog = () => page.getByRole('button', { name: 'Isi katalog awal' }).click()
  await openDialog()
  await dialog.getByText('Tidak ada yang perlu ditambahkan').waitFor()
  expect(await dialog.getByRole('button', { name: 'Tambahkan' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Tutup' }).last().click()

  const preview = [
    { name: 'Pulsa', added: 1, brandgroups: ['Pulsa Reguler'], brands: ['Telkomsel', 'XL'], products: 25 },
    { name: 'Game', added: 0, brandgroups: [], brands: [], products: 3 },
  ]
  await page.route('**/api/admin/v1/catalogue/starter', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { success: true, msg: 'OK', data: { categories: preview } } })
      : route.fallback(),
  )
  await openDialog()
  await dialog.getByText('1 BrandGroup · 2 brand · 25 produk').waitFor()
  await dialog.getByText('Telkomsel, XL').waitFor()
  await dialog.getByText('kategori sudah ada · 3 produk').waitFor()
  await dialog.getByRole('button', { name: 'Tambahkan 28 produk' }).waitFor()
  await dialog.getByRole('checkbox', { name: 'Game' }).click()
  await dialog.getByRole('button', { name: 'Tambahkan 25 produk' }).click()
  await alertMessage(page, 'Katalog awal ditambahkan').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(requestsTo('POST', `${base}/catalogue/starter`).map((request) => request.postDataJSON())).toEqual([{ categories: ['Pulsa'] }])
  await close()
})

test('catalogue: closing a brand requires a preview and a confirmation, and its products cannot be bought until it reopens [A-CAT-07]', async () => {
  const name = 'Axis'
  const brand = (await listed(`/brand?search=${name}`)).find(({ brandname }) => brandname === name)
  const shown = async () =>
    (await lapak.call<{ content: { brandname: string }[] }>(member, 'GET', `/api/v1/product/brands?search=${name}&size=50`)).content.some(
      ({ brandname }) => brandname === name,
    )
  expect([brand?.status, await shown()]).toEqual([1, true])
  const { page, requestsTo, close } = await open(`/admin/products?tab=brand&search=${name}&sort=id,ASC`)
  const row = rowOf(page, 'Daftar brand', name).first()
  const edit = () => row.getByRole('button').last().click()
  await edit()
  const form = dialogOf(page, 'Ubah brand')
  await form.getByRole('switch', { name: 'Status' }).click()
  await form.getByText('Bila brand ini ditutup').waitFor()
  await form.getByText(/penawaran dari \d+ suplier berhenti/).waitFor()
  await form.getByRole('button', { name: 'Simpan' }).click()
  const question = dialogOf(page, 'Warning')
  await question.getByText(new RegExp(`Tutup brand ${name}\\? \\d+ produk tidak dijual lagi`)).waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  expect(requestsTo('PATCH', `${base}/brand`)).toHaveLength(0)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Brand disimpan').waitFor()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('Non Aktif', { exact: true }).waitFor()
  expect(await shown()).toBe(false)

  await edit()
  await form.getByRole('switch', { name: 'Status' }).click()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('Aktif', { exact: true }).waitFor()
  expect(await shown()).toBe(true)
  await close()
})

test('catalogue: a prefix is assigned to an operator, refused for a second operator, and removed', async () => {
  const prefix = '0880'
  const { page, close } = await open('/admin/products?tab=brand')
  await page.getByRole('button', { name: 'Prefix operator' }).click()
  const operators = dialogOf(page, 'Prefix operator')
  await operators.getByText('085154, 085155').waitFor()
  await operators.getByRole('button', { name: 'Ubah XL' }).click()
  const form = dialogOf(page, 'Prefix XL')
  const field = form.getByLabel('Prefix')
  const before = await field.inputValue()
  await field.fill(`${before}, 0811`)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await form.getByText('Prefix 0811 sudah dipakai Telkomsel').waitFor()
  await field.fill(`${before}, 81`)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await form.getByText('81: prefix diawali 08').waitFor()
  await field.fill(`${before} ${prefix}`)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Operator disimpan').waitFor()
  await operators.getByText(prefix).waitFor()
  await form.waitFor({ state: 'hidden' })
  await operators.getByRole('button', { name: 'Ubah XL' }).click()
  await expect.poll(() => field.inputValue()).toContain(prefix)
  await field.fill(before)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await operators.getByText(prefix).waitFor({ state: 'hidden' })
  await close({ statuses: [409] })
})

test('catalogue: downloads as a file, and an uploaded file is previewed line by line before it is stored', async () => {
  const [product] = await listed('/product?search=vidio&size=1')
  if (!product) throw new Error('the demo sells Vidio')
  const { page, close } = await open('/admin/products?search=vidio')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('katalog.csv')

  await page.getByRole('button', { name: 'Impor CSV' }).click()
  const dialog = dialogOf(page, 'Impor katalog')
  const give = (lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      ...{ name: 'katalog.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`\ufeff${['Kode produk;Nama produk;Brand;Status', ...lines].join('\r\n')}`),
    })
  const code = `VID${Date.now().toString(36).toUpperCase()}`
  const fresh = `${code};Vidio ${code};${product.brandname};`
  const closed = `${product.productcode};;;Non Aktif`
  await give([fresh, closed, 'X1;Tanpa brand;Tidak ada;'])
  await dialog.getByText('Brand tidak dikenal').waitFor()
  expect(await dialog.getByRole('button', { name: /^Simpan/ }).isDisabled()).toBe(true)
  await give([fresh, closed])
  await dialog.getByText('File ini menutup 1 produk').waitFor()
  await dialog.getByText('Status Aktif → Non Aktif').waitFor()
  await dialog.getByRole('button', { name: 'Simpan 2 produk' }).click()
  await alertMessage(page, 'Katalog disimpan').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await only(`/product?search=${code}`)).toMatchObject({ brandname: product.brandname, status: 1 })
  expect((await only(`/product?search=${product.productcode}`))?.status).toBe(0)
  await lapak.call(admin, 'PATCH', `${base}/product`, { id: product.id, status: 1 })
  await page.setViewportSize(phone)
  await page.reload()
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('button', { name: 'Unduh CSV' }).waitFor()
  await close()
})

test('catalogue: only administrators can open the page [A-RT-01]', async () => {
  const { page, close } = await openApp(lapak, { as: member })
  await page.goto('/admin/products')
  await alertMessage(page, 'Anda tidak punya akses').waitFor()
  await close()
})

test('catalogue: choices of brands are read 500 at a time, choices of brand groups 100 at a time, and none is omitted [B-CONST-16, B-CONST-18]', async () => {
  const { page, requestsTo, close } = await open('/admin/products')
  const sizesOf = (of: string) => requestsTo('GET', `${base}/${of}`).map((request) => new URL(request.url()).searchParams.get('size'))
  await page.getByRole('button', { name: 'Tambah produk' }).first().click()
  const brand = dialogOf(page, 'Tambah produk').getByRole('combobox', { name: 'Brand' })
  await brand.click()
  const brands = await listed('/brand?size=10000')
  await page
    .getByRole('option')
    .nth(brands.length - 1)
    .waitFor({ state: 'attached' })
  expect(new Set(sizesOf('brand'))).toEqual(new Set(['500']))

  await page.goto('/admin/products?tab=brand')
  await page.getByRole('button', { name: 'Tambah brand', exact: true }).first().click()
  const form = dialogOf(page, 'Tambah brand')
  await form.getByLabel('Kategori').selectOption({ label: 'Pulsa' })
  await expect.poll(() => new Set(sizesOf('brandgroup'))).toEqual(new Set(['100']))
  await form.getByLabel('BrandGroup').locator('option').nth(1).waitFor({ state: 'attached' })
  await close()
})

test('catalogue: a product can be marked as delivered as a code, and the mark is stored', async () => {
  const code = `TOK${Date.now()}`
  const [brand] = await listed('/brand?search=PLN%20Prabayar&size=1')
  const added = { productname: `Token ${code}`, productcode: code, brandid: brand?.id, producttype: 0, denom: 10 }
  const { id } = await lapak.call<Row>(admin, 'POST', `${base}/product`, added)
  const { page, close } = await open(`/admin/products?search=${code}`)
  const isCode = () => dialogOf(page, 'Ubah produk').getByLabel('Barangnya berupa kode')
  const edit = () => rowOf(page, 'Daftar produk', code).getByRole('button', { name: /ubah/i }).first().click()
  await edit()
  expect(await isCode().isChecked()).toBe(false)
  await isCode().click()
  await dialogOf(page, 'Ubah produk').getByRole('button', { name: 'Simpan' }).click()
  await expect.poll(async () => only(`/product?search=${code}`)).toMatchObject({ id, berupakode: 1 })
  await dialogOf(page, 'Ubah produk').waitFor({ state: 'hidden' })
  await edit()
  await expect.poll(() => isCode().isChecked()).toBe(true)
  await close()
})
