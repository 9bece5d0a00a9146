import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, phone, queryOf } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
// A buyer that the other tests of this Lapak do not use, because its list loses products here.
const token = await lapak.signIn('pembeli3@lapak.test')

interface Mapping {
  id: number
  status: 0 | 1
}
const mappings = () => lapak.call<{ content: Mapping[] }>(token, 'GET', '/api/v1/product/mappings?size=-1')
const statusOf = async (id: number) => (await mappings()).content.find((row) => row.id === id)?.status

const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })

test('buying list: a product is switched off and deleted only after Yes [B-STATE-12, B-STATE-13, B-STATE-14, B-STATE-15, B-LAY-11, B-MSG-07, B-MSG-09]', async () => {
  const [first] = (await mappings()).content
  if (!first) throw new Error('the demo buyer has an empty list')
  const { page, requestsTo, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/trxpembelian?tab=produk')
  const toggle = page.getByRole('switch').first()
  const press = () => toggle.click()
  await page.getByText('Aktif', { exact: true }).first().waitFor()

  await press()
  await question(page).getByRole('button', { name: 'No' }).click()
  await question(page).waitFor({ state: 'hidden' })
  expect([await toggle.isChecked(), await statusOf(first.id)]).toEqual([true, 1])

  await press()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Update Product Suplier Ok!').waitFor()
  await page.getByText('Non Aktif', { exact: true }).waitFor()
  expect([await toggle.isChecked(), await statusOf(first.id)]).toEqual([false, 0])

  await press()
  await question(page).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Non Aktif', { exact: true }).waitFor({ state: 'hidden' })
  expect(await statusOf(first.id)).toBe(1)

  const remove = page.getByRole('button', { name: /^Hapus / }).first()
  for (const no of [() => page.keyboard.press('Escape'), () => question(page).getByRole('button', { name: 'No' }).click()]) {
    await remove.click()
    await question(page).waitFor()
    await no()
    await question(page).waitFor({ state: 'hidden' })
  }
  expect(requestsTo('DELETE', `/api/v1/product/mapping/${first.id}`)).toEqual([])
  await remove.click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()
  expect(await statusOf(first.id)).toBeUndefined()
  await close()
})

test('messages: the message of an unsuccessful answer is its msg, message, error_description or status [B-ERR-04, B-ERR-05, A-MSG-01]', async () => {
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/trxpembelian?tab=produk')
  await page.getByRole('row').nth(1).waitFor()
  const bodies = [
    [{ msg: 'dari msg', message: 'dari message', error_description: 'dari error_description' }, 'dari msg'],
    [{ message: 'dari message', error_description: 'dari error_description' }, 'dari message'],
    [{ error_description: 'dari error_description' }, 'dari error_description'],
    [{}, 'Unprocessable'],
  ] as const
  for (const [body, text] of bodies) {
    await page.route('**/api/v1/product/mapping/**', (route) => route.fulfill({ status: 422, json: { success: false, ...body } }))
    await page.getByRole('switch', { checked: true }).first().click()
    await question(page).getByRole('button', { name: 'Yes' }).click()
    const shown = alertMessage(page, text)
    await shown.waitFor()
    await shown.getByRole('button', { name: 'Tutup pesan' }).click()
    await page.unroute('**/api/v1/product/mapping/**')
  }
  // `success: false` is a failure even with status 200.
  await page.route('**/api/v1/product/mapping/**', (route) => route.fulfill({ status: 200, json: { success: false, msg: 'tetap gagal' } }))
  await page.getByRole('switch', { checked: true }).first().click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'tetap gagal').waitFor()
  await close({ statuses: [422] })
})

test('buying list: shows further pages, all rows on one page, and a search without results', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/trxpembelian?tab=produk')
  const pages = page.getByRole('button', { name: /^Halaman \d+$/ })
  await pages.last().click()
  await page.waitForURL(/page=\d+/)
  const number = Number(new URL(page.url()).searchParams.get('page'))
  await expect
    .poll(() => new URL(requestsTo('GET', '/api/v1/product/mappings').at(-1)?.url() ?? '').searchParams.get('page'))
    .toBe(String(number - 1))
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  await page.goto('/trxpembelian?tab=produk&size=-1')
  await expect.poll(() => queryOf(requestsTo('GET', '/api/v1/product/mappings').at(-1))).toMatchObject({ size: '10000', page: '0' })
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('searchbox').fill('tidak ada yang begini')
  await page.getByText('Tidak ada yang cocok').waitFor()
  await page.getByRole('button', { name: 'Hapus pencarian' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await close()
})

test('buying list: the route of a bill shows that its price is added to the bill', async () => {
  const { token: newcomer } = await completeMember(lapak)
  const { content } = await lapak.call<{ content: { sellerid: number; sellername: string }[] }>(newcomer, 'GET', '/api/v1/supplier?size=50')
  for (const { sellerid, sellername } of content)
    if (sellername === 'Deli Multi Payment') await lapak.call(newcomer, 'POST', `/api/v1/product/mapping/seller/${sellerid}`)
  const { page, close } = await openApp(lapak, { as: newcomer })
  await page.goto('/trxpembelian?tab=produk&rute=TRANSVISION')
  const step = page.getByRole('dialog', { name: 'Rute TRANSVISION' }).getByRole('listitem').filter({ hasText: 'Deli Multi Payment' })
  await step.getByText(/^Tagihan\s\+ Rp/).waitFor()
  await close()
})

test('buying list: the review of an account shows the newest entries, removes one and leads to the whole list', async () => {
  const newestFirst = async () =>
    (
      await lapak.call<{ content: (Mapping & { productcode: string; sellername: string })[] }>(
        token,
        'GET',
        '/api/v1/product/mappings?size=-1&sort=id,DESC',
      )
    ).content
  const [newest, ...others] = await newestFirst()
  if (!newest) throw new Error('the demo buyer has an empty list')
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/periksaakun')
  const section = page.getByRole('region', { name: 'Daftar produk' })
  await section.getByRole('link', { name: `Lihat semua ${others.length + 1} produk` }).waitFor()
  const removeFirst = section.getByRole('button', { name: /^Hapus / }).first()
  expect(await removeFirst.getAttribute('aria-label')).toBe(`Hapus ${newest.productcode} dari ${newest.sellername}`)
  await removeFirst.click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()
  await section.getByRole('link', { name: `Lihat semua ${others.length} produk` }).click()
  await page.waitForURL('**/trxpembelian?tab=produk')
  await page.getByRole('switch').first().waitFor()
  expect((await newestFirst()).map(({ id }) => id)).toEqual(others.map(({ id }) => id))
  await close()
})
