/* A seller filters the lists of the shop and downloads them. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const seller = await lapak.signIn('penjual@lapak.test')
const productPath = '/api/v1/seller/product'

async function linesOfFile(page: Page): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Unduh CSV' }).click()])
  return (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
}

test('sales: a seller filters the sales by state and downloads the result', async () => {
  const { page, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan')
  const rows = page.getByRole('region', { name: 'Daftar penjualan' }).getByRole('row')
  await rows.nth(1).waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'SUKSES' })
  await expect.poll(() => new URL(page.url()).searchParams.get('statustrx')).toBe('1')
  await expect.poll(() => rows.filter({ hasText: 'PENDING' }).count()).toBe(0)
  await rows.filter({ hasText: 'SUKSES' }).first().waitFor()
  // Pending sales of the demo may succeed in the meantime, so the file may have more rows.
  const count = (await rows.count()) - 1
  const [, ...lines] = await linesOfFile(page)
  expect(lines.length).toBeGreaterThanOrEqual(count)
  for (const line of lines) expect(line).toContain('SUKSES')
  await page.reload()
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('1')
  await close()
})

test('offers: a seller filters its products that are not the cheapest, and downloads them', async () => {
  const wanted = await lapak.call<{ totalElements: number }>(seller, 'GET', `${productPath}?perhatian=bukantermurah&size=1`)
  const { page, requestsTo, close } = await openApp(lapak, { as: seller })
  await page.goto('/penjualan?tab=produk&size=100')
  const shown = page.getByRole('region', { name: 'Daftar produk' })
  await shown.getByRole('row').nth(1).waitFor()
  await page.getByLabel('Harga', { exact: true }).selectOption({ label: 'Bukan termurah' })
  await expect.poll(() => requestsTo('GET', productPath).some((request) => request.url().includes('perhatian=bukantermurah'))).toBe(true)
  await page
    .getByText(new RegExp(`dari ${wanted.totalElements}$`))
    .first()
    .waitFor()
  expect(await shown.getByText(/^Anda ke-1 dari /).count()).toBe(0)
  expect((await linesOfFile(page)).length).toBe(wanted.totalElements + 1)
  await close()
})
