/* Tests of buying that need a browser: the printed receipt, and dragging with the mouse. */
import { expect, test } from 'vitest'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

test('receipts: a receipt is 58 or 80 mm wide, and nothing else is printed', async () => {
  const order = { productcode: 'S5', target: newTarget(), reffclient: `RECEIPT-${Date.now()}` }
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/transactions/buyer', order)
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto(`/trxpembelian?trx=${id}`)
  await page.getByRole('button', { name: 'Struk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Struk' })
  const paper = dialog.getByRole('article', { name: 'Struk' })
  await dialog.getByLabel('Catatan kaki').fill('Simpan struk ini')
  for (const [label, width] of [
    ['58 mm', 58],
    ['80 mm', 80],
  ] as const) {
    await dialog.getByText(label, { exact: true }).click()
    await expect.poll(async () => Math.round((((await paper.boundingBox())?.width ?? 0) * 25.4) / 96)).toBe(width)
  }
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('body > div > article')
  await printed.waitFor()
  expect(await printed.textContent()).toContain('Simpan struk ini')
  expect(await page.getByRole('heading', { name: 'Transaksi' }).isVisible()).toBe(false)
  expect(await dialog.isVisible()).toBe(false)
  const rolls = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/MediaBox \[0 0 ([\d.]+)/)
  expect(Math.round((Number(rolls?.[1]) * 25.4) / 72)).toBe(80)
  await close()
})

test('buying list: the sellers of a product are reordered by dragging', async () => {
  const code = 'GPLAY50'
  const sellers = async () =>
    (await lapak.call<{ steps: { sellername: string }[] }>(token, 'GET', `/api/v1/product/route/${code}`)).steps.map(
      ({ sellername }) => sellername,
    )
  const [first, second, third] = await sellers()
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto(`/trxpembelian?tab=produk&rute=${code}`)
  const steps = page.getByRole('dialog').getByRole('list', { name: 'Rute pesanan' }).getByRole('listitem')
  await steps.nth(2).waitFor()
  const boxes = await Promise.all([0, 2].map((row) => steps.nth(row).locator('[title="Tarik untuk mengurutkan"]').boundingBox()))
  const [top, bottom] = boxes.map((box) => ({ x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + 20 }))
  if (!top || !bottom) throw new Error('nothing to pull')
  await page.mouse.move(top.x, top.y)
  await page.mouse.down()
  await page.mouse.move(top.x, (top.y + bottom.y) / 2, { steps: 4 })
  await page.mouse.move(bottom.x, bottom.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(sellers).toEqual([second, third, first])
  await expect.poll(async () => (await steps.getByRole('link').allTextContents())[2]).toContain(first?.slice(0, 12))
  await close()
})
