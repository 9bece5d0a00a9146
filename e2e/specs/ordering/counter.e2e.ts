/* Tests of the counter that need a browser: a cashier's key presses up to the receipt, and the visible part of a small phone. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, desktop, expectFocused, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const orderPath = '/api/v1/transactions/buyer'
/** The visible part of a phone while its keyboard is open. */
const keyboardOpen = { width: 360, height: 380 }
/** A number with the usual length of twelve digits; nothing is ordered for it. */
const typed = '081271507777'

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page) => page.getByRole('dialog').first()
const targetField = (page: Page) => page.getByRole('main').getByLabel('Nomor tujuan')
const dialogField = (page: Page) => dialog(page).getByLabel('Nomor tujuan')
const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const product = (page: Page | Locator, code: string) => page.getByRole('button', { name: `${code} ·` })
const outcome = (page: Page) => dialog(page).getByRole('heading', { name: 'SUKSES' }).waitFor()
const isGone = (page: Page) => dialog(page).waitFor({ state: 'hidden' })
const purchasesOf = async (target: string) =>
  (await lapak.call<{ content: { productcode: string; target: string }[] }>(token, 'GET', `${orderPath}?size=-1`)).content.filter(
    (row) => row.target === target,
  )

function counted(page: Page) {
  let presses = 0
  return {
    tap: (element: Locator) => {
      presses += 1
      return element.click()
    },
    key: (name: string) => {
      presses += 1
      return page.keyboard.press(name)
    },
    presses: () => presses,
  }
}

/** The pay button ignores a press that began before it appeared. */
const readyToPay = (page: Page) => pay(page).click({ trial: true })

async function tabTo(page: Page, element: Locator) {
  for (let presses = 0; presses < 10; presses++) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((node) => node.matches(':focus'))) return
  }
  throw new Error(`Tab does not reach ${element}`)
}

test('counter: a desktop needs a number and two Enters to buy, and one Tab to the receipt; a phone needs a number and two taps', async () => {
  const [first, second, third] = [newTarget(), newTarget(), newTarget()]
  const { page, close } = await open({ viewport: desktop })
  const { tap, key, presses } = counted(page)
  await page.goto('/home')
  await expectFocused(targetField(page))
  await page.keyboard.type(first)
  await key('Enter')
  await readyToPay(page)
  await expectFocused(pay(page))
  await key('Enter')
  await outcome(page)
  expect(presses()).toBe(2)
  expect(await purchasesOf(first)).toHaveLength(1)

  const again = page.getByRole('button', { name: 'Beli lagi', exact: true })
  await expectFocused(again)
  await again.click({ trial: true })
  await key('Enter')
  await expectFocused(dialogField(page))
  await page.keyboard.type(second)
  await product(dialog(page), 'S10').waitFor()
  await key('ArrowDown')
  await key('ArrowDown')
  await key('ArrowUp')
  await key('Enter')
  await dialog(page).getByText('Telkomsel 10.000', { exact: true }).waitFor()
  await readyToPay(page)
  await key('Enter')
  await outcome(page)
  expect(await purchasesOf(second)).toMatchObject([{ productcode: 'S10' }])
  await expectFocused(again)
  await tabTo(page, page.getByRole('button', { name: 'Struk' }))
  await page.keyboard.press('Enter')
  const receipt = page.getByRole('dialog', { name: 'Struk' })
  await receipt.getByRole('article').getByText('Telkomsel 10.000').waitFor()
  await page.keyboard.press('Escape')
  await receipt.waitFor({ state: 'hidden' })
  await expectFocused(page.getByRole('button', { name: 'Struk' }))
  await page.keyboard.press('Escape')
  await isGone(page)
  await expectFocused(targetField(page))

  await page.setViewportSize(phone)
  const before = presses()
  await page.keyboard.type(third)
  await tap(product(page, 'S10'))
  await readyToPay(page)
  await tap(pay(page))
  await outcome(page)
  expect(presses() - before).toBe(2)
  expect(await purchasesOf(third)).toMatchObject([{ productcode: 'S10' }])
  await tap(page.getByRole('button', { name: 'Struk' }))
  await receipt.getByRole('article').getByText('Telkomsel 10.000').waitFor()
  await close()
})

const cutOffOperator = `(() => {
  const shown = [...document.querySelectorAll('[role=status]')].find((one) => one.textContent.includes('Telkomsel'))
  const words = document.createRange()
  words.selectNodeContents(shown)
  return shown.getBoundingClientRect().left - words.getBoundingClientRect().left
})()`

test('counter: number, operator, three products and the pay button are visible on small phones and above a keyboard', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/home')
  const cutOff = () =>
    targetField(page).evaluate((node: { scrollWidth: number; clientWidth: number }) => node.scrollWidth - node.clientWidth)
  const isInSight = async (element: Locator) => {
    const box = await element.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)
  }
  await targetField(page).fill(typed)
  const name = product(page, 'STROPEN').getByText('Telkomsel Pulsa Transfer Nominal Bebas', { exact: true })
  // The product name has at most three lines, and no line has a single word.
  await expect.poll(async () => (await name.boundingBox())?.height).toBeLessThan(80)
  for (const viewport of [phone, { width: 320, height: 640 }, keyboardOpen]) {
    await page.setViewportSize(viewport)
    await targetField(page).fill(`S10 ${typed}`)
    await page.getByRole('status').getByText('Telkomsel').waitFor()
    await expect.poll(cutOff, { message: `px of the number that are not seen at ${viewport.width} px` }).toBe(0)
    // Above a keyboard there is only room for the operator's logo.
    if (viewport.height > 480) expect(await page.evaluate(cutOffOperator), 'px of the operator that are not seen').toBeLessThan(1)
  }
  await targetField(page).fill(typed)
  for (const code of ['S5', 'S10', 'S15']) {
    await product(page, code).waitFor()
    // The bottom bar makes room.
    await expect.poll(() => isInSight(product(page, code)), { message: `${code} on the home page` }).toBe(true)
  }

  await page.goto('/trxpembelian?beli=1')
  for (const number of ['0812', typed]) {
    await dialogField(page).fill(number)
    for (const code of ['S5', 'S10', 'S15']) {
      await product(page, code).waitFor()
      expect(await isInSight(product(page, code)), `${code} after ${number}`).toBe(true)
    }
  }
  await product(page, 'S10').click()
  await readyToPay(page)
  expect(await isInSight(pay(page))).toBe(true)
  const box = await pay(page).boundingBox()
  expect(keyboardOpen.height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(24)
  await close()
})

test('counter: in a list on a phone, the button that repeats a probable double order is below the reason', async () => {
  const target = newTarget()
  const { page, close } = await open({ viewport: phone })
  await lapak.call(token, 'POST', orderPath, { productcode: 'S5', target, reffclient: `DOUBLE-${target}` })
  await page.goto('/trxpembelian?beli=1')
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await dialog(page).getByRole('textbox', { name: 'Daftar nomor' }).fill(`S5 ${target}`)
  await page.getByRole('button', { name: 'Lanjut dengan 1 pesanan' }).click()
  await page.getByRole('button', { name: /^Bayar 1 pesanan/ }).click()
  const reason = await page
    .getByRole('table', { name: 'Pesanan' })
    .getByRole('row')
    .getByText(/Tidak dipesan.*ganda/)
    .boundingBox()
  const again = await page.getByRole('button', { name: `Ya, pesan lagi untuk ${target}` }).boundingBox()
  expect(again?.y).toBeGreaterThanOrEqual((reason?.y ?? 0) + (reason?.height ?? 0))
  await close({ statuses: [409] })
})
