/* A seller's life as a whole, from a stranger to money at the own bank: the parts have tests of their own. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoSellers } from '../../../server/src/demo/people.ts'
import { openTables } from '../../../server/test/database.ts'
import { desk, message, openConnected, phone } from '../../fixtures/app.ts'
import {
  approve,
  type DemoSeller,
  fillServer,
  newName,
  openApplication,
  saveServer,
  sendDocuments,
  serverForm,
  step,
  testServer,
} from '../../fixtures/becoming-seller.ts'
import { type BrowserApp, openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, changeRule, isolatedLapak, password } from '../../fixtures/lapak.ts'
import { codeSentTo, newPhone } from '../../fixtures/new-member.ts'
import { activate, completeAccount, register } from '../../fixtures/signing-up.ts'

// The hours of cash-outs are everybody's, and walks are walked at night, too.
const lapak = await isolatedLapak()
await changeRule(lapak, 'cashOut.fromHour', 0)
await changeRule(lapak, 'cashOut.untilHour', 24)

const sold = { code: 'PLN1000', price: 1_005_000 }
const admin = 'admin@lapak.test'
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const sayYes = (page: Page) => question(page).getByRole('button', { name: 'Yes' }).click()
const balanceOf = async (token: string) => (await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')).balance

const tokenOf = async (page: Page) =>
  ((await page.evaluate(`JSON.parse(localStorage.getItem('lapak.session'))`)) as { token: string }).token
const isNarrow = (page: Page) => page.viewportSize()?.width === phone.width
const idOf = async (token: string) => (await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')).id

/** Documents, an administrator's yes, and the own server. */
async function becomeSeller(member: BrowserApp, of: { name: string; email: string }, demo: DemoSeller) {
  const { page } = member
  await openConnected(member, '/penjualan')
  await page.waitForURL('**/regseller')
  await sendDocuments(page, ['KTP', 'NPWP'])
  const office = await openApp(lapak, { as: await lapak.signIn(admin) })
  await office.page.goto(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(of.email)}`)
  await approve(office, await openApplication(office, desk, of.name), of.name)
  await office.close()
  // Told without a reload.
  await step(page, 3).waitFor()
  await fillServer(lapak, serverForm(page), demo)
  await testServer(page)
  await saveServer(page)
  await step(page, 4).waitFor()
  await page.getByRole('link', { name: 'Ke Penjualan' }).click()
  await page.getByRole('heading', { name: 'Penjualan' }).waitFor()
}

/** The products out of a file, and the shop open. */
async function openShop(page: Page) {
  await page.getByRole('tab', { name: 'Produk' }).click()
  await page.getByRole('button', { name: 'Impor CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Impor CSV' })
  const text = `\ufeffKode produk;Kode suplier;Harga beli;Harga jual\r\n${sold.code};${sold.code};1.000.500;1.005.000\r\nPLN20;PLN20;20.100;20.400\r\n`
  await dialog.locator('input[type=file]').setInputFiles({ name: 'produk.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: 'Simpan 2 produk' }).click()
  await message(page, 'Update Product Suplier Ok!').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Transaksi TUTUP').waitFor()
  // By the keyboard: what was just said lies over it.
  await page.getByRole('switch', { name: 'Transaksi TUTUP' }).press('Space')
  await sayYes(page)
  await page.getByText('Transaksi BUKA').waitFor()
  // Its place among others counts from now on.
  await page
    .getByText(/^Anda ke-\d+ dari \d+$/)
    .first()
    .waitFor()
}

/** Nobody's yet, so that a walk may be walked again; the last digits say that the order is to succeed. */
const newMeter = (): string => `1412${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}77`

/** A buyer finds the shop and buys the product there; answers what was delivered. */
async function buyAt(page: Page, sellerId: number) {
  await page.goto(`/supplier/${sellerId}?cari=${sold.code}`)
  const products = isNarrow(page)
    ? page.getByRole('listitem').filter({ hasText: sold.code })
    : page.getByRole('row').filter({ has: page.getByRole('cell', { name: sold.code, exact: true }) })
  await products.getByRole('button', { name: /^Beli / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nomor tujuan').fill(newMeter())
  await dialog.getByRole('button', { name: 'Lanjut' }).click()
  await dialog.getByRole('button', { name: /^Bayar Rp 1\.005\.000/ }).click()
  await dialog.getByRole('heading', { name: 'SUKSES' }).waitFor()
}

test('a stranger becomes a seller, sells out of a file to a buyer, answers the review, and has its money paid to its bank', async () => {
  const newcomer = { name: newName(), email: `hidup.${Date.now()}@toko.test`, password }
  const seller = await openApp(lapak)
  const { page } = seller
  await register(page, newcomer)
  await activate(page, lapak, newcomer)
  const number = await completeAccount(page, lapak)
  await becomeSeller(seller, newcomer, demoSellers[0] as DemoSeller)
  await openShop(page)
  await seller.look('the shop of a new seller')
  const token = await tokenOf(page)
  const id = await idOf(token)

  const customer = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await page.getByRole('tab', { name: 'Penjualan' }).click()
  await buyAt(customer.page, id)
  await expect.poll(() => balanceOf(token)).toBe(sold.price)
  await page.getByRole('banner').getByText('Rp 1.005.000').waitFor()

  await review(customer, seller, id)
  await customer.close()

  const ticket = await askForMoney(seller, token, id, number)
  await payOut(ticket)
  await paid(seller, token)
  // The activation asks for the password first.
  await seller.close({ statuses: [422] })
})

/** The buyer says how it was, the seller answers, and the buyer reads that. */
async function review(customer: BrowserApp, { page, look }: BrowserApp, id: number) {
  await customer.page.goto(`/supplier/${id}?tab=ulasan`)
  await customer.page.getByRole('button', { name: 'Tulis ulasan' }).click()
  const dialog = customer.page.getByRole('dialog', { name: 'Tulis ulasan' })
  await dialog.getByRole('radio', { name: /^5 bintang/ }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'Ulasan' }).fill('Token langsung masuk')
  await dialog.getByRole('button', { name: 'Kirim' }).click()
  await message(customer.page, 'Ulasan terkirim').waitFor()

  await page.goto(`/supplier/${id}?tab=ulasan`)
  await page.getByText('Token langsung masuk').waitFor()
  await page.getByRole('button', { name: /^Balas/ }).click()
  await page.getByRole('textbox', { name: /^Balasan untuk / }).fill('Terima kasih sudah belanja')
  await page.getByRole('button', { name: 'Kirim balasan' }).click()
  await message(page, 'Balasan terkirim').waitFor()
  await look('a review that is answered')
  await customer.page.reload()
  await customer.page.getByText('Terima kasih sudah belanja').waitFor()
}

async function paid({ page, look }: BrowserApp, token: string) {
  await message(page, 'sudah dibayar').waitFor()
  expect(await balanceOf(token)).toBe(sold.price - 200_000)
  await page.goto('/histori')
  const tickets = isNarrow(page) ? page.getByRole('listitem') : page.getByRole('row')
  await tickets.filter({ hasText: 'Rp 200.000' }).getByText('SUKSES').waitFor()
  await look('the money that was paid')
}

/** From the own page; a bank account of today is paid to tomorrow, so it is made a day older. */
async function askForMoney({ page, look }: BrowserApp, token: string, id: number, number: string): Promise<number> {
  await page.goto('/profile?tab=bank')
  await page.getByRole('button', { name: 'Tambah rekening' }).click()
  const account = page.getByRole('dialog', { name: /rekening/ })
  await account.getByLabel('Nomor rekening').fill('1234567890')
  await account.getByRole('button', { name: 'Cek rekening' }).click()
  await expect.poll(() => account.getByLabel('Nama pemilik').inputValue()).toMatch(/^[A-Z]+ [A-Z]+$/)
  await account.getByRole('button', { name: 'Save' }).click()
  await message(page, 'Add Bank Ok!').waitFor()
  const tables = openTables(lapak.info.databaseUrl)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await tables
    .updateTable('bank_account')
    .set({ updated_at: yesterday })
    .where('member_id', '=', BigInt(id))
    .execute()
    .then(() => tables.updateTable('otp').set({ created_at: yesterday }).where('member_id', '=', BigInt(id)).execute())
    .finally(() => tables.destroy())

  await page.goto('/home')
  if (isNarrow(page)) await page.getByRole('button', { name: /^Menu / }).click()
  await (isNarrow(page) ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('banner'))
    .getByRole('button', { name: 'Cashout' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Cashout' })
  await dialog.getByLabel('Jumlah').fill('200000')
  await dialog.getByRole('button', { name: 'Minta kode OTP' }).click()
  // An older code went to the same number when it was verified.
  await dialog.getByText(/^Kode dikirim lewat/).waitFor()
  await look('asking for the own money')
  await dialog.getByLabel('Kode OTP').fill(await codeSentTo(lapak, number))
  await dialog.getByRole('button', { name: 'Lanjut' }).click()
  await message(page, 'Casout dalam proses..').waitFor()
  const { pending } = await lapak.call<{ pending: { id: number } }>(token, 'GET', `/api/v1/seller/cashout/bank/${id}`)
  return pending.id
}

/** An administrator transfers by hand and says so. */
async function payOut(ticket: number) {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(admin) })
  await page.goto(`/cashout?tiket=${ticket}`)
  const drawer = page.getByRole('dialog', { name: `Tiket ${ticket}` })
  await drawer.getByRole('button', { name: 'Proses', exact: true }).click()
  await sayYes(page)
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
  await question(page).getByLabel('Catatan referensi').fill('Transfer BCA 118')
  await sayYes(page)
  await message(page, 'Approve Ok!').waitFor()
  await close()
}

test('a member becomes a seller with a server that speaks OTOMAX, and sells', async () => {
  const name = newName()
  const { email, token } = await completeMember(lapak, name)
  const seller = await openApp(lapak, { as: token })
  await becomeSeller(seller, { name, email }, demoSellers[1] as DemoSeller)
  await openShop(seller.page)
  const customer = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await buyAt(customer.page, await idOf(token))
  await customer.close()
  await expect.poll(() => balanceOf(token)).toBe(sold.price)
  await seller.close()
})

test('a member lives a seller’s life on a phone, with a server that speaks Standar HTTP GET, and sells to a phone', async () => {
  const name = newName()
  const number = newPhone()
  const { email, token } = await completeMember(lapak, name, number)
  const seller = await openApp(lapak, { as: token, viewport: phone })
  const { page, look } = seller
  await becomeSeller(seller, { name, email }, demoSellers[2] as DemoSeller)
  await openShop(page)
  await look('the products of a new seller')
  const id = await idOf(token)

  await page.getByRole('tab', { name: 'Penjualan' }).click()
  const customer = await openApp(lapak, { as: await lapak.signIn(buyer), viewport: phone })
  await buyAt(customer.page, id)
  // Without a reload or a press, as nothing stands there that could move.
  await page.getByRole('listitem').filter({ hasText: 'Token PLN 1.000.000' }).getByText('SUKSES').waitFor()
  await look('the first sale')
  await expect.poll(() => balanceOf(token)).toBe(sold.price)
  await review(customer, seller, id)
  await customer.close()

  await payOut(await askForMoney(seller, token, id, number))
  await paid(seller, token)
  await seller.close()
})
