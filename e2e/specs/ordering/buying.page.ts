import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, alertMessage, desktop, expectFocused, openWithRealtime, phone, queryOf } from '../../fixtures/app.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const listPath = '/api/v1/transactions/buyer'
const sumPath = '/api/v1/transactions/buyer/today'
const orderPath = '/api/v1/product/mapping/order'

interface Purchase {
  id: number
  target: string
  sellprice: number
  sellerid: number
  transactionrc: number
  serialnumber: string | null
}
interface Step {
  id: number
  sellername: string
  state: string
}

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name })
const rupiah = (money: number) => `Rp ${String(money).replace(/\B(?=(\d{3})+$)/g, '.')}`
const route = (code: string) => lapak.call<{ steps: Step[] }>(token, 'GET', `/api/v1/product/route/${code}`)
const sellersOf = async (code: string) => (await route(code)).steps.map(({ sellername }) => sellername)
const setSellersOf = async (code: string, names: string[]) => {
  const { steps } = await route(code)
  await lapak.call(token, 'PATCH', orderPath, { ids: names.map((name) => steps.find(({ sellername }) => sellername === name)?.id) })
  await expect.poll(() => sellersOf(code)).toEqual(names)
}

/** A successful purchase. */
async function createPurchase(productcode: string, target = newTarget()): Promise<Purchase> {
  const { id } = await lapak.call<Purchase>(token, 'POST', listPath, { productcode, target, reffclient: `BUYING-${productcode}-${target}` })
  return expect
    .poll(() => lapak.call<Purchase>(token, 'GET', `${listPath}/${id}`), { timeout: 20_000 })
    .toMatchObject({ transactionrc: 1 })
    .then(() => lapak.call<Purchase>(token, 'GET', `${listPath}/${id}`))
}

test('purchases: category, brand and seller filter the list, its sums and its downloaded file', async () => {
  const pulsa = await createPurchase('S5')
  await createPurchase('PLN20', `14${newTarget().slice(-9)}`)
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  const last = (path: string) => queryOf(requestsTo('GET', path).at(-1))
  const choose = async (filter: string, option: RegExp) => {
    const select = page.getByRole('combobox', { name: filter })
    // The rows may load before the options of the filter.
    await select.selectOption((await select.locator('option').filter({ hasText: option }).getAttribute('value')) ?? '')
  }
  await page.getByRole('button', { name: 'Filter lain', exact: true }).click()
  await choose('Kategori', /^Pulsa/)
  await expect.poll(() => last(listPath).categoryid).toMatch(/^\d+$/)
  await choose('Brand', /^Telkomsel$/)
  await choose('Suplier', /^Sinar Pulsa/)
  for (const path of [listPath, sumPath]) {
    await expect
      .poll(() => last(path))
      .toMatchObject({ brandid: expect.any(String), categoryid: expect.any(String), sellerid: String(pulsa.sellerid) })
  }
  const { awal, akhir, categoryid, brandid, sellerid } = last(sumPath)
  const query = new URLSearchParams({ awal, akhir, categoryid, brandid, sellerid } as Record<string, string>)
  const { jml, gagal, amount } = await lapak.call<{ jml: number; gagal: number; amount: number }>(token, 'GET', `${sumPath}?${query}`)
  expect(jml).toBeGreaterThan(0)
  const count = gagal > 0 ? `${jml}, ${gagal} gagal` : String(jml)
  await expect.poll(() => page.locator('dl').first().locator('dd').allTextContents()).toEqual([count, rupiah(amount)])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter lain, 3 aktif' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Detail transaksi/ }).count()).toBe(Math.min(jml, 10))

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^pembelian-.*\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(1 + jml)
  expect(lines.join('\n')).toContain(pulsa.serialnumber)

  await page.reload()
  await expect.poll(() => last(listPath)).toMatchObject({ categoryid, brandid, sellerid })
  await close()
})

test('purchases: a refused download shows the reason, and the button stays enabled', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await page.route(`**${listPath}/download**`, (answer) =>
    answer.fulfill({ status: 422, json: { success: false, msg: 'Lebih dari 100.000 baris', code: 'download.too_many' } }),
  )
  await page.getByRole('button', { name: 'Unduh CSV' }).click()
  await alertMessage(page, 'Lebih dari 100.000 baris').waitFor()
  await page.getByRole('button', { name: 'Unduh CSV' }).waitFor()
  await close({ statuses: [422] })
})

test('receipts: the price and the footer of one member do not appear on receipts of the next member on this device', async () => {
  const pulsa = await createPurchase('S5')
  const { page, close } = await open()
  const struk = dialog(page, 'Struk')
  const [price, footer] = [struk.getByLabel('Harga jual ke pelanggan'), struk.getByLabel('Catatan kaki')]
  async function openReceipt() {
    await page.goto(`/trxpembelian?trx=${pulsa.id}`)
    await page.getByRole('button', { name: 'Struk' }).click()
    await footer.waitFor()
  }
  await openReceipt()
  await price.fill(String(pulsa.sellprice + 3_000))
  await footer.fill('Buka sampai malam')
  await openReceipt()
  expect([await price.inputValue(), await footer.inputValue()]).toEqual([rupiah(pulsa.sellprice + 3_000).slice(3), 'Buka sampai malam'])
  // Shows the same purchase to another member.
  await page.route('**/api/v1/user', async (answer) => {
    const response = await answer.fetch()
    const body = (await response.json()) as { data: { id: number } }
    await answer.fulfill({ response, json: { ...body, data: { ...body.data, id: body.data.id + 1_000_000 } } })
  })
  await page.goto('/home')
  await expect.poll(() => page.evaluate("JSON.parse(localStorage.getItem('lapak.session')).user.id")).toBeGreaterThan(1_000_000)
  await openReceipt()
  expect([await price.inputValue(), await footer.inputValue()]).toEqual(['', 'Terima kasih'])
  await close()
})

test("receipts: a receipt shows the customer’s price, never the buyer's cost, can be copied, and keeps its margin", async () => {
  const token20 = await createPurchase('PLN20', `14${newTarget().slice(-9)}`)
  const pulsa = await createPurchase('S5')
  const { page, close } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`/trxpembelian?trx=${token20.id}`)
  await page.getByRole('button', { name: 'Struk' }).click()
  const struk = dialog(page, 'Struk')
  const paper = struk.getByRole('article', { name: 'Struk' })
  await paper.getByText('Konter Berkah Cell').waitFor()
  await paper.getByText(/^(\d{4} ){4}\d{4}$/).waitFor()
  await paper.getByText('R1 / 1300VA').waitFor()
  expect(await paper.textContent()).not.toContain('Rp')
  const price = struk.getByLabel('Harga jual ke pelanggan')
  await price.pressSequentially('10.')
  await expect.poll(() => price.inputValue()).toBe('10.')
  expect(await paper.textContent()).not.toContain('Rp')
  await price.pressSequentially('500')
  await paper.getByText('Rp 10.500', { exact: true }).waitFor()
  await price.fill(String(token20.sellprice + 2_000))
  await paper.getByText(rupiah(token20.sellprice + 2_000)).waitFor()
  expect(await paper.textContent()).not.toContain(rupiah(token20.sellprice))
  await struk.getByLabel('Catatan kaki').fill('Simpan struk ini')

  await struk.getByRole('button', { name: 'Salin struk' }).click()
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(copied).toContain(`Total: ${rupiah(token20.sellprice + 2_000)}`)
  expect(copied).toMatch(/TOKEN: (\d{4} ){4}\d{4}/)
  expect(copied).toContain('Simpan struk ini')

  // The margin is stored for the next receipt.
  await page.goto(`/trxpembelian?trx=${pulsa.id}`)
  await page.getByRole('button', { name: 'Struk' }).click()
  await paper.getByText(rupiah(pulsa.sellprice + 2_000)).waitFor()
  await paper.getByText('Simpan struk ini').waitFor()
  await close()
})

test('receipts: without a network a receipt uses the data of the list', async () => {
  const { id } = await createPurchase('S5')
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  const row = page.getByRole('button', { name: `Detail transaksi ${id}` })
  await row.waitFor()
  // Loads the dialog before the network is off.
  await row.click()
  await dialog(page).getByText('Jejak pengiriman').waitFor()
  await page.keyboard.press('Escape')
  const other = page.getByRole('button', { name: /^Detail transaksi/ }).filter({ hasNotText: String(id) })
  await page.route('**/api/**', (answer) => answer.abort())
  await other.first().click()
  await dialog(page).getByText('Rincian belum bisa ditampilkan').waitFor({ timeout: 20_000 })
  await dialog(page).getByRole('button', { name: 'Struk' }).click()
  await dialog(page, 'Struk').getByRole('article').getByText('Nomor tujuan').waitFor()
  await close({ errors: /Tidak ada jawaban dari server/ })
})

test('buying list: the sellers of a product are reordered by button and number, and orders use this order', async () => {
  const code = 'GPLAY50'
  const before = await sellersOf(code)
  const [first = '', second = '', third = ''] = before
  expect(before).toHaveLength(3)
  const { page, requestsTo, close } = await open()
  await page.goto(`/trxpembelian?tab=produk&rute=${code}`)
  const steps = dialog(page).getByRole('list', { name: 'Rute pesanan' }).getByRole('listitem')
  const shown = async () => (await steps.getByRole('link').allTextContents()).map((name) => name.replace('…', ''))
  const isOrder = async (...names: string[]) => {
    await expect.poll(shown).toEqual(names.map((name) => expect.stringContaining(name.slice(0, 12))))
    await expect.poll(() => sellersOf(code)).toEqual(names)
  }
  await isOrder(first, second, third)
  const down = dialog(page).getByRole('button', { name: `Turunkan ${first}` })
  await down.focus()
  await page.keyboard.press('Enter')
  await alertMessage(page, 'Update Product Suplier Ok!').first().waitFor()
  await isOrder(second, first, third)
  await expectFocused(down)

  await dialog(page).getByLabel(`Urutan ${third}`).fill('1')
  await page.keyboard.press('Enter')
  await isOrder(third, second, first)

  await setSellersOf(code, [second, first, third])
  await page.reload()
  await isOrder(second, first, third)

  // A change without a confirmation can be undone, also by keyboard: the focus stays inside the dialog.
  const undo = page.getByRole('button', { name: 'Urungkan' })
  const up = dialog(page).getByRole('button', { name: `Naikkan ${third}` })
  await up.click()
  await isOrder(second, third, first)
  await undo.click()
  await isOrder(second, first, third)
  await undo.waitFor({ state: 'hidden' })
  await up.click()
  await isOrder(second, third, first)
  await page.keyboard.press('Control+Z')
  await isOrder(second, first, third)

  // A change made elsewhere in the meantime is not overwritten.
  await up.click()
  await isOrder(second, third, first)
  await setSellersOf(code, [first, third, second])
  await undo.click()
  await alertMessage(page, 'Rute sudah diubah lagi, urutan sebelumnya tidak dikembalikan').waitFor()
  expect(await sellersOf(code)).toEqual([first, third, second])
  await setSellersOf(code, [second, first, third])
  await page.reload()
  await isOrder(second, first, third)

  // A refusal restores the previous order.
  const sent = requestsTo('PATCH', orderPath).length
  await page.route(`**${orderPath}`, (answer) => answer.fulfill({ status: 422, json: { success: false, msg: 'Urutan ditolak' } }))
  await dialog(page)
    .getByRole('button', { name: `Naikkan ${third}` })
    .click()
  await alertMessage(page, 'Urutan ditolak').waitFor()
  await isOrder(second, first, third)
  expect(requestsTo('PATCH', orderPath)).toHaveLength(sent + 1)
  await close({ statuses: [422] })
})

test('buying list: a price change while a new sequence of sellers is being saved does not restore the old sequence', async () => {
  const code = 'GPLAY50'
  const [first = '', second = '', third = ''] = await sellersOf(code)
  const seller = await lapak.signIn('penjual5@lapak.test')
  const offers = '/api/v1/seller/product'
  const { content } = await lapak.call<{ content: { id: number; productcode: string; promoprice: number }[] }>(
    seller,
    'GET',
    `${offers}?search=${code}`,
  )
  // The search also finds GPLAY500. The offer has a promo price, so buyers do not see a change of its normal price.
  const offer = content.find(({ productcode }) => productcode === code) ?? { id: 0, promoprice: 0 }
  const member = await open()
  const { page, close } = member
  await openWithRealtime(member, `/trxpembelian?tab=produk&rute=${code}`)
  const steps = dialog(page).getByRole('list', { name: 'Rute pesanan' }).getByRole('listitem')
  const isShown = (...names: string[]) =>
    expect
      .poll(async () => await steps.getByRole('link').allTextContents())
      .toEqual(names.map((name) => expect.stringContaining(name.slice(0, 12))))
  await isShown(first, second, third)
  const readAfter = async (promoprice: number) => {
    const readAgain = page.waitForResponse(`**/api/v1/product/route/${code}`)
    await lapak.call(seller, 'PATCH', `${offers}/${offer.id}`, { promoprice })
    await readAgain
  }
  const held = Promise.withResolvers<void>()
  await page.route(`**${orderPath}`, async (answer) => {
    await held.promise
    await answer.continue()
  })
  await dialog(page)
    .getByRole('button', { name: `Turunkan ${first}` })
    .click()
  await isShown(second, first, third)
  await readAfter(offer.promoprice + 5)
  // If the page used this answer, it would have rendered it by now.
  await new Promise((drawn) => setTimeout(drawn, 200))
  await isShown(second, first, third)
  held.resolve()
  await alertMessage(page, 'Update Product Suplier Ok!').first().waitFor()
  await isShown(second, first, third)
  await expect.poll(() => sellersOf(code)).toEqual([second, first, third])
  await lapak.call(seller, 'PATCH', `${offers}/${offer.id}`, { promoprice: offer.promoprice })
  await setSellersOf(code, [first, second, third])
  await close()
})

test('buying list: it shows price, state and rank of each offer, also when it is sorted by product', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian?tab=produk&search=GPLAY50')
  await page
    .getByRole('button', { name: /^Beli Google Play 50\.000/ })
    .first()
    .waitFor()
  await page.getByText('Urutan suplier: Prioritas saya').waitFor()
  await page.getByRole('button', { name: 'Filter dan urutan' }).click()
  await page.getByRole('checkbox', { name: 'Per produk' }).check()
  await page.waitForURL(/sort=productcode/)
  const byProduct = page.url()
  await page.getByRole('button', { name: 'Atur rute Google Play 50.000', exact: true }).waitFor()
  const places = page.getByRole('button', { name: /^Prioritas \d+/ })
  const shown = async () => (await places.allTextContents()).map(Number)
  const isInOrder = (numbers: number[]) => numbers.length > 1 && numbers.every((one, at) => at === 0 || (numbers[at - 1] ?? 0) <= one)
  await expect.poll(async () => isInOrder(await shown())).toBe(true)
  await page.getByRole('button', { name: 'Atur rute Google Play 50.000', exact: true }).click()
  await dialog(page, 'Rute GPLAY50').getByText('Dipakai sekarang').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await page
    .getByRole('button', { name: /^Beli Google Play 50\.000/, disabled: false })
    .first()
    .click()
  await dialog(page)
    .getByLabel(/^Nomor tujuan/)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.route('**/api/v1/product/changes?**', (answer) =>
    answer.fulfill({ json: { success: true, msg: 'OK', data: { content: [], totalElements: 0 } } }),
  )
  await page.getByText('Perubahan harga', { exact: true }).click()
  await page.getByText('Belum ada perubahan').waitFor()
  // On a desktop the checkbox is visible without a drawer.
  await page.setViewportSize(desktop)
  await page.goto(byProduct)
  await expect.poll(() => page.getByRole('checkbox', { name: 'Per produk' }).isChecked()).toBe(true)
  await close()
})

test('buying list: the price changes include closed offers and closed shops, and a shop is one entry', async () => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const { content } = await lapak.call<{ content: { id: number; productcode: string }[] }>(seller, 'GET', '/api/v1/seller/product?size=-1')
  const offer = content.find(({ productcode }) => productcode === 'STEAM60')
  for (const gangguan of [1, 0]) await lapak.call(seller, 'PATCH', `/api/v1/seller/product/${offer?.id}`, { gangguan })
  for (const state of [0, 1]) await lapak.call(seller, 'PATCH', `/api/v1/seller/tokostatus/${state}`)
  const { page, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian?tab=produk&search=Sinar')
  await page.getByText('Perubahan harga', { exact: true }).click()
  for (const change of ['Toko buka lagi', 'Toko tutup', 'Gangguan selesai', 'Gangguan'])
    await page.getByText(change, { exact: true }).first().waitFor()
  await page.getByText('Semua produknya').first().waitFor()
  await close()
})

test('buying list: a seller that closes is shown as Tutup within half a minute, without a reload', async () => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const setShop = (state: 0 | 1) => lapak.call(seller, 'PATCH', `/api/v1/seller/tokostatus/${state}`)
  const { page, close } = await open()
  // With a mocked clock the realtime connection would miss its heartbeats, and the page would reload all data after each interruption.
  await page.route('**/socket.io/**', (answer) => answer.abort())
  await page.clock.install()
  await page.goto('/trxpembelian?tab=produk&search=STEAM60')
  const row = page.getByRole('row').filter({ hasText: 'Sinar Pulsa' })
  const turnsTo = async (state: string) => {
    await page.clock.runFor(31_000)
    // The answer takes real time, because only the clock of the page is mocked.
    await row.getByText(state, { exact: true }).last().waitFor({ timeout: 15_000 })
  }
  await row.getByText('Buka', { exact: true }).last().waitFor()
  await page.evaluate('window.loadedOnce = true')
  try {
    await setShop(0)
    await turnsTo('Tutup')
    expect(await row.getByRole('button', { name: /^Beli/ }).isDisabled()).toBe(true)
  } finally {
    await setShop(1)
  }
  await turnsTo('Buka')
  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  await close()
})

test('PIN: a member sets it, needs it for orders, and switches it off with the password', async () => {
  const { page, close } = await open()
  const panel = page.getByRole('region', { name: 'PIN transaksi' })
  const fill = async (secret: string, pin: string, again = pin) => {
    await panel.getByLabel('Password akun').fill(secret)
    await panel.getByLabel('PIN baru', { exact: true }).fill(pin)
    await panel.getByLabel('Ulangi PIN baru').fill(again)
    await panel.getByRole('button', { name: 'Simpan PIN' }).click()
  }
  await page.goto('/profile?tab=keamanan')
  await panel.getByRole('button', { name: 'Pasang PIN' }).click()
  await panel.getByRole('button', { name: 'Simpan PIN' }).click()
  await panel.getByText('PIN harus 6 angka').waitFor()
  await fill(password, '730418', '730419')
  await panel.getByText('PIN tidak sama').waitFor()
  await fill('bukan password', '730418')
  await panel.getByText('Password salah').waitFor()
  await fill(password, '123456')
  await panel.getByText('PIN terlalu mudah ditebak').waitFor()
  await fill(password, '730418')
  await alertMessage(page, 'PIN transaksi disimpan').waitFor()
  await panel.getByText('PIN aktif').waitFor()

  const order = { productcode: 'S5', target: newTarget(), reffclient: `BUYING-PIN-${Date.now()}` }
  await expect(lapak.call(token, 'POST', listPath, order)).rejects.toThrow('Masukkan PIN transaksi')

  await panel.getByRole('button', { name: 'Matikan' }).click()
  await panel.getByLabel('Password akun').fill(password)
  await panel.getByRole('button', { name: 'Matikan PIN' }).click()
  await panel.getByRole('button', { name: 'Pasang PIN' }).waitFor()
  await lapak.call(token, 'POST', listPath, order)
  await close({ statuses: [422] })
})

test('partner API: a member switches on callbacks for price changes', async () => {
  await lapak.call(token, 'PATCH', '/api/v1/user/api', { pricenews: 0 })
  const { page, close } = await open()
  await page.goto('/profile?tab=api')
  await page.getByRole('switch', { name: 'Kirim perubahan harga' }).check()
  await page.getByRole('region', { name: 'Pengaturan API' }).getByRole('button', { name: 'Simpan' }).click()
  await expect.poll(() => lapak.call(token, 'GET', '/api/v1/user/api')).toMatchObject({ pricenews: 1 })
  await close()
})
