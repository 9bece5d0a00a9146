/* The counter: a number and two presses for each order, the keys, repeated orders, and lists of many numbers. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, expectFocused, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'
import { pasteText } from '../../fixtures/paste-text.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const orderPath = '/api/v1/transactions/buyer'

interface Purchase {
  id: number
  productcode: string
  target: string
}

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page) => page.getByRole('dialog').first()
const targetField = (page: Page) => page.getByRole('main').getByLabel('Nomor tujuan')
const dialogField = (page: Page) => dialog(page).getByLabel('Nomor tujuan')
const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const product = (page: Page | Locator, code: string) => page.getByRole('button', { name: `${code} ·` })
const outcome = (page: Page, state = 'SUKSES') => dialog(page).getByRole('heading', { name: state }).waitFor()
const isGone = (page: Page) => dialog(page).waitFor({ state: 'hidden' })
const purchasesOf = async (target: string) =>
  (await lapak.call<{ content: Purchase[] }>(token, 'GET', `${orderPath}?size=-1`)).content.filter((row) => row.target === target)

/** The pay button ignores a press that began before it appeared. */
const readyToPay = (page: Page) => pay(page).click({ trial: true })

test('counter: at home a number and two clicks buy S10', async () => {
  const target = newTarget()
  const { page, close } = await open()
  await page.goto('/home')
  await expectFocused(targetField(page))
  await page.keyboard.type(target)
  await page.getByRole('status').getByText('Telkomsel').waitFor()
  await product(page, 'S10').click()
  await readyToPay(page)
  await pay(page).click()
  await outcome(page)
  expect(await purchasesOf(target)).toMatchObject([{ productcode: 'S10' }])
  await close()
})

test('counter: Enter before the products have loaded takes effect once they are loaded, and an incomplete number selects nothing', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/transactions/orderable?**', async (route) => {
    await released.promise
    await route.continue()
  })
  await expectFocused(targetField(page))
  const waiting = newTarget()
  await page.keyboard.type(waiting)
  await page.keyboard.press('Enter')
  released.resolve()
  await readyToPay(page)
  await page.keyboard.press('Escape')
  await isGone(page)
  // The same number, if typed again, needs another Enter.
  await page.keyboard.type(waiting)
  await product(page, 'S10').click({ trial: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await targetField(page).inputValue()).toBe('')

  await page.keyboard.type('0812')
  await product(page, 'S10').waitFor()
  expect(await product(page, 'S10').isDisabled()).toBe(true)
  await page.getByText('Lengkapi nomornya untuk memilih.').waitFor()
  expect(await product(page, 'PLN20').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('90007777')
  await product(page, 'S10').click({ trial: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  // For a meter number a button shows its products.
  await page.getByRole('button', { name: /^Produk untuk nomor meter/ }).click()
  await product(page, 'PLN20').waitFor()
  await close()
})

test.each(['S10 0812-7100 7777', '081271017777 s10'])('counter: code and number are read from one field: %s', async (line) => {
  const { page, close } = await open()
  await page.goto('/trxpembelian?beli=1')
  await dialogField(page).fill(line)
  await page.getByRole('status').getByText('Telkomsel').waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: ' ·' }) })
        .first()
        .textContent(),
    )
    .toContain('S10')
  await page.keyboard.press('Enter')
  await pay(page).waitFor()
  await dialog(page).getByText('Telkomsel 10.000').waitFor()
  await dialog(page)
    .getByText(/^0812 710\d 7777$/)
    .waitFor()
  await close()
})

test('counter: a code that does not fit the number is reported, and a number without its leading zero is recognised', async () => {
  const { page, close } = await open()
  await page.goto('/trxpembelian?beli=1')
  await dialogField(page).fill('X10 081271027777')
  await page.getByText('X10 tidak bisa dipesan untuk nomor ini sekarang.').waitFor()
  await dialogField(page).fill('81271027777')
  await page.getByRole('status').getByText('Telkomsel').waitFor()
  await product(page, 'S10').click()
  await dialog(page).getByText('0812 7102 7777').waitFor()
  await pay(page).waitFor()
  await close()
})

test('counter: b opens the purchase over any page, / the search, and ? the list of keys', async () => {
  const { page, close } = await open()
  for (const path of ['/product', '/supplier', '/histori', '/trxpembelian?tab=produk&search=GPLAY']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('b')
    await expectFocused(dialogField(page))
    await page.keyboard.type('b/?')
    expect(await dialogField(page).inputValue()).toBe('b/?')
    await dialogField(page).fill('')
    await page.keyboard.press('Escape')
    await isGone(page)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  }
  await page.keyboard.press('/')
  const search = page.getByRole('textbox', { name: 'Cari Produk atau Suplier', exact: true })
  await expectFocused(search)
  await page.keyboard.type('b?')
  expect(await search.inputValue()).toBe('b?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await search.blur()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Tombol pintas' }).waitFor()
  await page.keyboard.press('b')
  await page.keyboard.press('Escape')
  await isGone(page)
  expect(page.url()).not.toContain('beli=')
  await close()
})

test('counter: the back button leads from the confirmation to the products, and then closes the dialog', async () => {
  const { page, requestsTo, close } = await open({ viewport: phone })
  const target = newTarget()
  await page.goto('/histori')
  await page.getByRole('link', { name: 'Beli', exact: true }).click()
  await dialogField(page).fill(target)
  await product(page, 'S10').click()
  await pay(page).waitFor()
  await page.goBack()
  await product(page, 'S10').waitFor()
  expect(await dialogField(page).inputValue()).toBe(target)
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await expectFocused(question.getByRole('button', { name: 'No' }))
  await question.getByRole('button', { name: 'Yes' }).click()
  await isGone(page)
  expect(new URL(page.url()).pathname).toBe('/histori')
  expect(requestsTo('POST', orderPath)).toEqual([])
  await close()
})

test('counter: an insufficient balance is shown before paying, with a top-up of the missing amount', async () => {
  const { page, close } = await open({ viewport: phone })
  const { balance } = await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')
  await page.goto('/home')
  await targetField(page).fill(newTarget())
  await product(page, 'DANAOPEN').click()
  await page.getByRole('textbox', { name: 'Nominal' }).fill(String(balance + 50_000))
  await page.getByRole('button', { name: 'Lanjut' }).click()
  const topup = page.getByRole('link', { name: /^Topup Rp/ })
  await topup.waitFor()
  expect(await pay(page).count()).toBe(0)
  const missing = (await topup.textContent())?.replace(/\D/g, '') ?? ''
  expect(Number(missing)).toBeGreaterThanOrEqual(50_000)
  await topup.click()
  await page.waitForURL(`**/tambahsaldo?jumlah=${missing}`)
  expect((await page.getByLabel('Jumlah deposit').inputValue()).replace(/\D/g, '')).toBe(missing)
  await close()
})

test('counter: Escape in a receipt closes only the receipt', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await targetField(page).fill(newTarget())
  await product(page, 'S5').click()
  await readyToPay(page)
  await page.keyboard.press('Enter')
  await outcome(page)
  const receipt = page.getByRole('dialog', { name: 'Struk' })
  await page.getByRole('button', { name: 'Struk' }).click()
  await receipt.waitFor()
  await page.keyboard.press('Escape')
  await receipt.waitFor({ state: 'hidden' })
  await outcome(page)
  // While the receipt closes, Escape still applies to it (lib/layers.ts); two frames later it applies to the dialog.
  await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))')
  await page.keyboard.press('Escape')
  await isGone(page)

  await page.goto('/trxpembelian')
  await page
    .getByRole('button', { name: /^Detail transaksi/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Struk' }).click()
  await receipt.waitFor()
  await page.keyboard.press('Escape')
  await receipt.waitFor({ state: 'hidden' })
  await page.getByRole('dialog', { name: /^Transaksi/ }).waitFor()
  await close()
})

test('counter: a purchase is repeated by two clicks from the list, the details and home', async () => {
  const target = newTarget()
  const { id } = await lapak.call<Purchase>(token, 'POST', orderPath, { productcode: 'S10', target, reffclient: `LOOP-${target}` })
  await expect.poll(() => lapak.call(token, 'GET', `${orderPath}/${id}`), { timeout: 20_000 }).toMatchObject({ transactionrc: 1 })
  const { page, close } = await open()
  await page.goto('/trxpembelian')
  const again = page.getByRole('button', { name: `Beli lagi Telkomsel 10.000 untuk ${target}` })
  await again.click()
  await readyToPay(page)
  await pay(page).click()
  // Repeating the same purchase within minutes needs a confirmation, as usual.
  await page.getByText('Pesan sekali lagi?').waitFor()
  expect(await purchasesOf(target)).toHaveLength(1)
  await page.getByRole('button', { name: 'Tidak jadi' }).click()
  await product(dialog(page), 'S10').getByText('terakhir untuk nomor ini').waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)

  // The purchase can also be repeated from its details and from the latest numbers, and leaving the dialog does not need a confirmation.
  await page.goto(`/trxpembelian?trx=${id}`)
  await dialog(page).getByRole('button', { name: 'Beli lagi', exact: true }).click()
  await readyToPay(page)
  expect(page.url()).not.toContain('trx=')
  await page.keyboard.press('Escape')
  await isGone(page)
  await page.goto('/home')
  await page.getByRole('button', { name: `Beli lagi Telkomsel 10.000 untuk ${target}` }).click()
  await readyToPay(page)
  await page.keyboard.press('Escape')
  await isGone(page)
  await close({ statuses: [409] })
})

test('counter: searching a whole number opens its purchase dialog over the results', async () => {
  const { page, close } = await open()
  await page.goto('/product')
  const search = page.getByRole('textbox', { name: 'Cari Produk atau Suplier', exact: true })
  await search.fill('0812-7300 7777')
  await search.press('Enter')
  await expect.poll(() => dialogField(page).inputValue()).toBe('081273007777')
  await product(dialog(page), 'S10').waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)
  await page.getByRole('heading', { name: /0812-7300 7777/ }).waitFor()
  // A part of a number only searches.
  await search.fill('0812')
  await search.press('Enter')
  await page.getByRole('tab', { name: /^Product/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await close()
})

const list = (page: Page) => dialog(page).getByRole('textbox', { name: 'Daftar nomor' })
const rows = (page: Page) => page.getByRole('table', { name: 'Pesanan' }).getByRole('row')

test('counter: twenty pasted orders are confirmed once with their sum, and each order is sent once', async () => {
  const targets = Array.from({ length: 20 }, () => newTarget())
  const { page, requestsTo, close } = await open({ viewport: phone })
  await page.goto('/home')
  await pasteText(targetField(page), `${targets.join('\n')}\n${targets[0]}\n0812\nZZ9 081200007777\n`)
  await dialog(page).getByRole('combobox', { name: 'Produk untuk semua nomor' }).selectOption('S5')
  await dialog(page).getByText('3 baris tidak ikut').waitFor()
  await page.getByRole('button', { name: 'Lanjut dengan 20 pesanan' }).click()
  const price = Number((await rows(page).nth(1).getByText(/^Rp/).textContent())?.replace(/\D/g, ''))
  const payAll = page.getByRole('button', { name: /^Bayar 20 pesanan, Rp/ })
  expect((await payAll.textContent())?.replace(/^Bayar 20 pesanan, /, '').replace(/\D/g, '')).toBe(String(price * 20))
  await payAll.click({ trial: true })
  await payAll.click()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(20)
  const sent = requestsTo('POST', orderPath).map((request) => request.postDataJSON() as { reffclient: string; target: string })
  expect(new Set(sent.map(({ reffclient }) => reffclient)).size).toBe(20)
  expect(sent.map(({ target }) => target)).toEqual(targets)
  for (const target of targets) expect(await purchasesOf(target)).toHaveLength(1)
  await page.getByRole('button', { name: 'Beli lagi', exact: true }).click()
  await expectFocused(dialogField(page))
  await close()
})

test('counter: a list stops at the first order without an answer, and continues with the same references', async () => {
  const targets = [newTarget(), newTarget(), newTarget()]
  const { page, requestsTo, close } = await open()
  await page.goto('/trxpembelian?beli=1')
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  let orders = 0
  await page.route(`**${orderPath}`, async (route) => {
    if (route.request().method() !== 'POST' || ++orders !== 2) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await list(page).fill(targets.map((target) => `S5 ${target}`).join('\n'))
  await page.getByRole('button', { name: 'Lanjut dengan 3 pesanan' }).click()
  const pressed = page.getByRole('button', { name: /^(Bayar|Kirim ulang) \d pesanan/ })
  await pressed.click({ trial: true })
  await pressed.click()
  await page.getByText('Pengiriman berhenti').waitFor()
  await rows(page).nth(2).getByText('Belum pasti').waitFor()
  await rows(page).nth(3).getByText('Belum dikirim').waitFor()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('Pesanan mungkin sudah diterima').waitFor()
  await question.getByRole('button', { name: 'No' }).click()
  await question.waitFor({ state: 'hidden' })
  await pressed.click({ trial: true })
  await pressed.click()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(3)
  for (const target of targets) expect(await purchasesOf(target)).toHaveLength(1)
  expect(new Set(requestsTo('POST', orderPath).map((request) => (request.postDataJSON() as { reffclient: string }).reffclient)).size).toBe(
    3,
  )
  expect(orders).toBe(4)

  // Each line of a repeated list needs a confirmation.
  await page.getByRole('button', { name: 'Beli lagi', exact: true }).click()
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await list(page).fill(`S5 ${targets[0]}`)
  await page.getByRole('button', { name: 'Lanjut dengan 1 pesanan' }).click()
  await pressed.click({ trial: true })
  await pressed.click()
  await rows(page).getByText('Kemungkinan pesanan ganda').waitFor()
  expect(await purchasesOf(targets[0] ?? '')).toHaveLength(1)
  const again = page.getByRole('button', { name: /^Ya, pesan lagi/ })
  await again.click({ trial: true })
  await again.click()
  await rows(page).getByText('SUKSES').waitFor()
  expect(await purchasesOf(targets[0] ?? '')).toHaveLength(2)
  await close({ statuses: [409] })
})

const unfinished = (page: Page) => page.getByRole('button', { name: /^Lanjutkan daftar/ })

test('counter: an unfinished list continues after a reload, and sends no order twice', async () => {
  const targets = [newTarget(), newTarget(), newTarget(), newTarget()]
  const { page, requestsTo, close } = await open()
  await page.goto('/home')
  let orders = 0
  const second = Promise.withResolvers<void>()
  // The server receives the second order, but the answer never arrives, as when the battery is empty.
  await page.route(`**${orderPath}`, async (route) => {
    if (route.request().method() !== 'POST' || ++orders !== 2) return route.continue()
    await route.fetch()
    second.resolve()
  })
  await pasteText(targetField(page), targets.map((target) => `S5 ${target}`).join('\n'))
  await page.getByRole('button', { name: 'Lanjut dengan 4 pesanan' }).click()
  // The back button of the table shows the complete text again.
  await page.getByRole('button', { name: 'Kembali' }).click()
  expect((await list(page).inputValue()).split('\n')).toHaveLength(4)
  await page.getByRole('button', { name: 'Lanjut dengan 4 pesanan' }).click()
  const pressed = page.getByRole('button', { name: /^(Bayar|Kirim ulang) \d pesanan/ })
  await pressed.click({ trial: true })
  await expectFocused(pressed)
  await page.keyboard.press('Enter')
  await second.promise
  await page.goto('/home')
  await unfinished(page).getByText('sisa 3').waitFor()

  // A list pasted in the meantime waits until the current list is finished.
  const next = newTarget()
  await pasteText(targetField(page), `S5 ${next}\nS5 ${targets[0]}`)
  await dialog(page).getByText('menunggu di belakangnya').waitFor()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(2)
  await rows(page).nth(3).getByText('Belum dikirim').waitFor()
  const rest = page.getByRole('button', { name: /^Bayar 2 pesanan, Rp/ })
  await rest.click({ trial: true })
  await rest.click()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(4)
  for (const target of targets) expect(await purchasesOf(target)).toHaveLength(1)
  const sent = requestsTo('POST', orderPath).map((request) => request.postDataJSON() as { reffclient: string })
  expect(new Set(sent.map(({ reffclient }) => reffclient)).size).toBe(4)
  await page.getByRole('button', { name: 'Ke daftar berikutnya' }).click()
  expect((await list(page).inputValue()).split('\n')).toEqual([`S5 ${next}`, `S5 ${targets[0]}`])
  expect(await purchasesOf(next)).toEqual([])
  await page.goto('/home')
  await targetField(page).waitFor()
  expect(await unfinished(page).count()).toBe(0)
  await close()
})

test('counter: a refused line shows the reason and can be corrected, and the rest of a list can be discarded', async () => {
  const [wrong, right, left] = ['081700007777', newTarget(), newTarget()]
  const { page, close } = await open()
  await page.goto('/trxpembelian?beli=1')
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await list(page).fill(`S5 ${wrong}\nS5 ${right}`)
  await page.getByRole('button', { name: 'Lanjut dengan 2 pesanan' }).click()
  const pressed = page.getByRole('button', { name: /^(Bayar|Kirim ulang) \d pesanan/ })
  await pressed.click({ trial: true })
  await pressed.click()
  await rows(page).nth(1).getByText('Tidak dipesan').waitFor()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(1)
  await page.getByRole('button', { name: 'Perbaiki 1 yang tidak dipesan' }).click()
  expect(await list(page).inputValue()).toBe(`S5 ${wrong}`)

  // If the network fails before the first order, all orders of the list stay waiting.
  await page.route(`**${orderPath}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await list(page).fill(`S5 ${left}\nS5 ${newTarget()}`)
  await page.getByRole('button', { name: 'Lanjut dengan 2 pesanan' }).click()
  await pressed.click({ trial: true })
  await pressed.click()
  await page.getByText('Pengiriman berhenti').waitFor()
  await page.getByRole('button', { name: 'Buang sisa daftar' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('Buang 2 baris yang tersisa? 1 di antaranya mungkin sudah diterima').waitFor()
  await expectFocused(question.getByRole('button', { name: 'No' }))
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await rows(page).nth(1).getByText('Belum pasti').waitFor()
  await page.getByRole('button', { name: 'Buang sisa daftar' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await list(page).waitFor()
  expect(await purchasesOf(left)).toEqual([])
  await close({ statuses: [422] })
})

test('counter: an insufficient balance for the sum of a list is shown before any order is sent', async () => {
  const { token: poor } = await completeMember(lapak, 'Kios Modal Tipis')
  const { page, requestsTo, close } = await openApp(lapak, { as: poor, viewport: phone })
  await page.goto('/trxpembelian?beli=1')
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await list(page).fill(`S5 ${newTarget()}\nS5 ${newTarget()}`)
  await page.getByRole('button', { name: 'Lanjut dengan 2 pesanan' }).click()
  await dialog(page).getByText('Saldo tidak cukup').waitFor()
  await page.getByRole('link', { name: /^Topup Rp/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Bayar/ }).count()).toBe(0)
  expect(requestsTo('POST', orderPath)).toEqual([])
  await close()
})

test('counter: a new account without a buying list orders at the cheapest open offer, unless the member switches this off', async () => {
  const { token: fresh } = await completeMember(lapak, 'Kios Baru Buka')
  const target = newTarget()
  const { products } = await lapak.call<{ products: { productcode: string; price: number; sellername: string }[] }>(
    fresh,
    'GET',
    `/api/v1/transactions/orderable?target=${target}&search=S10`,
  )
  const s10 = products.find(({ productcode }) => productcode === 'S10')
  const { page, close } = await openApp(lapak, { as: fresh, viewport: phone })
  await page.goto('/home')
  await targetField(page).fill(target)
  await product(page, 'S10')
    .getByText(/termurah:/)
    .waitFor()
  await product(page, 'S10').click()
  await dialog(page).getByText('Telkomsel 10.000', { exact: true }).waitFor()
  // Seller and price are shown before paying.
  await dialog(page)
    .getByText(s10?.sellername ?? '?', { exact: true })
    .waitFor()
  await dialog(page)
    .getByText(`Rp ${s10?.price.toLocaleString('id')}`, { exact: true })
    .first()
    .waitFor()
  await page.getByRole('link', { name: /^Topup Rp/ }).waitFor()
  await page.goto('/profile?tab=api')
  const option = page.getByRole('switch', { name: 'Beli juga di luar daftar' })
  expect(await option.isChecked()).toBe(true)
  await option.click()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Update API Ok!').waitFor()
  await page.goto('/home')
  await targetField(page).fill(target)
  await page.getByText('Tidak ada produk untuk nomor ini').waitFor()
  await close()
})
