import { expect, test } from 'vitest'
import { desktop, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

test('dashboard: the start and the end of the range fit into one line at 390 and 1280 px', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn('admin@lapak.test') })
  await page.goto('/admdashboard')
  const range = page.getByRole('button', { name: /^Rentang tanggal/ })
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await range.waitFor()
    const height = async () => (await range.boundingBox())?.height
    await expect.poll(height, { message: `at ${viewport.width} px` }).toBeLessThan(48)
  }
  await close()
})
