import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyer, type Lapak, startLapak } from './lapak.ts'
import { desk, message, openBrowser, phone, walk } from './walk.ts'

let lapak: Lapak
let browser: Browser
beforeAll(async () => {
  ;[lapak, browser] = await Promise.all([startLapak(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await lapak?.stop()
})

test.each([phone, desk])('the page of the terms shows them, with headings and rules, at $width px [B-RT-80]', async (viewport) => {
  const { page, look, end } = await walk(browser, lapak, { viewport, as: await lapak.signIn(buyer) })
  await page.goto('/syaratketentuan')
  await page.getByRole('heading', { name: 'Syarat dan Ketentuan', level: 1 }).waitFor()
  await page.getByRole('heading', { name: '5. Komplain dan pengembalian' }).waitFor()
  await page.getByText('Sengketa transaksi wajib dilaporkan paling lambat 24 jam').waitFor()
  expect(await page.getByRole('button', { name: 'Terbitkan versi baru' }).count()).toBe(0)
  await look('the terms')
  await end()
})

test('an administrator publishes a new version after seeing it, and everybody has to agree to it', async () => {
  const { page, look, end } = await walk(browser, lapak, { viewport: desk, as: await lapak.signIn('admin@lapak.test') })
  await page.goto('/syaratketentuan')
  const text = page.getByLabel('Isi syarat dan ketentuan')
  await text.fill(`${await text.inputValue()}\n# 10. Tambahan\n- Toko wajib menempelkan daftar harga.`)
  await page.getByText('Pratinjau', { exact: true }).click()
  await page.getByRole('region', { name: 'Pratinjau' }).getByText('Toko wajib menempelkan daftar harga.').waitFor()
  await look('the preview of new terms')
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Syarat dan ketentuan diterbitkan').waitFor()
  await page.getByText('Versi 2').waitFor()
  await look('the versions of the terms')
  await end()

  const member = await walk(browser, lapak, { viewport: phone, as: await lapak.signIn(buyer) })
  await member.page.goto('/trxpembelian')
  await member.page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).waitFor()
  await member.page.getByText('Toko wajib menempelkan daftar harga.').waitFor()
  await member.look('terms that wait to be accepted')
  await member.end()
})
