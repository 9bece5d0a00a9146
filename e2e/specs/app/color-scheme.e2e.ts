import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, desktop, fillLogin, phone } from '../../fixtures/app.ts'
import { colourOf, openApp, styleOf } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const background = 'getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)'
const scheme = 'getComputedStyle(document.documentElement).colorScheme'

const members = [
  '/home',
  '/product',
  '/trxpembelian',
  '/trxpembelian?tab=produk',
  '/supplier',
  '/feeds',
  '/histori',
  '/tambahsaldo',
  '/profile',
]
const sellers = ['/penjualan', '/penjualan?tab=produk', '/penjualan?tab=setting']
const administrators = ['/admdashboard', '/trxadm', '/usermanagement', '/admin/kiriman', '/admin/pengaturan']

for (const [who, paths, viewport] of [
  [buyer, members, phone],
  ['penjual@lapak.test', sellers, phone],
  ['admin@lapak.test', administrators, desktop],
] as const)
  test(`in the dark scheme, all pages of ${who} have a dark background`, async () => {
    const { page, close } = await openApp(lapak, { as: await lapak.signIn(who), viewport, colorScheme: 'dark' })
    for (const path of paths) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(scheme), path).toBe('dark')
      expect(Math.max(...(await page.evaluate<number[]>(background))), path).toBeLessThan(64)
    }
    await close()
  })

test('the page follows the system when it changes between the light and the dark scheme', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone, colorScheme: 'light' })
  await page.goto('/login')
  const act = page.getByRole('button', { name: 'Masuk' })
  await act.waitFor()
  expect(await page.evaluate(scheme)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(scheme)).toBe('dark')
  expect(await colourOf(act, 'background-color')).toBe('green')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => page.evaluate(scheme)).toBe('light')
  await close()
})

test('messages: the message of a refused sign-in is red [B-ERR-02]', async () => {
  const { page, close } = await openApp(lapak)
  await page.goto('/login')
  await fillLogin(page, 'nobody@lapak.test')
  await page.getByRole('button', { name: 'Masuk' }).click()
  const refusal = alertMessage(page, 'Email atau password salah')
  await refusal.waitFor()
  expect(await colourOf(refusal, 'background-color')).toBe('red')
  await close({ statuses: [400] })
})

test('forced colours: the state of a switch and the selected tab are visible', async () => {
  const { page, close } = await openApp(lapak, {
    as: await lapak.signIn('penjual@lapak.test'),
    viewport: phone,
    forcedColors: 'active',
  })
  await page.goto('/penjualan')
  const toggle = page.getByRole('switch').first()
  await toggle.waitFor()
  const body = page.locator('body')
  expect(await styleOf(toggle.locator('+ *'), 'background-color'), 'what is on').not.toBe(await styleOf(body, 'background-color'))
  const edge = (tab: { selected: boolean }) => styleOf(page.getByRole('tab', tab).first(), 'border-bottom-color')
  expect(await edge({ selected: true })).not.toBe(await edge({ selected: false }))
  await close()
})

test('forced colours: the link to the current page and the product that Enter selects have an outline', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(buyer), viewport: desktop, forcedColors: 'active' })
  await page.goto('/home')
  const ring = (element: Locator) => styleOf(element, 'outline-style')
  const toolbar = page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true })
  expect(await ring(toolbar.getByRole('link', { name: 'Lobby' }))).toBe('solid')
  expect(await ring(toolbar.getByRole('link', { name: 'Produk' }))).toBe('none')
  await page.getByRole('main').getByLabel('Nomor tujuan').fill('081234567890')
  const products = page.getByRole('list', { name: 'Produk', exact: true }).getByRole('button')
  await products.first().waitFor()
  await expect.poll(async () => (await Promise.all((await products.all()).map(ring))).filter((style) => style === 'solid').length).toBe(1)
  await close()
})
