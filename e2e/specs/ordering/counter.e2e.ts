/* A cashier's loop: 300 orders a day are as many keys and taps as these walks count. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, desk, isFocused, phone } from '../../fixtures/app.ts'
import { between, openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

const orderPath = '/api/v1/transactions/buyer'
/** What a telephone shows while its keyboard is open. */
const keyboardOpen = { width: 360, height: 380 }

interface Purchase {
  id: number
  productcode: string
  target: string
}

/** Numbers of Telkomsel that nobody else here has; their ending says that the simulated seller delivers. */
let numbers = 0
const number = () => `0812${String(7000 + ++numbers)}7777`

const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const dialog = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page) => page.getByRole('main').getByLabel('Nomor tujuan')
const dialogField = (page: Page) => dialog(page).getByLabel('Nomor tujuan')
const pay = (page: Page) => page.getByRole('button', { name: /^Bayar Rp/ })
const product = (page: Page | Locator, code: string) => page.getByRole('button', { name: `${code} ·` })
const outcome = (page: Page, word = 'SUKSES') => dialog(page).getByRole('heading', { name: word }).waitFor()
const isGone = (page: Page) => dialog(page).waitFor({ state: 'hidden' })
const bought = async (target: string) =>
  (await lapak.call<{ content: Purchase[] }>(token, 'GET', `${orderPath}?size=-1`)).content.filter((row) => row.target === target)

/** Whoever presses counts here. */
function counted(page: Page) {
  let presses = 0
  return {
    tap: (what: Locator) => {
      presses += 1
      return what.click()
    },
    key: (name: string) => {
      presses += 1
      return page.keyboard.press(name)
    },
    presses: () => presses,
  }
}

/** The button that moves money takes no press that began before it stood there. */
const readyToPay = (page: Page) => pay(page).click({ trial: true })

test.each([phone, desk])('from home S10 is a number and two taps, at $width px', async (viewport) => {
  const target = number()
  const { page, look, close } = await open({ viewport })
  const { tap, presses } = counted(page)
  await page.goto('/home')
  await isFocused(field(page))
  await look('home with its number field', between(viewport))
  await page.keyboard.type(target)
  await page.getByRole('status').getByText('Telkomsel').waitFor()
  await product(page, 'S10').waitFor()
  await look('products on the home page')
  await tap(product(page, 'S10'))
  await readyToPay(page)
  await tap(pay(page))
  await outcome(page)
  expect(presses()).toBe(2)
  expect(await bought(target)).toMatchObject([{ productcode: 'S10' }])
  await close()
})

test('at a desk twelve digits and two Enters buy, and the next number is one Enter away', async () => {
  const [one, other] = [number(), number()]
  const { page, close } = await open()
  const { key, presses } = counted(page)
  await page.goto('/home')
  await isFocused(field(page))
  await page.keyboard.type(one)
  await key('Enter')
  await readyToPay(page)
  await isFocused(pay(page))
  await key('Enter')
  await outcome(page)
  expect(presses()).toBe(2)
  expect(await bought(one)).toHaveLength(1)

  const again = page.getByRole('button', { name: 'Beli lagi', exact: true })
  await isFocused(again)
  await again.click({ trial: true })
  await key('Enter')
  await isFocused(dialogField(page))
  await page.keyboard.type(other)
  await product(dialog(page), 'S10').waitFor()
  await key('ArrowDown')
  await key('ArrowDown')
  await key('ArrowUp')
  await key('Enter')
  await dialog(page).getByText('Telkomsel 10.000', { exact: true }).waitFor()
  await readyToPay(page)
  await key('Enter')
  await outcome(page)
  expect(await bought(other)).toMatchObject([{ productcode: 'S10' }])
  await page.keyboard.press('Escape')
  await isGone(page)
  await isFocused(field(page))
  await close()
})

test('Enter that comes before the products do waits for them, and half a number chooses nothing', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/transactions/orderable?**', async (route) => {
    await held
    await route.continue()
  })
  await isFocused(field(page))
  const waiting = number()
  await page.keyboard.type(waiting)
  await page.keyboard.press('Enter')
  answer()
  await readyToPay(page)
  await page.keyboard.press('Escape')
  await isGone(page)
  // The same number typed anew waits for an Enter of its own.
  await page.keyboard.type(waiting)
  await product(page, 'S10').click({ trial: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await field(page).inputValue()).toBe('')

  await page.keyboard.type('0812')
  await product(page, 'S10').waitFor()
  expect(await product(page, 'S10').isDisabled()).toBe(true)
  await page.getByText('Lengkapi nomornya untuk memilih.').waitFor()
  expect(await product(page, 'PLN20').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('90007777')
  await product(page, 'S10').click({ trial: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Whoever means a meter's number finds its products.
  await page.getByRole('button', { name: /^Produk untuk nomor meter/ }).click()
  await product(page, 'PLN20').waitFor()
  await close()
})

test.each(['S10 0812-7100 7777', '081271017777 s10'])('code and number are read from one field: %s', async (line) => {
  const { page, look, close } = await open()
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
  await look('code and number')
  await page.keyboard.press('Enter')
  await dialog(page).getByText('Telkomsel 10.000').waitFor()
  await dialog(page)
    .getByText(/^0812 710\d 7777$/)
    .waitFor()
  await close()
})

test('a code that this number cannot get is told, and a number without its zero is known', async () => {
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

const cutOffOperator = `(() => {
  const shown = [...document.querySelectorAll('[role=status]')].find((one) => one.textContent.includes('Telkomsel'))
  const words = document.createRange()
  words.selectNodeContents(shown)
  return shown.getBoundingClientRect().left - words.getBoundingClientRect().left
})()`

test.each([{ width: 320, height: 640 }, keyboardOpen, phone])(
  'code and number are seen whole beside the operator, at $width px of $height',
  async (viewport) => {
    const { page, look, close } = await open({ viewport })
    await page.goto('/home')
    await field(page).fill(`S10 ${number()}`)
    await page.getByRole('status').getByText('Telkomsel').waitFor()
    const cut = () => field(page).evaluate((node: { scrollWidth: number; clientWidth: number }) => node.scrollWidth - node.clientWidth)
    await expect.poll(cut, { message: 'px of the number that are not seen' }).toBe(0)
    // Above a keyboard there is room for its mark alone.
    if (viewport.height > 480) expect(await page.evaluate(cutOffOperator), 'px of the operator that are not seen').toBeLessThan(1)
    await look('code and number in one field')
    await close()
  },
)

test('a long name and a price of two words leave each other room on a phone', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/home')
  await field(page).fill(number())
  const name = product(page, 'STROPEN').getByText('Telkomsel Pulsa Transfer Nominal Bebas', { exact: true })
  // Three lines, none for a single word.
  await expect.poll(async () => (await name.boundingBox())?.height).toBeLessThan(80)
  await close()
})

test('with the keyboard open three products are seen, and what pays is at the bottom edge', async () => {
  const { page, look, close } = await open({ viewport: keyboardOpen })
  const inSight = async (element: Locator) => {
    const box = await element.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= keyboardOpen.height
  }
  await page.goto('/trxpembelian?beli=1')
  for (const typed of ['0812', number()]) {
    await dialogField(page).fill(typed)
    for (const code of ['S5', 'S10', 'S15']) {
      await product(page, code).waitFor()
      expect(await inSight(product(page, code)), `${code} after ${typed}`).toBe(true)
    }
    await look(`products for ${typed} above a keyboard`, phone)
  }
  await product(page, 'S10').click()
  await readyToPay(page)
  expect(await inSight(pay(page))).toBe(true)
  const box = await pay(page).boundingBox()
  expect(keyboardOpen.height - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(24)
  await look('the confirmation above a keyboard')

  // On the home page as well, where the bar at the bottom makes room.
  await page.goto('/home')
  await field(page).fill(number())
  for (const code of ['S5', 'S10', 'S15']) {
    await product(page, code).waitFor()
    await expect.poll(() => inSight(product(page, code)), { message: `${code} on the home page` }).toBe(true)
  }
  await close()
})

test('the purchase opens by b over any page, the search by /, and all keys are shown by ?', async () => {
  const { page, look, close } = await open()
  for (const path of ['/product', '/supplier', '/histori', '/trxpembelian?tab=produk&search=GPLAY']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('b')
    await isFocused(dialogField(page))
    await page.keyboard.type('b/?')
    expect(await dialogField(page).inputValue()).toBe('b/?')
    await dialogField(page).fill('')
    await page.keyboard.press('Escape')
    await isGone(page)
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
  }
  await page.keyboard.press('/')
  const search = page.getByRole('textbox', { name: 'Cari Produk atau Suplier', exact: true })
  await isFocused(search)
  await page.keyboard.type('b?')
  expect(await search.inputValue()).toBe('b?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await search.blur()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Tombol pintas' }).waitFor()
  await look('the keys', phone)
  await page.keyboard.press('b')
  await page.keyboard.press('Escape')
  await isGone(page)
  expect(page.url()).not.toContain('beli=')
  await close()
})

test('the back button goes from the confirmation to the products, and then closes', async () => {
  const { page, requestsTo, close } = await open({ viewport: phone })
  const target = number()
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
  await isFocused(question.getByRole('button', { name: 'No' }))
  await question.getByRole('button', { name: 'Yes' }).click()
  await isGone(page)
  expect(new URL(page.url()).pathname).toBe('/histori')
  expect(requestsTo('POST', orderPath)).toEqual([])
  await close()
})

test('too little money is said before anybody pays, with a top-up of what is missing', async () => {
  const { page, look, close } = await open({ viewport: phone })
  const { balance } = await lapak.call<{ balance: number }>(token, 'GET', '/api/v1/user/balance')
  await page.goto('/home')
  await field(page).fill(number())
  await product(page, 'DANAOPEN').click()
  await page.getByRole('textbox', { name: 'Nominal' }).fill(String(balance + 50_000))
  await page.getByRole('button', { name: 'Lanjut' }).click()
  const topup = page.getByRole('link', { name: /^Topup Rp/ })
  await topup.waitFor()
  expect(await pay(page).count()).toBe(0)
  await look('too little money and the way on')
  const missing = (await topup.textContent())?.replace(/\D/g, '') ?? ''
  expect(Number(missing)).toBeGreaterThanOrEqual(50_000)
  await topup.click()
  await page.waitForURL(`**/tambahsaldo?jumlah=${missing}`)
  expect((await page.getByLabel('Jumlah deposit').inputValue()).replace(/\D/g, '')).toBe(missing)
  await close()
})

test('Escape in a receipt closes the receipt alone', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await field(page).fill(number())
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
  // In the moment in which the receipt goes the key still means the receipt (lib/layers.ts): two frames later nobody presses faster.
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

test.each([phone, desk])('the same again is two taps from the list, at $width px', async (viewport) => {
  const target = number()
  const { id } = await lapak.call<Purchase>(token, 'POST', orderPath, { productcode: 'S10', target, reffclient: `LOOP-${target}` })
  await expect.poll(() => lapak.call(token, 'GET', `${orderPath}/${id}`), { timeout: 20_000 }).toMatchObject({ transactionrc: 1 })
  const { page, look, close } = await open({ viewport })
  const { tap, presses } = counted(page)
  await page.goto('/trxpembelian')
  const again = page.getByRole('button', { name: `Beli lagi Telkomsel 10.000 untuk ${target}` })
  await again.waitFor()
  await look('the list with its way to buy again', between(viewport))
  await tap(again)
  await readyToPay(page)
  await tap(pay(page))
  // The same within minutes is asked about, as ever.
  await page.getByText('Pesan sekali lagi?').waitFor()
  expect(presses()).toBe(2)
  expect(await bought(target)).toHaveLength(1)
  await page.getByRole('button', { name: 'Tidak jadi' }).click()
  await product(dialog(page), 'S10').getByText('terakhir untuk nomor ini').waitFor()
  await page.keyboard.press('Escape')
  await isGone(page)

  // From its details, and from the numbers bought for last, with nothing to lose on the way out.
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

test('who searches a whole number is led to what it can buy, with what was found behind', async () => {
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
  // Half of a number only searches.
  await search.fill('0812')
  await search.press('Enter')
  await page.getByRole('tab', { name: /^Product/ }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await close()
})

const list = (page: Page) => dialog(page).getByRole('textbox', { name: 'Daftar nomor' })
const rows = (page: Page) => page.getByRole('table', { name: 'Pesanan' }).getByRole('row')

/** As the clipboard of a chat brings it. */
const paste = (into: Locator, text: string) =>
  into.evaluate((node, lines) => {
    const { ClipboardEvent, DataTransfer } = globalThis as unknown as {
      ClipboardEvent: new (name: string, more: object) => unknown
      DataTransfer: new () => { setData(type: string, text: string): void }
    }
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', lines)
    ;(node as unknown as { dispatchEvent(event: unknown): void }).dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test.each([phone, desk])('twenty orders are pasted, confirmed once with their sum, and sent once each, at $width px', async (viewport) => {
  const targets = Array.from({ length: 20 }, () => number())
  const { page, requestsTo, look, close } = await open({ viewport })
  await page.goto('/home')
  await paste(field(page), `${targets.join('\n')}\n${targets[0]}\n0812\nZZ9 081200007777\n`)
  await dialog(page).getByRole('combobox', { name: 'Produk untuk semua nomor' }).selectOption('S5')
  await dialog(page).getByText('3 baris tidak ikut').waitFor()
  await look('a pasted list', between(viewport))
  await page.getByRole('button', { name: 'Lanjut dengan 20 pesanan' }).click()
  const price = Number((await rows(page).nth(1).getByText(/^Rp/).textContent())?.replace(/\D/g, ''))
  const payAll = page.getByRole('button', { name: /^Bayar 20 pesanan, Rp/ })
  expect((await payAll.textContent())?.replace(/^Bayar 20 pesanan, /, '').replace(/\D/g, '')).toBe(String(price * 20))
  await payAll.click({ trial: true })
  await look('twenty orders and one confirmation')
  await payAll.click()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(20)
  await look('what became of twenty')
  const sent = requestsTo('POST', orderPath).map((request) => request.postDataJSON() as { reffclient: string; target: string })
  expect(new Set(sent.map(({ reffclient }) => reffclient)).size).toBe(20)
  expect(sent.map(({ target }) => target)).toEqual(targets)
  for (const target of targets) expect(await bought(target)).toHaveLength(1)
  await page.getByRole('button', { name: 'Beli lagi', exact: true }).click()
  await isFocused(dialogField(page))
  await close()
})

test('a list stops at the first order without an answer, and goes on under the same references', async () => {
  const targets = [number(), number(), number()]
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
  for (const target of targets) expect(await bought(target)).toHaveLength(1)
  expect(new Set(requestsTo('POST', orderPath).map((request) => (request.postDataJSON() as { reffclient: string }).reffclient)).size).toBe(
    3,
  )
  expect(orders).toBe(4)

  // The same list once more is asked about line by line.
  await page.getByRole('button', { name: 'Beli lagi', exact: true }).click()
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await list(page).fill(`S5 ${targets[0]}`)
  await page.getByRole('button', { name: 'Lanjut dengan 1 pesanan' }).click()
  await pressed.click({ trial: true })
  await pressed.click()
  await rows(page).getByText('Kemungkinan pesanan ganda').waitFor()
  expect(await bought(targets[0] ?? '')).toHaveLength(1)
  const again = page.getByRole('button', { name: /^Ya, pesan lagi/ })
  await again.click({ trial: true })
  await again.click()
  await rows(page).getByText('SUKSES').waitFor()
  expect(await bought(targets[0] ?? '')).toHaveLength(2)
  await close({ statuses: [409] })
})

const unfinished = (page: Page) => page.getByRole('button', { name: /^Lanjutkan daftar/ })

test.each([phone, desk])('a list that was begun goes on after a reload, and orders nothing twice, at $width px', async (viewport) => {
  const targets = [number(), number(), number(), number()]
  const { page, requestsTo, look, close } = await open({ viewport })
  await page.goto('/home')
  let orders = 0
  let arrived = () => {}
  const second = new Promise<void>((resolve) => {
    arrived = resolve
  })
  // The second order arrives, and its answer never does: the battery is empty.
  await page.route(`**${orderPath}`, async (route) => {
    if (route.request().method() !== 'POST' || ++orders !== 2) return route.continue()
    await route.fetch()
    arrived()
  })
  await paste(field(page), targets.map((target) => `S5 ${target}`).join('\n'))
  await page.getByRole('button', { name: 'Lanjut dengan 4 pesanan' }).click()
  // Back from the table leads to the text, with all of it.
  await page.getByRole('button', { name: 'Kembali' }).click()
  expect((await list(page).inputValue()).split('\n')).toHaveLength(4)
  await page.getByRole('button', { name: 'Lanjut dengan 4 pesanan' }).click()
  const pressed = page.getByRole('button', { name: /^(Bayar|Kirim ulang) \d pesanan/ })
  await pressed.click({ trial: true })
  await isFocused(pressed)
  await page.keyboard.press('Enter')
  await second
  await page.goto('/home')
  await unfinished(page).getByText('sisa 3').waitFor()
  await look('home with a list that was begun', between(viewport))

  // What is pasted meanwhile waits behind it.
  const next = number()
  await paste(field(page), `S5 ${next}\nS5 ${targets[0]}`)
  await dialog(page).getByText('menunggu di belakangnya').waitFor()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(2)
  await rows(page).nth(3).getByText('Belum dikirim').waitFor()
  await look('a list that was begun', between(viewport))
  const rest = page.getByRole('button', { name: /^Bayar 2 pesanan, Rp/ })
  await rest.click({ trial: true })
  await rest.click()
  await expect.poll(() => rows(page).getByText('SUKSES').count(), { timeout: 40_000 }).toBe(4)
  for (const target of targets) expect(await bought(target)).toHaveLength(1)
  const sent = requestsTo('POST', orderPath).map((request) => request.postDataJSON() as { reffclient: string })
  expect(new Set(sent.map(({ reffclient }) => reffclient)).size).toBe(4)
  await page.getByRole('button', { name: 'Ke daftar berikutnya' }).click()
  expect((await list(page).inputValue()).split('\n')).toEqual([`S5 ${next}`, `S5 ${targets[0]}`])
  expect(await bought(next)).toEqual([])
  await page.goto('/home')
  await field(page).waitFor()
  expect(await unfinished(page).count()).toBe(0)
  await close()
})

test('a refused line says why and is mended, and the rest of a list can be thrown away', async () => {
  const [wrong, right, left] = ['081700007777', number(), number()]
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

  // A network that is gone before the first order leaves all of them waiting.
  await page.route(`**${orderPath}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await list(page).fill(`S5 ${left}\nS5 ${number()}`)
  await page.getByRole('button', { name: 'Lanjut dengan 2 pesanan' }).click()
  await pressed.click({ trial: true })
  await pressed.click()
  await page.getByText('Pengiriman berhenti').waitFor()
  await page.getByRole('button', { name: 'Buang sisa daftar' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('Buang 2 baris yang tersisa? 1 di antaranya mungkin sudah diterima').waitFor()
  await isFocused(question.getByRole('button', { name: 'No' }))
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await rows(page).nth(1).getByText('Belum pasti').waitFor()
  await page.getByRole('button', { name: 'Buang sisa daftar' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await list(page).waitFor()
  expect(await bought(left)).toEqual([])
  await close({ statuses: [422] })
})

test('what was just ordered is ordered once more from a list by a button below the reason', async () => {
  const target = number()
  const { page, look, close } = await open({ viewport: phone })
  await lapak.call(token, 'POST', orderPath, { productcode: 'S5', target, reffclient: `ULANG-${target}` })
  await page.goto('/trxpembelian?beli=1')
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await list(page).fill(`S5 ${target}`)
  await page.getByRole('button', { name: 'Lanjut dengan 1 pesanan' }).click()
  const pressed = page.getByRole('button', { name: /^Bayar 1 pesanan/ })
  await pressed.click({ trial: true })
  await pressed.click()
  const reason = await rows(page)
    .getByText(/Tidak dipesan.*ganda/)
    .boundingBox()
  const once = await page.getByRole('button', { name: `Ya, pesan lagi untuk ${target}` }).boundingBox()
  await look('a probable double in a list')
  expect(once?.y).toBeGreaterThanOrEqual((reason?.y ?? 0) + (reason?.height ?? 0))
  await close({ statuses: [409] })
})

test('too little money for the sum of a list is said before anything is sent', async () => {
  const { token: poor } = await completeMember(lapak, 'Kios Modal Tipis')
  const { page, requestsTo, look, close } = await openApp(lapak, { as: poor, viewport: phone })
  await page.goto('/trxpembelian?beli=1')
  await page.getByRole('button', { name: 'Banyak nomor sekaligus' }).click()
  await list(page).fill(`S5 ${number()}\nS5 ${number()}`)
  await page.getByRole('button', { name: 'Lanjut dengan 2 pesanan' }).click()
  await dialog(page).getByText('Saldo tidak cukup').waitFor()
  await page.getByRole('link', { name: /^Topup Rp/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Bayar/ }).count()).toBe(0)
  await look('too little money for a list')
  expect(requestsTo('POST', orderPath)).toEqual([])
  await close()
})

test('a new account without a list orders at the cheapest open offer, unless it does not want that', async () => {
  const { token: fresh } = await completeMember(lapak, 'Kios Baru Buka')
  const target = number()
  const { products } = await lapak.call<{ products: { productcode: string; price: number; sellername: string }[] }>(
    fresh,
    'GET',
    `/api/v1/transactions/orderable?target=${target}&search=S10`,
  )
  const s10 = products.find(({ productcode }) => productcode === 'S10')
  const { page, look, close } = await openApp(lapak, { as: fresh, viewport: phone })
  await page.goto('/home')
  await field(page).fill(target)
  await product(page, 'S10')
    .getByText(/termurah:/)
    .waitFor()
  await look('what is open for a new account', desk)
  await product(page, 'S10').click()
  await dialog(page).getByText('Telkomsel 10.000', { exact: true }).waitFor()
  // By whom and for how much is said before anybody pays.
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
  await look('the option', desk)
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Update API Ok!').waitFor()
  await page.goto('/home')
  await field(page).fill(target)
  await page.getByText('Tidak ada produk untuk nomor ini').waitFor()
  await close()
})
