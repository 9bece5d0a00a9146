import type { Page, Request } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { type AppOptions, alertMessage, desktop, fillLogin, openWithRealtime, phone, queryOf } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const listPath = '/api/v1/transactions/buyer'
const sumPath = '/api/v1/transactions/buyer/today'
const balancePath = '/api/v1/user/balance'

interface Row {
  id: number
  createat: string
  target: string
  sellprice: number
  transactionrc: number
  serialnumber: string
}
interface PurchasePage {
  content: Row[]
  totalElements: number
}

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const order = (target: string, productcode = 'S5') =>
  lapak.call<Row>(token, 'POST', listPath, { productcode, target, reffclient: `E2E-${target}-${productcode}` })
/** The simulated supplier that has the order reports its final state now. */
const sellerReports = (target: string, state: 'success' | 'failed') =>
  Promise.all((lapak.info.suppliers ?? []).map(({ url }) => fetch(`${url}/__report?${new URLSearchParams({ target, state })}`)))
const hasSuccessOf = (received: readonly string[], id: number) =>
  received.some((event) => event.includes(`"id":${id},`) && event.includes('"transactionrc":1'))
const all = () => lapak.call<PurchasePage>(token, 'GET', `${listPath}?size=-1`)
const balance = async () => (await lapak.call<{ balance: number }>(token, 'GET', balancePath)).balance
const rupiah = (money: number) => `Rp ${String(money).replace(/\B(?=(\d{3})+$)/g, '.')}`

const dialog = (page: Page) => page.getByRole('dialog')
const badge = (page: Page, target: string, state: string) =>
  page.getByRole('row').filter({ hasText: target }).getByText(state, { exact: true })
const shownBalance = (page: Page, money: number) => page.getByRole('banner').getByText(rupiah(money), { exact: true })

async function choose(page: Page, target: string, code: string) {
  await page
    .getByRole(page.viewportSize()?.width === phone.width ? 'link' : 'button', { name: 'Beli', exact: true })
    .first()
    .click()
  await page.getByLabel('Nomor tujuan').fill(target)
  await page.getByRole('button', { name: `${code} ·` }).click()
}

async function buy(page: Page, target: string, code: string) {
  await choose(page, target, code)
  await page.getByRole('button', { name: /^Bayar Rp/ }).click()
}

const outcome = (page: Page, state: string) => dialog(page).getByRole('heading', { name: state }).waitFor()
const closeDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Tutup', exact: true }).last().click()
const settled = (page: Page) => page.getByRole('heading', { name: 'Transaksi' }).waitFor()

test('purchases: a token is bought by its meter number, and its parts are shown and can be copied', async () => {
  const target = `14${newTarget('777').slice(-9)}`
  const { page, close } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  const before = await balance()
  await page.goto('/trxpembelian')
  await shownBalance(page, before).waitFor()
  await choose(page, target, 'PLN20')
  const confirm = dialog(page).getByRole('button', { name: /^Bayar Rp/ })
  const price = Number((await confirm.textContent())?.replace(/\D/g, ''))
  await dialog(page)
    .getByText(rupiah(before - price))
    .waitFor()
  await confirm.click()
  await outcome(page, 'SUKSES')
  await dialog(page).getByText('R1 / 1300VA').waitFor()
  await dialog(page).getByRole('button', { name: 'Salin serial number' }).click()
  const bought = (await all()).content.find((row) => row.target === target)
  expect(bought).toMatchObject({ sellprice: price, transactionrc: 1 })
  const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(bought?.serialnumber.startsWith(copied)).toBe(true)
  expect(copied.replace(/\D/g, '')).toHaveLength(20)
  await closeDialog(page)
  await shownBalance(page, before - price).waitFor()
  await page
    .getByText(`${target.slice(0, 4)}`)
    .first()
    .waitFor()
  await close()
})

test('purchases: PENDING changes to SUKSES or GAGAL without a reload [B-STATE-01, B-STATE-02, B-STATE-03]', async () => {
  const [good, bad] = [newTarget('0013'), newTarget('0001')]
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await settled(page)
  await page.evaluate('window.loadedOnce = true')
  const before = await balance()
  await buy(page, good, 'S10')
  await outcome(page, 'PENDING')
  await closeDialog(page)
  await badge(page, good, 'PENDING').waitFor()
  await sellerReports(good, 'success')
  await badge(page, good, 'SUKSES').waitFor()

  await buy(page, bad, 'S10')
  await outcome(page, 'GAGAL')
  await dialog(page).getByText('sudah kembali ke saldo').waitFor()
  await closeDialog(page)
  await badge(page, bad, 'GAGAL').waitFor()
  const { sellprice = 0 } = (await all()).content.find((row) => row.target === good) ?? {}
  await shownBalance(page, before - sellprice).waitFor()

  // The sellers that were tried are shown, also after the address is opened again.
  await page.getByRole('row').filter({ hasText: bad }).click()
  const trail = dialog(page).getByRole('listitem').filter({ hasText: 'Nomor tujuan salah' })
  await trail.nth(1).waitFor()
  expect(await page.evaluate('window.loadedOnce')).toBe(true)
  await page.reload()
  await trail.nth(1).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await close()
})

test('purchases: a list that is requested before an event and answered after it shows the newer state', async () => {
  const target = newTarget('0013')
  const app = await open()
  const { page, close } = app
  const received = await openWithRealtime(app, '/home')
  const { id } = await order(target)
  const [read, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**${listPath}?*`, async (route) => {
    const answer = await route.fetch()
    read.resolve()
    await ended.promise
    await route.fulfill({ response: answer })
  })
  await page.getByRole('navigation', { name: 'Menu utama' }).getByRole('button', { name: 'Transaksi', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pembelian' }).click()
  await read.promise
  await expect.poll(() => sellerReports(target, 'success').then(() => hasSuccessOf(received, id))).toBe(true)
  ended.resolve()
  await badge(page, target, 'SUKSES').waitFor()
  await close()
})

test('purchases: a purchase that ended while another screen was open has its new state when the list opens', async () => {
  const target = newTarget('0013')
  const { id } = await order(target)
  const app = await open()
  const { page, close } = app
  const received = await openWithRealtime(app, '/trxpembelian')
  await badge(page, target, 'PENDING').waitFor()
  await page.getByRole('link', { name: 'Lobby', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await expect.poll(() => sellerReports(target, 'success').then(() => hasSuccessOf(received, id))).toBe(true)
  await page.goBack()
  await badge(page, target, 'SUKSES').waitFor()
  await close()
})

test('purchases: an order placed on another device is announced, and a button shows it', async () => {
  const app = await open()
  const { page, close } = app
  await openWithRealtime(app, '/trxpembelian')
  await page
    .getByRole('button', { name: /^Detail transaksi/ })
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  const target = newTarget()
  await order(target)
  await page.getByRole('button', { name: '1 transaksi baru. Tampilkan' }).click()
  await page.getByRole('row').filter({ hasText: target }).waitFor()
  await close()
})

test('purchases: a product with a free amount and a bill show their price before paying', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian')
  await choose(page, newTarget(), 'DANAOPEN')
  await page.getByRole('button', { name: 'Lanjut' }).click()
  await page.getByText('Nominal wajib diisi').waitFor()
  await page.getByRole('button', { name: 'Rp 50.000', exact: true }).click()
  await page.getByRole('button', { name: 'Lanjut' }).click()
  await page.getByRole('button', { name: /^Bayar Rp 50\.\d{3}$/ }).click()
  await outcome(page, 'SUKSES')
  await closeDialog(page)

  await choose(page, `53${newTarget()}`, 'PLNPASCA')
  await page.getByText('Dibayar pelanggan').waitFor()
  await page.getByRole('button', { name: /^Bayar Rp/ }).click()
  await outcome(page, 'SUKSES')
  await close()
})

test('purchases: a probable double order is sent only after a confirmation', async () => {
  const target = newTarget('0013')
  await order(target)
  const { page, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian')
  await buy(page, target, 'S5')
  await page.getByText('Kemungkinan pesanan ganda: produk ini baru saja dipesan untuk nomor yang sama. Saldo belum dipotong').waitFor()
  const count = async () => (await all()).content.filter((row) => row.target === target).length
  expect(await count()).toBe(1)
  await page.getByRole('button', { name: 'Ya, pesan lagi' }).click()
  await outcome(page, 'PENDING')
  expect(await count()).toBe(2)
  await close({ statuses: [409] })
})

test('purchases: leaving a half-filled purchase by key, button or back needs a confirmation', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await page.getByRole('button', { name: 'Beli', exact: true }).first().click()
  await page.getByLabel('Nomor tujuan').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Beli', exact: true }).first().click()
  const field = page.getByLabel('Nomor tujuan')
  await field.fill('+62 812-3456.7890')
  expect(await field.inputValue()).toBe('081234567890')
  await page.getByRole('status').getByText('Telkomsel').waitFor()
  const question = page.getByText('Pesanan ini belum dikirim')
  for (const leave of [() => page.keyboard.press('Escape'), () => closeDialog(page), () => page.goBack()]) {
    await leave()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await field.inputValue()).toBe('081234567890')
    await page.waitForTimeout(300)
  }
  expect(page.url()).toContain('beli=1')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Yes' }).click()
  await dialog(page).first().waitFor({ state: 'hidden' })
  await close()
})

test('purchases: the page shows two sums and its tabs, with dots in amounts [B-RT-71, B-RT-72, B-API-51, B-CONST-35]', async () => {
  const { page, requestsTo, close } = await open()
  const before = await balance()
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  const sum = await (await requestsTo('GET', sumPath)[0]?.response())?.json()
  const { content } = await all()
  const paid = content.filter((row) => row.transactionrc !== 2).reduce((money, row) => money + row.sellprice, 0)
  expect(sum).toMatchObject({ data: { jml: content.length, gagal: content.filter((row) => row.transactionrc === 2).length, amount: paid } })
  const shown = await page.locator('dl').first().locator('dt, dd').allTextContents()
  const failed = content.filter((row) => row.transactionrc === 2).length
  expect(failed).toBeGreaterThan(0)
  expect(shown).toEqual(['Total Trx', `${content.length}, ${failed} gagal`, 'Amount Trx', rupiah(paid)])
  expect(rupiah(paid)).toMatch(/^Rp \d{1,3}(\.\d{3})+$/)
  await shownBalance(page, before).waitFor()
  // The last tab is not in the specification.
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Pembelian', 'Produk ke Suplier', 'Sengketa'])
  await page.getByRole('tab', { name: 'Produk ke Suplier' }).click()
  await page.getByRole('table', { name: 'Produk ke suplier' }).waitFor()
  await close()
})

test('purchases: status, search, page and sort are sent to the server [B-STATE-04, B-API-02, B-API-03, B-CONST-12, B-CONST-13, B-CONST-14]', async () => {
  await order(newTarget('0001'))
  for (let missing = 11 - (await all()).totalElements; missing > 0; missing--) await order(newTarget())
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  const last = () => queryOf(requestsTo('GET', listPath).at(-1))
  expect(last()).toMatchObject({ page: '0', size: '10', sort: 'id,DESC' })
  const ids = async () => (await page.getByRole('button', { name: /^Detail transaksi/ }).allTextContents()).map(Number)
  await expect.poll(ids).toHaveLength(10)
  const firstPage = await ids()
  expect(firstPage).toEqual([...firstPage].sort((one, other) => other - one))

  await page.getByRole('button', { name: 'Halaman 2', exact: true }).click()
  await expect.poll(last).toMatchObject({ page: '1', size: '10' })
  await expect.poll(async () => Math.max(...(await ids()))).toBeLessThan(Math.min(...firstPage))

  const heads = await page.getByRole('columnheader').allTextContents()
  const column = heads.findIndex((head) => head.startsWith('Status')) + 1
  const statuses = async () => new Set(await page.locator(`tbody tr td:nth-child(${column})`).allTextContents())
  const status = page.getByRole('combobox', { name: 'Status' })
  expect(await status.locator('option').evaluateAll((options) => options.map((option) => option.getAttribute('value')))).toEqual([
    '',
    '0',
    '1',
    '2',
  ])
  for (const [rc, word] of [
    ['2', 'GAGAL'],
    ['1', 'SUKSES'],
  ] as const) {
    await status.selectOption(rc)
    await expect.poll(last).toMatchObject({ statustrx: rc, page: '0' })
    await expect.poll(() => queryOf(requestsTo('GET', sumPath).at(-1))).toMatchObject({ statustrx: rc })
    await expect.poll(statuses).toEqual(new Set([word]))
  }
  await status.selectOption('')
  await page.getByRole('searchbox').fill('0812')
  await expect.poll(last).toMatchObject({ search: '0812' })
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Harga' }).click()
  await expect.poll(last).toMatchObject({ sort: 'sellprice,DESC' })
  await page.getByRole('button', { name: 'Harga' }).click()
  await expect.poll(last).toMatchObject({ sort: 'sellprice,ASC' })

  // The next visit starts with the last chosen sort order.
  const visits = requestsTo('GET', listPath).length
  await page.goto('/trxpembelian')
  await expect.poll(() => queryOf(requestsTo('GET', listPath)[visits])).toMatchObject({ sort: 'sellprice,ASC' })
  await close()
})

test('purchases: the list is requested for today in Jakarta, and times are shown as WIB [B-CONST-19, B-CONST-20]', async () => {
  const usual = process.env.TZ
  process.env.TZ = 'America/New_York'
  onTestFinished(() => {
    if (usual === undefined) delete process.env.TZ
    else process.env.TZ = usual
  })
  const { page, requestsTo, close } = await open()
  // Late on the 20th in London, early on the 21st in Jakarta.
  await page.clock.install({ time: new Date('2026-11-20T18:30:00Z') })
  await page.goto('/trxpembelian')
  expect(await page.evaluate('new Date(0).getTimezoneOffset()')).toBe(300)
  await settled(page)
  await expect.poll(() => queryOf(requestsTo('GET', listPath)[0])).toMatchObject({ awal: '2026-11-21', akhir: '2026-11-21' })
  expect(queryOf(requestsTo('GET', sumPath)[0])).toMatchObject({ awal: '2026-11-21', akhir: '2026-11-21' })

  const [row] = (await all()).content
  if (!row) throw new Error('there is no purchase')
  await page.goto(`/trxpembelian?trx=${row.id}`)
  const wib = new Date(Date.parse(row.createat) + 7 * 3_600_000).toISOString()
  const shown = `${wib.slice(0, 10).replaceAll('-', '/')} ${wib.slice(11, 19)} WIB`
  expect(shown).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d WIB$/)
  await dialog(page).getByText(shown, { exact: true }).first().waitFor()
  await close()
})

test('purchases: a purchase of last week is found by its number in any notation, after the search is extended to 30 days', async () => {
  const target = newTarget()
  await order(target)
  for (const [viewport, written] of [
    [desktop, `+62 ${target.slice(1, 4)}-${target.slice(4, 8)}-${target.slice(8)}`],
    [phone, `62${target.slice(1)}`],
  ] as const) {
    const { page, close } = await open({ viewport })
    await page.clock.install({ time: new Date(Date.now() + 7 * 86_400_000) })
    await page.goto('/trxpembelian')
    await page.getByText('Belum ada pembelian hari ini').waitFor()
    await page.getByRole('searchbox').fill(written)
    await page.getByText('Yang dicari hanya pembelian hari ini.').waitFor()
    await page.getByRole('button', { name: 'Cari di 30 hari terakhir' }).click()
    const found = viewport === phone ? page.getByRole('listitem') : page.getByRole('row')
    await found
      .filter({ hasText: viewport === phone ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target })
      .first()
      .waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe(written)
    await close()
  }
})

test('purchases: the calendar selects the days of the list and of its sums', async () => {
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian')
  await page.getByRole('button', { name: /^Rentang tanggal/ }).click()
  await page.getByRole('button', { name: '7 hari terakhir' }).click()
  const last = (path: string) => queryOf(requestsTo('GET', path).at(-1))
  await expect.poll(() => Date.parse(last(listPath).akhir ?? '') - Date.parse(last(listPath).awal ?? '')).toBe(6 * 86_400_000)
  await expect.poll(() => last(sumPath).awal).toBe(last(listPath).awal)
  expect(page.url()).toContain(`awal=${last(listPath).awal}`)
  await close()
})

test('purchases: the list is requested every 15 s while its box is ticked, and the balance every 120 s [B-CONST-01, B-CONST-02]', async () => {
  const { page, requestsTo, close } = await open()
  // With a mocked clock the realtime connection would miss its heartbeats, and the page would reload all data after each interruption.
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.clock.install()
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  // From here only this test advances the clock.
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  const count = (path: string) => requestsTo('GET', path).length
  const unanswered = new Set<Request>()
  page.on('request', (request) => void (request.url().includes('/api/') && unanswered.add(request)))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  /** Answers take real time, and the next period starts with an answer, so the clock stops until the answer has arrived. */
  async function secondsUntilNext(path: string): Promise<number> {
    const before = count(path)
    for (let seconds = 1; seconds < 200; seconds++) {
      await page.clock.runFor(1_000)
      if (unanswered.size > 0) {
        await expect.poll(() => unanswered.size, { interval: 5 }).toBe(0)
        await page.waitForTimeout(50)
      }
      if (count(path) > before) return seconds
    }
    throw new Error(`${path} is not requested any more`)
  }
  const isAbout = (wanted: number) => (seconds: number) => Math.abs(seconds - wanted) <= 1
  const lists = count(listPath)
  await secondsUntilNext(balancePath)
  expect(await secondsUntilNext(balancePath)).toSatisfy(isAbout(120))
  expect(await secondsUntilNext(balancePath)).toSatisfy(isAbout(120))
  expect(count(listPath)).toBe(lists)

  await page.getByRole('checkbox', { name: 'Auto refresh' }).check()
  for (const _ of [1, 2, 3]) expect(await secondsUntilNext(listPath)).toSatisfy(isAbout(15))
  expect(count(listPath)).toBe(lists + 3)
  await page.getByRole('checkbox', { name: 'Auto refresh' }).uncheck()
  await page.clock.runFor(60_000)
  expect(count(listPath)).toBe(lists + 3)
  await close()
})

test('messages: a message disappears after 5 s [B-CONST-03, B-LAY-09]', async () => {
  const { page, close } = await openApp(lapak)
  await page.clock.install()
  await page.goto('/login')
  // From here only this test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000)
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  const shown = alertMessage(page, 'Login Successfully')
  await shown.waitFor()
  await page.clock.runFor(4_000)
  expect(await shown.isVisible()).toBe(true)
  await page.clock.runFor(1_000)
  // The message fades out.
  await page.clock.runFor(300)
  await shown.waitFor({ state: 'detached' })
  await close()
})

test('purchases: the table of a desktop remembers its columns and density', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  const headings = () => page.getByRole('columnheader').allTextContents()
  await expect.poll(headings).toContain('Keterangan')
  await page.getByRole('button', { name: 'Atur tampilan tabel' }).click()
  await page.getByRole('checkbox', { name: 'Keterangan' }).uncheck()
  await page.getByText('Rapat', { exact: true }).click()
  await page.reload()
  await page.getByRole('table').waitFor()
  expect(await headings()).not.toContain('Keterangan')
  expect(await page.getByRole('table').getAttribute('data-density')).toBe('tight')
  await close()
})

test('home: while sums load, the link to the waiting purchases has a name', async () => {
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.route(`**${sumPath}**`, () => new Promise<never>(() => undefined))
  await page.goto('/home')
  await page.getByRole('link', { name: 'Pembelian yang menunggu' }).waitFor()
  await page.unroute(`**${sumPath}**`)
  await close()
})
