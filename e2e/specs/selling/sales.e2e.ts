/* The position of the totals on the sales page, which needs a browser. */
import { expect, test } from 'vitest'
import { desktop, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

test('sales: the totals are above the tabs, and the selected tab is visible [S-SALE-01]', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn('penjual@lapak.test'), viewport: phone })
  await page.goto('/penjualan?tab=pendapatan')
  const total = page.getByText('Total Trx', { exact: true })
  const chosen = page.getByRole('tab', { name: 'Pendapatan', selected: true })
  await total.waitFor()
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await expect
      .poll(async () => {
        const [above, tab] = [await total.boundingBox(), await chosen.boundingBox()]
        return above && tab && above.y < tab.y && tab.x + tab.width < viewport.width
      })
      .toBe(true)
  }
  await close()
})
