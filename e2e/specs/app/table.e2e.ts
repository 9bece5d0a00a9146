/* What the one table can do beside filters and pages, on the screens that use it. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, message, phone, queryOf } from '../../fixtures/app.ts'
import { colourOf, openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)
// Not the buyer whom the other walks of this Lapak buy as: here products are switched off for a while.
const lister = await lapak.signIn('pembeli3@lapak.test')

const tablet = { width: 900, height: 900 }

const logPath = '/api/v1/user/api/callbacks'
const mappings = () => lapak.call<{ content: { id: number; status: 0 | 1 }[] }>(lister, 'GET', '/api/v1/product/mappings?size=-1')
const order = (reffclient: string) =>
  lapak.call(token, 'POST', '/api/v1/transactions/buyer', {
    productcode: 'S5',
    target: `0812${String(Date.now()).slice(-8)}`,
    reffclient,
  })
const choices = (page: Page) => page.getByRole('checkbox', { name: /^Pilih .* dari / })
const bar = (page: Page) => page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
const answer = (page: Page, word: 'Yes' | 'No') =>
  page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: word, exact: true }).click()

test.each([phone, desk])(
  'several products of the list are switched off, and what fails says which and why, at $width px',
  async (viewport) => {
    const { page, requestsTo, look, close } = await openApp(lapak, { as: lister, viewport })
    await page.goto('/trxpembelian?tab=produk')
    await choices(page).nth(2).waitFor()
    const placeOfFirst = () =>
      page.evaluate(`document.querySelector('[aria-label^="Pilih "][aria-label*=" dari "]').getBoundingClientRect().y + scrollY`)
    const before = await placeOfFirst()
    // By keyboard: a box is an ordinary box.
    await choices(page).first().focus()
    await page.keyboard.press('Space')
    await choices(page).nth(1).check()
    await choices(page).nth(2).check()
    await bar(page).getByText('3 dipilih').waitFor()
    expect(await placeOfFirst(), 'no row moves when the bar comes').toBe(before)
    await look('three chosen rows')

    const paths: string[] = []
    await page.route('**/api/v1/product/mapping/*/0', (route) => {
      paths.push(new URL(route.request().url()).pathname)
      return paths.length === 2 ? route.fulfill({ status: 422, json: { success: false, msg: 'Belum bisa sekarang' } }) : route.continue()
    })
    await bar(page).getByRole('button', { name: 'Nonaktifkan' }).click()
    await answer(page, 'No')
    expect(paths).toEqual([])
    await bar(page).getByRole('button', { name: 'Nonaktifkan' }).click()
    await answer(page, 'Yes')
    await message(page, '2 produk nonaktif').waitFor()
    const failures = page.getByRole('alert').filter({ hasText: 'sebagian belum berhasil' })
    await expect
      .poll(() => failures.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/ dari .+: Belum bisa sekarang$/)])
    expect(paths).toHaveLength(3)
    expect((await mappings()).content.filter(({ status }) => status === 0)).toHaveLength(2)
    // The one that failed is still chosen, for another try.
    await bar(page).getByText('1 dipilih').waitFor()
    await look('a row that failed')
    await page.unroute('**/api/v1/product/mapping/*/0')

    await page.getByRole('checkbox', { name: 'Pilih semua di halaman ini' }).check()
    await bar(page)
      .getByText(/^(\d+) dipilih$/)
      .waitFor()
    const wanted = await choices(page).count()
    await bar(page).getByRole('button', { name: 'Aktifkan', exact: true }).click()
    await answer(page, 'Yes')
    await message(page, `${wanted} produk aktif`).waitFor()
    await bar(page).waitFor({ state: 'detached' })
    await failures.waitFor({ state: 'detached' })
    expect((await mappings()).content.filter(({ status }) => status === 0)).toEqual([])
    expect(requestsTo('PATCH', paths[0] ?? '')).toHaveLength(1)
    // The bar went with the focus in it; the list has it now.
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Produk ke suplier')
    await close({ statuses: [422] })
  },
)

test('rows that come too quickly for the server wait as long as it says, and are done', async () => {
  const { page, close } = await openApp(lapak, { as: lister })
  await page.goto('/trxpembelian?tab=produk')
  await choices(page).nth(2).waitFor()
  for (const place of [0, 1, 2]) await choices(page).nth(place).check()
  const tries: number[] = []
  await page.route('**/api/v1/product/mapping/*/1', (route) => {
    tries.push(Date.now())
    if (tries.length !== 2) return route.continue()
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { success: false, msg: 'Terlalu banyak permintaan' } })
  })
  await bar(page).getByRole('button', { name: 'Aktifkan', exact: true }).click()
  await answer(page, 'Yes')
  await message(page, '3 produk aktif').waitFor()
  expect(tries).toHaveLength(4)
  expect((tries[2] ?? 0) - (tries[1] ?? 0)).toBeGreaterThanOrEqual(900)
  await close({ statuses: [429] })
})

test('without an answer the rows that are left are not tried, and are named', async () => {
  const { page, close } = await openApp(lapak, { as: lister })
  await page.goto('/trxpembelian?tab=produk')
  await choices(page).nth(2).waitFor()
  for (const place of [0, 1, 2]) await choices(page).nth(place).check()
  let tries = 0
  await page.route('**/api/v1/product/mapping/*', (route) => {
    tries += 1
    return route.abort()
  })
  await page.route('**/api/v1/product/mappings?*', async (route) => {
    await new Promise((done) => setTimeout(done, 3_000))
    await route.continue()
  })
  await bar(page).getByRole('button', { name: 'Hapus' }).click()
  await answer(page, 'Yes')
  await page.getByText('2 lainnya belum dicoba.').waitFor()
  const listed = page.waitForResponse('**/api/v1/product/mappings?*')
  expect(tries).toBe(1)
  await bar(page).getByText('3 dipilih').waitFor()
  await bar(page).getByRole('button', { name: 'Batalkan pilihan' }).click()
  await bar(page).waitFor({ state: 'detached' })
  // The list that was read meanwhile chooses nothing again.
  await listed
  await page.waitForTimeout(300)
  expect(await bar(page).count()).toBe(0)
  expect(await choices(page).first().isChecked()).toBe(false)
  await close()
})

test.each([phone, desk])('a callback unfolds its tries below it, and several are sent again, at $width px', async (viewport) => {
  const reffclient = `TABEL-${Date.now()}`
  await order(reffclient)
  const sent = async () => {
    const { content } = await lapak.call<{ content: { id: number; state: string }[] }>(token, 'GET', `${logPath}?search=${reffclient}`)
    return content[0]
  }
  await expect.poll(sent, { timeout: 30_000 }).toMatchObject({ state: 'delivered' })
  const id = (await sent())?.id
  const { page, requestsTo, look, close } = await openApp(lapak, { as: token, viewport })
  await page.goto(`/profile?tab=api&search=${reffclient}`)
  const unfold = page.getByRole('button', { name: /^Percobaan callback/ })
  // How long it took stands with each try only, what was answered last in the folded row too.
  const tries = page.getByText(/ · \d+ ms$/)
  await unfold.click()
  expect(await unfold.getAttribute('aria-expanded')).toBe('true')
  await tries.waitFor()
  await look('an unfolded callback')
  await unfold.click()
  await tries.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count(), 'unfolding does not open the row').toBe(0)

  await page.getByRole('checkbox', { name: /^Pilih callback/ }).check()
  await bar(page).getByRole('button', { name: 'Kirim ulang' }).click()
  await answer(page, 'Yes')
  await message(page, '1 callback dikirim ulang').waitFor()
  expect(requestsTo('POST', `${logPath}/${id}/redeliver`)).toHaveLength(1)
  await close()
})

test('sums stand under the rows, and what names a row stays in sight beside what is scrolled', async () => {
  for (const place of [1, 2, 3, 4, 5, 6]) await order(`JUMLAH-${Date.now()}-${place}`)
  const { page, look, close } = await openApp(lapak, { as: token, viewport: tablet })
  await page.goto('/trxpembelian')
  const total = page.getByRole('row').filter({ hasText: 'Halaman ini' })
  const { data } = (await (
    await page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/transactions/buyer')
  ).json()) as { data: { content: { sellprice: number; transactionrc: number }[] } }
  const paid = data.content.reduce((sum, { sellprice, transactionrc }) => (transactionrc === 2 ? sum : sum + sellprice), 0)
  await total.getByText(`Rp ${paid.toLocaleString('id-ID')}`).waitFor()

  await page.setViewportSize({ width: 560, height: 600 })
  const name = page.getByRole('button', { name: /^Detail transaksi/ }).first()
  expect(await colourOf(name, 'color'), 'it looks like the link that it is').toBe('green')
  const head = page.getByRole('columnheader').first()
  const before = await name.boundingBox()
  const table = page.getByRole('table')
  // By a whole row: of one that is half under the head the rest is small.
  const row = await page.getByRole('row').nth(1).boundingBox()
  await table.evaluate((node, height) => {
    const { parentElement } = node as unknown as { parentElement: { scrollLeft: number; scrollTop: number } }
    Object.assign(parentElement, { scrollLeft: 150, scrollTop: height })
  }, row?.height)
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(before?.x)
  expect((await head.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
  await look('a table that is scrolled sideways')
  await close()
})

test.each([phone, desk])('of more than two hundred rows only those near the window are built, at $width px', async (viewport) => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const { totalElements } = await lapak.call<{ totalElements: number }>(seller, 'GET', '/api/v1/seller/product?size=1')
  expect(totalElements).toBeGreaterThan(200)
  const { page, look, close } = await openApp(lapak, { as: seller, viewport })
  await page.goto('/penjualan?tab=produk&size=-1')
  const rows = viewport === phone ? page.locator('li[data-index]') : page.locator('tbody[data-index]')
  await rows.first().waitFor()
  await look('a long list')
  const places = () => rows.evaluateAll((built) => built.map((row) => Number(row.getAttribute('data-index'))))
  const seen = new Set(await places())
  expect(seen).toContain(0)
  // In steps of less than what is built; nothing is left out on the way, and never is all of it there.
  const scroll = viewport === phone ? 'scrollBy(0, 500)' : `document.querySelector('table').parentElement.scrollBy(0, 400)`
  for (let steps = 0; !seen.has(totalElements - 1) && steps < 200; steps++) {
    await page.evaluate(scroll)
    await page.waitForTimeout(30)
    const built = await places()
    expect(built.length).toBeLessThan(60)
    for (const place of built) seen.add(place)
  }
  expect(seen.size).toBe(totalElements)
  if (viewport === desk) expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(totalElements + 1))
  await close()
})

test('an address with wrong parts opens the page, and loses them', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/trxpembelian?tab=lain&page=0&size=10&sort=hapus&awal=2026-02-30&statustrx=9&search=0812')
  await page.getByRole('table', { name: 'Daftar pembelian' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?search=0812')

  // Which sorts there are only the list's call knows; one that was remembered may be gone.
  await page.evaluate("localStorage.setItem('lapak.sort.purchases', 'hapus,ASC')")
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  expect(queryOf(requestsTo('GET', '/api/v1/transactions/buyer').at(-1))).toMatchObject({ sort: 'id,DESC', search: '0812' })
  await close()
})

test.each([phone, desk])(
  'all rows of a list are asked for as 10000, and the last one is reached; of members ten, at $width px [B-CONST-15]',
  async (viewport) => {
    const { page, requestsTo, close } = await openApp(lapak, { as: await lapak.signIn('penjual@lapak.test'), viewport })
    await page.goto('/penjualan?tab=produk')
    const sizes = page.getByRole('combobox', { name: 'Baris per halaman' })
    await sizes.waitFor()
    expect(await sizes.locator('option').allTextContents()).toEqual(['10 baris', '25 baris', '50 baris', '100 baris', 'Semua'])
    await sizes.selectOption({ label: 'Semua' })
    const path = '/api/v1/seller/product'
    await expect.poll(() => queryOf(requestsTo('GET', path).at(-1))).toMatchObject({ page: '0', size: '10000' })
    const { totalElements } = await lapak.call<{ totalElements: number }>(await lapak.signIn('penjual@lapak.test'), 'GET', `${path}?size=1`)
    expect(totalElements).toBeGreaterThan(200)
    await page.getByText(`1–${totalElements} dari ${totalElements}`).waitFor()
    const boxes = page.getByRole('checkbox', { name: /^Pilih (?!semua)/ })
    const built = () => boxes.count()
    await expect.poll(built).toBeGreaterThan(5)
    await expect
      .poll(
        async () => {
          await boxes.last().scrollIntoViewIfNeeded()
          expect(await built()).toBeLessThan(60)
          return page.locator(`[data-index="${totalElements - 1}"]`).isVisible()
        },
        { timeout: 30_000 },
      )
      .toBe(true)
    await close()

    const office = await openApp(lapak, { as: await lapak.signIn('admin@lapak.test'), viewport })
    for (const [tab, of] of [
      ['', '/api/admin/v1/users'],
      ['?tab=pengajuan', '/api/admin/v1/users/sellerrequest'],
    ] as const) {
      await office.page.goto(`/usermanagement${tab}${tab ? '&' : '?'}size=-1`)
      await expect.poll(() => queryOf(office.requestsTo('GET', of).at(-1))).toMatchObject({ size: '10' })
    }
    await office.page.goto('/usermanagement')
    expect(await office.page.getByRole('combobox', { name: 'Baris per halaman' }).locator('option').allTextContents()).not.toContain(
      'Semua',
    )
    await office.close()
  },
)
