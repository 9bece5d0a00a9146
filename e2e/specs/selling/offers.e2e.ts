/* Tests of a bulk change that need a browser: the part that is visible on a phone. */
import { expect, test } from 'vitest'
import { phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

test('offers: the preview of a bulk change scrolls into view on a phone', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn('penjual2@lapak.test'), viewport: phone })
  await page.goto('/penjualan?tab=produk&search=telkomsel')
  await page.getByRole('button', { name: 'Ubah massal' }).click()
  const dialog = page.getByRole('dialog', { name: /^Ubah \d+ produk/ })
  await dialog.getByLabel('Harga jual', { exact: true }).selectOption({ label: 'Naik sekian rupiah' })
  await dialog.getByLabel('Rupiah').fill('25')
  await dialog.getByRole('button', { name: 'Lihat perubahan' }).click()
  const sums = dialog.getByText('Diperiksa', { exact: true })
  await sums.waitFor()
  await expect.poll(async () => (await sums.boundingBox())?.y, { message: 'where the preview begins' }).toBeLessThan(phone.height / 2)
  await close()
})
