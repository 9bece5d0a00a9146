import { readFile } from 'node:fs/promises'
import type { Locator, Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoMembers, demoSellers } from '../../../server/src/demo/people.ts'
import { alertMessage, desktop, phone } from '../../fixtures/app.ts'
import { buyer, changeSetting, isolatedLapak, password } from '../../fixtures/lapak.ts'
import { codeSentTo } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'
import { expireStepUps } from '../../fixtures/step-up.ts'

// An instance of its own, because the platform's balances and the limit above which a second administrator must approve are global.
const lapak = await isolatedLapak()
await changeSetting(lapak, 'cashOut.fromHour', 0)
await changeSetting(lapak, 'cashOut.untilHour', 24)
// Otherwise a new bank account can be used only the next day.
await changeSetting(lapak, 'bankAccounts.payableAfterHours', 0)

const admin = 'admin@lapak.test'
const cashier = 'kasir@lapak.test'
const buyersName = 'Konter Berkah Cell'

const open = async (email: string, viewport?: ViewportSize) => openApp(lapak, { as: await lapak.signIn(email), viewport })

const rupiah = (amount: number) => `Rp ${amount.toLocaleString('id')}`
const read = async <Data>(path: string) => lapak.call<Data>(await lapak.signIn(admin), 'GET', `/api/admin/v1/${path}`)

async function heldAt(code: string): Promise<number> {
  const accounts = await read<{ code: string; balance: number }[]>('accounts')
  return accounts.find((account) => account.code === code)?.balance ?? 0
}

const balanceOf = async (email: string) =>
  (await lapak.call<{ balance: number }>(await lapak.signIn(email), 'GET', '/api/v1/user/balance')).balance

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Akun kas' }).getByRole('row').filter({ hasText: name })

/** A balance card. Tests poll it, because its value changes until the demo's purchases are settled. */
const cardOf = (page: Page, label: string) => page.locator('dl > *').filter({ hasText: label }).locator('dd')

/** An order that its seller never answers. Returns its price. */
async function pendingOrder(): Promise<number> {
  const order = { productcode: 'S5', target: '081234560013', reffclient: 'TUNGGU' }
  return (await lapak.call<{ sellprice: number }>(await lapak.signIn(buyer), 'POST', '/api/v1/transactions/buyer', order)).sellprice
}

async function requestCashOut(amount: number) {
  const { email, phone: number } = demoSellers[1] as (typeof demoSellers)[number]
  const token = await lapak.signIn(email)
  const account = { bankcode: '01', accountno: '8290123456', accountname: 'HENDRA WIJAYA' }
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/banks', account)
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=cash_out')
  await lapak.call(token, 'POST', '/api/v1/seller/cashout', { id, amount, key: sid, otp: await codeSentTo(lapak, number) })
}

test('treasury: the difference is the money of the accounts without balances, cash-outs and prices of pending purchases [A-BAL-02]', async () => {
  const [toppedUp, stray, cashOut] = [Number(demoMembers.reduce((sum, { balance }) => sum + balance, 0n)), 37_500, 200_000]
  const price = await pendingOrder()
  await requestCashOut(cashOut)
  const { page, close } = await open(admin)
  await page.goto('/account')
  // The purchases that the demo makes after its start are settled first.
  const shown = async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    return Promise.all(['Saldo Akun', 'Saldo Member', 'Cashout', 'Selisih'].map((label) => cardOf(page, label).textContent()))
  }
  await expect.poll(shown, { timeout: 60_000 }).toEqual([toppedUp + stray, toppedUp - cashOut - price, cashOut, stray].map(rupiah))
  await page.getByText(`transaksi berjalan ${rupiah(price)}), termasuk ${rupiah(stray)} uang tanpa pemilik.`).waitFor()
  await close()
})

test('treasury: an administrator sees the balances of accounts and members, and moves money between two banks [A-BAL-01, A-BAL-03, A-BAL-04, A-BAL-05, A-BAL-06, A-BAL-07, A-MSG-05, A-ROLE-09]', async () => {
  const { page, requestsTo, close } = await open(admin)
  await page.goto('/account')
  await page.getByRole('heading', { name: 'Akun kas', level: 1 }).waitFor()
  for (const label of ['Saldo Akun', 'Saldo Member', 'Cashout', 'Selisih'])
    await expect.poll(() => cardOf(page, label).textContent()).toMatch(/^Rp /)
  const heads = page.getByRole('table', { name: 'Akun kas' }).getByRole('columnheader')
  expect((await heads.allTextContents()).slice(0, 3)).toEqual(['Kode', 'Nama', 'Saldo'])
  await rowOf(page, 'BCA').getByText('WIB').filter({ visible: true }).waitFor({ timeout: 5_000 })

  const before = { bca: await heldAt('01'), bni: await heldAt('02') }
  await page.getByText('transaksi berjalan Rp').waitFor()
  await page.getByRole('button', { name: 'Transfer Kas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer Kas' })
  expect(await dialog.getByLabel('Sumber').inputValue()).toBe('01')
  expect(await dialog.getByLabel('Tujuan').inputValue()).toBe('02')
  await dialog.getByLabel('Jumlah').fill('999999999999')
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await dialog.getByText('Saldo kas 01 tidak cukup').waitFor()
  await dialog.getByLabel('Jumlah').fill('25000')
  await dialog.getByText(`Saldo ${rupiah(before.bca)} menjadi ${rupiah(before.bca - 25_000)}`).waitFor()
  await dialog.getByText(`Saldo ${rupiah(before.bni)} menjadi ${rupiah(before.bni + 25_000)}`).waitFor()
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await alertMessage(page, 'Transfer Dana Ok!').waitFor()
  await rowOf(page, 'BCA')
    .getByText(rupiah(before.bca - 25_000))
    .waitFor()
  await rowOf(page, 'BNI')
    .getByText(rupiah(before.bni + 25_000))
    .waitFor()
  const readings = () => requestsTo('GET', '/api/admin/v1/accounts').length
  const earlier = readings()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(readings).toBeGreaterThan(earlier)

  await page.getByRole('button', { name: 'Histori kas BNI' }).click()
  const drawer = page.getByRole('dialog', { name: 'Kas 02 BNI' })
  await drawer.getByText('Transfer Kas').first().waitFor()
  await drawer.getByText('+Rp 25.000').first().waitFor()
  await expect.poll(() => cardOf(page, 'Saldo akhir').textContent()).toBe(rupiah(before.bni + 25_000))
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  await close({ statuses: [422] })
})

test('treasury: an administrator starts a verification of the ledger, and downloads the ledger as a file', async () => {
  const { page, close } = await open(admin)
  await page.goto('/account')
  const verification = page.getByRole('region', { name: 'Pembukuan' })
  await verification.getByRole('button', { name: 'Periksa sekarang' }).click()
  await alertMessage(page, 'Pemeriksaan pembukuan dimulai').waitFor()
  await verification.getByText('Cocok', { exact: true }).first().waitFor()
  await verification.getByText(/^Diperiksa .* aturan/).waitFor()
  const ledger = page.getByRole('region', { name: 'Buku besar' })
  const [file] = await Promise.all([page.waitForEvent('download'), ledger.getByRole('button', { name: 'Unduh CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/^jurnal-(\d{4}-\d\d-\d\d)-\1\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('Debit')
  expect(lines.some((line) => line.includes('"Transfer Kas"'))).toBe(true)
  await close()
})

test('treasury: one administrator requests an adjustment, and another administrator approves it on a phone', async () => {
  const before = await balanceOf(buyer)
  const first = await open(admin)
  const second = await open(cashier, phone)
  await second.page.goto('/persetujuan')
  await second.page.getByRole('heading', { name: 'Persetujuan' }).waitFor()
  await second.page.getByText('Tidak ada yang menunggu').waitFor()

  await first.page.goto('/account')
  await first.page.getByRole('button', { name: 'Penyesuaian' }).click()
  const dialog = first.page.getByRole('dialog', { name: 'Penyesuaian saldo' })
  await dialog.getByRole('button', { name: 'Minta persetujuan' }).click()
  await dialog.getByText('Pilih membernya').waitFor()
  await dialog.getByRole('combobox', { name: 'Member' }).fill('berkah')
  await first.page.getByRole('option', { name: buyersName }).click()
  // An amount above the member's balance is refused before an approval is requested.
  await dialog.getByText('Kurangi saldo').click()
  await dialog.getByLabel('Jumlah').fill('999999999999')
  await dialog.getByLabel('Alasan').fill('Keluhan 4711 diterima')
  await dialog.getByRole('button', { name: 'Minta persetujuan' }).click()
  await dialog.getByText(`Saldo member hanya ${rupiah(before)}`).waitFor()
  await dialog.getByText('Tambah saldo').click()
  await dialog.getByLabel('Jumlah').fill('25000')
  await dialog.getByText(rupiah(before + 25_000)).waitFor()
  await dialog.getByRole('button', { name: 'Minta persetujuan' }).click()
  await alertMessage(first.page, 'Menunggu admin kedua').waitFor()
  expect(await balanceOf(buyer)).toBe(before)

  // The page of the second administrator shows the request without a reload, and the menu counts it at each width.
  const asked = second.page.getByRole('main').getByText(`Penyesuaian saldo ${buyersName}: +Rp 25.000`)
  await asked.waitFor()
  await second.page.setViewportSize(desktop)
  await second.page.getByRole('button', { name: /^Administrator \(\d+\)$/ }).click()
  await second.page.getByRole('menuitem', { name: 'Persetujuan (1)' }).waitFor()
  await second.page.keyboard.press('Escape')
  await second.page.setViewportSize(phone)
  await second.page.getByRole('button', { name: /^Menu .*, \d+ menunggu persetujuan$/ }).click()
  await second.page.getByRole('link', { name: 'Persetujuan (1)' }).click()
  await asked.click()
  const drawer = second.page.getByRole('dialog', { name: /^Permintaan / })
  await drawer.getByText('Kantor Lapak').waitFor()
  await drawer.getByText('Keluhan 4711 diterima').waitFor()
  await drawer.getByText(`${rupiah(before)} menjadi ${rupiah(before + 25_000)}`).waitFor()
  await drawer.getByRole('button', { name: 'Setujui' }).click()
  await drawer.getByText('Tulis alasannya').waitFor()
  await drawer.getByLabel('Alasan').fill('Sudah saya periksa')
  await expireStepUps(lapak)
  await drawer.getByRole('button', { name: 'Setujui' }).click()
  await second.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  const stepUp = second.page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  await stepUp.getByLabel('Password', { exact: true }).fill(password)
  await stepUp.getByRole('button', { name: 'Konfirmasi' }).click()
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  await second.page.getByText('Tidak ada yang menunggu').waitFor()
  expect(await balanceOf(buyer)).toBe(before + 25_000)
  await second.page.getByRole('tab', { name: 'Sudah diputuskan' }).click()
  await second.page.getByText('Disetujui').filter({ visible: true }).first().waitFor()
  await second.close({ statuses: [422] })
  await first.close()
})

test('treasury: administrators see their own request marked, and another administrator rejects it', async () => {
  const rules = await read<{ name: string; version: number }[]>('settings')
  const version = rules.find(({ name }) => name === 'money.secondAdminFrom')?.version
  const rule = { value: 100_000, version, reason: 'Dua admin untuk uang besar' }
  await lapak.call(await lapak.signIn(admin), 'PATCH', '/api/admin/v1/settings/money.secondAdminFrom', rule)

  const ticket = { jumlah: 150_000, methode: 1, methodetext: 'BCA' }
  const { invoice } = await lapak.call<{ invoice: string }>(await lapak.signIn(buyer), 'POST', '/api/v1/payment/tiket', ticket)
  const id = Number(invoice.split('-').at(-1))
  const first = await open(admin)
  await first.page.goto('/account')
  await first.page.getByRole('button', { name: 'Koreksi' }).click()
  const dialog = first.page.getByRole('dialog', { name: 'Koreksi kas' })
  await dialog.getByLabel('Jumlah').fill('500000')
  await dialog.getByLabel('Alasan').fill('Biaya bank bulan ini')
  // A fee cannot increase a bank's balance, and nothing is booked without a confirmation.
  expect(await dialog.getByRole('radio', { name: 'Kas bertambah' }).isDisabled()).toBe(true)
  const bca = await heldAt('01')
  await dialog.getByText(`Saldo ${rupiah(bca)} menjadi ${rupiah(bca - 500_000)}`).waitFor()
  await dialog.getByRole('button', { name: 'Catat' }).click()
  const question = first.page.getByRole('dialog', { name: 'Warning' })
  await question.getByText(`Biaya bank: −Rp 500.000, saldo ${rupiah(bca)} menjadi ${rupiah(bca - 500_000)}?`).waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  expect((await read<{ totalElements: number }>('decisions?open=1')).totalElements).toBe(0)
  await dialog.getByRole('button', { name: 'Catat' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(first.page, 'Menunggu admin kedua').waitFor()
  await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Mutasi BCA pagi' })

  // Opens the list of approvals from the ticket.
  await first.page.goto(`/cashin?tiket=${id}`)
  await first.page.getByRole('dialog').getByRole('link', { name: 'Menunggu admin kedua' }).click()
  await first.page.waitForURL('**/persetujuan')
  const own = first.page.getByRole('row').filter({ hasText: 'Koreksi kas 01 BCA, Biaya bank: −Rp 500.000' })
  await own.getByText('Permintaan Anda').waitFor()
  await own.click()
  const drawer = first.page.getByRole('dialog', { name: /^Permintaan / })
  await drawer.getByText('Permintaan Anda sendiri, menunggu admin lain').waitFor()
  expect(await drawer.getByRole('button', { name: 'Setujui' }).count()).toBe(0)

  const held = await heldAt('01')
  const second = await open(cashier)
  await second.page.goto('/persetujuan')
  await second.page.getByText(`Setujui topup ${id} milik ${buyersName}`).waitFor()
  await second.page.getByText('Koreksi kas 01 BCA').click()
  const theirs = second.page.getByRole('dialog', { name: /^Permintaan / })
  await theirs.getByLabel('Alasan').fill('Biayanya bukan sebesar itu')
  await theirs.getByRole('button', { name: 'Tolak' }).click()
  await second.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  // The request disappears from the page of the first administrator as well.
  await own.waitFor({ state: 'detached' })
  expect(await heldAt('01')).toBe(held)
  await second.page.getByRole('tab', { name: 'Sudah diputuskan' }).click()
  await second.page.getByRole('row').filter({ hasText: 'Koreksi kas 01 BCA' }).getByText('Ditolak').waitFor()
  await second.close()

  await first.page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await first.page
    .getByRole('row')
    .filter({ hasText: `Setujui topup ${id}` })
    .click()
  await drawer.getByLabel('Alasan').fill('Ternyata mutasinya lain')
  await drawer.getByRole('button', { name: 'Tarik permintaan' }).click()
  await first.page.getByText(`Tarik permintaan: Setujui topup ${id} milik ${buyersName}`, { exact: false }).waitFor()
  await first.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(first.page, 'Keputusan dicatat').waitFor()
  await first.page.getByRole('tab', { name: 'Sudah diputuskan' }).click()
  await first.page
    .getByRole('row')
    .filter({ hasText: `Setujui topup ${id}` })
    .getByText('Ditarik kembali')
    .waitFor()
  await first.close()
})

test('treasury: a request that can no longer be executed shows the reason and can no longer be approved', async () => {
  const first = await lapak.signIn(admin)
  const all = { idsumber: '01', idtujuan: '02', jumlah: await heldAt('01') }
  for (const reffclient of ['semua-1', 'semua-2'])
    await lapak.call(first, 'POST', '/api/admin/v1/accounts/transfer', { ...all, reason: 'Pindah semua ke BNI', reffclient })
  const { content } = await read<{ content: { id: number; subject: string }[] }>('decisions?open=1')
  const [one, other] = ['semua-1', 'semua-2'].map((name) => content.find(({ subject }) => subject === `transfer ${name}`)?.id)
  await lapak.call(await lapak.signIn(cashier), 'POST', `/api/admin/v1/decisions/${one}`, { yes: true, reason: 'Sudah saya periksa' })

  const { page, close } = await open(cashier)
  await page.goto('/persetujuan')
  await page.getByRole('button', { name: `Permintaan ${other}` }).click()
  const drawer = page.getByRole('dialog', { name: `Permintaan ${other}` })
  await drawer.getByLabel('Alasan').fill('Sudah saya periksa')
  await drawer.getByRole('button', { name: 'Setujui' }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Keputusan ini tidak berlaku lagi. Saldo kas 01 tidak cukup').waitFor()
  await drawer.getByText('Tidak berlaku lagi', { exact: true }).waitFor()
  expect(await drawer.getByRole('button', { name: 'Setujui' }).count()).toBe(0)
  await close({ statuses: [409] })
})

/** Takes the whole balance of the member by an adjustment, which a second administrator approves. */
async function takeBalance(email: string) {
  const { id: memberid } = await lapak.call<{ id: number }>(await lapak.signIn(email), 'GET', '/api/v1/user')
  const adjustment = { memberid, jumlah: -(await balanceOf(email)), reason: 'Saldo dipindahkan', reffclient: 'kosongkan' }
  await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/accounts/adjustment', adjustment)
  const { content } = await read<{ content: { id: number; subject: string }[] }>('decisions?open=1')
  const asked = content.find(({ subject }) => subject === 'adjustment kosongkan')
  await lapak.call(await lapak.signIn(cashier), 'POST', `/api/admin/v1/decisions/${asked?.id}`, { yes: true, reason: 'Sudah saya periksa' })
  expect(await balanceOf(email)).toBe(0)
}

test("treasury: a seller's debt from a refund lowers the difference, and is shown to who decides about the seller's ticket", async () => {
  const [{ email }] = demoSellers as [(typeof demoSellers)[number]]
  const bought = await balanceOf(buyer)
  const { id } = await placePurchase(lapak)
  const price = bought - (await balanceOf(buyer))
  await takeBalance(email)
  const { page, close } = await open(admin)
  await page.goto('/account')
  await page.getByText(/transaksi berjalan Rp [\d.]+\), termasuk Rp [\d.]+ uang tanpa pemilik\.$/).waitFor()
  const amountOf = (text: string | null) => Number(text?.replace(/\D/g, ''))
  const before = amountOf(await cardOf(page, 'Selisih').textContent())
  await lapak.call(await lapak.signIn(cashier), 'PATCH', `/api/admin/v1/transaction/${id}/2`, { description: 'Pulsa tidak masuk' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(`, dikurangi ${rupiah(price)} hutang suplier.`).waitFor()
  expect(await cardOf(page, 'Selisih').textContent()).toBe(rupiah(before - price))

  const body = { jumlah: 61_000, methode: 1, methodetext: 'BCA' }
  const { invoice } = await lapak.call<{ invoice: string }>(await lapak.signIn(email), 'POST', '/api/v1/payment/tiket', body)
  const ticket = Number(invoice.split('-').at(-1))
  await page.goto(`/cashin?tiket=${ticket}`)
  const facts = page.getByRole('dialog', { name: `Tiket ${ticket}` }).locator('dl > *')
  await expect.poll(() => facts.filter({ hasText: 'Hutang refund' }).locator('dd').textContent()).toBe(rupiah(price))
  await close()
})
