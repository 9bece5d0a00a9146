import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, desktop, expectFocused, openWithRealtime, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { codeSentTo } from '../../fixtures/new-member.ts'

const lapak = await sharedLapak()

const seller = { email: 'penjual@lapak.test', number: '081230003001' }
const widthOf = async (dialog: Locator) => (await dialog.boundingBox())?.width

/** A bank account that is old enough for a cash-out. */
async function addAccount(token: string) {
  const account = { bankcode: '01', accountno: '8290123456', accountname: 'HENDRA WIJAYA' }
  const [known] = await lapak.call<{ id: number }[]>(token, 'GET', '/api/v1/seller/banks')
  const { id } = known ?? (await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/banks', account))
  const tables = openTables(lapak.info.databaseUrl)
  await tables
    .updateTable('bank_account')
    .set({ updated_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', BigInt(id))
    .execute()
    .finally(() => tables.destroy())
}

test('cash-out: a seller withdraws on a phone, an administrator pays, and the seller sees the payment without a reload [B-ROLE-15, A-CO-11]', async () => {
  const token = await lapak.signIn(seller.email)
  await addAccount(token)
  const app = await openApp(lapak, { as: token, viewport: phone })
  await openWithRealtime(app, '/home')
  await app.page.getByRole('button', { name: /^Menu / }).click()
  await app.page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Cashout' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Cashout' })
  await dialog.getByLabel('Jumlah').fill('200000')
  await dialog.getByLabel('Bank', { exact: true }).waitFor()
  const sent = app.page.waitForResponse('**/api/v1/otp?*')
  await dialog.getByRole('button', { name: 'Minta kode OTP' }).click()
  await sent
  await dialog.getByLabel('Kode OTP').fill(await codeSentTo(lapak, seller.number))
  await dialog.getByRole('button', { name: 'Lanjut' }).click()
  await alertMessage(app.page, 'Casout dalam proses..').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  const { id: member } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  const { pending } = await lapak.call<{ pending: { id: number } }>(token, 'GET', `/api/v1/seller/cashout/bank/${member}`)
  const { page, close } = await openApp(lapak, { as: await lapak.signIn('kasir@lapak.test') })
  await page.goto(`/cashout?tiket=${pending.id}`)
  const drawer = page.getByRole('dialog', { name: `Tiket ${pending.id}` })
  const question = page.getByRole('dialog', { name: 'Warning' })
  const processButton = drawer.getByRole('button', { name: 'Proses', exact: true })
  await processButton.click()
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await expect.poll(() => widthOf(question), { message: `at ${viewport.width} px` }).toBeLessThanOrEqual(350)
  }
  // Enter activates No, and the focus returns.
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  await expectFocused(processButton)
  await processButton.click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await drawer.getByText('Diproses', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
  await question.getByLabel('Catatan referensi').fill('Transfer BCA 991')
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Approve Ok!').waitFor()
  await alertMessage(app.page, 'sudah dibayar').waitFor()
  await close()
  await app.close()
})
