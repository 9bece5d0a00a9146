import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, phone, queryOf } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const seller = await lapak.signIn('penjual@lapak.test')
const path = '/api/v1/seller/productspecial'

interface Row {
  id: number
  member: { memberid: number; membername: string }
  product: { productid: number; productname: string; productcode: string; brand: { brandname: string } }
  hargajual: number
}
interface Offer {
  categoryid: number
  brandid: number
  productid: number
  productcode: string
  productname: string
  brandname: string
  sellprice: number
  discount: number
  buyprice: number
}

const listed = async (query = '') => (await lapak.call<{ content: Row[] }>(seller, 'GET', `${path}?size=100&${query}`)).content
const offers = async () => (await lapak.call<{ content: Offer[] }>(seller, 'GET', '/api/v1/seller/product?size=1000')).content
const shown = (page: Page) => page.getByRole('region', { name: 'Daftar harga khusus' })
const normalOf = ({ sellprice, discount }: Offer) => (discount > 0 && discount < sellprice ? discount : sellprice)
const rupiah = (sum: number) => `Rp ${sum.toLocaleString('id-ID')}`

/** The name of a member to whom the shop gives special prices. */
const [regular] = await listed()
if (!regular) throw new Error('the demo has special prices')
const { membername } = regular.member

/** An offer of the shop for which this buyer has no special price. */
async function unpriced(): Promise<Offer> {
  const codes = new Set((await listed()).filter(({ member }) => member.membername === membername).map(({ product }) => product.productcode))
  const offer = (await offers()).find(({ productcode, buyprice }) => !codes.has(productcode) && buyprice > 10)
  if (!offer) throw new Error('the demo sells more than it has special prices for')
  return offer
}

test('special prices: a seller gives a buyer a special price, changes it, and ends it after a confirmation that shows product and buyer [S-SALE-06, S-SP-01, S-SP-03, S-SP-04, S-SP-05, S-SP-06, S-SP-07, S-SP-08, S-SP-09, S-SP-10, S-SP-11, S-SP-12, S-SP-13, S-SP-14, S-ENT-02, A-MSG-04]', async () => {
  const offer = await unpriced()
  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan')
  await page.getByRole('tab', { name: 'HargaKhusus' }).click()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('hargakhusus')
  await shown(page).getByText(regular.product.productcode).first().waitFor()
  for (const head of ['ID', 'Member', 'Brand', 'Produk', 'Kode', 'Harga jual', 'Status', 'Aksi'])
    await page.getByRole('columnheader', { name: head, exact: true }).waitFor()
  const lists = requestsTo('GET', path).length
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => requestsTo('GET', path).length).toBeGreaterThan(lists)

  await page.getByRole('button', { name: 'Tambah', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah harga khusus' })
  await dialog.getByRole('button', { name: 'Tutup' }).last().click()
  await dialog.waitFor({ state: 'hidden' })
  expect(requestsTo('POST', path)).toHaveLength(0)
  await page.getByRole('button', { name: 'Tambah', exact: true }).click()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByText('Pilih pembelinya').waitFor()
  expect(await dialog.getByLabel('Brand/Operator').isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'Pembeli' }).pressSequentially(buyer)
  const suggestion = page.getByRole('option', { name: membername })
  await suggestion.waitFor()
  expect(queryOf(requestsTo('GET', '/api/v1/seller/buyer').at(-1))).toEqual({ cari: buyer })
  expect(await suggestion.locator('img, [class*=mark]').count()).toBeGreaterThan(0)
  await suggestion.click()
  await dialog.getByLabel('Kategori').selectOption(String(offer.categoryid))
  expect(await dialog.getByRole('combobox', { name: 'Produk' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Brand/Operator').selectOption(String(offer.brandid))
  await dialog.getByRole('combobox', { name: 'Produk' }).fill(`(${offer.productcode})`)
  await page.getByRole('option', { name: `(${offer.productcode})` }).click()
  expect(await dialog.getByRole('combobox', { name: 'Produk' }).inputValue()).toContain(offer.productcode)
  const [code, normal] = [dialog.getByLabel('Kode market'), dialog.getByLabel('Harga normal')]
  expect(await code.inputValue()).toBe(offer.productcode)
  expect((await normal.inputValue()).replace(/\s/g, ' ')).toBe(rupiah(normalOf(offer)))
  for (const field of [code, normal]) expect(await field.isEditable()).toBe(false)

  const price = dialog.getByLabel('Harga khusus')
  await price.fill('sepuluh ribu')
  await dialog.getByText('Tulis angka bulat saja').waitFor()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  expect(requestsTo('POST', path)).toHaveLength(0)
  await price.fill(String(offer.buyprice - 5))
  await dialog.getByText('Di bawah modal').waitFor()
  await price.fill(String(normalOf(offer) - 1))
  await dialog.getByText('Di bawah modal').waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Add Product Suplier Ok!').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(requestsTo('POST', path)[0]?.postDataJSON()).toEqual({
    memberid: regular.member.memberid,
    categoryid: offer.categoryid,
    brandid: offer.brandid,
    productid: offer.productid,
    product: { productname: offer.productname, productcode: offer.productcode },
    price: normalOf(offer) - 1,
  })
  const added = (await listed(`search=${offer.productcode}`)).find(({ member }) => member.membername === membername)
  if (!added) throw new Error('it was added')

  await shown(page).getByRole('searchbox').fill(offer.productcode)
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(offer.productcode)
  await expect.poll(() => shown(page).getByText(regular.product.productcode, { exact: true }).count()).toBe(0)
  const cells = page.getByRole('row').filter({ hasText: membername }).getByRole('cell')
  const brand = offer.brandname
  for (const text of [String(added.id), brand, added.product.productname, offer.productcode, rupiah(added.hargajual), 'Aktif'])
    await cells.getByText(text, { exact: true }).first().waitFor()
  const of = `${offer.productcode} untuk ${membername}`
  const open = () => page.getByRole('button', { name: `Ubah ${of}` }).click()
  await open()
  const edit = page.getByRole('dialog', { name: 'Ubah harga khusus' })
  await edit.getByLabel('Harga khusus').fill(String(offer.buyprice - 1))
  await edit.getByText('Di bawah modal').waitFor()
  await edit.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Update Product Suplier Ok!').waitFor()
  await edit.waitFor({ state: 'hidden' })
  expect(await listed(`search=${offer.productcode}`)).toContainEqual(
    expect.objectContaining({ id: added.id, hargajual: offer.buyprice - 1 }),
  )

  const remove = () => page.getByRole('button', { name: `Hapus ${of}` }).click()
  await remove()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText(offer.productcode).waitFor()
  await question.getByText(membername).waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  expect(requestsTo('DELETE', `${path}/${added.id}`)).toHaveLength(0)
  await question.waitFor({ state: 'hidden' })
  await remove()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()
  await page.getByText('Tidak ada harga khusus yang cocok').waitFor()
  await close()
})

test('special prices: on a phone a special price is ended in its dialog', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: seller, viewport: phone })
  const offer = await unpriced()
  const { id } = await lapak.call<{ id: number }>(seller, 'POST', path, {
    memberid: regular.member.memberid,
    productid: offer.productid,
    price: normalOf(offer) - 1,
  })
  await page.goto(`/penjualan?tab=hargakhusus&search=${offer.productcode}`)
  await shown(page)
    .getByRole('button')
    .filter({ hasText: `#${id} ·` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Ubah harga khusus' })
  await edit.getByRole('button', { name: 'Hapus' }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()
  expect(requestsTo('DELETE', `${path}/${id}`)).toHaveLength(1)
  await close()
})

test('special prices: the list is filtered by category and brand, includes offers that are not on sale, and downloads as a file [S-SP-02, S-SP-15]', async () => {
  const offer = (await offers()).find(({ productcode }) => productcode === regular.product.productcode)
  if (!offer) throw new Error('what has a price is offered')
  const { page, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan?tab=hargakhusus&size=100')
  await shown(page).getByText(regular.product.productcode, { exact: true }).first().waitFor()
  await shown(page).getByLabel('Kategori').selectOption(String(offer.categoryid))
  await shown(page).getByLabel('Brand').selectOption(String(offer.brandid))
  await expect.poll(() => new URL(page.url()).searchParams.get('brandid')).not.toBeNull()
  await shown(page).getByText('Aktif', { exact: true }).first().waitFor()
  const narrowed = await listed(`brandid=${offer.brandid}&categoryid=${offer.categoryid}`)
  expect(narrowed.length).toBeLessThan((await listed()).length)
  await expect.poll(() => shown(page).getByRole('row').count()).toBe(narrowed.length + 1)
  const { id } = (await lapak.call<{ content: { id: number }[] }>(seller, 'GET', `/api/v1/seller/product?search=${offer.productcode}`))
    .content[0] ?? { id: 0 }
  await lapak.call(seller, 'PATCH', `/api/v1/seller/product/${id}`, { status: 0 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await shown(page).getByText('Non Aktif', { exact: true }).first().waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Unduh CSV' }).click()])
  expect(file.suggestedFilename()).toBe('harga-khusus.csv')
  await lapak.call(seller, 'PATCH', `/api/v1/seller/product/${id}`, { status: 1 })
  await close()
})

test('special prices: a seller gives several buyers special prices for several products after a preview', async () => {
  const offer = await unpriced()
  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan?tab=hargakhusus')
  await page.getByRole('button', { name: 'Beberapa member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Harga khusus beberapa member' })
  for (const email of [buyer, 'pembeli2@lapak.test']) {
    await dialog.getByRole('combobox', { name: 'Pembeli' }).fill(email)
    await page.getByRole('listbox', { name: 'Pembeli' }).getByRole('option').click()
  }
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Kategori').selectOption(String(offer.categoryid))
  await dialog.getByLabel('Brand/Operator').selectOption(String(offer.brandid))
  await dialog.getByRole('combobox', { name: 'Produk' }).fill(`(${offer.productcode})`)
  await page.getByRole('option', { name: `(${offer.productcode})` }).click()
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Cara').selectOption('percent')
  await dialog.getByLabel('Potongan persen').fill('0,5')
  await dialog.getByRole('button', { name: 'Lihat hasilnya' }).click()
  await dialog.getByText('Tulis angka bulat 1 sampai 99').waitFor()
  await dialog.getByLabel('Potongan persen').fill('50')
  await dialog.getByRole('button', { name: 'Lihat hasilnya' }).click()
  await dialog.getByText('2 harga di bawah harga beli Anda. Boleh disimpan.').waitFor()
  expect(requestsTo('POST', `${path}/many`)).toHaveLength(0)
  await dialog.getByRole('button', { name: 'Kembali' }).click()
  await dialog.getByLabel('Cara').selectOption('rupiah')
  await dialog.getByLabel('Potongan rupiah').fill('2')
  await dialog.getByRole('button', { name: 'Lihat hasilnya' }).click()
  await dialog.getByRole('button', { name: 'Simpan 2 harga' }).click()
  await alertMessage(page, 'Add Product Suplier Ok!').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const given = await listed(`search=${offer.productcode}`)
  expect(given.map(({ hargajual }) => hargajual)).toEqual([normalOf(offer) - 2, normalOf(offer) - 2])
  for (const { id } of given) await lapak.call(seller, 'DELETE', `${path}/${id}`)
  await close()
})
