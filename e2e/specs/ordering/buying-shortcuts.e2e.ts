/* Tests of fast buying that need a browser: tab stops, and elements that must not overlap. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const dialog = (page: Page) => page.getByRole('dialog')

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('purchases: the categories are a single tab stop, and the buttons below a long token can be reached', async () => {
  const { page, close } = await openApp(lapak, { as: token, viewport: { width: 1280, height: 800 } })
  await page.goto('/trxpembelian?beli=1')
  const field = page.getByLabel('Nomor tujuan')
  await field.fill(newTarget())
  await page.getByRole('radio', { name: 'Semua' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio').nth(1).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.type')).not.toBe('radio')

  await field.fill(`14${newTarget().slice(-9)}`)
  await page.getByRole('button', { name: 'PLN20 ·' }).click()
  await page.getByRole('button', { name: /^Bayar Rp/ }).click()
  await dialog(page).getByRole('heading', { name: 'SUKSES' }).waitFor()
  await page.getByText('R1 / 1300VA').waitFor()
  expect(await bottomOf(dialog(page).getByRole('button', { name: 'Beli lagi' }))).toBeLessThanOrEqual(await bottomOf(dialog(page)))
  await close()
})

test('messages: a message does not cover the fields that the form still requires', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/register')
  await page.getByRole('button', { name: 'Sign UP' }).click()
  const shown = page.getByRole('alert').filter({ hasText: 'Please' })
  await shown.last().waitFor()
  const agreement = await page.getByRole('checkbox').boundingBox()
  // Measured at one moment, because messages disappear by themselves.
  const messages = await shown.evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom } = (one as unknown as { getBoundingClientRect(): { top: number; bottom: number } }).getBoundingClientRect()
      return { top, bottom }
    }),
  )
  expect(messages.length).toBeGreaterThan(0)
  const [above, below] = [agreement?.y ?? 0, (agreement?.y ?? 0) + (agreement?.height ?? 0)]
  expect(messages.filter(({ top, bottom }) => top <= below && bottom >= above)).toEqual([])
  await close()
})
