import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buyer } from './lapak.ts'
import { between, desk, message, phone, setOut, walk } from './walk.ts'

const { lapak, browser } = await setOut()
const seller = await lapak.signIn('penjual@lapak.test')

const statePath = '/api/v1/seller/tokostatus'
const shopOpen = async () => (await lapak.call<{ statustoko: number }>(seller, 'GET', statePath)).statustoko === 1
const shop = (page: Page) => page.getByRole('switch')

test.each([phone, desk])(
  'a seller finds the sales of its shop by the menu, at $width px [B-ROLE-16, S-SALE-01, S-SALE-03, S-SALE-04, S-ROLE-01]',
  async (viewport) => {
    const { page, look, end } = await walk(browser, lapak, { as: seller, viewport })
    await page.goto('/home')
    await page.getByRole('button', { name: 'Transaksi', exact: true }).filter({ visible: true }).click()
    await page.getByRole('menuitem', { name: 'Pembelian' }).waitFor()
    await look('the menu of transactions')
    await page.getByRole('menuitem', { name: 'Penjualan' }).click()
    await page.getByRole('heading', { name: 'Penjualan' }).waitFor()
    await page.getByText('Total Trx').waitFor()
    await page.getByText('Amount Trx').waitFor()
    await page.getByRole('tab', { name: 'Penjualan', selected: true }).waitFor()
    // The last one is ours.
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Penjualan', 'Produk', 'HargaKhusus', 'Setting', 'Pendapatan'])
    await look('the sales', between(viewport))
    await end()
  },
)

test('the shop closes and opens only after a yes [S-SALE-02, S-STATE-01, S-STATE-02, S-STATE-03, S-STATE-04, S-STATE-05, S-STATE-06, S-STATE-07, S-ROLE-05]', async () => {
  const { page, asked, look, end } = await walk(browser, lapak, { as: seller })
  await page.goto('/penjualan')
  await page.getByText('Transaksi BUKA').waitFor()
  const answer = async (question: string, word: 'Yes' | 'No') => {
    await shop(page).click({ force: true })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(question, { exact: true }).waitFor()
    await look(question)
    await dialog.getByRole('button', { name: word }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await answer('Yakin akan Tutup Transaksi', 'No')
  expect(await shop(page).isChecked()).toBe(true)
  expect(asked('PATCH', `${statePath}/0`)).toHaveLength(0)

  await answer('Yakin akan Tutup Transaksi', 'Yes')
  await page.getByText('Transaksi TUTUP').waitFor()
  await message(page, 'Status toko diperbarui').waitFor()
  expect(asked('PATCH', `${statePath}/0`)).toHaveLength(1)
  expect(await shopOpen()).toBe(false)

  await answer('Yakin akan Buka Transaksi', 'No')
  expect(await shop(page).isChecked()).toBe(false)
  expect(asked('PATCH', `${statePath}/1`)).toHaveLength(0)

  await answer('Yakin akan Buka Transaksi', 'Yes')
  await page.getByText('Transaksi BUKA').waitFor()
  expect(await shopOpen()).toBe(true)
  await end()
})

test.each([phone, desk])('who sells nothing is led from Penjualan to becoming a seller, at $width px [B-ROLE-17]', async (viewport) => {
  const { page, end } = await walk(browser, lapak, { as: await lapak.signIn(buyer), viewport })
  await page.goto('/home')
  await page
    .getByRole('button', { name: viewport === phone ? /^Menu / : 'Transaksi' })
    .filter({ visible: true })
    .click()
  await page.getByRole(viewport === phone ? 'link' : 'menuitem', { name: 'Penjualan' }).click()
  await page.waitForURL('**/regseller')
  await page.goto('/penjualan')
  await page.waitForURL('**/regseller')
  await end()
})

/** A member who has the seller's product on the list, and buys it. */
let orders = 0
async function bought(ending: '7777' | '0013') {
  orders += 1
  const token = await lapak.signIn(buyer)
  const target = `0812555${String(orders).padStart(2, '0')}${ending}`
  const { content } = await lapak.call<{ content: { id: number; productcode: string }[] }>(
    seller,
    'GET',
    '/api/v1/seller/product?status=1&search=S5&size=50',
  )
  const offer = content.find(({ productcode }) => productcode === 'S5')
  const reffclient = `PJ-${target}`
  await lapak.call(token, 'POST', '/api/v1/transactions/buyer', { productcode: 'S5', target, reffclient, productmemberid: offer?.id })
  return { target, reffclient }
}

test.each([phone, desk])(
  'a seller sees an order come in, reads what its server said, and ends a pending one by hand, at $width px [S-SALE-04, S-API-18, S-API-19, S-API-20]',
  async (viewport) => {
    const { page, look, end } = await walk(browser, lapak, { as: seller, viewport })
    await page.goto('/penjualan')
    await page.getByText('Total Trx').waitFor()
    // Once the line is open: before, the list reads itself anew when it opens.
    const newer = page.getByRole('button', { name: /transaksi baru/ })
    await expect
      .poll(
        async () => {
          await bought('7777')
          return newer.isVisible()
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe(true)
    const { target } = await bought('0013')
    await newer.click()
    const shown = viewport === phone ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target
    const row =
      viewport === phone
        ? page.getByRole('button', { name: new RegExp(shown) })
        : page.getByRole('row').filter({ hasText: shown }).getByRole('button').first()
    await row.click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Percakapan dengan server').waitFor()
    await drawer.getByText('Pesanan dikirim').waitFor()
    await look('a pending sale')
    await drawer.getByRole('button', { name: 'Selesaikan sendiri' }).click()
    const form = page.getByRole('dialog', { name: /^Selesaikan/ })
    await form.getByRole('button', { name: 'Simpan' }).click()
    await form.getByText('Pilih hasilnya').waitFor()
    await form.getByRole('radio', { name: 'SUKSES' }).check()
    await form.getByRole('textbox', { name: 'Serial number' }).fill('SN-777')
    await look('the end of a sale')
    await form.getByRole('button', { name: 'Simpan' }).click()
    await page.getByText('Uang pembeli masuk ke saldo Anda.').waitFor()
    await page.getByRole('button', { name: 'Yes' }).click()
    await message(page, 'Update Trx Ok!').waitFor()
    await drawer.getByText('menjadi milik Anda').waitFor()
    await drawer.getByText('SN-777').first().waitFor()
    await end()
  },
)

test.each([phone, desk])('what the shop brought per day adds up, at $width px', async (viewport) => {
  await bought('7777')
  const { page, look, end } = await walk(browser, lapak, { as: seller, viewport })
  await page.goto('/penjualan')
  await page.getByRole('tab', { name: 'Pendapatan' }).click()
  await page.getByText('Diterima').first().waitFor()
  await page.getByText('sementara').first().waitFor()
  await look('the earnings', between(viewport))
  await end()
})
