import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type App, alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

/* Payments at the provider, simulated by the sandbox: the balance follows without a reload. */

const lapak = await sharedLapak()

const agreeAndContinue = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Lanjut' }).click()
}

/** Opens a page and marks it, to detect a reload. */
async function openOnce(app: App, path: string) {
  await openWithRealtime(app, path)
  await app.page.evaluate('window.loadedOnce = true')
}

const hasBalance = (page: Page, text: string) => page.getByRole('banner').getByText(text, { exact: true }).waitFor()
const expectNoReload = async (page: Page) => expect(await page.evaluate('window.loadedOnce')).toBe(true)

/** A payer's action at the provider, independent of the open page. */
async function actAtProvider(reference: string, act: 'paid' | 'expired', amount: number) {
  const body = new URLSearchParams({ act, amount: String(amount) })
  const answer = await fetch(`${lapak.info.address}/dev/gateway/${reference}`, { method: 'POST', redirect: 'manual', body })
  expect(answer.status).toBe(303)
}

const invoiceOn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test("card: an invoice that expires at the provider is announced on its member's open page [B-MSG-17]", async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token })
  const { page, close } = app
  const { invoice } = await lapak.call<{ invoice: string }>(token, 'POST', '/api/v1/payment/invoice', { amount: 65_000 })
  await openOnce(app, `/confmdeposit/${invoice}`)
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).waitFor()
  await actAtProvider(invoice, 'expired', 65_000)
  await alertMessage(page, 'Pembayaran Gagal dilakukan').waitFor()
  await page.getByText('Kedaluwarsa di penyedia pembayaran.').waitFor()
  await close()
})

test('card: the page offers a link if the browser does not open the tab', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.addInitScript('window.open = () => null')
  await page.goto('/tambahsaldo?jumlah=70000&methode=6')
  await agreeAndContinue(page)
  await page.getByRole('button', { name: 'Buka halaman' }).waitFor()
  await page.waitForURL('**/confmdeposit/TP-*')
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).waitFor()
  await close()
})

test('card: for an invoice that already exists at the provider, the page asks for another amount [B-ERR-10]', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/payment/invoice', (route) =>
    route.fulfill({ status: 422, json: { success: false, msg: 'Invoice ini sudah ada', code: 'gateway.duplicate' } }),
  )
  await page.goto('/tambahsaldo?jumlah=70000&methode=6')
  await agreeAndContinue(page)
  await alertMessage(page, 'Ulangi Gunakan Nominal Lain').waitFor()
  expect(new URL(page.url()).pathname).toBe('/tambahsaldo')
  await close({ statuses: [422] })
})

test('card: for every refusal of an invoice with the word Duplicate, the page asks for another amount [B-ERR-10]', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/payment/invoice', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'Duplicate external_id for this amount' } }),
  )
  await page.goto('/tambahsaldo?jumlah=70000&methode=6')
  await agreeAndContinue(page)
  await alertMessage(page, 'Ulangi Gunakan Nominal Lain').waitFor()
  expect(await page.getByText('Duplicate external_id', { exact: false }).count()).toBe(0)
  await close({ statuses: [400] })
})

test('QRIS: the ticket shows its QR code, and is updated when it is paid [B-MSG-16]', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token, viewport: phone })
  const { page, close } = app
  await openOnce(app, '/tambahsaldo?jumlah=85000&methode=8')
  await page.getByRole('radio', { name: /^QRIS/, checked: true }).waitFor()
  await agreeAndContinue(page)
  await page.waitForURL('**/confmdeposit/TP-*')
  await page.getByRole('img', { name: 'Kode QRIS' }).waitFor()
  const { nominal } = await lapak.call<{ nominal: number }>(token, 'GET', `/api/v1/payment/tiket/${invoiceOn(page)}`)
  await actAtProvider(invoiceOn(page), 'paid', nominal)
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await hasBalance(page, 'Rp 85.000')
  await expectNoReload(page)
  await close()
})

test('virtual account: ticket, top-up page and profile show the number, and it is credited with and without a ticket [B-OPEN-68]', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token, viewport: phone })
  const { page, close } = app
  await openOnce(app, '/tambahsaldo?jumlah=90000&methode=7')
  const section = page.getByRole('region', { name: 'Virtual account' })
  const number = (await section.locator('code').textContent()) ?? ''
  expect(number).toMatch(/^26215\d{10}$/)
  await section.getByRole('button', { name: 'Salin BRI' }).waitFor()
  await agreeAndContinue(page)
  await page.waitForURL('**/confmdeposit/TP-*')
  await page.getByText(number.replace(/(\d{4})(?=\d)/g, '$1 ')).waitFor()
  await page.getByRole('button', { name: 'Salin nomor rekening' }).waitFor()
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  const reference = `VA-${invoiceOn(page).split('-').at(-2)}-${id}`
  await actAtProvider(reference, 'paid', 90_000)
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await hasBalance(page, 'Rp 90.000')
  await actAtProvider(reference, 'paid', 12_345)
  await hasBalance(page, 'Rp 102.345')
  await expectNoReload(page)
  await page.goto('/profile')
  await page.getByRole('region', { name: 'Virtual account' }).getByText(number).waitFor()
  await close()
})

test('top-up: the lobby links to the page of top-ups, which shows the open ticket', async () => {
  const { token } = await completeMember(lapak)
  const { invoice } = await lapak.call<{ invoice: string }>(token, 'POST', '/api/v1/payment/tiket', { jumlah: 100_000, methode: 1 })
  const app = await openApp(lapak, { as: token, viewport: phone })
  const { page, close } = app
  await openOnce(app, '/home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Topup/ })
    .click()
  await page.waitForURL('**/tambahsaldo')
  const open = page.getByRole('region', { name: 'Tiket terbuka' })
  await open.getByRole('link', { name: new RegExp(`Tiket terbuka ${invoice}`) }).waitFor()
  await open.getByRole('link').click()
  await page.waitForURL(`**/confmdeposit/${invoice}`)
  await close()
})
