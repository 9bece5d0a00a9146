/* Tests of the list of purchases that need a browser: layout, colours, and layout shifts. */
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { phone } from '../../fixtures/app.ts'
import { colourOf, openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const listPath = '/api/v1/transactions/buyer'

interface Row {
  id: number
  serialnumber: string
}

async function order(target: string, productcode = 'S5'): Promise<string> {
  await lapak.call(token, 'POST', listPath, { productcode, target, reffclient: `E2E-${target}-${productcode}` })
  return target
}
const listPurchases = (size: number) => lapak.call<{ content: Row[]; totalElements: number }>(token, 'GET', `${listPath}?size=${size}`)
const badge = (page: Page, target: string, state: string) =>
  page.getByRole('row').filter({ hasText: target }).getByText(state, { exact: true })

test('purchases: a desktop 800 px high shows ten whole rows, the layout changes below 450 and from 1250 px, states and actions have their colours [B-CONST-36, B-CONST-37, B-STATE-01, B-STATE-02, B-STATE-03]', async () => {
  for (let missing = 7 - (await listPurchases(1)).totalElements; missing > 0; missing--) await order(newTarget())
  const [pending, failed, success] = [await order(newTarget('0013')), await order(newTarget('0001')), await order(newTarget())]
  await order(`14${newTarget().slice(-9)}`, 'PLN20')
  const { page, close } = await openApp(lapak, { as: token, viewport: { width: 1280, height: 800 } })
  await page.goto('/trxpembelian')
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(10)
  for (const [target, state, colour] of [
    [pending, 'PENDING', 'blue'],
    [success, 'SUKSES', 'green'],
    [failed, 'GAGAL', 'red'],
  ] as const) {
    await badge(page, target, state).waitFor()
    expect(await colourOf(badge(page, target, state), 'color')).toBe(colour)
  }
  await rows.first().getByText('SUKSES', { exact: true }).waitFor()
  const last = await rows.nth(9).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
  const tops = await Promise.all(
    [
      page.getByRole('searchbox'),
      page.getByRole('combobox', { name: 'Status' }),
      page.getByText('Total Trx'),
      page.getByText('Unduh CSV'),
    ].map(async (part) => (await part.boundingBox())?.y ?? 0),
  )
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(24)
  const headings = await page.getByRole('columnheader').allTextContents()
  expect(headings).not.toContain('Diperbarui')
  expect(headings).not.toContain('Reff Client')
  const whole = (await listPurchases(10)).content.filter(({ serialnumber }) => serialnumber)
  expect(whole.length).toBeGreaterThan(0)
  for (const { id, serialnumber } of whole) {
    const cell = rows.filter({ hasText: String(id) }).getByText(serialnumber, { exact: true })
    const [shown, room] = await cell.evaluate((node) => {
      const { scrollWidth, clientWidth, offsetWidth } = node as unknown as Record<'scrollWidth' | 'clientWidth' | 'offsetWidth', number>
      return [scrollWidth, clientWidth || offsetWidth] as const
    })
    expect(shown, serialnumber).toBeLessThanOrEqual(room)
  }

  const cards = page.getByRole('list', { name: 'Daftar pembelian' })
  const table = page.getByRole('table', { name: 'Daftar pembelian' })
  const bottomBar = page.getByRole('link', { name: 'Beli' })
  const deskTools = page.getByRole('button', { name: 'Atur tampilan tabel' })
  const shown = async () => Promise.all([cards, table, bottomBar, deskTools].map((part) => part.isVisible()))
  for (const [width, expected] of [
    [1250, [false, true, false, true]],
    [1249, [false, true, false, false]],
    [450, [false, true, false, false]],
    [449, [true, false, true, false]],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(shown, { message: `at ${width} px` }).toEqual(expected)
  }
  expect(await colourOf(bottomBar, 'background-color')).toBe('orange')
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
  expect(await colourOf(page.getByRole('tab', { selected: true }), 'border-bottom-color')).toBe('green')
  await page.evaluate('localStorage.clear()')
  await page.goto('/login')
  expect(await colourOf(page.getByRole('button', { name: 'Masuk' }), 'background-color')).toBe('green')
  await close()
})

test('purchases: on a slow connection placeholders reserve the space of the rows, without a layout shift', async () => {
  await order(newTarget())
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.addInitScript(`{
    window.shift = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value })
      .observe({ type: 'layout-shift', buffered: true })
  }`)
  const delayed: Request[] = []
  const released = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/(transactions|user\/balance)/, async (route) => {
    delayed.push(route.request())
    await released.promise
    await route.continue()
  })
  await page.goto('/trxpembelian')
  const placeholders = page.locator('[aria-busy=true] li')
  await placeholders.nth(4).waitFor()
  expect(delayed.length).toBeGreaterThan(0)
  released.resolve()
  await page
    .getByRole('button', { name: /SUKSES/ })
    .first()
    .waitFor()
  await page.waitForTimeout(300)
  expect(await page.evaluate('window.shift')).toBeLessThan(0.02)
  await close()
})
