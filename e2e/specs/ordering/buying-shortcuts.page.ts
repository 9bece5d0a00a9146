/* Buying continues after a price increase, a wrong PIN, an insufficient balance or a mistyped number, with the focus in the right place. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, expectFocused, phone } from '../../fixtures/app.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const orderPath = '/api/v1/transactions/buyer'

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page) => page.getByRole('dialog')
const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const buyButton = (page: Page) => page.getByRole('button', { name: 'Beli', exact: true }).first()
const targetField = (page: Page) => page.getByLabel('Nomor tujuan')
const outcome = (page: Page, state = 'SUKSES') => dialog(page).getByRole('heading', { name: state }).waitFor()

async function confirm(page: Page, target: string, code = 'S5') {
  await targetField(page).fill(target)
  await page.getByRole('button', { name: `${code} ·` }).click()
}

test('purchases: a price increase is shown, and the new price is charged only when it is accepted', async () => {
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian')
  let dearer = true
  await page.route(`**${orderPath}`, (route) => {
    if (route.request().method() !== 'POST' || !dearer) return route.continue()
    dearer = false
    // Simulates a price that was lower when it was shown.
    return route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), maxprice: 1 }) })
  })
  await buyButton(page).click()
  await confirm(page, newTarget())
  const price = (await pay(page).textContent())?.replace('Bayar ', '') ?? ''
  await pay(page).click()
  await page.getByText(`Harga sekarang ${price}`).waitFor()
  expect(await dialog(page).textContent()).not.toContain('maxprice')
  await pay(page).click()
  await outcome(page)
  expect(requestsTo('POST', orderPath)).toHaveLength(2)
  await close({ statuses: [422] })
})

test('purchases: the focus is in the right place after a confirmation, a payment and closing', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await buyButton(page).click()
  await expectFocused(targetField(page))
  await targetField(page).fill(newTarget())
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'No' }).click()
  await expectFocused(targetField(page))
  await page.getByRole('button', { name: 'S5 ·' }).click()
  await pay(page).click({ trial: true })
  await expectFocused(pay(page))
  await page.keyboard.press('Enter')
  await outcome(page)
  const again = dialog(page).getByRole('button', { name: 'Beli lagi' })
  await expectFocused(again)
  await again.click()
  await expectFocused(targetField(page))
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await expectFocused(buyButton(page))
  await close()
})

test.each(['10500.50', '1,5', '-5000', '15,000.00', '1e5', '2000000000000'])('purchases: %s is refused as an amount', async (typed) => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await buyButton(page).click()
  await confirm(page, newTarget(), 'DANAOPEN')
  const amount = page.getByRole('textbox', { name: 'Nominal' })
  await amount.pressSequentially(typed)
  await page.getByRole('button', { name: 'Lanjut' }).click()
  await page
    .getByText(/^(Tulis angka bulat saja|Paling banyak Rp 1\.000\.000\.000\.000)/)
    .last()
    .waitFor()
  expect(await pay(page).count()).toBe(0)
  await amount.fill('')
  await amount.pressSequentially('15.000')
  await page.getByRole('button', { name: 'Lanjut' }).click()
  await page.getByRole('button', { name: /^Bayar Rp 15\.\d{3}$/ }).waitFor()
  await close()
})

test('purchases: an empty buying list and an insufficient balance are shown before paying, and the amount can be changed', async () => {
  const poor = await lapak.signIn('pembeli4@lapak.test')
  // A member who orders only from the buying list, which is empty.
  await lapak.call(poor, 'PATCH', '/api/v1/user/api', { openoffers: 0 })
  const { page, close } = await open({ as: poor, viewport: phone })
  await page.goto('/trxpembelian')
  await page.getByRole('link', { name: 'Beli', exact: true }).click()
  await targetField(page).fill(newTarget())
  await page.getByText('Tidak ada produk untuk nomor ini').waitFor()
  await page.getByRole('link', { name: 'Cari produk' }).waitFor()
  await close()
  await lapak.call(poor, 'PATCH', '/api/v1/user/api', { openoffers: 1 })

  const rich = await open({ viewport: phone })
  await rich.page.goto('/trxpembelian')
  await rich.page.getByRole('link', { name: 'Beli', exact: true }).click()
  await confirm(rich.page, newTarget(), 'DANAOPEN')
  await rich.page.getByRole('textbox', { name: 'Nominal' }).fill('999000000')
  await rich.page.getByRole('button', { name: 'Lanjut' }).click()
  await rich.page.getByText('Saldo tidak cukup').waitFor()
  expect(await pay(rich.page).count()).toBe(0)
  await rich.page.getByRole('button', { name: 'Kembali' }).click()
  expect(await rich.page.getByRole('textbox', { name: 'Nominal' }).inputValue()).toBe('999.000.000')
  await rich.close()
})

test('purchases: an impossible number is reported before paying, and a phone number is shown in its local format', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await buyButton(page).click()
  for (const slip of ['1412', 'abc def']) {
    await confirm(page, slip, 'PLN20')
    await page.getByText('Nomor meter PLN terdiri dari 11 angka, ID pelanggan 12 angka').waitFor()
    await page.getByRole('button', { name: 'Kembali' }).click()
  }
  await confirm(page, '6281299998877')
  await pay(page).waitFor()
  await dialog(page).getByText('0812 9999 8877').waitFor()
  expect(await page.getByText('Periksa nomor tujuan').count()).toBe(0)
  await close()
})

test('purchases: the customer name of a meter is shown before paying, and paying does not wait for it', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await buyButton(page).click()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/purchases/customer', async (route) => {
    await released.promise
    await route.continue()
  })
  await confirm(page, '14123456777', 'PLN20')
  await page.getByText('Menanyakan nama ke suplier').waitFor({ state: 'attached' })
  await pay(page).click({ trial: true })
  released.resolve()
  const name = dialog(page).getByText(/^[A-Z]+ [A-Z]+$/)
  await name.waitFor()
  await page.getByRole('button', { name: 'Kembali' }).click()
  await confirm(page, '14123450001', 'PLN20')
  await page.getByText('nama tidak diketahui').waitFor()
  await pay(page).click({ trial: true })
  await close()
})

test('purchases: a missing PIN is reported at its field, and buying continues after too many wrong PINs', async () => {
  const setPin = (pin: string) => lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin })
  await setPin('730418')
  try {
    const { page, close } = await open()
    await page.goto('/trxpembelian')
    await buyButton(page).click()
    await confirm(page, newTarget())
    const pin = page.getByLabel('PIN transaksi', { exact: true })
    await pay(page).click()
    await page.getByText('PIN harus 6 angka').waitFor()
    await expectFocused(pin)
    await pin.fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('PIN transaksi salah. Saldo tidak berubah.').waitFor()
    await expectFocused(pin)
    await page.route(`**${orderPath}`, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            headers: { 'retry-after': '2' },
            json: { success: false, msg: 'Terlalu banyak percobaan, coba lagi dalam 2 detik', code: 'access.too_many' },
          })
        : route.continue(),
    )
    await pin.fill('730418')
    await pay(page).click()
    await page.getByRole('button', { name: 'Coba lagi', exact: true }).waitFor()
    await page.unroute(`**${orderPath}`)
    await page.getByRole('button', { name: 'Coba lagi', exact: true }).click()
    await pay(page).click()
    await outcome(page)
    await close({ statuses: [422, 429] })
  } finally {
    await setPin('')
  }
})

test('purchases: the address of an unknown purchase leads back to the list', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian?trx=99999999')
  await page.getByText('Transaksi tidak ditemukan').first().waitFor()
  await page.getByRole('button', { name: 'Ke daftar transaksi' }).click()
  await page.waitForURL((url) => !url.searchParams.has('trx'))
  await dialog(page).waitFor({ state: 'hidden' })
  await close({ statuses: [404], errors: /Transaksi tidak ditemukan/ })
})
