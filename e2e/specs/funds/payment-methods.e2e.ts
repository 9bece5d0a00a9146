import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type App, desk, message, openConnected as openPageOnLine, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

/* What the payment provider takes, played by the sandbox: the balance follows without a reload. */

const lapak = await sharedLapak()

const agreeAndGoOn = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Lanjut' }).click()
}

/** The page stays the one that was loaded. */
async function openConnected(visit: App, path: string) {
  await openPageOnLine(visit, path)
  await visit.page.evaluate('window.loadedOnce = true')
}

const hasBalance = (page: Page, text: string) => page.getByRole('banner').getByText(text, { exact: true }).waitFor()
const neverReloaded = async (page: Page) => expect(await page.evaluate('window.loadedOnce')).toBe(true)

/** Somebody pays at the provider's side, whatever this page shows. */
async function payAtProvider(page: Page, reference: string, amount?: string) {
  const provider = await page.context().newPage()
  await provider.goto(`/dev/gateway/${reference}`)
  if (amount !== undefined) await provider.getByLabel('Nominal').fill(amount)
  await provider.getByRole('button', { name: 'Bayar', exact: true }).click()
  await provider.waitForURL('**/dev/gateway')
  await provider.close()
}

test('a card is paid in a tab of its own, which leads back to Lapak, and the balance has moved [B-TOP-09, B-API-38, B-RT-68, B-MSG-16]', async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token, viewport: phone })
  const { page, requestsTo, look, close } = visit
  await openConnected(visit, '/tambahsaldo?jumlah=150000&methode=6')
  await page.getByRole('radio', { name: /^KARTU/, checked: true }).waitFor()
  const opening = page.context().waitForEvent('page')
  await agreeAndGoOn(page)
  const card = await opening
  await page.waitForURL('**/confmdeposit/TP-*')
  expect(requestsTo('POST', '/api/v1/payment/invoice').map((request) => request.postDataJSON())).toEqual([{ amount: 150_000 }])
  expect(requestsTo('POST', '/api/v1/payment/tiket')).toEqual([])
  await page.getByText('Bayar sebesar').waitFor()
  const link = page.getByRole('link', { name: 'Bayar dengan kartu' })
  const invoice = new URL(page.url()).pathname.split('/').at(-1)
  expect(await link.getAttribute('href')).toMatch(new RegExp(`/dev/gateway/${invoice}$`))
  await look('a ticket that is paid by card', desk)
  expect(page.context().pages(), 'one tab, whether the answer or the event came first').toHaveLength(2)

  await card.waitForURL(`**/dev/gateway/${invoice}`)
  await card.getByRole('button', { name: 'Bayar', exact: true }).click()
  await card.waitForURL('**/paymenttopup/success')
  await message(card, 'Pembayaran Berhasil').waitFor()
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await hasBalance(page, 'Rp 150.000')
  await neverReloaded(page)
  await close()
})

test("the page of a card's provider opens in a new tab by its event alone, whoever asked for it [B-SOCK-06]", async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token })
  const { page, requestsTo, close } = visit
  await openConnected(visit, '/home')
  const opening = page.context().waitForEvent('page')
  const { invoice, invoiceurl } = await lapak.call<{ invoice: string; invoiceurl: string }>(token, 'POST', '/api/v1/payment/invoice', {
    amount: 70_000,
  })
  const card = await opening
  await card.waitForURL(invoiceurl)
  expect(requestsTo('POST', '/api/v1/payment/invoice')).toEqual([])
  await page.waitForURL(`**/confmdeposit/${invoice}`)
  expect(page.context().pages()).toHaveLength(2)
  await neverReloaded(page)
  await close()
})

test('a card that is refused at the provider leads back to the page that says so [B-RT-69, B-MSG-17]', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  const { invoice, invoiceurl } = await lapak.call<{ invoice: string; invoiceurl: string }>(token, 'POST', '/api/v1/payment/invoice', {
    amount: 60_000,
  })
  await page.goto(`/confmdeposit/${invoice}`)
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).click()
  const card = await opening
  await card.waitForURL(invoiceurl)
  await card.getByRole('button', { name: 'Gagal' }).click()
  await card.waitForURL('**/paymenttopup/failure')
  await message(card, 'Pembayaran Gagal dilakukan').waitFor()
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).waitFor()
  await close()
})

test('a card whose page runs out at the provider is told wherever its member is [B-MSG-17]', async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token })
  const { page, close } = visit
  const { invoice, invoiceurl } = await lapak.call<{ invoice: string; invoiceurl: string }>(token, 'POST', '/api/v1/payment/invoice', {
    amount: 65_000,
  })
  await openConnected(visit, `/confmdeposit/${invoice}`)
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).waitFor()
  const card = await page.context().newPage()
  await card.goto(invoiceurl)
  await card.getByRole('button', { name: 'Kedaluwarsa' }).click()
  await message(page, 'Pembayaran Gagal dilakukan').waitFor()
  await page.getByText('Kedaluwarsa di penyedia pembayaran.').waitFor()
  await close()
})

test('where the browser opens no tab the page of the card is offered', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.addInitScript('window.open = () => null')
  await page.goto('/tambahsaldo?jumlah=70000&methode=6')
  await agreeAndGoOn(page)
  await page.getByRole('button', { name: 'Buka halaman' }).waitFor()
  await page.waitForURL('**/confmdeposit/TP-*')
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).waitFor()
  await close()
})

test('an invoice that the provider has already asks for another amount [B-ERR-10]', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/payment/invoice', (route) =>
    route.fulfill({ status: 422, json: { success: false, msg: 'Invoice ini sudah ada', code: 'gateway.duplicate' } }),
  )
  await page.goto('/tambahsaldo?jumlah=70000&methode=6')
  await agreeAndGoOn(page)
  await message(page, 'Ulangi Gunakan Nominal Lain').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tambahsaldo')
  await close({ statuses: [422] })
})

test('any refusal of an invoice with the word Duplicate asks for another amount [B-ERR-10]', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/payment/invoice', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'Duplicate external_id for this amount' } }),
  )
  await page.goto('/tambahsaldo?jumlah=70000&methode=6')
  await agreeAndGoOn(page)
  await message(page, 'Ulangi Gunakan Nominal Lain').waitFor()
  expect(await page.getByText('Duplicate external_id', { exact: false }).count()).toBe(0)
  await close({ statuses: [400] })
})

test('a QRIS code stands on its ticket, which turns when it is paid [B-MSG-16]', async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token, viewport: phone })
  const { page, look, close } = visit
  await openConnected(visit, '/tambahsaldo?jumlah=85000&methode=8')
  await page.getByRole('radio', { name: /^QRIS/, checked: true }).waitFor()
  await agreeAndGoOn(page)
  await page.waitForURL('**/confmdeposit/TP-*')
  const picture = page.getByRole('img', { name: 'Kode QRIS' })
  await picture.waitFor()
  expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(100)
  await look('a ticket that is paid by QRIS', desk)
  await payAtProvider(page, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await hasBalance(page, 'Rp 85.000')
  await neverReloaded(page)
  await close()
})

test('a virtual account stands on its ticket, on the page of top-ups and in the profile, and is paid with or without a ticket [B-OPEN-68]', async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token, viewport: phone })
  const { page, look, close } = visit
  await openConnected(visit, '/tambahsaldo?jumlah=90000&methode=7')
  const section = page.getByRole('region', { name: 'Virtual account' })
  const number = (await section.locator('code').textContent()) ?? ''
  expect(number).toMatch(/^26215\d{10}$/)
  await section.getByRole('button', { name: 'Salin BRI' }).waitFor()
  await agreeAndGoOn(page)
  await page.waitForURL('**/confmdeposit/TP-*')
  await page.getByText(number.replace(/(\d{4})(?=\d)/g, '$1 ')).waitFor()
  await page.getByRole('button', { name: 'Salin nomor rekening' }).waitFor()
  await look('a ticket that is paid at a virtual account', desk)
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  const reference = `VA-${new URL(page.url()).pathname.split('-').at(-2)}-${id}`
  await payAtProvider(page, reference, '90000')
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await hasBalance(page, 'Rp 90.000')
  await payAtProvider(page, reference, '12345')
  await hasBalance(page, 'Rp 102.345')
  await neverReloaded(page)
  await page.goto('/profile')
  await page.getByRole('region', { name: 'Virtual account' }).getByText(number).waitFor()
  await close()
})

test('the lobby leads to top-ups, where a ticket that is open is found again', async () => {
  const { token } = await completeMember(lapak)
  const { invoice } = await lapak.call<{ invoice: string }>(token, 'POST', '/api/v1/payment/tiket', { jumlah: 100_000, methode: 1 })
  const visit = await openApp(lapak, { as: token, viewport: phone })
  const { page, look, close } = visit
  await openConnected(visit, '/home')
  await look('the lobby', desk)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Topup/ })
    .click()
  await page.waitForURL('**/tambahsaldo')
  const open = page.getByRole('region', { name: 'Tiket terbuka' })
  await open.getByRole('link', { name: new RegExp(`Tiket terbuka ${invoice}`) }).waitFor()
  await look('top-ups with an open ticket', desk)
  await open.getByRole('link').click()
  await page.waitForURL(`**/confmdeposit/${invoice}`)
  await close()
})
