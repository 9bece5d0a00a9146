import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, desk, fillLogin, message, openConnected, phone, queryOf } from '../../fixtures/app.ts'
import { colourOf, openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

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
interface Page1 {
  content: Row[]
  totalElements: number
}

/** A number of Telkomsel that nobody in this file has used; its ending says what the simulated seller does. */
let numbers = 0
const number = (ending = '7777') => `0812${String(++numbers).padStart(4, '0')}${ending}`

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const order = (target: string, productcode = 'S5') =>
  lapak.call<Row>(token, 'POST', listPath, { productcode, target, reffclient: `E2E-${target}-${productcode}` })
/** Whichever of the simulated sellers has it says now how it ended. */
const sellerReports = (target: string, state: 'success' | 'failed') =>
  Promise.all((lapak.info.suppliers ?? []).map(({ url }) => fetch(`${url}/__report?${new URLSearchParams({ target, state })}`)))
const all = () => lapak.call<Page1>(token, 'GET', `${listPath}?size=-1`)
const balance = async () => (await lapak.call<{ balance: number }>(token, 'GET', balancePath)).balance
const rupiah = (money: number) => `Rp ${String(money).replace(/\B(?=(\d{3})+$)/g, '.')}`

const dialog = (page: Page) => page.getByRole('dialog')
const badge = (page: Page, target: string, word: string) =>
  page.getByRole('row').filter({ hasText: target }).getByText(word, { exact: true })
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

const outcome = (page: Page, word: string) => dialog(page).getByRole('heading', { name: word }).waitFor()
const closeDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Tutup', exact: true }).last().click()
const settled = (page: Page) => page.getByRole('heading', { name: 'Transaksi' }).waitFor()

test.each([phone, desk])('buying a token, from the number to its parts, at $width px', async (viewport) => {
  const target = `14${number('777')}`
  const { page, look, close } = await open({ viewport, permissions: ['clipboard-read', 'clipboard-write'] })
  const before = await balance()
  await page.goto('/trxpembelian')
  await shownBalance(page, before).waitFor()
  await choose(page, target, 'PLN20')
  await look('the confirmation')
  const confirm = dialog(page).getByRole('button', { name: /^Bayar Rp/ })
  const price = Number((await confirm.textContent())?.replace(/\D/g, ''))
  await dialog(page)
    .getByText(rupiah(before - price))
    .waitFor()
  await confirm.click()
  await outcome(page, 'SUKSES')
  await look('the result')
  await dialog(page).getByText('R1 / 1300VA').waitFor()
  await dialog(page).getByRole('button', { name: 'Salin serial number' }).click()
  const bought = (await all()).content.find((row) => row.target === target)
  expect(bought).toMatchObject({ sellprice: price, transactionrc: 1 })
  const sentToCopy = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(bought?.serialnumber.startsWith(sentToCopy)).toBe(true)
  expect(sentToCopy.replace(/\D/g, '')).toHaveLength(20)
  await closeDialog(page)
  await shownBalance(page, before - price).waitFor()
  await page
    .getByText(`${target.slice(0, 4)}`)
    .first()
    .waitFor()
  await look('the list')
  await close()
})

test('a purchase is watched from PENDING in blue to SUKSES in green, and GAGAL is red, without reloading [B-STATE-01, B-STATE-02, B-STATE-03]', async () => {
  const [good, bad] = [number('0013'), number('0001')]
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  await settled(page)
  await page.evaluate('window.loadedOnce = true')
  const before = await balance()
  await buy(page, good, 'S10')
  await outcome(page, 'PENDING')
  await closeDialog(page)
  const pending = badge(page, good, 'PENDING')
  await pending.waitFor()
  expect(await colourOf(pending, 'color')).toBe('blue')
  await sellerReports(good, 'success')
  const success = badge(page, good, 'SUKSES')
  await success.waitFor()
  expect(await colourOf(success, 'color')).toBe('green')

  await buy(page, bad, 'S10')
  await outcome(page, 'GAGAL')
  await dialog(page).getByText('sudah kembali ke saldo').waitFor()
  await closeDialog(page)
  const failed = badge(page, bad, 'GAGAL')
  await failed.waitFor()
  expect(await colourOf(failed, 'color')).toBe('red')
  const { sellprice = 0 } = (await all()).content.find((row) => row.target === good) ?? {}
  await shownBalance(page, before - sellprice).waitFor()

  // Which sellers were tried, also when the address is opened anew.
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

test('a list that was read before something was told, and comes after it, shows what was told', async () => {
  const target = number('0013')
  const walking = await open()
  const { page, close } = walking
  const heard = await openConnected(walking, '/home')
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
  const isTold = () => heard.some((said) => said.includes(`"id":${id},`) && said.includes('"transactionrc":1'))
  await expect.poll(() => sellerReports(target, 'success').then(isTold)).toBe(true)
  ended.resolve()
  await badge(page, target, 'SUKSES').waitFor()
  await close()
})

test('a purchase that ended while another screen was shown is not PENDING any more when its list is shown again at once', async () => {
  const target = number('0013')
  const { id } = await order(target)
  const walking = await open()
  const { page, close } = walking
  const heard = await openConnected(walking, '/trxpembelian')
  await badge(page, target, 'PENDING').waitFor()
  await page.getByRole('link', { name: 'Lobby', exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  const isTold = () => heard.some((said) => said.includes(`"id":${id},`) && said.includes('"transactionrc":1'))
  await expect.poll(() => sellerReports(target, 'success').then(isTold)).toBe(true)
  await page.goBack()
  await badge(page, target, 'SUKSES').waitFor()
  await close()
})

test('what others order for the buyer is offered, and shows at one tap', async () => {
  const { page, close } = await open()
  const line = page.waitForEvent('websocket')
  await page.goto('/trxpembelian')
  await line
  await page
    .getByRole('button', { name: /^Detail transaksi/ })
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  const target = number()
  await order(target)
  await page.getByRole('button', { name: '1 transaksi baru. Tampilkan' }).click()
  await page.getByRole('row').filter({ hasText: target }).waitFor()
  await close()
})

test('an open amount and a bill are priced before they are paid', async () => {
  const { page, look, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian')
  await choose(page, number(), 'DANAOPEN')
  await page.getByRole('button', { name: 'Lanjut' }).click()
  await page.getByText('Nominal wajib diisi').waitFor()
  await page.getByRole('button', { name: 'Rp 50.000', exact: true }).click()
  await look('an open amount')
  await page.getByRole('button', { name: 'Lanjut' }).click()
  await page.getByRole('button', { name: /^Bayar Rp 50\.\d{3}$/ }).click()
  await outcome(page, 'SUKSES')
  await closeDialog(page)

  await choose(page, `53${number()}`, 'PLNPASCA')
  await page.getByText('Dibayar pelanggan').waitFor()
  await look('a bill')
  await page.getByRole('button', { name: /^Bayar Rp/ }).click()
  await outcome(page, 'SUKSES')
  await close()
})

test('a probable double is asked about, and wanted once more it is sent', async () => {
  const target = number('0013')
  await order(target)
  const { page, look, close } = await open({ viewport: phone })
  await page.goto('/trxpembelian')
  await buy(page, target, 'S5')
  await page.getByText('Kemungkinan pesanan ganda: produk ini baru saja dipesan untuk nomor yang sama. Saldo belum dipotong').waitFor()
  await look('a probable double')
  const count = async () => (await all()).content.filter((row) => row.target === target).length
  expect(await count()).toBe(1)
  await page.getByRole('button', { name: 'Ya, pesan lagi' }).click()
  await outcome(page, 'PENDING')
  expect(await count()).toBe(2)
  await close({ statuses: [409] })
})

test('leaving a half-filled purchase asks, whichever way it is left', async () => {
  const { page, look, close } = await open()
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
  await look('choosing a product')
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

test('the page has its two sums and its tabs, and money has dots [B-RT-71, B-RT-72, B-API-51, B-CONST-35]', async () => {
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
  // The last one is ours.
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Pembelian', 'Produk ke Suplier', 'Sengketa'])
  await page.getByRole('tab', { name: 'Produk ke Suplier' }).click()
  await page.getByRole('table', { name: 'Produk ke suplier' }).waitFor()
  await close()
})

test('status, search, pages and sort are sent as the server wants them [B-STATE-04, B-API-02, B-API-03, B-CONST-12, B-CONST-13, B-CONST-14]', async () => {
  await order(number('0001'))
  for (let missing = 11 - (await all()).totalElements; missing > 0; missing--) await order(number())
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

  // The next visit begins with the sort that was chosen last.
  const visits = requestsTo('GET', listPath).length
  await page.goto('/trxpembelian')
  await expect.poll(() => queryOf(requestsTo('GET', listPath)[visits])).toMatchObject({ sort: 'sellprice,ASC' })
  await close()
})

test("the days asked for are Jakarta's today, and moments are shown in its time [B-CONST-19, B-CONST-20]", async () => {
  const { page, requestsTo, close } = await open({ timezoneId: 'America/New_York' })
  // Late on the 20th in London, early on the 21st in Jakarta.
  await page.clock.install({ time: new Date('2026-11-20T18:30:00Z') })
  await page.goto('/trxpembelian')
  await settled(page)
  await expect.poll(() => queryOf(requestsTo('GET', listPath)[0])).toMatchObject({ awal: '2026-11-21', akhir: '2026-11-21' })
  expect(queryOf(requestsTo('GET', sumPath)[0])).toMatchObject({ awal: '2026-11-21', akhir: '2026-11-21' })

  const [row] = (await all()).content
  if (!row) throw new Error('no purchase to look at')
  await page.goto(`/trxpembelian?trx=${row.id}`)
  const wib = new Date(Date.parse(row.createat) + 7 * 3_600_000).toISOString()
  const shown = `${wib.slice(0, 10).replaceAll('-', '/')} ${wib.slice(11, 19)} WIB`
  expect(shown).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d WIB$/)
  await dialog(page).getByText(shown, { exact: true }).first().waitFor()
  await close()
})

test('a purchase of last week is found by its number in two steps, however the number is written', async () => {
  const target = number()
  await order(target)
  for (const [viewport, written] of [
    [desk, `+62 ${target.slice(1, 4)}-${target.slice(4, 8)}-${target.slice(8)}`],
    [phone, `62${target.slice(1)}`],
  ] as const) {
    const { page, look, close } = await open({ viewport })
    await page.clock.install({ time: new Date(Date.now() + 7 * 86_400_000) })
    await page.goto('/trxpembelian')
    await page.getByText('Belum ada pembelian hari ini').waitFor()
    await page.getByRole('searchbox').fill(written)
    await page.getByText('Yang dicari hanya pembelian hari ini.').waitFor()
    await look('nothing of today')
    await page.getByRole('button', { name: 'Cari di 30 hari terakhir' }).click()
    const found = viewport === phone ? page.getByRole('listitem') : page.getByRole('row')
    await found
      .filter({ hasText: viewport === phone ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target })
      .first()
      .waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe(written)
    await look('what was found of last week')
    await close()
  }
})

test('a desk of 800 px shows ten purchases with their whole serial numbers, filters and sums in one line', async () => {
  for (let missing = 10 - (await all()).totalElements; missing > 0; missing--) await order(number())
  await order(`14${number()}`, 'PLN20')
  const { page, close } = await open({ viewport: { width: 1280, height: 800 } })
  await page.goto('/trxpembelian')
  const rows = page.locator('tbody tr')
  await expect.poll(() => rows.count()).toBe(10)
  const last = await rows.nth(9).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
  const tops = await Promise.all(
    [
      page.getByRole('searchbox'),
      page.getByRole('combobox', { name: 'Status' }),
      page.getByText('Total Trx'),
      page.getByText('Unduh CSV'),
    ].map(async (part) => (await part.boundingBox())?.y ?? 0),
  )
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(24)
  const headings = await page.getByRole('columnheader').allTextContents()
  expect(headings).not.toContain('Diperbarui')
  expect(headings).not.toContain('Reff Client')
  const { content } = await lapak.call<Page1>(token, 'GET', `${listPath}?size=10`)
  const whole = content.filter(({ serialnumber }) => serialnumber)
  expect(whole.length).toBeGreaterThan(0)
  for (const { id, serialnumber } of whole) {
    const cell = rows.filter({ hasText: String(id) }).getByText(serialnumber, { exact: true })
    const [shown, room] = await cell.evaluate((node) => {
      const { scrollWidth, clientWidth, offsetWidth } = node as unknown as Record<'scrollWidth' | 'clientWidth' | 'offsetWidth', number>
      return [scrollWidth, clientWidth || offsetWidth] as const
    })
    expect(shown, serialnumber).toBeLessThanOrEqual(room)
  }
  await close()
})

test('the calendar chooses the days of list and sums', async () => {
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

test('the list is read every 15 s while its box is ticked, the balance every 120 s [B-CONST-01, B-CONST-02]', async () => {
  const { page, requestsTo, close } = await open()
  // The line would miss its heartbeats in a time that jumps, and what follows a broken line is read anew.
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.clock.install()
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  // From here only this test moves the time.
  await page.clock.pauseAt(new Date(Date.now() + 5_000))
  const count = (path: string) => requestsTo('GET', path).length
  const lists = count(listPath)
  const balances = count(balancePath)
  // Of what was asked from here on: what came later than the first screen may still be under way.
  const unanswered = new Set<Request>()
  page.on('request', (request) => unanswered.add(request))
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  /** Answers come in real time, and the next period begins with them. */
  const pass = async (milliseconds: number) => {
    await page.clock.runFor(milliseconds)
    await page.waitForTimeout(250)
    await expect.poll(() => unanswered.size).toBe(0)
    await page.waitForTimeout(50)
    await page.clock.runFor(10)
  }
  await pass(90_000)
  expect(count(balancePath)).toBe(balances)
  await pass(31_000)
  expect(count(balancePath)).toBe(balances + 1)
  await pass(118_000)
  expect(count(balancePath)).toBe(balances + 1)
  await pass(3_000)
  expect(count(balancePath)).toBe(balances + 2)
  expect(count(listPath)).toBe(lists)

  await page.getByRole('checkbox', { name: 'Auto refresh' }).check()
  for (const round of [1, 2, 3]) {
    await pass(14_000)
    expect(count(listPath)).toBe(lists + round - 1)
    await pass(1_500)
    expect(count(listPath)).toBe(lists + round)
  }
  await page.getByRole('checkbox', { name: 'Auto refresh' }).uncheck()
  await page.clock.runFor(60_000)
  expect(count(listPath)).toBe(lists + 3)
  await close()
})

test('a message stays for 5 s and goes by itself [B-CONST-03, B-LAY-09]', async () => {
  const { page, close } = await openApp(lapak)
  await page.clock.install()
  await page.goto('/login')
  // From here on time goes as far as it is told to, however long this machine takes.
  await page.clock.pauseAt(Date.now() + 60_000)
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  const said = message(page, 'Login Successfully')
  await said.waitFor()
  await page.clock.runFor(4_000)
  expect(await said.isVisible()).toBe(true)
  await page.clock.runFor(1_000)
  // It fades for a moment.
  await page.clock.runFor(300)
  await said.waitFor({ state: 'detached' })
  await close()
})

test('light, green and orange, with other layouts below 450 and from 1250 px [B-CONST-36, B-CONST-37]', async () => {
  const { page, look, close } = await open({ viewport: { width: 449, height: 800 } })
  await page.goto('/trxpembelian')
  const cards = page.getByRole('list', { name: 'Daftar pembelian' })
  const table = page.getByRole('table', { name: 'Daftar pembelian' })
  const bottomBar = page.getByRole('link', { name: 'Beli' })
  const deskTools = page.getByRole('button', { name: 'Atur tampilan tabel' })
  await cards.waitFor()
  expect(await Promise.all([table, bottomBar, deskTools].map((part) => part.isVisible()))).toEqual([false, true, false])
  expect(await colourOf(bottomBar, 'background-color')).toBe('orange')
  const seen = async () => Promise.all([cards, table, bottomBar, deskTools].map((part) => part.isVisible()))
  for (const [width, expected] of [
    [450, [false, true, false, false]],
    [1249, [false, true, false, false]],
    [1250, [false, true, false, true]],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(seen, { message: `at ${width} px` }).toEqual(expected)
    if (width === 1249) await look('a tablet')
  }
  // 200 % zoom on a desk of 1280 px.
  await page.setViewportSize({ width: 640, height: 450 })
  await look('at 200 %')
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
  expect(await colourOf(page.getByRole('tab', { selected: true }), 'border-bottom-color')).toBe('green')
  await close()

  const stranger = await openApp(lapak)
  await stranger.page.goto('/login')
  expect(await colourOf(stranger.page.getByRole('button', { name: 'Masuk' }), 'background-color')).toBe('green')
  await stranger.close()
})

test('the desk remembers columns and density', async () => {
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

test('on a slow line bones stand where the rows will, and nothing jumps', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.addInitScript(`{
    window.shift = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value })
      .observe({ type: 'layout-shift', buffered: true })
  }`)
  const held: Request[] = []
  const letGo = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/(transactions|user\/balance)/, async (route) => {
    held.push(route.request())
    await letGo.promise
    await route.continue()
  })
  await page.goto('/trxpembelian')
  const bones = page.locator('[aria-busy=true] li')
  await bones.nth(4).waitFor()
  expect(held.length).toBeGreaterThan(0)
  letGo.resolve()
  await page
    .getByRole('button', { name: /SUKSES/ })
    .first()
    .waitFor()
  await page.waitForTimeout(300)
  expect(await page.evaluate('window.shift')).toBeLessThan(0.02)
  await close()
})
