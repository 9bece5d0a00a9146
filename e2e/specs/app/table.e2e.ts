/* The layout and scrolling of the table of every list. */
import { expect, test } from 'vitest'
import { desktop, phone } from '../../fixtures/app.ts'
import { colourOf, openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

test('table: the bulk action bar does not move rows, and the column with the name of a row stays visible', async () => {
  for (const nth of [1, 2, 3, 4, 5, 6])
    await lapak.call(token, 'POST', '/api/v1/transactions/buyer', {
      productcode: 'S5',
      target: newTarget(),
      reffclient: `TATA-LETAK-${Date.now()}-${nth}`,
    })
  const { page, close } = await openApp(lapak, { as: token })
  const first = page.getByRole('checkbox', { name: /^Pilih .* dari / }).first()
  const placeOfFirst = () =>
    page.evaluate(`document.querySelector('[aria-label^="Pilih "][aria-label*=" dari "]').getBoundingClientRect().y + scrollY`)
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await page.goto('/trxpembelian?tab=produk')
    await first.waitFor()
    const before = await placeOfFirst()
    await first.check()
    await page.getByRole('region', { name: 'Tindakan untuk yang dipilih' }).getByText('1 dipilih').waitFor()
    expect(await placeOfFirst(), `${viewport.width} px`).toBe(before)
  }

  await page.setViewportSize({ width: 900, height: 900 })
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(6).waitFor()
  await page.setViewportSize({ width: 560, height: 600 })
  const name = page.getByRole('button', { name: /^Detail transaksi/ }).first()
  expect(await colourOf(name, 'color'), 'it looks like the link that it is').toBe('green')
  const head = page.getByRole('columnheader').first()
  const before = await name.boundingBox()
  // Scrolls by a whole row, because only a small part of a row that the header half covers would stay visible.
  const row = await page.getByRole('row').nth(1).boundingBox()
  await page.getByRole('table').evaluate((node, height) => {
    const { parentElement } = node as unknown as { parentElement: { scrollLeft: number; scrollTop: number } }
    Object.assign(parentElement, { scrollLeft: 150, scrollTop: height })
  }, row?.height)
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(before?.x)
  expect((await head.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
  await close()
})

test('table: a list of over two hundred rows renders only the rows near the window, and scrolling reaches the last row [B-CONST-15]', async () => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const { totalElements } = await lapak.call<{ totalElements: number }>(seller, 'GET', '/api/v1/seller/product?size=1')
  expect(totalElements).toBeGreaterThan(200)
  const { page, close } = await openApp(lapak, { as: seller })
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport)
    await page.goto('/penjualan?tab=produk&size=-1')
    const rows = viewport === phone ? page.locator('li[data-index]') : page.locator('tbody[data-index]')
    await rows.first().waitFor()
    const places = () => rows.evaluateAll((rendered) => rendered.map((row) => Number(row.getAttribute('data-index'))))
    const seen = new Set(await places())
    expect(seen).toContain(0)
    // Scrolls in steps smaller than the rendered part, so that no row is skipped. The table never renders all rows together.
    const scroll = viewport === phone ? 'scrollBy(0, 500)' : `document.querySelector('table').parentElement.scrollBy(0, 400)`
    for (let steps = 0; !seen.has(totalElements - 1) && steps < 200; steps++) {
      await page.evaluate(scroll)
      const before = Math.max(...seen)
      let rendered: number[] = []
      const goesOn = async () => {
        rendered = await places()
        return Math.max(...rendered)
      }
      await expect.poll(goesOn).toBeGreaterThan(before)
      expect(rendered.length).toBeLessThan(60)
      for (const place of rendered) seen.add(place)
    }
    expect(seen.size).toBe(totalElements)
    expect(await page.locator(`[data-index="${totalElements - 1}"]`).isVisible()).toBe(true)
    if (viewport === desktop) expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(totalElements + 1))
  }
  await close()
})
