import { expect, test } from 'vitest'
import { desktop, phone, signIn } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

test('the API guide cannot read the session of the signed-in member who reads it', async () => {
  const { page, close } = await openApp(lapak)
  await signIn(page, buyer)
  expect(await page.evaluate("localStorage.getItem('lapak.session')")).toContain('token')
  await page.goto('/docs')
  await page.getByRole('heading', { name: 'Aturan yang menjaga uang Anda' }).waitFor()
  await page.getByText('Place one order').first().waitFor()
  expect(await page.evaluate("localStorage.getItem('lapak.session')")).toBe(null)
  expect(await page.evaluate('origin')).toBe('null')
  // Requests of the guide are refused as well, because API calls do not answer pages of another origin.
  const asked = page.evaluate("fetch('/public/config').then(() => 'answered', () => 'refused')")
  expect(await asked).toBe('refused')
  // The reference opens one group at a time, each by a link.
  await page.getByRole('link', { name: 'Halaman member' }).press('Enter')
  await page.getByRole('heading', { name: 'Halaman member' }).waitFor()
  await close({ errors: /CORS policy/ })
})

test.each([phone, desktop])('the seller API has a link to its guide chapter, which fits the screen at $width px', async (viewport) => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn('penjual@lapak.test'), viewport })
  await page.goto('/penjualan?tab=setting')
  const address = await page.getByRole('link', { name: 'Dokumentasi server' }).getAttribute('href')
  await page.goto(address ?? '')
  const chapter = page.getByRole('heading', { name: 'Server suplier: Standar HTTP GET' })
  await chapter.waitFor()
  await expect.poll(async () => (await chapter.boundingBox())?.y ?? -1).toBeLessThan(viewport.height / 2)
  // The tables of the chapter are wider than a phone, and scroll on their own.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  await close()
})
