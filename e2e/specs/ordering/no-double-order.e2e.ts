/* Tests against double orders that need a browser: a key that is held down, and two tabs. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn('pembeli2@lapak.test')

const orderPath = '/api/v1/transactions/buyer'

const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const product = (page: Page) => page.getByRole('button', { name: 'S5 ·' })
const outcome = (page: Page) => page.getByRole('dialog').getByRole('heading', { name: 'SUKSES' }).waitFor()
const purchasesOf = async (target: string) =>
  (await lapak.call<{ content: { target: string }[] }>(token, 'GET', `${orderPath}?size=-1`)).content.filter((row) => row.target === target)

async function choose(page: Page, target: string) {
  await page.goto('/trxpembelian')
  await page.getByRole('button', { name: 'Beli', exact: true }).first().click()
  await page.getByLabel('Nomor tujuan').fill(target)
}

test('purchases: Enter pays nothing while it is held down, and an order already sent by another tab needs a confirmation', async () => {
  const [first, second] = [newTarget(), newTarget()]
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await choose(page, first)
  await product(page).focus()
  await page.keyboard.down('Enter')
  await pay(page).waitFor()
  // The browser marks the events of a key that is held down as repeated. This key is held down until the button accepts presses, and longer.
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
  await pay(page).click({ trial: true })
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(requestsTo('POST', orderPath)).toEqual([])
  await page.keyboard.press('Enter')
  await outcome(page)
  expect(await purchasesOf(first)).toHaveLength(1)

  const other = await page.context().newPage()
  await other.route(`**${orderPath}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  for (const tab of [page, other]) {
    await choose(tab, second)
    await product(tab).click()
  }
  await pay(other).click()
  await other.getByText('Belum ada kepastian').waitFor()
  await pay(page).click()
  await page.getByText('Pesanan yang sama masih menunggu jawaban').waitFor()
  expect(requestsTo('POST', orderPath)).toHaveLength(1)
  await page.getByRole('button', { name: 'Pesan sebagai pesanan baru' }).click()
  await pay(page).click()
  await outcome(page)
  expect(await purchasesOf(second)).toHaveLength(1)
  await close()
})
