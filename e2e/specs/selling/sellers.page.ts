import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, alertMessage, phone, queryOf } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { newTarget } from '../../fixtures/new-target.ts'
import { openApp } from '../../fixtures/page.ts'
import { expectPicture } from '../../fixtures/pictures.ts'

const newcomer = 'pembeli4@lapak.test'
const firstSeller = 'penjual@lapak.test'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

interface Seller {
  sellerid: number
  sellername: string
  avatar: string | null
  rating: number
  jmlreview: number
  status: 0 | 1
  user: { online: 0 | 1 }
  location: string
  jmlproduk: number
}
interface Product {
  id: number
  productname: string
  productcode: string
  producttype: 0 | 1 | 2
  status: 0 | 1
  state: string
  price: number
  discount: number
  sudahada: 0 | 1
}
interface SellerPage {
  sellerid: number
  membername: string
  contact: string
  cities: { cityname: string }
  province: { provincename: string }
  avatar: string | null
  rating: number
  jmlreview: number
  productlist: { categoryname: string; brands: { brandname: string; products: Product[] }[] }[]
}

const get = <Data>(path: string, as = token) => lapak.call<Data>(as, 'GET', path)
const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })
const sellers = async () => (await get<{ content: Seller[] }>('/api/v1/supplier?size=50&sort=sellername,ASC')).content
const sellerPage = (id: number, as = token) => get<SellerPage>(`/api/v1/product/seller/${id}`, as)
const truncate = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text)
const decimal = (value: number) => value.toFixed(1).replace('.', ',')
const ratingLabels = ({ jmlreview }: { jmlreview: number }) => (jmlreview > 0 ? `${jmlreview} ulasan` : 'Belum ada ulasan')
const idOf = async (as: string) => (await get<{ member: { memberid: number } }>('/api/v1/user', as)).member.memberid

const cardOf = (page: Page, { sellername }: Seller) => page.getByRole('article', { name: sellername, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })

let reviewed: Promise<void> | undefined

/** The demo's own buyers write reviews for a while after the start, and compared data must not change during a test. */
function untilReviewed() {
  reviewed ??= waitForReviews()
  return reviewed
}

async function waitForReviews() {
  let before = ''
  await expect
    .poll(
      async () => {
        const counts = (await sellers()).map(({ jmlreview }) => jmlreview)
        const now = counts.join()
        const isStable = now === before && counts.some((count) => count > 1)
        before = now
        return isStable
      },
      { timeout: 100_000, interval: 3000 },
    )
    .toBe(true)
}

/** A seller from which this buyer has just bought. */
async function boughtFrom(as: string): Promise<number> {
  const order = { productcode: 'S5', target: newTarget(), reffclient: `ULAS-${Date.now()}` }
  const { id } = await lapak.call<{ id: number }>(as, 'POST', '/api/v1/transactions/buyer', order)
  const read = () => get<{ transactionrc: number; sellerid: number }>(`/api/v1/transactions/buyer/${id}`, as)
  await expect.poll(async () => (await read()).transactionrc, { timeout: 60_000 }).not.toBe(0)
  const { transactionrc, sellerid } = await read()
  if (transactionrc !== 1) throw new Error('the demo purchase failed')
  return sellerid
}

test('seller list: each seller has a card with its state, rating and place that links to its page [B-RT-35, B-RT-36, B-RT-37, B-STATE-16, B-API-55, B-API-56]', async () => {
  await untilReviewed()
  const { page, requestsTo, close } = await open({ viewport: phone })
  await page.goto('/supplier')
  await page.getByRole('heading', { level: 1, name: 'Standar Supplier' }).waitFor()
  const all = await sellers()
  for (const seller of all) {
    const card = cardOf(page, seller)
    await card.getByText(truncate(seller.sellername, 20), { exact: true }).waitFor()
    expect(await card.getByText(seller.status ? 'Buka' : 'Tutup', { exact: true }).count()).toBe(1)
    expect(await card.getByText(/^(Online|Offline)$/).count()).toBe(1)
    expect(await card.getByText(ratingLabels(seller), { exact: true }).count()).toBe(1)
    expect(await card.getByRole('img', { name: `${decimal(seller.rating)} dari 5 bintang` }).count()).toBe(1)
    await expectPicture(card, seller.sellername, seller.avatar)
    expect(await card.getByText(seller.location, { exact: true }).count()).toBe(1)
    const products = seller.jmlproduk > 0 ? `${seller.jmlproduk} produk` : 'Belum ada produk'
    expect(await card.getByText(products, { exact: true }).count()).toBe(1)
  }
  expect(await page.getByRole('article').count()).toBe(all.length)
  expect(queryOf(requestsTo('GET', '/api/v1/supplier')[0])).toMatchObject({ size: '50', sort: 'sellerid,RAND()' })
  expect(queryOf(requestsTo('GET', '/api/v1/supplier/gold')[0])).toEqual({ size: '6' })
  const gold = page.getByRole('region', { name: 'Suplier Pilihan' })
  const best = await get<Seller[]>('/api/v1/supplier/gold?size=6')
  expect(await gold.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    best.map(({ sellerid }) => `/supplier/${sellerid}`),
  )

  const first = all[0] as Seller
  await cardOf(page, first)
    .getByRole('link', { name: /^Lihat suplier/ })
    .click()
  await page.waitForURL(`**/supplier/${first.sellerid}`)
  await page.getByRole('heading', { level: 1, name: first.sellername }).waitFor()
  await close()
})

test('seller list: the states Online and Offline are polled every 30 seconds, and no card changes its place [B-RT-36, B-STATE-17]', async () => {
  const { page, close } = await open()
  await page.clock.install()
  const online = new Set<number>()
  let turned = false
  await page.route('**/api/v1/supplier?**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { content: Seller[] } }
    for (const seller of body.data.content) seller.user.online = online.has(seller.sellerid) ? 1 : 0
    if (turned) body.data.content.reverse()
    await route.fulfill({ response: answer, json: body })
  })
  const [first, second] = (await sellers()) as [Seller, Seller]
  online.add(first.sellerid)
  await page.goto('/supplier?sort=rating,DESC')
  const word = (seller: Seller, text: string) => cardOf(page, seller).getByText(text, { exact: true })
  await word(first, 'Online').waitFor()
  await word(second, 'Offline').waitFor()
  const names = () => page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
  const before = await names()

  online.delete(first.sellerid)
  online.add(second.sellerid)
  turned = true
  await page.clock.runFor(31_000)
  await word(second, 'Online').waitFor()
  await word(first, 'Offline').waitFor()
  expect(await names()).toEqual(before)
  await close()
})

test("seller list: the sort order and the tab of the member's own sellers are kept in the address", async () => {
  const { page, requestsTo, close } = await open()
  await page.goto('/supplier')
  await page.getByRole('article').first().waitFor()
  await page.getByRole('combobox', { name: 'Urutkan' }).selectOption({ label: 'Nama' })
  await expect.poll(() => queryOf(requestsTo('GET', '/api/v1/supplier').at(-1)).sort).toBe('sellername,ASC')
  const names = (await sellers()).map(({ sellername }) => sellername)
  const shown = () => page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
  await expect.poll(shown).toEqual(names)
  await page.reload()
  await expect.poll(shown).toEqual(names)

  await page.getByRole('tab', { name: 'Suplier saya' }).click()
  await page.waitForURL('**/supplier?tab=saya')
  const mine = await get<Seller[]>('/api/v1/mysupplier')
  expect(mine.length).toBeGreaterThan(0)
  await expect.poll(() => page.getByRole('article').count()).toBe(mine.length)
  await page.route('**/api/v1/mysupplier', (route) => route.fulfill({ json: { success: true, msg: '', data: [] } }))
  await page.reload()
  await page.getByText('Belum ada suplier di daftar Anda').waitFor()
  await page.getByRole('link', { name: 'Lihat semua suplier' }).click()
  await page.getByRole('region', { name: 'Suplier Pilihan' }).waitFor()
  await close()
})

test('seller list: a failed read is reported and can be retried', async () => {
  const { page, close } = await open()
  await page.route('**/api/v1/supplier?**', (route) => route.fulfill({ status: 422, json: { success: false, msg: 'tidak bisa' } }))
  await page.goto('/supplier')
  await page.getByRole('alert').filter({ hasText: 'tidak bisa' }).waitFor()
  await page.unroute('**/api/v1/supplier?**')
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page.getByRole('article').first().waitFor()
  await close({ statuses: [422], errors: /tidak bisa/ })
})

test('seller page: it shows the seller and its products by category and brand, in a table or on a phone as a list [B-RT-39, B-RT-40, B-RT-41, B-RT-42, B-RT-43, B-RT-44, B-RT-45, B-RT-46, B-RT-47, B-STATE-16]', async () => {
  await untilReviewed()
  const seller = (await sellers()).find(({ sellername }) => sellername === 'Anging Mammiri Cell') as Seller
  const { page, close } = await open()
  await page.goto(`/supplier/${seller.sellerid}`)
  await page.getByRole('heading', { level: 1, name: seller.sellername }).waitFor()
  const shown = await sellerPage(seller.sellerid)
  const about = page.getByRole('region', { name: 'Tentang suplier' })
  for (const text of ['Buka', `${shown.cities.cityname}, ${shown.province.provincename}`, shown.contact, ratingLabels(shown)])
    expect(await about.getByText(text, { exact: true }).count(), text).toBe(1)
  expect(await about.getByText(/^(Online|Offline)$/).count()).toBe(1)
  expect(await about.getByText(/^(Aktif .+|Belum pernah aktif)$/).count()).toBe(1)
  await expectPicture(about, shown.membername, shown.avatar)
  expect(await about.getByRole('img', { name: `${decimal(shown.rating)} dari 5 bintang` }).count()).toBe(1)
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Produk', 'Ulasan'])

  const products = shown.productlist.flatMap(({ brands }) => brands.flatMap(({ products }) => products))
  await page.getByText(`${products.length} produk`, { exact: true }).waitFor()
  await expectProducts(page, shown.productlist, (category) => category.getByRole('row').filter({ has: page.getByRole('cell') }))
  expect(new Set(products.map(({ status }) => status))).toEqual(new Set([0, 1]))
  expect(new Set(products.map(({ sudahada }) => sudahada))).toEqual(new Set([0, 1]))
  expect(await page.getByRole('table').first().getByRole('columnheader').allInnerTexts()).toEqual([
    'Nama Produk',
    'Kode',
    'Status',
    'Harga',
    'Aksi',
  ])
  await page.goto(`/supplier/${seller.sellerid}?kategori=E-Wallet`)
  await page.getByRole('heading', { level: 2, name: 'E-Wallet' }).waitFor()
  await page.setViewportSize(phone)
  await page.goto(`/supplier/${seller.sellerid}`)
  // On a phone a brand with many products renders while it scrolls: see sellers.e2e.ts.
  await expectProducts(page, shown.productlist.slice(0, 1), (category) => category.getByRole('listitem'))
  await close()
})

/** Opens every brand of every category, and compares its rows. */
async function expectProducts(page: Page, productlist: SellerPage['productlist'], rowsOf: (category: Locator) => Locator) {
  for (const { categoryname, brands } of productlist) {
    const category = page.getByRole('region', { name: categoryname, exact: true })
    await category.getByRole('heading', { level: 2, name: categoryname, exact: true }).waitFor()
    // At first only the first brand is open.
    const closed = category.getByRole('button', { expanded: false })
    expect(await closed.count(), categoryname).toBe(brands.length - (categoryname === productlist[0]?.categoryname ? 1 : 0))
    for (const { brandname } of brands) {
      const head = category.getByRole('button').filter({ has: page.locator('strong').filter({ hasText: new RegExp(`^${brandname}$`) }) })
      if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
      await expect.poll(() => head.getAttribute('aria-expanded'), { message: brandname }).toBe('true')
    }
    expect(await category.getByRole('button', { expanded: true }).locator('strong').allInnerTexts()).toEqual(
      brands.map(({ brandname }) => brandname),
    )
    const texts = await rowsOf(category).allInnerTexts()
    const expected = brands.flatMap(({ products }) => products)
    expect(texts.length).toBe(expected.length)
    for (const [place, product] of expected.entries()) {
      const text = texts[place] ?? ''
      expect(text).toContain(product.productname)
      expect(text).toContain(product.productcode)
      expect(text).toContain(product.status ? 'Open' : 'Close')
      expect(text).not.toContain(product.status ? 'Close' : 'Open')
      expect(text).toContain(`Rp ${product.price.toLocaleString('id-ID')}`)
      expect(text.includes('Promo'), product.productcode).toBe(product.discount > 0)
      if (product.state === 'disturbed') expect(text).toContain('Gangguan')
      if (product.state === 'sold_out') expect(text).toContain('Stok habis')
    }
    const add = category.getByRole('button', { name: /^Tambah ke daftar Produk: / })
    expect(await add.evaluateAll((buttons) => buttons.map((button) => button.hasAttribute('disabled')))).toEqual(
      expected.map(({ sudahada }) => sudahada === 1),
    )
  }
}

test('seller page: products can be filtered by name, code and category, and brands can be collapsed', async () => {
  const seller = (await sellers()).find(({ sellername }) => sellername === 'Sinar Pulsa Nusantara') as Seller
  const { page, close } = await open()
  await page.goto(`/supplier/${seller.sellerid}`)
  const field = page.getByRole('searchbox', { name: 'Cari nama atau kode produk' })
  await field.fill('pln20')
  await page.waitForURL(/cari=pln20/)
  await expect.poll(() => page.getByRole('cell', { name: 'PLN20', exact: true }).count()).toBe(1)
  expect(await page.getByRole('cell', { name: 'S5', exact: true }).count()).toBe(0)
  await field.fill('tidak ada yang begini')
  await page.getByText('Tidak ada yang cocok').waitFor()
  await page.getByRole('button', { name: 'Tampilkan semua produk' }).click()
  await page.getByRole('button', { expanded: true }).waitFor()
  await page
    .getByRole('button', { name: /^Telkomsel/ })
    .first()
    .click()
  await page.getByRole('cell', { name: 'S5', exact: true }).waitFor()

  await page.getByRole('group', { name: 'Kategori' }).getByText('Token PLN', { exact: true }).click()
  await page.waitForURL(/kategori=/)
  await expect.poll(() => page.getByRole('table').count()).toBe(1)
  const brand = page.getByRole('button', { name: /^PLN/ }).first()
  await brand.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'PLN20', exact: true }).waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'PLN20', exact: true }).waitFor()
  await close()
})

test('seller page: a product is added to the buying list only after Yes, and its row shows this [B-RT-46, B-RT-47, B-VAL-48, B-MSG-08]', async () => {
  const { token: as } = await newMember(lapak)
  const seller = (await sellers()).find(({ sellername }) => sellername === 'Deli Multi Payment') as Seller
  const free = (await sellerPage(seller.sellerid, as)).productlist
    .flatMap(({ brands }) => brands.flatMap(({ products }) => products))
    .find(({ sudahada }) => sudahada === 0)
  if (!free) throw new Error('everything is on the list already')
  const { page, requestsTo, close } = await open({ as })
  await page.goto(`/supplier/${seller.sellerid}`)
  const add = page.locator(`button[aria-label^="Tambah ke daftar Produk: ${free.productname}"]`)
  await add.click()
  await question(page).getByRole('button', { name: 'No' }).click()
  await question(page).waitFor({ state: 'hidden' })
  expect(requestsTo('POST', '/api/v1/product/mapping')).toEqual([])
  await add.click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Add Product Suplier Ok!').waitFor()
  // The button is also disabled during the request.
  await expect.poll(() => add.textContent()).toMatch(/^Sudah/)
  expect(await add.isDisabled()).toBe(true)
  const { content } = await get<{ content: { productmemberid: number }[] }>('/api/v1/product/mappings?size=-1', as)
  expect(content.filter(({ productmemberid }) => productmemberid === free.id)).toHaveLength(1)
  await close()
})

test('seller page: a new member adds all products of a seller with one confirmation', async () => {
  const { token: newcomer } = await newMember(lapak)
  const { page, close } = await open({ viewport: phone, as: newcomer })
  await page.goto('/trxpembelian?tab=produk')
  await page.getByText('Belum ada produk di daftar Anda').waitFor()
  await page.getByRole('link', { name: 'Pilih suplier' }).click()
  const seller = (await sellers()).find(({ sellername }) => sellername === 'Deli Multi Payment') as Seller
  await cardOf(page, seller)
    .getByRole('link', { name: /^Lihat suplier/ })
    .click()
  const all = page.getByRole('button', { name: 'Tambah semua dari suplier ini' })
  await all.click()
  await question(page).getByText(`Tambah ${seller.jmlproduk} produk dari ${seller.sellername}`).waitFor()
  await question(page).getByRole('button', { name: 'No', exact: true }).click()
  const listed = async () => (await get<{ totalElements: number }>('/api/v1/product/mappings?size=1', newcomer)).totalElements
  expect(await listed()).toBe(0)
  await all.click()
  await question(page).getByRole('button', { name: 'Yes', exact: true }).click()
  await alertMessage(page, `${seller.jmlproduk} produk ditambahkan`).waitFor()
  await all.waitFor({ state: 'detached' })
  expect(await listed()).toBe(seller.jmlproduk)
  await close()
})

test("seller page: a row opens the purchase of this seller's product, and the back button closes it", async () => {
  const seller = (await sellers()).find(({ sellername }) => sellername === 'Sinar Pulsa Nusantara') as Seller
  const { page, close } = await open()
  await page.goto(`/supplier/${seller.sellerid}?cari=telkomsel`)
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'S5', exact: true }) })
    .getByRole('button', { name: /^Beli / })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Beli' })
  await dialog.getByText(/Sinar Pulsa Nusantara/).waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await close()
})

test('reviews: a customer reviews a seller with stars and a text, and changes the review later [B-RT-48, B-RT-49, B-VAL-40, B-VAL-41, B-ROLE-14]', async () => {
  const id = await boughtFrom(token)
  const { page, requestsTo, close } = await open({ viewport: phone })
  await page.goto(`/supplier/${id}?tab=ulasan`)
  const listed = await get<{ content: { membername: string; comment: string }[] }>(`/api/v1/review/user/${id}`)
  for (const { comment } of listed.content) await page.getByText(comment, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: /^(Tulis ulasan|Ubah ulasan Anda)$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^(Tulis|Ubah) ulasan$/ })
  const send = dialog.getByRole('button', { name: 'Kirim' })
  const field = dialog.getByRole('textbox', { name: 'Ulasan' })
  await send.waitFor()
  const isNew = (await dialog.getByRole('radio', { checked: true }).count()) === 0
  if (isNew) {
    expect(await send.isDisabled(), 'neither stars nor words').toBe(true)
    await field.fill('Cepat sekali')
    expect(await send.isDisabled(), 'words without stars').toBe(true)
  }
  // Chooses the stars by touch, then by keyboard.
  await dialog.getByRole('radio', { name: /^3 bintang/ }).check({ force: true })
  await page.keyboard.press('ArrowRight')
  expect(await dialog.getByRole('radio', { name: /^4 bintang/ }).isChecked()).toBe(true)
  await field.fill('   ')
  expect(await send.isDisabled(), 'stars without words').toBe(true)
  const words = 'Cepat sekali\nselalu lengkap'
  await field.fill(words)
  await send.click()
  await alertMessage(page, 'Ulasan terkirim').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const own = page.getByRole('listitem').filter({ hasText: 'Ulasan Anda' })
  await expect.poll(() => own.getByText('selalu lengkap').allTextContents()).toEqual([words])
  expect(await own.getByRole('img', { name: '4,0 dari 5 bintang' }).count()).toBe(1)
  // A reply of the seller has its own time.
  await own
    .getByText(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d WIB$/)
    .first()
    .waitFor()
  expect(requestsTo('POST', '/api/v1/review').at(-1)?.postDataJSON()).toEqual({
    bintang: 4,
    comment: words,
    memberid: id,
  })

  await page.getByRole('button', { name: 'Ubah ulasan Anda' }).click()
  expect(await field.inputValue()).toBe(words)
  await dialog.getByRole('radio', { name: /^5 bintang/ }).check({ force: true })
  // Escape does not discard the changes.
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'No' }).click()
  await send.click()
  await own.getByRole('img', { name: '5,0 dari 5 bintang' }).waitFor()
  const after = await get<{ content: { comment: string }[]; totalElements: number }>(`/api/v1/review/user/${id}`)
  expect(after.content.filter(({ comment }) => comment === words)).toHaveLength(1)
  await close()
})

test('reviews: a member without a purchase sees why a review is not possible', async () => {
  const [seller] = (await sellers()) as [Seller]
  const { page, close } = await open({ as: await lapak.signIn(newcomer) })
  await page.goto(`/supplier/${seller.sellerid}?tab=ulasan`)
  await page.getByText('Ulasan bisa ditulis setelah pembelian sukses dari suplier ini.').waitFor()
  expect(await page.getByRole('button', { name: /ulasan/ }).count()).toBe(0)
  await close()
})

test('reviews: the seller replies to each review, and all visitors see the reply', async () => {
  await untilReviewed()
  const as = await lapak.signIn(firstSeller)
  const id = await idOf(as)
  const { content } = await get<{ content: { memberid: number; membername: string }[] }>(`/api/v1/review/user/${id}`)
  const [reviewed] = content
  if (!reviewed) throw new Error('the demo seller has no reviews')
  const { page, close } = await open({ as })
  await page.goto(`/supplier/${id}?tab=ulasan`)
  await page.getByRole('button', { name: new RegExp(`untuk ${reviewed.membername}$`) }).click()
  const field = page.getByRole('textbox', { name: `Balasan untuk ${reviewed.membername}` })
  const send = page.getByRole('button', { name: 'Kirim balasan' })
  await field.fill('')
  expect(await send.isDisabled()).toBe(true)
  await field.fill('Terima kasih, Kak')
  await send.click()
  await alertMessage(page, 'Balasan terkirim').waitFor()
  await page.getByText('Terima kasih, Kak', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Produk' }).click()
  await page.getByRole('table').first().waitFor()
  expect(await page.getByRole('button', { name: /^(Beli|Tambah) / }).count(), 'nobody buys from oneself').toBe(0)
  await close()

  const reader = await open()
  await reader.page.goto(`/supplier/${id}?tab=ulasan`)
  await reader.page.getByText('Terima kasih, Kak', { exact: true }).waitFor()
  expect(await reader.page.getByRole('button', { name: /alas/ }).count()).toBe(0)
  await reader.close()
})

test('seller page: it shows Tutup, and links a contact that is a phone number [B-RT-39, B-RT-41, B-STATE-16]', async () => {
  const as = await lapak.signIn(firstSeller)
  const id = await idOf(as)
  await lapak.call(as, 'PATCH', '/api/v1/user', { membercontact: '0812-3000 3001' })
  await lapak.call(as, 'PATCH', '/api/v1/seller/tokostatus/0')
  const { page, close } = await open()
  await page.goto(`/supplier/${id}`)
  const about = page.getByRole('region', { name: 'Tentang suplier' })
  await about.getByText('Tutup', { exact: true }).waitFor()
  const { membername, avatar } = await sellerPage(id)
  expect(avatar, 'a picture in the demo').not.toBe(null)
  await expectPicture(about, membername, avatar)
  const contact = about.getByRole('link', { name: '0812-3000 3001' })
  expect([await contact.getAttribute('href'), await contact.getAttribute('rel')]).toEqual([
    'https://wa.me/6281230003001',
    'noopener noreferrer',
  ])
  await lapak.call(as, 'PATCH', '/api/v1/seller/tokostatus/1')
  await lapak.call(as, 'PATCH', '/api/v1/user', { membercontact: 'Hendra Wijaya' })
  await page.reload()
  await about.getByText('Buka', { exact: true }).waitFor()
  expect(await about.getByText('Hendra Wijaya', { exact: true }).count()).toBe(1)
  expect(await about.getByRole('link').count()).toBe(0)
  await close()
})

test('seller page: an unknown seller is reported as missing inside the frame', async () => {
  const { page, close } = await open()
  for (const id of ['999999', 'bukan-angka']) {
    await page.goto(`/supplier/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Suplier tidak ditemukan' }).waitFor()
    await page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).waitFor()
  }
  await page.getByRole('link', { name: 'Lihat semua suplier' }).click()
  await page.getByRole('heading', { level: 1, name: 'Standar Supplier' }).waitFor()
  await close({ statuses: [404], errors: /tidak ditemukan/ })
})
