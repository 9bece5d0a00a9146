import { expect, test } from 'vitest'
import { alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

/* The page of the payment provider, simulated by the sandbox, opens in its own tab. */

const lapak = await sharedLapak()

test('card: the payment opens in its own tab, which leads back to Lapak, and the balance follows [B-TOP-09, B-API-38, B-RT-68, B-MSG-16]', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token, viewport: phone })
  const { page, requestsTo, close } = app
  await openWithRealtime(app, '/tambahsaldo?jumlah=150000&methode=6')
  await page.evaluate('window.loadedOnce = true')
  await page.getByRole('radio', { name: /^KARTU/, checked: true }).waitFor()
  const opening = page.context().waitForEvent('page')
  await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Lanjut' }).click()
  const card = await opening
  await page.waitForURL('**/confmdeposit/TP-*')
  expect(requestsTo('POST', '/api/v1/payment/invoice').map((request) => request.postDataJSON())).toEqual([{ amount: 150_000 }])
  expect(requestsTo('POST', '/api/v1/payment/tiket')).toEqual([])
  await page.getByText('Bayar sebesar').waitFor()
  const link = page.getByRole('link', { name: 'Bayar dengan kartu' })
  const invoice = new URL(page.url()).pathname.split('/').at(-1)
  expect(await link.getAttribute('href')).toMatch(new RegExp(`/dev/gateway/${invoice}$`))
  expect(page.context().pages(), 'one tab, whether the answer or the event came first').toHaveLength(2)

  await card.waitForURL(`**/dev/gateway/${invoice}`)
  await card.getByRole('button', { name: 'Bayar', exact: true }).click()
  await card.waitForURL('**/paymenttopup/success')
  await alertMessage(card, 'Pembayaran Berhasil').waitFor()
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await page.getByRole('banner').getByText('Rp 150.000', { exact: true }).waitFor()
  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  await close()
})

test("card: the event of a new invoice opens the provider's tab, and a failed payment leads back to Lapak [B-SOCK-06, B-RT-69, B-MSG-17]", async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token })
  const { page, requestsTo, close } = app
  await openWithRealtime(app, '/home')
  await page.evaluate('window.loadedOnce = true')
  const opening = page.context().waitForEvent('page')
  const body = { amount: 70_000 }
  const { invoice, invoiceurl } = await lapak.call<{ invoice: string; invoiceurl: string }>(token, 'POST', '/api/v1/payment/invoice', body)
  const card = await opening
  await card.waitForURL(invoiceurl)
  expect(requestsTo('POST', '/api/v1/payment/invoice')).toEqual([])
  await page.waitForURL(`**/confmdeposit/${invoice}`)
  expect(page.context().pages()).toHaveLength(2)
  await card.close()

  const again = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).click()
  const reopened = await again
  await reopened.waitForURL(invoiceurl)
  await reopened.getByRole('button', { name: 'Gagal' }).click()
  await reopened.waitForURL('**/paymenttopup/failure')
  await alertMessage(reopened, 'Pembayaran Gagal dilakukan').waitFor()
  await page.getByRole('link', { name: 'Bayar dengan kartu' }).waitFor()
  expect(await page.evaluate('window.loadedOnce')).toBe(true)

  // A QRIS code is a picture that a phone can read.
  const qris = { jumlah: 85_000, methode: 8, methodetext: 'QRIS' }
  const ticket = await lapak.call<{ invoice: string }>(token, 'POST', '/api/v1/payment/tiket', qris)
  await page.waitForURL(`**/confmdeposit/${ticket.invoice}`)
  const code = page.getByRole('img', { name: 'Kode QRIS' })
  await expect.poll(() => code.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(100)
  await close()
})
