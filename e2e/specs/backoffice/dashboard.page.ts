import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = await lapak.signIn('admin@lapak.test')
const open = () => openApp(lapak, { as: admin })

const rupiah = (amount: number) => `Rp ${amount.toString().replace(/\B(?=(\d{3})+$)/g, '.')}`
const figureBox = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/* A-DASH-04 calls the figures of this page hard-coded samples. A-OPEN-13 changed this: the figures are real, so no test here can verify A-DASH-04. */

interface Figures {
  cashin: { rentang: { jml: number; amount: number } }
  transaksi: { rentang: { jml: number; amount: number } }
}

test('dashboard: it shows the figures of the last 30 days, which link to the rows that they count [A-DASH-01, A-DASH-02, A-DASH-03, A-RT-02]', async () => {
  const { page, close } = await open()
  await page.goto('/admdashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const figures = await lapak.call<Figures>(admin, 'GET', `/api/admin/v1/dashboard?awal=${dayAgo(29)}&akhir=${dayAgo(0)}`)
  for (const name of ['CashIn', 'CashOut', 'Seller Request', 'Transactions'])
    await figureBox(page, name).getByRole('link').first().waitFor()
  // Real sales of the demo, not a sample.
  expect(figures.transaksi.rentang.jml).toBeGreaterThan(0)
  expect(await figureBox(page, 'Transactions').textContent()).toContain(rupiah(figures.transaksi.rentang.amount))
  expect(await figureBox(page, 'CashIn').textContent()).toContain(rupiah(figures.cashin.rentang.amount))

  const chart = page.getByRole('slider', { name: 'Transaksi dan nominal' })
  await chart.focus()
  const chosen = () => chart.getAttribute('aria-valuetext')
  const last = await chosen()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(chosen).not.toBe(last)
  await page.keyboard.press('End')
  await expect.poll(chosen).toBe(last)
  await page.getByText('Lihat sebagai tabel').click()
  expect(await page.getByRole('table', { name: 'Transaksi dan nominal' }).getByRole('row').count()).toBe(31)
  await page.getByText('Lihat sebagai tabel').click()

  const rank = page.getByRole('table', { name: 'Peringkat suplier' })
  await rank.getByRole('row').nth(1).waitFor()
  const rates = figureBox(page, 'Tingkat sukses per suplier').getByRole('listitem')
  expect(await rates.count()).toBe((await rank.getByRole('row').count()) - 1)
  expect(await rates.first().textContent()).toMatch(/\d%/)

  await figureBox(page, 'CashIn').getByRole('link', { name: 'Rentang ini' }).click()
  await page.getByRole('heading', { name: 'Topup Saldo' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?awal=${dayAgo(29)}&akhir=${dayAgo(0)}&status=2`)
  await expect.poll(() => page.locator('main').textContent()).toContain(rupiah(figures.cashin.rentang.amount))
  await close()
})

test('dashboard: it opens from the menu, and keeps its range and order of sellers in the address', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).click()
  await page.getByRole('button', { name: /Rentang tanggal/ }).click()
  await page.getByRole('button', { name: '7 hari terakhir' }).click()
  await page.waitForURL(`**/admdashboard?awal=${dayAgo(6)}&akhir=${dayAgo(0)}`)
  await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuemax')).toBe('6')
  await page.getByLabel('Urutan suplier').selectOption('gagal')
  await page.waitForURL('**&urut=gagal')
  await page.reload()
  await expect.poll(() => page.getByLabel('Urutan suplier').inputValue()).toBe('gagal')
  await close()
})

test('dashboard: a long range is shown by month', async () => {
  const { page, close } = await open()
  await page.goto(`/admdashboard?awal=${dayAgo(300)}&akhir=${dayAgo(0)}`)
  const slider = page.getByRole('slider')
  await slider.waitFor()
  expect(Number(await slider.getAttribute('aria-valuemax'))).toBeLessThan(12)
  await close()
})

test('dashboard: a range of more than a year is refused with a message', async () => {
  const { page, close } = await open()
  await page.goto(`/admdashboard?awal=${dayAgo(500)}&akhir=${dayAgo(0)}`)
  await page.getByRole('alert').first().waitFor()
  await close({ statuses: [400], errors: /Data tidak valid/ })
})
