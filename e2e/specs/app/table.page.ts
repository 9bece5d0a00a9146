/* The table of every list: bulk actions, expandable rows, sums and its state in the address. Its layout is tested in table.e2e.ts. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, desktop, phone, queryOf } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const [token, admin] = [await lapak.signIn(buyer), await lapak.signIn('admin@lapak.test')]
// A buyer that other files do not use, because this file switches its products off for a while.
const buyerToken = await lapak.signIn('pembeli3@lapak.test')

const logPath = '/api/v1/user/api/callbacks'
const mappings = () => lapak.call<{ content: { id: number; status: 0 | 1 }[] }>(buyerToken, 'GET', '/api/v1/product/mappings?size=-1')
const order = (reffclient: string) =>
  lapak.call(token, 'POST', '/api/v1/transactions/buyer', {
    productcode: 'S5',
    target: newTarget(),
    reffclient,
  })
const choices = (page: Page) => page.getByRole('checkbox', { name: /^Pilih .* dari / })
const bar = (page: Page) => page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
const answer = (page: Page, choice: 'Yes' | 'No') =>
  page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: choice, exact: true }).click()

test.each([phone, desktop])(
  'table: several products are switched off at once, and each failure shows its row and reason, at $width px',
  async (viewport) => {
    const { page, requestsTo, close } = await openApp(lapak, { as: buyerToken, viewport })
    await page.goto('/trxpembelian?tab=produk')
    await choices(page).nth(2).waitFor()
    await choices(page).first().focus()
    await page.keyboard.press('Space')
    await choices(page).nth(1).check()
    await choices(page).nth(2).check()
    await bar(page).getByText('3 dipilih').waitFor()

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
    await alertMessage(page, '2 produk nonaktif').waitFor()
    const failures = page.getByRole('alert').filter({ hasText: 'sebagian belum berhasil' })
    await expect
      .poll(() => failures.getByRole('listitem').allTextContents())
      .toEqual([expect.stringMatching(/ dari .+: Belum bisa sekarang$/)])
    expect(paths).toHaveLength(3)
    expect((await mappings()).content.filter(({ status }) => status === 0)).toHaveLength(2)
    // The failed row stays selected for a retry.
    await bar(page).getByText('1 dipilih').waitFor()
    await page.unroute('**/api/v1/product/mapping/*/0')

    await page.getByRole('checkbox', { name: 'Pilih semua di halaman ini' }).check()
    await bar(page)
      .getByText(/^(\d+) dipilih$/)
      .waitFor()
    const wanted = await choices(page).count()
    await bar(page).getByRole('button', { name: 'Aktifkan', exact: true }).click()
    await answer(page, 'Yes')
    await alertMessage(page, `${wanted} produk aktif`).waitFor()
    await bar(page).waitFor({ state: 'detached' })
    await failures.waitFor({ state: 'detached' })
    expect((await mappings()).content.filter(({ status }) => status === 0)).toEqual([])
    expect(requestsTo('PATCH', paths[0] ?? '')).toHaveLength(1)
    // The focus moves to the list, because the bar that had the focus disappears.
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Produk ke suplier')
    await close({ statuses: [422] })
  },
)

test('table: rows over the rate limit are retried after the time that the server asks for, and succeed', async () => {
  const { page, close } = await openApp(lapak, { as: buyerToken })
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
  await alertMessage(page, '3 produk aktif').waitFor()
  expect(tries).toHaveLength(4)
  expect((tries[2] ?? 0) - (tries[1] ?? 0)).toBeGreaterThanOrEqual(900)
  await close({ statuses: [429] })
})

test('table: after a request without an answer the remaining rows are skipped and listed', async () => {
  const { page, close } = await openApp(lapak, { as: buyerToken })
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
  // The list that was read in the meantime does not restore the selection.
  await listed
  await page.waitForTimeout(300)
  expect(await bar(page).count()).toBe(0)
  expect(await choices(page).first().isChecked()).toBe(false)
  await close()
})

test.each([phone, desktop])(
  'table: a callback row expands to its attempts, and selected ones are resent, at $width px',
  async (viewport) => {
    const reffclient = `TABEL-${Date.now()}`
    await order(reffclient)
    const sent = async () => {
      const { content } = await lapak.call<{ content: { id: number; state: string }[] }>(token, 'GET', `${logPath}?search=${reffclient}`)
      return content[0]
    }
    await expect.poll(sent, { timeout: 30_000 }).toMatchObject({ state: 'delivered' })
    const id = (await sent())?.id
    const { page, requestsTo, close } = await openApp(lapak, { as: token, viewport })
    await page.goto(`/profile?tab=api&search=${reffclient}`)
    const unfold = page.getByRole('button', { name: /^Percobaan callback/ })
    // Only an attempt shows its duration; the collapsed row shows the last answer.
    const tries = page.getByText(/ · \d+ ms$/)
    await unfold.click()
    expect(await unfold.getAttribute('aria-expanded')).toBe('true')
    await tries.waitFor()
    await unfold.click()
    await tries.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count(), 'unfolding does not open the row').toBe(0)

    await page.getByRole('checkbox', { name: /^Pilih callback/ }).check()
    await bar(page).getByRole('button', { name: 'Kirim ulang' }).click()
    await answer(page, 'Yes')
    await alertMessage(page, '1 callback dikirim ulang').waitFor()
    expect(requestsTo('POST', `${logPath}/${id}/redeliver`)).toHaveLength(1)
    await close()
  },
)

test('table: the sum of the page is shown below its rows', async () => {
  for (const place of [1, 2, 3, 4, 5, 6]) await order(`JUMLAH-${Date.now()}-${place}`)
  const { page, close } = await openApp(lapak, { as: token })
  const listed = page.waitForResponse('**/api/v1/transactions/buyer?*')
  await page.goto('/trxpembelian')
  const total = page.getByRole('row').filter({ hasText: 'Halaman ini' })
  const { data } = (await (await listed).json()) as { data: { content: { sellprice: number; transactionrc: number }[] } }
  const paid = data.content.reduce((sum, { sellprice, transactionrc }) => (transactionrc === 2 ? sum : sum + sellprice), 0)
  await total.getByText(`Rp ${paid.toLocaleString('id-ID')}`).waitFor()
  await close()
})

test('table: an address with invalid parts opens the list without these parts', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: token })
  await page.goto('/trxpembelian?tab=lain&page=0&size=10&sort=hapus&awal=2026-02-30&statustrx=9&search=0812')
  await page.getByRole('table', { name: 'Daftar pembelian' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?search=0812')

  // A stored sort order that the server no longer has is replaced.
  await page.evaluate("localStorage.setItem('lapak.sort.purchases', 'hapus,ASC')")
  await page.reload()
  await page.getByRole('row').nth(1).waitFor()
  expect(queryOf(requestsTo('GET', '/api/v1/transactions/buyer').at(-1))).toMatchObject({ sort: 'id,DESC', search: '0812' })
  await close()
})

test('table: the choice of all rows requests 10000 rows, and the list of members requests ten [B-CONST-15]', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: await lapak.signIn('penjual@lapak.test') })
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
  await close()

  const office = await openApp(lapak, { as: await lapak.signIn('admin@lapak.test') })
  for (const [tab, of] of [
    ['', '/api/admin/v1/users'],
    ['?tab=pengajuan', '/api/admin/v1/users/sellerrequest'],
  ] as const) {
    await office.page.goto(`/usermanagement${tab}${tab ? '&' : '?'}size=-1`)
    // The tabs count their rows by requests with a page size of one.
    const asked = () => office.requestsTo('GET', of).map((request) => queryOf(request).size)
    await expect.poll(asked).toContain('10')
    expect(asked().filter((size) => size !== '1' && size !== '10')).toEqual([])
  }
  await office.page.goto('/usermanagement')
  expect(await office.page.getByRole('combobox', { name: 'Baris per halaman' }).locator('option').allTextContents()).not.toContain('Semua')
  await office.close()
})

test.each([
  ['/cashin', 'payment/histories/0'],
  ['/cashout', 'payment/histories/1'],
  ['/mutasibank', 'bank/mutasi'],
  ['/mutasibank?tab=menunggu', 'bank/unmatched/list'],
  ['/rekonsiliasi?tab=suplier', 'reconciliation/sellers'],
  ['/rekonsiliasi?tab=selisih', 'reconciliation/differences'],
  ['/trxadm', 'transactions'],
  ['/usermanagement', 'users'],
  ['/usermanagement?tab=pengajuan', 'users/sellerrequest'],
  ['/admin/sliders', 'slider'],
  ['/admin/products', 'product'],
  ['/admin/products?tab=brand', 'brand'],
  ['/admin/products?tab=category', 'category'],
  ['/admin/products?tab=brandgroup', 'brandgroup'],
])('table: the search of %s is empty at first, and its list is not searched [A-CONST-04]', async (path, list) => {
  const { page, requestsTo, close } = await openApp(lapak, { as: admin })
  await page.goto(path)
  const requests = () => requestsTo('GET', `/api/admin/v1/${list}`).map((request) => new URL(request.url()).searchParams)
  await expect.poll(requests).not.toEqual([])
  expect(await page.getByRole('main').getByRole('searchbox').inputValue()).toBe('')
  expect(requests().flatMap((query) => query.getAll('search'))).toEqual([])
  await close()
})
