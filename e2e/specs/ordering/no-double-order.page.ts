/* A purchase charges once and only on a deliberate press, despite double presses, a bad connection and a busy server. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { type App, type AppOptions, alertMessage, expectFocused, phone } from '../../fixtures/app.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
// A buyer that the other tests do not use, because this file changes its double-order guard.
const token = await lapak.signIn('pembeli2@lapak.test')

const orderPath = '/api/v1/transactions/buyer'

interface Purchase {
  id: number
  reffclient: string
  target: string
  sellprice: number
}
interface Sent {
  reffclient: string
  counter: number
}

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page) => page.getByRole('dialog')
const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const closeButton = (page: Page) => dialog(page).first().getByRole('button', { name: 'Tutup', exact: true }).first()
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const outcome = (page: Page, state = 'SUKSES') => dialog(page).getByRole('heading', { name: state }).waitFor()
const purchasesOf = async (target: string) =>
  (await lapak.call<{ content: Purchase[] }>(token, 'GET', `${orderPath}?size=-1`)).content.filter((row) => row.target === target)
const setGuard = (minutes: number) => lapak.call(token, 'PATCH', '/api/v1/user/api', { doubleguard: minutes })

const product = (page: Page, code = 'S5') => page.getByRole('button', { name: `${code} ·` })

async function choose(page: Page, target: string, code = 'S5') {
  await page
    .getByRole(page.viewportSize()?.width === phone.width ? 'link' : 'button', { name: 'Beli', exact: true })
    .first()
    .click()
  await page.getByLabel('Nomor tujuan').fill(target)
  await product(page, code).waitFor()
}

async function confirm(page: Page, target: string, code = 'S5') {
  await choose(page, target, code)
  await product(page, code).click()
}

/** Each handler answers one of the first orders; all later orders reach the server. */
const onOrders = (page: Page, ...handlers: ((route: Route) => Promise<void>)[]) =>
  page.route(`**${orderPath}`, (route) => {
    const handler = route.request().method() === 'POST' ? handlers.shift() : undefined
    return handler ? handler(route) : route.continue()
  })

/** The server receives the order, and its answer is lost. */
const losesAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

const sentBy = ({ requestsTo }: Pick<App, 'requestsTo'>) => requestsTo('POST', orderPath).map((request) => request.postDataJSON() as Sent)

/** Runs in the page, so that it presses at the moment at which the pay button appears, however busy the machine is. */
const pressWhenItAppears = (page: Page) =>
  page.evaluate(`(() => {
    const press = () => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => /^Bayar Rp/.test(textContent))
      if (!button) return
      watch.disconnect()
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      window.press = button
      button.click()
    }
    const watch = new MutationObserver(press)
    watch.observe(document.body, { childList: true, subtree: true })
  })()`)

test('purchases: a press that began before the confirmation appeared pays nothing', async () => {
  const target = newTarget()
  const { page, requestsTo, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian')
  await choose(page, target)
  await pressWhenItAppears(page)
  await product(page).click()
  await pay(page).click({ trial: true })
  expect(requestsTo('POST', orderPath)).toEqual([])
  // This press began before the button appeared.
  await page.evaluate('window.press.click()')
  await pay(page).click({ trial: true })
  expect(requestsTo('POST', orderPath)).toEqual([])

  await pay(page).click()
  await outcome(page)
  expect(await purchasesOf(target)).toHaveLength(1)
  await close()
})

test('purchases: a second Enter does not send a probable double order', async () => {
  const target = newTarget()
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian')
  await confirm(page, target)
  await pay(page).click({ trial: true })
  await expectFocused(pay(page))
  await page.keyboard.press('Enter')
  await outcome(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await confirm(page, target)
  await pay(page).click({ trial: true })
  await pay(page).focus()
  await page.keyboard.press('Enter')
  const again = page.getByRole('button', { name: 'Ya, pesan lagi' })
  await again.click({ trial: true })
  await page.keyboard.press('Enter')
  await again.waitFor()
  expect(sentBy({ requestsTo }).map(({ counter }) => counter)).toEqual([1, 1])
  expect(await purchasesOf(target)).toHaveLength(1)
  await again.click()
  await outcome(page)
  expect(sentBy({ requestsTo }).at(-1)?.counter).toBe(2)
  await close({ statuses: [409] })
})

test('purchases: leaving a sent order needs a confirmation until its answer arrives, and keeps the order', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  const answered = Promise.withResolvers<void>()
  const comesLate = async (route: Route) => {
    await answered.promise
    await route.continue()
  }
  const isLost = Promise.withResolvers<void>()
  const losesLate = async (route: Route) => {
    await isLost.promise
    await losesAnswer(route)
  }
  await onOrders(page, comesLate, losesAnswer, losesLate)
  await confirm(page, newTarget())
  await page.keyboard.press('Escape')
  await question(page).getByText('Pesanan ini belum dikirim').waitFor()
  await question(page).getByRole('button', { name: 'No' }).click()
  await question(page).waitFor({ state: 'hidden' })
  await pay(page).click()
  await closeButton(page).click()
  await question(page).getByText('Pesanan sudah dikirim').waitFor()
  await expectFocused(question(page).getByRole('button', { name: 'No' }))
  answered.resolve()
  await question(page).waitFor({ state: 'hidden' })
  await outcome(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  const target = newTarget()
  await confirm(page, target)
  await pay(page).click()
  await page.getByText('Belum ada kepastian').waitFor()
  await page.keyboard.press('Escape')
  await question(page).getByText('Pesanan mungkin sudah diterima').waitFor()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await dialog(page).first().waitFor({ state: 'hidden' })
  expect(await purchasesOf(target)).toHaveLength(1)

  const leftEarly = newTarget()
  await confirm(page, leftEarly)
  await pay(page).click()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await dialog(page).first().waitFor({ state: 'hidden' })
  isLost.resolve()
  await alertMessage(page, `untuk ${leftEarly} mungkin sudah diterima`).waitFor()
  await close()
})

test('purchases: repeating an order that got no answer needs a confirmation, after leaving and after a reload', async () => {
  await setGuard(0)
  try {
    const left = newTarget()
    const { page, requestsTo, close } = await open()
    await page.goto('/trxpembelian')
    const answered = Promise.withResolvers<void>()
    const comesLate = async (route: Route) => {
      await answered.promise
      await route.continue()
    }
    await onOrders(
      page,
      comesLate,
      (route) => route.continue(),
      (route) => route.abort(),
      (route) => route.continue(),
      losesAnswer,
    )
    await confirm(page, left)
    await pay(page).click()
    await expect.poll(() => requestsTo('POST', orderPath).length).toBe(1)
    await page.goBack()
    await question(page).getByRole('button', { name: 'Yes' }).click()
    await dialog(page).first().waitFor({ state: 'hidden' })
    await confirm(page, left)
    await page.getByText('Pesanan yang sama masih menunggu jawaban').waitFor()
    await page.getByRole('button', { name: 'Kirim ulang' }).click()
    await outcome(page)
    answered.resolve()
    expect(await purchasesOf(left)).toHaveLength(1)
    expect(new Set(sentBy({ requestsTo }).map(({ reffclient }) => reffclient)).size).toBe(1)
    await page.getByRole('button', { name: 'Tutup', exact: true }).last().click()

    const lost = newTarget()
    await confirm(page, lost)
    await pay(page).click()
    await page.getByText('Belum ada kepastian').waitFor()
    await page.goto('/trxpembelian')
    await confirm(page, lost)
    await page.getByText('Pesanan yang sama masih menunggu jawaban').waitFor()
    expect(await pay(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Pesan sebagai pesanan baru' }).click()
    await pay(page).click()
    await outcome(page)
    expect(await purchasesOf(lost)).toHaveLength(1)
    expect(new Set(sentBy({ requestsTo }).map(({ reffclient }) => reffclient)).size).toBe(3)
    await page.getByRole('button', { name: 'Tutup', exact: true }).last().click()

    // The answer was lost, but the purchase is in the list, so buying the same product for the same number again is another order.
    const taken = newTarget()
    await confirm(page, taken)
    await pay(page).click()
    await page.getByText('Belum ada kepastian').waitFor()
    await page.goto('/trxpembelian')
    await confirm(page, taken)
    await pay(page).click()
    await outcome(page)
    expect(await purchasesOf(taken)).toHaveLength(2)
    await close()
  } finally {
    await setGuard(5)
  }
})

test.each([
  [429, 'access.too_many', 'Terlalu banyak percobaan, coba lagi dalam 2 detik'],
  [503, 'system.busy', 'Sistem sedang sibuk'],
])('purchases: a resend refused with %i leaves the state of the order uncertain', async (status, code, msg) => {
  const target = newTarget()
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian')
  await onOrders(page, losesAnswer, (route) =>
    route.fulfill({ status, headers: { 'retry-after': '2' }, json: { success: false, msg, code } }),
  )
  await confirm(page, target)
  await pay(page).click()
  await page.getByText('Belum ada kepastian').waitFor()
  await page.getByRole('button', { name: 'Kirim ulang' }).click()
  await page.getByText(msg).waitFor()
  await page.getByText('Belum ada kepastian').waitFor()
  expect(await page.getByText('Pesanan tidak diterima').count()).toBe(0)
  expect(await page.getByText('Saldo tidak berubah').count()).toBe(0)
  await page.getByRole('button', { name: 'Kirim ulang' }).click()
  await outcome(page)
  expect(new Set(sentBy({ requestsTo }).map(({ reffclient }) => reffclient)).size).toBe(1)
  expect(await purchasesOf(target)).toHaveLength(1)
  await close({ statuses: [status] })
})

test('purchases: the balance after payment is shown once, even if the balance already includes the payment', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  const { balance } = await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')
  const rupiah = (money: number) => `Rp ${String(money).replace(/\B(?=(\d{3})+$)/g, '.')}`
  const answered = Promise.withResolvers<void>()
  await onOrders(page, async (route) => {
    const answer = await route.fetch()
    await answered.promise
    await route.fulfill({ response: answer })
  })
  const target = newTarget()
  await page.getByRole('banner').getByText(rupiah(balance), { exact: true }).waitFor()
  await confirm(page, target)
  await pay(page).waitFor()
  const price = Number((await pay(page).textContent())?.replace(/\D/g, ''))
  const left = dialog(page).getByText(rupiah(balance - price), { exact: true })
  const twice = dialog(page).getByText(rupiah(balance - 2 * price), { exact: true })
  await left.waitFor()
  await pay(page).click()
  await page
    .getByRole('banner')
    .getByText(rupiah(balance - price), { exact: true })
    .waitFor()
  expect(await twice.count()).toBe(0)
  answered.resolve()
  await outcome(page)
  await close()
})
