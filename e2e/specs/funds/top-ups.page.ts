import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'
import { pngFile } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const next = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Lanjut' })
const agree = (page: Page) => page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' })
const amountOf = (page: Page) => page.getByRole('main').getByLabel('Jumlah deposit')
const summary = (page: Page) => page.getByRole('region', { name: 'Ringkasan' })

interface Created {
  invoice: string
  nominal: number
}

/** A top-up ticket by transfer to BCA, as the page requests it. */
const ticketOf = (token: string, jumlah = 100_000) =>
  lapak.call<Created>(token, 'POST', '/api/v1/payment/tiket', { jumlah, methode: 1, methodetext: 'BCA' })

const read = (token: string, invoice: string) =>
  lapak.call<{ id: number; nominal: number; proof: string | null; status: number }>(token, 'GET', `/api/v1/payment/tiket/${invoice}`)

test('top-up: the Topup button asks for the amount and the method, and leads to the ticket [B-TOP-01, B-TOP-04, B-TOP-07, B-TOP-08, B-RT-64, B-RT-65, B-RT-66, B-RT-67, B-ROLE-03, B-OPEN-33]', async () => {
  const { token } = await completeMember(lapak)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/home')
  await page.getByRole('banner').getByRole('button', { name: 'Topup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Topup' })
  expect(await dialog.getByLabel('Jumlah deposit').inputValue()).toBe('100.000')
  await dialog.getByLabel('Jumlah deposit').fill('250000')
  await dialog.getByRole('radio', { name: 'BNI' }).check()
  await dialog.getByRole('button', { name: 'Lanjut' }).click()

  await page.waitForURL('**/tambahsaldo?jumlah=250000&methode=2')
  await page.getByRole('heading', { name: 'Topup Saldo' }).waitFor()
  const methods = page.getByRole('group', { name: 'Metode pembayaran' })
  await methods.getByRole('radio', { name: /^BNI Transfer ke rekening BNI/, checked: true }).waitFor()
  expect(await methods.locator('img').count(), 'logos').toBe(7)
  expect(await amountOf(page).inputValue()).toBe('250.000')
  await summary(page).getByText('BNI').waitFor()
  expect(await summary(page).getByText('Rp 250.000', { exact: true }).count(), 'amount and total').toBe(2)
  expect(await summary(page).getByText('Rp 0', { exact: true }).count(), 'the fee').toBe(1)
  const terms = page.getByRole('list', { name: 'Ketentuan topup' }).getByRole('listitem')
  await terms.filter({ hasText: 'Transfer deposit harus sama persis dengan nominal pada tiket' }).waitFor()
  await agree(page).check()
  await next(page).click()

  await page.waitForURL('**/confmdeposit/TP-*')
  expect(requestsTo('POST', '/api/v1/payment/tiket').map((request) => request.postDataJSON())).toEqual([
    { jumlah: 250_000, methode: 2, methodetext: 'BNI' },
  ])
  const invoice = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const { nominal } = await read(token, invoice)
  expect(nominal).toBeGreaterThan(250_000)
  const main = page.getByRole('main')
  const shown = `Rp ${nominal.toLocaleString('id')}`
  /** All instructions that a member needs for the transfer. */
  const expectAll = async () => {
    await main.getByText(invoice, { exact: true }).waitFor()
    await main.getByText('Transfer sebesar').waitFor()
    expect(await main.locator('[data-sum]').textContent()).toBe(shown)
    await main.getByText('8810 0022 0260').waitFor()
    await main.getByText('a.n. PT LAPAK DEMO').waitFor()
    expect(await main.getByRole('timer').textContent()).toMatch(/^2 hari 23:\d\d:\d\d$/)
  }
  await expectAll()
  await page.reload()
  await expectAll()
  await main.getByRole('link', { name: 'OK' }).click()
  await page.waitForURL('**/trxpembelian')
  await close()
})

test('top-up: the fee of a method is added to the payment and not credited to the balance [B-TOP-05]', async () => {
  const fee = (flat: bigint, basisPoints: number) => {
    const tables = openTables(lapak.info.databaseUrl)
    const change = tables.updateTable('payment_method').set({ fee_flat: flat, fee_basis_points: basisPoints }).where('id', '=', 2)
    return change.execute().finally(() => tables.destroy())
  }
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await fee(1_000n, 70)
  try {
    await page.goto('/tambahsaldo?jumlah=250000&methode=2')
    await page.getByText('Biaya Rp 1.000 + 0,7%.').waitFor()
    for (const text of ['Rp 250.000', 'Rp 2.750', 'Rp 252.750']) await summary(page).getByText(text, { exact: true }).waitFor()
    await agree(page).check()
    await next(page).click()
    await page.waitForURL('**/confmdeposit/TP-*')
  } finally {
    await fee(0n, 0)
  }
  const { nominal } = await read(token, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  expect(nominal - 252_750).toBeGreaterThan(0)
  expect(nominal - 252_750).toBeLessThan(1_000)
  await close()
})

test('top-up: the page shows four built-in methods until the server has answered, and then those of the server [B-TOP-02, B-TOP-06]', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  const letGo = Promise.withResolvers<void>()
  await page.route('**/api/v1/payment/method', async (route) => {
    await letGo.promise
    await route.continue()
  })
  await page.goto('/tambahsaldo')
  const methods = page.getByRole('group', { name: 'Metode pembayaran' }).getByRole('radio')
  const names = () => methods.evaluateAll((radios) => radios.map((radio) => (radio as unknown as { value: string }).value))
  await methods.first().waitFor()
  expect(await names()).toEqual(['BCA', 'MANDIRI', 'BRI', 'VA-BRI'])
  expect(await next(page).isEnabled()).toBe(false)
  await summary(page).getByText('Biaya').waitFor()
  expect(await summary(page).getByText('Rp 0', { exact: true }).count()).toBe(3)
  letGo.resolve()
  await expect.poll(names).toEqual(['BCA', 'MANDIRI', 'BRI', 'BNI', 'VA-BRI', 'KARTU', 'QRIS'])
  await close()
})

test('top-up: without consent or below the minimum the page shows why and sends nothing [B-VAL-29, B-VAL-30, B-CONST-05]', async () => {
  const { token } = await completeMember(lapak)
  const { page, requestsTo, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/tambahsaldo')
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await amountOf(page).fill('50000')
  await next(page).click()
  await alertMessage(page, 'mohon centang syarat dan ketentuan').waitFor()
  expect(await page.evaluate<string>('document.activeElement?.name')).toBe('setuju')
  await agree(page).check()
  await amountOf(page).fill('49999')
  await next(page).click()
  await page.getByText('Minimal topup Rp 50.000').waitFor()
  expect(requestsTo('POST', '/api/v1/payment/tiket')).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/tambahsaldo')
  await amountOf(page).fill('50000')
  await next(page).click()
  await page.waitForURL('**/confmdeposit/TP-*')
  expect(requestsTo('POST', '/api/v1/payment/tiket')).toHaveLength(1)
  await close()
})

test('top-up: a refusal of the amount is shown at its field', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/payment/tiket', (route) =>
    route.fulfill({ status: 422, json: { success: false, msg: 'Semua kode unik dipakai', code: 'deposit.codes_taken' } }),
  )
  await page.goto('/tambahsaldo?jumlah=75000&methode=1')
  await agree(page).check()
  await next(page).click()
  await page.getByText('Semua kode unik dipakai').waitFor()
  expect(await amountOf(page).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByRole('alert').count()).toBe(0)
  await close({ statuses: [422] })
})

test('top-up: a ticket created elsewhere opens at once, or is offered if input would be lost [B-SOCK-05]', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token })
  const { page, close } = app
  await openWithRealtime(app, '/home')
  const first = await ticketOf(token)
  await page.waitForURL(`**/confmdeposit/${first.invoice}`)
  await openWithRealtime(app, '/trxpembelian?beli=1')
  const dialog = page.getByRole('dialog', { name: 'Beli' })
  await dialog.getByLabel('Nomor tujuan').fill('0812')
  const second = await ticketOf(token, 125_000)
  await page.getByRole('button', { name: 'Buka tiket' }).waitFor()
  expect(await dialog.getByLabel('Nomor tujuan').inputValue()).toBe('0812')
  expect(new URL(page.url()).pathname).toBe('/trxpembelian')
  await page.getByText(`Tiket ${second.invoice} dibuat`).waitFor()
  await close()
})

test('top-up: an open ticket shows its approval by an administrator without a reload [B-MSG-16]', async () => {
  const { token } = await completeMember(lapak)
  const { invoice, nominal } = await ticketOf(token)
  const { id } = await read(token, invoice)
  const app = await openApp(lapak, { as: token })
  const { page, close } = app
  await openWithRealtime(app, `/confmdeposit/${invoice}`)
  await page.getByText('Transfer sebesar').waitFor()
  await page.evaluate('window.loadedOnce = true')
  await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Mutasi BCA 123' })
  await page.getByRole('heading', { name: 'Pembayaran Berhasil' }).waitFor()
  await alertMessage(page, 'Pembayaran Berhasil').waitFor()
  await page
    .getByRole('banner')
    .getByText(`Rp ${nominal.toLocaleString('id')}`)
    .waitFor()
  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  await close()
})

test('top-up: a rejected ticket shows the reason and links to a new one [B-MSG-17]', async () => {
  const { token } = await completeMember(lapak)
  const { invoice } = await ticketOf(token)
  const { id } = await read(token, invoice)
  const app = await openApp(lapak, { as: token })
  const { page, close } = app
  await openWithRealtime(app, `/confmdeposit/${invoice}`)
  await page.getByText('Transfer sebesar').waitFor()
  const rejection = { description: 'Transfer tidak ditemukan' }
  await lapak.call(await lapak.signIn(admin), 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/3`, rejection)
  await page.getByRole('heading', { name: 'Pembayaran Gagal dilakukan' }).waitFor()
  await alertMessage(page, 'Pembayaran Gagal dilakukan').waitFor()
  await page.getByText('Transfer tidak ditemukan').waitFor()
  await page.getByRole('link', { name: 'Buat tiket baru' }).click()
  await page.waitForURL('**/tambahsaldo')
  await close()
})

test('top-up: a proof of payment is uploaded on the ticket and kept after a reload [B-OPEN-67]', async () => {
  const { token } = await completeMember(lapak)
  const { invoice } = await ticketOf(token)
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto(`/confmdeposit/${invoice}`)
  const section = page.getByRole('region', { name: 'Sudah transfer?' })
  await section.locator('input[type=file]').setInputFiles(pngFile())
  await alertMessage(page, 'Bukti transfer terkirim').waitFor()
  expect((await read(token, invoice)).proof).toContain('?')
  await page.reload()
  await section.getByRole('img', { name: 'bukti transfer' }).waitFor()
  expect(await section.getByRole('button', { name: 'Hapus' }).count(), 'it can only be replaced').toBe(0)
  await close()
})

test('top-up: a member cancels a ticket two days after its creation, after a confirmation [B-OPEN-32]', async () => {
  const { token } = await completeMember(lapak)
  const { invoice } = await ticketOf(token)
  const { id } = await read(token, invoice)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto(`/confmdeposit/${invoice}`)
  const cancel = page.getByRole('button', { name: 'Batalkan tiket' })
  await page.getByText(/Bisa dibatalkan mulai .* WIB/).waitFor()
  expect(await cancel.isEnabled()).toBe(false)
  const tables = openTables(lapak.info.databaseUrl)
  await tables
    .updateTable('top_up')
    .set({ created_at: new Date(Date.now() - 49 * 3_600_000) })
    .where('id', '=', BigInt(id))
    .execute()
    .finally(() => tables.destroy())
  await page.reload()
  await expect.poll(() => cancel.isEnabled()).toBe(true)
  await cancel.click()
  await question(page).getByRole('button', { name: 'No' }).click()
  expect(requestsTo('DELETE', `/api/v1/payment/tiket/${invoice}`)).toEqual([])
  await cancel.click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Tiket dibatalkan').waitFor()
  await page.getByRole('heading', { name: 'Tiket berakhir' }).waitFor()
  await page.getByText('Dibatalkan oleh member. Saldo tidak berubah.').waitFor()
  await close()
})

test('top-up: the ticket of another member is not found', async () => {
  const [{ token: theirs }, { token }] = await Promise.all([completeMember(lapak), completeMember(lapak)])
  const { invoice } = await ticketOf(theirs)
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto(`/confmdeposit/${invoice}`)
  await page.getByRole('main').getByText('Tiket tidak ditemukan').waitFor()
  await close({ statuses: [404], errors: /Tiket tidak ditemukan/ })
})

test.each([
  { path: '/paymenttopup/success', text: 'Pembayaran Berhasil' },
  { path: '/paymenttopup/failure', text: 'Pembayaran Gagal dilakukan' },
])('top-up: $path shows $text and links to the lobby [B-RT-68, B-RT-69, B-RT-70, B-MSG-16, B-MSG-17]', async ({ path, text }) => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto(path)
  await alertMessage(page, text).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Lobby' }).click()
  await page.waitForURL('**/home')
  await close()
})

test('top-up: a member with an incomplete account is told to complete it, and sees no form', async () => {
  const { token } = await newMember(lapak)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/tambahsaldo')
  await page.getByRole('main').getByText('Untuk topup, lengkapi akun Anda dahulu.').waitFor()
  expect(await amountOf(page).count()).toBe(0)
  expect(requestsTo('GET', '/api/v1/payment/tiket')).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'lengkapi akun Anda' }).click()
  await page.waitForURL('**/home')
  await close()
})

test('top-up: the balance in the top bar loads with the page and links to its history [B-RT-63, B-API-19]', async () => {
  const { token } = await completeMember(lapak)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/home')
  const balance = page.getByRole('banner').getByRole('link', { name: 'Rp 0' })
  await balance.waitFor()
  await expect.poll(() => requestsTo('GET', '/api/v1/user/balance').length).toBeGreaterThan(0)
  await balance.click()
  await page.waitForURL('**/histori')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await close()
})
