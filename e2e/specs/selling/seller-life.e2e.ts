/* The life of a seller from end to end, from visitor to the cash-out to a bank; the single steps have tests of their own. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoSellers } from '../../../server/src/demo/people.ts'
import { openTables } from '../../../server/test/database.ts'
import { type App, alertMessage } from '../../fixtures/app.ts'
import { type DemoSeller, newShopName } from '../../fixtures/becoming-seller.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, changeSetting, isolatedLapak, password } from '../../fixtures/lapak.ts'
import { codeSentTo } from '../../fixtures/new-member.ts'
import { becomeSeller, buyFromSeller, openShop, reviewAndReply, soldProduct } from '../../fixtures/selling.ts'
import { activateNewcomer, completeAccount, registerNewcomer } from '../../fixtures/signing-up.ts'

// An instance of its own: the hours of cash-outs are a global setting, and tests also run at night.
const lapak = await isolatedLapak()
await changeSetting(lapak, 'cashOut.fromHour', 0)
await changeSetting(lapak, 'cashOut.untilHour', 24)

const openOffice = async () => openApp(lapak, { as: await lapak.signIn('admin@lapak.test') })
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const confirm = (page: Page) => question(page).getByRole('button', { name: 'Yes' }).click()
const balanceOf = async (token: string) => (await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')).balance
const tokenOf = async (page: Page) =>
  ((await page.evaluate(`JSON.parse(localStorage.getItem('lapak.session'))`)) as { token: string }).token

test('seller life: a visitor becomes a seller, imports products and sells to a buyer, replies to the review, and withdraws the money to a bank', async () => {
  const newcomer = { name: newShopName(), email: `hidup.${Date.now()}@toko.test`, password }
  const seller = await openApp(lapak)
  const { page } = seller
  await registerNewcomer(page, newcomer)
  await activateNewcomer(page, lapak, newcomer)
  const number = await completeAccount(page, lapak)
  await becomeSeller(lapak, seller, await openOffice(), newcomer, demoSellers[0] as DemoSeller)
  await openShop(page)
  const token = await tokenOf(page)
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')

  const customer = await openApp(lapak, { as: await lapak.signIn(buyer) })
  await page.getByRole('tab', { name: 'Penjualan' }).click()
  await buyFromSeller(customer.page, id)
  await expect.poll(() => balanceOf(token)).toBe(soldProduct.price)
  await page.getByRole('banner').getByText('Rp 1.005.000').waitFor()
  await reviewAndReply(customer, seller, id)
  await customer.close()

  await payOut(await requestCashOut(seller, token, id, number))
  await alertMessage(page, 'sudah dibayar').waitFor()
  expect(await balanceOf(token)).toBe(soldProduct.price - 200_000)
  await page.goto('/histori')
  await page.getByRole('row').filter({ hasText: 'Rp 200.000' }).getByText('SUKSES').waitFor()
  // The status 422 is the activation, which asks for the password first.
  await seller.close({ statuses: [422] })
})

/** Requests a cash-out on the page. A bank account can be paid only a day after it was added, so it is backdated by a day. */
async function requestCashOut({ page }: App, token: string, id: number, number: string): Promise<number> {
  await page.goto('/profile?tab=bank')
  await page.getByRole('button', { name: 'Tambah rekening' }).click()
  const account = page.getByRole('dialog', { name: /rekening/ })
  await account.getByLabel('Nomor rekening').fill('1234567890')
  await account.getByRole('button', { name: 'Cek rekening' }).click()
  await expect.poll(() => account.getByLabel('Nama pemilik').inputValue()).toMatch(/^[A-Z]+ [A-Z]+$/)
  await account.getByRole('button', { name: 'Save' }).click()
  await alertMessage(page, 'Add Bank Ok!').waitFor()
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
  await page.getByRole('banner').getByRole('button', { name: 'Cashout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cashout' })
  await dialog.getByLabel('Jumlah').fill('200000')
  await dialog.getByRole('button', { name: 'Minta kode OTP' }).click()
  // Waits for this text, because an older code was sent to the same number when the number was verified.
  await dialog.getByText(/^Kode dikirim lewat/).waitFor()
  await dialog.getByLabel('Kode OTP').fill(await codeSentTo(lapak, number))
  await dialog.getByRole('button', { name: 'Lanjut' }).click()
  await alertMessage(page, 'Casout dalam proses..').waitFor()
  const { pending } = await lapak.call<{ pending: { id: number } }>(token, 'GET', `/api/v1/seller/cashout/bank/${id}`)
  return pending.id
}

/** An administrator transfers the money by hand and confirms the transfer. */
async function payOut(ticket: number) {
  const { page, close } = await openOffice()
  await page.goto(`/cashout?tiket=${ticket}`)
  const drawer = page.getByRole('dialog', { name: `Tiket ${ticket}` })
  await drawer.getByRole('button', { name: 'Proses', exact: true }).click()
  await confirm(page)
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
  await question(page).getByLabel('Catatan referensi').fill('Transfer BCA 118')
  await confirm(page)
  await alertMessage(page, 'Approve Ok!').waitFor()
  await close()
}
