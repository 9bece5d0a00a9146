import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { codeSentTo } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'

type Tables = ReturnType<typeof openTables>

const lapak = await sharedLapak()

async function withTables<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
  const tables = openTables(lapak.info.databaseUrl)
  return work(tables).finally(() => tables.destroy())
}

const longAgo = () => new Date(Date.now() - 25 * 3_600_000)

/** Signs in, and backdates earlier codes and cash-outs: a member may request a code once a minute, and only a few cash-outs a day. */
async function signIn(email: string): Promise<string> {
  await withTables(async (tables) => {
    const { id } = await tables.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await tables.updateTable('otp').set({ created_at: longAgo() }).execute()
    await tables.updateTable('cash_out').set({ created_at: longAgo() }).where('member_id', '=', id).execute()
  })
  return lapak.signIn(email)
}

const account = { bankcode: '01', accountno: '8290123456', accountname: 'HENDRA WIJAYA' }

const addAccount = async (token: string) => (await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/banks', account)).id

/** The member's bank account, old enough for a cash-out. */
async function oldAccount(token: string): Promise<number> {
  const [known] = await lapak.call<{ id: number }[]>(token, 'GET', '/api/v1/seller/banks')
  const id = known?.id ?? (await addAccount(token))
  await withTables((tables) => tables.updateTable('bank_account').set({ updated_at: longAgo() }).where('id', '=', BigInt(id)).execute())
  return id
}

const balanceOf = async (token: string) => (await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')).balance

/** The cash-out of the member that is not paid yet. */
async function pendingOf(token: string) {
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  return (await lapak.call<{ pending: { id: number } | null }>(token, 'GET', `/api/v1/seller/cashout/bank/${id}`)).pending
}

/** Waits until the page shows the current balance. Purchases that the demo makes after its start may still change it. */
const expectBalance = (page: Page, token: string) =>
  expect
    .poll(
      async () => {
        const text = `Rp ${(await balanceOf(token)).toLocaleString('id')}`
        return page.getByRole('banner').getByText(text).count()
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0)

const opened = (page: Page) => page.getByRole('dialog', { name: 'Cashout' })
const amountOf = (dialog: Locator) => dialog.getByLabel('Jumlah')
const next = (dialog: Locator) => dialog.getByRole('button', { name: 'Lanjut' })
const openDialog = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Cashout' }).click()
  await amountOf(opened(page)).waitFor()
}

test('cash-out: a seller withdraws money to an own bank account, confirms with a code, and sees the new balance [B-ROLE-15, B-STATE-28, B-STATE-29, B-STATE-30, B-STATE-31, B-STATE-33, B-MSG-14, B-CONST-06, B-CONST-07, B-CONST-08, B-CONST-09, B-ENT-11, B-ENT-12, B-ENT-14]', async () => {
  const { email, number } = { email: 'penjual2@lapak.test', number: '082120003002' }
  const token = await signIn(email)
  const bank = await oldAccount(token)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/home')
  await openDialog(page)
  const dialog = opened(page)
  await dialog.getByText('Diproses pukul 09:00-21:00, paling cepat hari berikutnya', { exact: false }).waitFor()
  await dialog.getByText('Saldo tersisa paling sedikit Rp 50.000', { exact: false }).waitFor()
  await amountOf(dialog).fill('99999')
  expect(await dialog.getByLabel('Bank', { exact: true }).count()).toBe(0)
  expect(await dialog.getByLabel('Kode OTP').count()).toBe(0)
  expect(await next(dialog).isEnabled()).toBe(false)
  await dialog.getByText('Paling sedikit Rp 100.000', { exact: true }).waitFor()
  await dialog.getByText(/^Saldo Rp [\d.]+, paling banyak Rp [\d.]+\./).waitFor()
  // An amount above the limit is refused before a code is requested.
  await amountOf(dialog).fill('900000000')
  await dialog.getByText(/^Paling banyak Rp [\d.]+$/).waitFor()
  expect(await dialog.getByLabel('Kode OTP').count()).toBe(0)
  await amountOf(dialog).fill('100000')
  await dialog.getByLabel('Bank', { exact: true }).waitFor()
  await amountOf(dialog).fill('200000')
  expect(await dialog.getByLabel('Bank', { exact: true }).locator('option').allTextContents()).toEqual(['BCA 8290123456 HENDRA WIJAYA'])
  const sent = page.waitForResponse('**/api/v1/otp?*')
  await dialog.getByRole('button', { name: 'Minta kode OTP' }).click()
  // Waits for the request, because an earlier run has also sent a code to this number.
  await sent
  const code = await codeSentTo(lapak, number)
  await dialog.getByLabel('Kode OTP').fill(code.slice(0, 4))
  expect(await next(dialog).isEnabled()).toBe(false)
  await dialog.getByLabel('Kode OTP').fill(code.slice(0, 5))
  await expect.poll(() => next(dialog).isEnabled()).toBe(true)
  await dialog.getByLabel('Kode OTP').fill(code)
  const profiles = requestsTo('GET', '/api/v1/user').length
  await next(dialog).click()

  await alertMessage(page, 'Casout dalam proses..').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(requestsTo('POST', '/api/v1/seller/cashout').map((request) => request.postDataJSON())).toEqual([
    { id: bank, amount: 200_000, key: expect.any(String), otp: code, reffclient: expect.stringMatching(/^WEB-/) },
  ])
  await expect.poll(() => requestsTo('GET', '/api/v1/user').length).toBeGreaterThan(profiles)
  expect(await pendingOf(token)).toMatchObject({ nominal: 200_000, status: 0, description: 'Penarikan ke BCA ••••3456' })
  await expectBalance(page, token)

  await lapak.call(token, 'DELETE', `/api/v1/seller/cashout/${(await pendingOf(token))?.id}`)
  await openDialog(page)
  expect(await amountOf(dialog).inputValue()).toBe('')
  await amountOf(dialog).fill('200000')
  expect(await dialog.getByLabel('Kode OTP').inputValue()).toBe('')
  await close()
})

test('cash-out: a pending request is shown in dialog and history, and is withdrawn before it is processed [B-STATE-05, B-STATE-11]', async () => {
  const token = await signIn('penjual3@lapak.test')
  const id = await oldAccount(token)
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=cash_out')
  const otp = await codeSentTo(lapak, '081360003003')
  await lapak.call(token, 'POST', '/api/v1/seller/cashout', { id, amount: 200_000, key: sid, otp })
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/histori')
  const row = page.getByRole('table', { name: 'Histori pembayaran' }).getByRole('row').filter({ hasText: 'Rp 200.000' })
  await row.getByText('CASHOUT').waitFor()
  await row.getByText('PENDING', { exact: true }).waitFor()
  await page.goto('/home')
  await page.getByRole('banner').getByRole('button', { name: 'Cashout' }).click()
  const dialog = opened(page)
  await dialog.getByText('Penarikan ke BCA ••••3456').waitFor()
  await dialog.getByText('Rp 200.000').waitFor()
  await dialog.getByRole('button', { name: 'Batalkan penarikan' }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Penarikan dibatalkan').waitFor()
  await amountOf(dialog).waitFor()
  expect(await pendingOf(token)).toBe(null)
  await expectBalance(page, token)
  await close()
})

test('cash-out: an administrator pays it by the provider, and administrator and member see every outcome without a reload [A-CO-11]', async () => {
  const { email, number } = { email: 'penjual6@lapak.test', number: '081710003006' }
  const token = await signIn(email)
  const account = await oldAccount(token)
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=cash_out')
  const otp = await codeSentTo(lapak, number)
  const body = { id: account, amount: 150_000, key: sid, otp }
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/cashout', body)
  const payTo = (account_no: string) =>
    withTables((tables) => tables.updateTable('cash_out').set({ account_no }).where('id', '=', BigInt(id)).execute())
  // The sandbox fails payouts to accounts with this ending.
  await payTo('8290120000')
  const seller = await openApp(lapak, { as: token })
  await seller.page.goto('/histori')
  const row = seller.page.getByRole('row').filter({ hasText: 'Rp 150.000' })
  await row.getByText('PENDING').waitFor()

  const { page, close } = await openApp(lapak, { as: await lapak.signIn('kasir@lapak.test') })
  await page.goto(`/cashout?tiket=${id}`)
  const drawer = page.getByRole('dialog', { name: `Tiket ${id}` })
  const confirm = page.getByRole('dialog', { name: 'Warning' })
  const yes = confirm.getByRole('button', { name: 'Yes' })
  const payByProvider = async () => {
    await drawer.getByRole('button', { name: 'Bayar lewat penyedia' }).click()
    await confirm.getByLabel('Catatan referensi').fill('Penarikan pagi')
    await yes.click()
  }
  await drawer.getByRole('button', { name: 'Proses' }).click()
  await yes.click()
  await row.getByText('PROSES').waitFor()
  await drawer.getByRole('button', { name: 'Bayar lewat penyedia' }).click()
  await yes.click()
  await confirm.getByText('Tulis catatan referensinya').waitFor()
  await confirm.getByLabel('Catatan referensi').fill('Penarikan pagi')
  await yes.click()
  await alertMessage(page, 'Pembayaran diminta dari penyedia').waitFor()
  await drawer.getByText('Gagal (INVALID_DESTINATION)').waitFor()
  await alertMessage(page, 'rekening tujuan tidak dikenal bank').waitFor()

  await payByProvider()
  await drawer.getByText(/^CO-.+-2$/).waitFor()
  const becomes = (payout: { state: string; failure: string | null; missing_since: Date | null; created_at?: Date }) =>
    withTables((tables) =>
      tables
        .updateTable('payout')
        .set({ ...payout, due_at: new Date(Date.now() + 3_600_000) })
        .where('cash_out_id', '=', BigInt(id))
        .where('number', '=', 2)
        .execute(),
    )
  await drawer.getByText('Gagal (INVALID_DESTINATION)').waitFor()
  await becomes({ state: 'waits', failure: null, missing_since: null })
  await drawer.getByText('Diterima penyedia, menunggu bank').waitFor()
  await becomes({ state: 'unknown', failure: 'xendit timeout', missing_since: null })
  await drawer.getByText(/^Jawaban penyedia belum diketahui/).waitFor()
  expect(await drawer.getByRole('button', { name: /Approve|Reject|Bayar|Tandai/ }).count()).toBe(0)
  const since = new Date(Date.now() - 2 * 3_600_000)
  await becomes({ state: 'unknown', failure: 'tidak dikenal penyedia', missing_since: since, created_at: since })
  await page.getByText('Penyedia tidak memastikan 1 pembayaran').waitFor()
  await drawer.getByRole('button', { name: 'Tandai tidak terkirim' }).click()
  await confirm.getByLabel('Alasan').fill('Tidak ada di dasbor penyedia')
  await yes.click()
  await alertMessage(page, 'Ditandai tidak terkirim').first().waitFor()
  // The provider's state of the payout is read right before this step, and is final.
  await drawer.getByText('Gagal (INVALID_DESTINATION)').waitFor()

  await payTo('8290123456')
  await payByProvider()
  await row.getByText('SUKSES').waitFor()
  await alertMessage(seller.page, 'sudah dibayar').waitFor()
  await drawer.getByText('Dibayar', { exact: true }).waitFor()
  await drawer.getByText(/^CO-.+-3$/).waitFor()
  await drawer.getByText('Dibayar lewat penyedia: bila bank mengembalikannya, penyedia memberi tahu').waitFor()
  expect(await drawer.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
  await seller.close()
  await close()
})

test('cash-out: closing the dialog discards its input [B-STATE-32]', async () => {
  const token = await signIn('penjual4@lapak.test')
  await oldAccount(token)
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/home')
  await openDialog(page)
  const dialog = opened(page)
  await amountOf(dialog).fill('300000')
  await dialog.getByLabel('Kode OTP').fill('12345')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Cashout')
  await openDialog(page)
  expect(await amountOf(dialog).inputValue()).toBe('')
  await amountOf(dialog).fill('300000')
  expect(await dialog.getByLabel('Kode OTP').inputValue()).toBe('')
  await close()
})

test('cash-out: without a bank account that is old enough, the dialog explains why a request is not possible [B-STATE-30]', async () => {
  const token = await signIn('penjual5@lapak.test')
  for (const { id } of await lapak.call<{ id: number }[]>(token, 'GET', '/api/v1/seller/banks'))
    await lapak.call(token, 'DELETE', `/api/v1/seller/banks/${id}`)
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/home')
  await openDialog(page)
  const dialog = opened(page)
  await dialog.getByText('Belum ada rekening').waitFor()
  await addAccount(token)
  await page.reload()
  await openDialog(page)
  await amountOf(dialog).fill('100000')
  const option = dialog.getByLabel('Bank', { exact: true }).locator('option')
  expect(await option.textContent()).toMatch(/^BCA 8290123456 HENDRA WIJAYA, bisa dipakai mulai .* WIB$/)
  await dialog.getByLabel('Kode OTP').fill('12345')
  expect(await next(dialog).isEnabled()).toBe(false)
  await close()
})

test('cash-out: a refusal is shown at its field, and a retry keeps the same reference', async () => {
  const token = await signIn('penjual4@lapak.test')
  await oldAccount(token)
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/seller/cashout', (route) =>
    route.fulfill({ status: 422, json: { success: false, msg: 'Saldo tersisa paling sedikit Rp 50.000', code: 'cash_out.keep' } }),
  )
  await page.goto('/home')
  await openDialog(page)
  const dialog = opened(page)
  await amountOf(dialog).fill('300000')
  await dialog.getByLabel('Kode OTP').fill('123456')
  await next(dialog).click()
  await expect.poll(() => amountOf(dialog).getAttribute('aria-invalid')).toBe('true')
  await next(dialog).click()
  await expect.poll(() => requestsTo('POST', '/api/v1/seller/cashout').length).toBe(2)
  await amountOf(dialog).fill('200000')
  await next(dialog).click()
  await expect.poll(() => requestsTo('POST', '/api/v1/seller/cashout').length).toBe(3)
  const references = requestsTo('POST', '/api/v1/seller/cashout').map(
    (request) => (request.postDataJSON() as { reffclient: string }).reffclient,
  )
  expect(references[1]).toBe(references[0])
  expect(references[2]).not.toBe(references[0])
  await close({ statuses: [422] })
})

test('cash-out: outside the hours of cash-outs the dialog shows these hours and accepts no request [B-OPEN-01]', async () => {
  const token = await signIn('penjual4@lapak.test')
  await oldAccount(token)
  const { page, close } = await openApp(lapak, { as: token })
  await page.route('**/api/v1/seller/cashout/bank/*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, open: false, from: 8, until: 21 } } })
  })
  await page.goto('/home')
  await openDialog(page)
  const dialog = opened(page)
  await dialog.getByText('Penarikan dilayani pukul 08:00-21:00 WIB').waitFor()
  await amountOf(dialog).fill('300000')
  await dialog.getByLabel('Kode OTP').fill('123456')
  expect(await next(dialog).isEnabled()).toBe(false)
  await close()
})

test('cash-out: a buyer can request it only in the profile, and only for two reasons [B-ROLE-15, B-OPEN-02]', async () => {
  const token = await lapak.signIn(buyer)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/profile?tab=bank')
  const section = page.getByRole('region', { name: 'Kasus khusus' })
  await section.getByRole('button', { name: 'Tarik saldo' }).waitFor()
  expect(await page.getByRole('banner').getByRole('button', { name: 'Cashout' }).count()).toBe(0)
  await section.getByRole('button', { name: 'Tarik saldo' }).click()
  const reasons = opened(page).getByLabel('Alasan').locator('option')
  await reasons.first().waitFor({ state: 'attached' })
  expect(await reasons.allTextContents()).toEqual(['Salah transfer (di atas Rp 1.000.000)', 'Berhenti berlangganan (di atas Rp 100.000)'])
  await amountOf(opened(page)).fill('1000000')
  await opened(page).getByText('Salah transfer hanya untuk jumlah di atas Rp 1.000.000', { exact: true }).waitFor()
  expect(await opened(page).getByLabel('Kode OTP').count()).toBe(0)
  await close()
})

test('cash-out: the dialog opens from the menu of a phone before the page has loaded', async () => {
  const token = await signIn('penjual@lapak.test')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  const answers = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === '/api/v1/transactions/buyer/today',
    async (route) => {
      await answers.promise
      await route.continue()
    },
  )
  await page.goto('/home')
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Cashout' }).click()
  await opened(page).waitFor()
  answers.resolve()
  await close()
})

test('cash-out: a seller with an incomplete account has no button to request it [B-LAY-07, B-ROLE-15]', async () => {
  const { email, token } = await completeMember(lapak, 'Kios Melati Baru')
  await withTables(async (tables) => {
    const { id } = await tables.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await tables.insertInto('member_role').values({ member_id: id, role_id: 2n }).execute()
    await tables.updateTable('member').set({ address: null }).where('id', '=', id).execute()
  })
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Lengkapi akun' }).waitFor()
  for (const name of ['Topup', 'Cashout', 'Sembunyikan saldo']) expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  await withTables((tables) => tables.updateTable('member').set({ address: 'Jl. Melati 5' }).where('email', '=', email).execute())
  await page.reload()
  for (const name of ['Topup', 'Cashout', 'Sembunyikan saldo']) await page.getByRole('button', { name }).waitFor()
  await close()
})
