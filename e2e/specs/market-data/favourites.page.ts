/* Saved numbers with names, for customers that a cashier serves often. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, expectFocused, phone } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const path = '/api/v1/favourites'
const orderPath = '/api/v1/transactions/buyer'

const mark = Date.now()

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page) => page.getByRole('dialog').first()
const targetField = (page: Page) => page.getByRole('main').getByLabel('Nomor tujuan')
const favourites = (page: Page | Locator) => page.getByRole('list', { name: 'Favorit', exact: true })
const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const save = (name: string, target: string, productcode?: string) =>
  lapak.call<{ id: number }>(token, 'POST', path, { name, target, productcode })
const savedFavourites = async () => (await lapak.call<{ name: string; target: string }[]>(token, 'GET', path)).map(({ name }) => name)
const purchasesOf = async (target: string) => {
  const { content } = await lapak.call<{ content: { target: string; productcode: string }[] }>(token, 'GET', `${orderPath}?size=-1`)
  return content.filter((row) => row.target === target)
}

// Deletes the favourites of earlier runs, because they have the same names and /home lists only the first favourites.
for (const { id } of await lapak.call<{ id: number }[]>(token, 'GET', path)) await lapak.call(token, 'DELETE', `${path}/${id}`)

test('favourites: a purchase is saved as a favourite with a name, and repeated by this name', async () => {
  const target = newTarget()
  const name = `Ibu Sari ${mark}`
  const { page, close } = await open({ viewport: phone })
  await page.goto('/home')
  await targetField(page).fill(target)
  await page.getByRole('button', { name: 'S10 ·' }).click()
  await pay(page).click({ trial: true })
  await pay(page).click()
  await dialog(page).getByRole('heading', { name: 'SUKSES' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Simpan ke favorit' }).click()
  const naming = page.getByRole('dialog', { name: 'Simpan ke favorit' })
  await expectFocused(naming.getByLabel('Nama'))
  await page.keyboard.press('Enter')
  await naming.getByText('Nama wajib diisi').waitFor()
  await naming.getByLabel('Nama').fill(name)
  await page.keyboard.press('Enter')
  await naming.waitFor({ state: 'hidden' })
  // The dialog below stays open.
  await dialog(page).getByRole('heading', { name: 'SUKSES' }).waitFor()
  await dialog(page)
    .getByRole('button', { name: `Favorit: ${name}` })
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  const mine = favourites(page).getByRole('button', { name: new RegExp(`^${name}`) })
  await mine.waitFor()
  await mine.click()
  await dialog(page).getByText('Telkomsel 10.000', { exact: true }).waitFor()
  await pay(page).click({ trial: true })
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  // The button next to the favourite offers other products for the same number.
  await page.getByRole('button', { name: `Produk lain untuk ${name}` }).click()
  expect(await targetField(page).inputValue()).toBe(target)
  await page.getByRole('button', { name: 'S5 ·' }).waitFor()
  expect(await purchasesOf(target)).toHaveLength(1)
  await close()
})

test('favourites: a name typed into the number field finds the saved number, and the purchase needs only the keyboard', async () => {
  const [sari, other, bare] = [newTarget(), newTarget(), newTarget()]
  await save('Warung Sari Ayu', sari, 'S10')
  await save('Warung Sari Laut', other, 'S5')
  await save('Warung Bare', bare)
  const { page, close } = await open()
  await page.goto('/home')
  await expectFocused(targetField(page))
  await page.keyboard.type('warung sari')
  await favourites(page)
    .getByRole('button', { name: /^Warung Sari Laut/ })
    .waitFor()
  expect(await favourites(page).getByRole('listitem').count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('Telkomsel 5.000', { exact: true }).waitFor()
  await pay(page).click({ trial: true })
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('heading', { name: 'SUKSES' }).waitFor()
  expect(await purchasesOf(other)).toMatchObject([{ productcode: 'S5' }])
  expect(await purchasesOf(sari)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  // A favourite without a product fills in the number and offers its products.
  await expectFocused(targetField(page))
  await page.keyboard.type('bare')
  await favourites(page)
    .getByRole('button', { name: /^Warung Bare/ })
    .waitFor()
  await page.keyboard.press('Enter')
  expect(await targetField(page).inputValue()).toBe(bare)
  // A part of the number also finds the favourite, even in the dialog.
  await page.goto('/histori')
  await page.getByRole('heading', { level: 1, name: 'Histori' }).waitFor()
  await page.keyboard.press('b')
  await dialog(page).getByLabel('Nomor tujuan').fill(bare.slice(0, 3))
  await favourites(dialog(page))
    .getByRole('button', { name: /^Warung Bare/ })
    .click()
  expect(await dialog(page).getByLabel('Nomor tujuan').inputValue()).toBe(bare)
  await close()
})

test('favourites: the search finds a favourite by its name and opens the purchase', async () => {
  const target = newTarget()
  const name = `Pak Lurah ${mark}`
  await save(name, target, 'S10')
  const { page, close } = await open()
  await page.goto('/product')
  const search = page.getByRole('textbox', { name: 'Cari Produk atau Suplier', exact: true })
  await search.fill(`lurah ${mark}`)
  await search.press('Enter')
  const found = page.getByRole('region', { name: 'Favorit yang ditemukan' })
  await found.getByText(name).waitFor()
  await found.getByRole('button', { name: `Beli untuk ${name}` }).click()
  await dialog(page).getByText('Telkomsel 10.000', { exact: true }).waitFor()
  await pay(page).waitFor()
  await close()
})

test('favourites: they are renamed and deleted', async () => {
  const mine = `Bengkel ${mark}`
  for (const nth of ['Satu', 'Dua', 'Tiga']) await save(`${mine} ${nth}`, newTarget(), 'S5')
  const { page, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: /^(Semua favorit|Kelola favorit)/ }).click()
  const all = page.getByRole('dialog', { name: 'Favorit', exact: true })
  await all.getByRole('button', { name: `Ganti nama ${mine} Dua` }).waitFor()
  await all.getByRole('button', { name: `Ganti nama ${mine} Dua` }).click()
  const naming = page.getByRole('dialog', { name: 'Ganti nama favorit' })
  await naming.getByLabel('Nama').fill(`${mine} Empat`)
  await naming.getByRole('button', { name: 'Simpan' }).click()
  await all.getByText(`${mine} Empat`).waitFor()
  // Escape closes only the top dialog.
  await all.getByRole('button', { name: `Ganti nama ${mine} Satu` }).click()
  await naming.waitFor()
  await page.keyboard.press('Escape')
  await naming.waitFor({ state: 'hidden' })
  await all.getByRole('button', { name: `Hapus ${mine} Satu` }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await expectFocused(question.getByRole('button', { name: 'No' }))
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await all.getByRole('button', { name: `Hapus ${mine} Satu` }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await all.getByText(`${mine} Satu`).waitFor({ state: 'hidden' })
  expect((await savedFavourites()).filter((name) => name.startsWith(mine))).toEqual([`${mine} Empat`, `${mine} Tiga`])
  // The focus returns to the button that opened the dialog.
  await page.keyboard.press('Escape')
  await all.waitFor({ state: 'hidden' })
  await expectFocused(page.getByRole('button', { name: /^(Semua favorit|Kelola favorit)/ }))
  await close()
})

test('favourites: a recent number is saved by its star button', async () => {
  const target = newTarget()
  await lapak.call(token, 'POST', orderPath, { productcode: 'S10', target, reffclient: `FAV-${target}` })
  const name = `Aneka Bintang ${mark}`
  const { page, close } = await open({ viewport: phone })
  await page.goto('/home')
  await page.getByRole('button', { name: `Simpan ke favorit, ${target}` }).click()
  const naming = page.getByRole('dialog', { name: 'Simpan ke favorit' })
  await naming.getByLabel('Nama').fill(name)
  await page.keyboard.press('Enter')
  await naming.waitFor({ state: 'hidden' })
  await expect.poll(savedFavourites).toContain(name)
  await favourites(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .waitFor()
  await close()
})
