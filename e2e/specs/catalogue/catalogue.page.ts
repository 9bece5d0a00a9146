import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type AppOptions, alertMessage, openWithRealtime, phone, queryOf } from '../../fixtures/app.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'
import { expectPicture } from '../../fixtures/pictures.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn(buyer)

interface Offer {
  id: number
  productid: number
  productname: string
  productcode: string
  brandname: string
  brandlogo: string | null
  price: number
  discount: number
  sellerid: number
  sellername: string
  state: string
  sudahada: 0 | 1
}
interface FoundPage<Row> {
  content: Row[]
  totalElements: number
}
interface Category {
  name: string
  brands: { id: number; brandname: string }[]
}
interface BestHit {
  sellerid: number
  operator: string
  sellername: string
  selleravatar: string | null
}
interface Seller {
  sellerid: number
  sellername: string
  rating: number
  jmlreview: number
  status: 0 | 1
  avatar: string | null
}

const get = <Data>(path: string, as = token) => lapak.call<Data>(as, 'GET', path)
const open = (options: AppOptions = {}) => openApp(lapak, { as: token, ...options })

/** Opens the app as a buyer who has chosen to see each seller's price as a separate card. */
async function openCards(options: AppOptions = {}) {
  const opened = await open(options)
  await opened.page.addInitScript(`location.protocol.startsWith('http') && localStorage.setItem('lapak.product-view', 'suplier')`)
  return opened
}
const truncate = (text: string, length: number) => (text.length > length ? `${text.slice(0, length).trimEnd()}…` : text)
const rupiah = (money: number) => `Rp ${String(money).replace(/\B(?=(\d{3})+$)/g, '.')}`

const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const cards = (page: Page) => page.getByRole('main').getByRole('article')

async function brandOf(name: string): Promise<number> {
  const categories = await get<Category[]>('/api/v1/product/category')
  const found = categories.flatMap(({ brands }) => brands).find(({ brandname }) => brandname === name)
  if (!found) throw new Error(`the demo has no brand ${name}`)
  return found.id
}

/** Everything a card shows of its offer. */
async function expectCard(card: Locator, offer: Offer) {
  const { productname, productcode, price, discount, sellername, sellerid, brandname, brandlogo } = offer
  await card.getByText(productname, { exact: true }).waitFor()
  expect(productcode).toBe(productcode.toUpperCase())
  expect(await card.getByText(productcode, { exact: true }).count()).toBe(1)
  expect(await card.getByText(rupiah(price), { exact: true }).count()).toBeGreaterThan(0)
  expect(await card.getByText('Promo', { exact: true }).count(), `${productcode} of ${sellername}`).toBe(discount > 0 ? 1 : 0)
  await expectPicture(card, brandname, brandlogo)
  const seller = card.getByRole('link', { name: truncate(sellername, 15), exact: true })
  expect(await seller.getAttribute('href')).toBe(`/supplier/${sellerid}`)
  expect(await card.getByRole('button', { name: /^(Tambah|Sudah ada) / }).isEnabled()).toBe(offer.sudahada === 0)
}

test('home: it shows the banners and the best hits [B-RT-05, B-RT-07, B-RT-08, B-RT-09, B-ENT-38, B-CONST-11, B-CONST-21, B-API-35]', async () => {
  const { data: banners } = (await (await fetch(`${lapak.info.address}/public/sliders`)).json()) as {
    data: { image: string; caption: string }[]
  }
  // Most shops of the demo have a picture, so one of them becomes a best hit after a while.
  await expect
    .poll(async () => (await get<BestHit[]>('/api/v1/supplier/besthit')).some(({ selleravatar }) => selleravatar !== null), {
      timeout: 90_000,
      interval: 2000,
    })
    .toBe(true)
  const { page, close } = await open()
  await page.goto('/home')
  const carousel = page.getByRole('region', { name: 'Banner' })
  await carousel.getByRole('img').first().waitFor()
  expect(banners.length).toBeGreaterThan(1)
  expect(
    await carousel.locator('img').evaluateAll((images) => images.map((image) => [image.getAttribute('src'), image.getAttribute('alt')])),
  ).toEqual(banners.map(({ image, caption }) => [image, caption]))
  const section = page.getByRole('region', { name: 'Best Hit Of The Day' })
  await section.getByRole('heading', { name: 'Best Hit Of The Day' }).waitFor()
  await section.getByRole('link').first().waitFor()
  const hits = await get<BestHit[]>('/api/v1/supplier/besthit')
  for (const [place, { operator, sellername, sellerid, selleravatar }] of hits.entries()) {
    const card = section.getByRole('link').nth(place)
    expect(await card.getAttribute('href')).toBe(`/supplier/${sellerid}`)
    expect(await card.getByText(operator, { exact: true }).count()).toBe(1)
    expect(await card.getByText(truncate(sellername, 20), { exact: true }).count()).toBe(1)
    await expectPicture(card, sellername, selleravatar)
  }
  await section.getByRole('link').first().click()
  await page.waitForURL(`**/supplier/${hits[0]?.sellerid}`)
  await close()
})

test('products: a category shows its brands, and a brand shows its prices [B-RT-26, B-RT-29, B-RT-30, B-RT-31, B-RT-32, B-RT-33, B-RT-34, B-CONST-17]', async () => {
  const { page, requestsTo, close } = await openCards()
  await page.goto('/product')
  await cards(page).first().waitFor()
  expect(queryOf(requestsTo('GET', '/api/v1/product/category')[0])).toEqual({ size: '50' })
  const categories = await get<Category[]>('/api/v1/product/category')
  const first = categories[0]?.brands[0]
  const brandPath = (id: number | undefined) => `/api/v1/product/pricing/bybrand/${id}`
  expect(queryOf(requestsTo('GET', brandPath(first?.id))[0])).toMatchObject({ size: '25', sort: 'saleprice,DESC' })

  const tree = page.getByRole('navigation', { name: 'Kategori produk' })
  await tree.getByRole('button', { name: categories[0]?.name, expanded: true }).waitFor()
  for (const { name, brands } of categories) {
    const toggle = tree.getByRole('button', { name, exact: true })
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    for (const { brandname } of brands) await tree.getByRole('link', { name: brandname, exact: true }).waitFor()
    await toggle.click()
    expect(await tree.getByRole('link').count(), `${name} closed`).toBe(0)
  }
  const search = tree.getByRole('searchbox', { name: 'Cari kategori atau brand' })
  await search.fill('pln pra')
  await expect.poll(() => tree.getByRole('link').allInnerTexts()).toEqual([expect.stringContaining('PLN Prabayar')])
  await search.fill('tidak ada')
  await tree.getByText('Tidak ada yang cocok').waitFor()
  await search.fill('')
  await expect.poll(() => tree.getByRole('button', { expanded: false }).count()).toBe(categories.length)
  const brandid = await brandOf('Telkomsel')
  await tree.getByRole('button', { name: 'Pulsa', exact: true }).click()
  await tree.getByRole('link', { name: 'Telkomsel', exact: true }).click()
  await page.waitForURL(`**/product?brandid=${brandid}`)

  const offers = await get<FoundPage<Offer>>(`${brandPath(brandid)}?size=-1&sort=saleprice,DESC`)
  await expect.poll(() => cards(page).count()).toBe(25)
  await page.getByText(`25 dari ${offers.totalElements} harga`).waitFor()
  for (const [place, offer] of offers.content.slice(0, 25).entries()) await expectCard(cards(page).nth(place), offer)
  await page.getByRole('button', { name: 'Muat lagi' }).click()
  await expect.poll(() => cards(page).count()).toBe(Math.min(50, offers.totalElements))
  const shown = offers.content.slice(0, 50)
  const promo = shown.findIndex(({ discount }) => discount > 0)
  expect(promo, 'a promo in the demo').toBeGreaterThanOrEqual(0)
  await expectCard(cards(page).nth(promo), shown[promo] as Offer)

  const { sellername, sellerid } = shown[0] as Offer
  await cards(page)
    .first()
    .getByRole('link', { name: truncate(sellername, 15) })
    .click()
  await page.waitForURL(`**/supplier/${sellerid}`)
  await close()
})

test('products: on a phone the brand is chosen in a drawer that closes by itself [B-RT-26]', async () => {
  const [first] = (await get<Category[]>('/api/v1/product/category'))[0]?.brands ?? []
  const brandid = await brandOf('Telkomsel')
  const { page, close } = await openCards({ viewport: phone })
  await page.goto('/product')
  await page.getByRole('button', { name: new RegExp(`^${first?.brandname}`) }).click()
  const tree = page.getByRole('dialog', { name: 'Pilih brand' })
  await tree.getByRole('searchbox', { name: 'Cari kategori atau brand' }).fill('telkomsel')
  await tree.getByRole('link', { name: 'Telkomsel', exact: true }).first().click()
  await page.waitForURL(`**/product?brandid=${brandid}`)
  await tree.waitFor({ state: 'hidden' })
  await expect.poll(() => cards(page).count()).toBe(25)
  await close()
})

interface ComparedProduct {
  productname: string
  suplier: number
  buka: number
  rute: { sellername: string; price: number } | null
  hemat: number
  prices: Offer[]
}

test('products: each product is one card with its sellers, and a desktop shows all products of a brand in a table [B-CONST-21]', async () => {
  const brandid = await brandOf('Telkomsel')
  const { page, close } = await open()
  const compared = (sort: string) => get<FoundPage<ComparedProduct>>(`/api/v1/product/compare/${brandid}?size=100&sort=saleprice,${sort}`)
  await page.goto(`/product?brandid=${brandid}`)
  await cards(page).first().waitFor()
  const expectCards = async (products: ComparedProduct[]) => {
    await expect.poll(() => cards(page).first().getAttribute('aria-label')).toBe(products[0]?.productname)
    for (const [place, product] of products.entries()) {
      const card = cards(page).nth(place)
      expect(await card.getAttribute('aria-label')).toBe(product.productname)
      const sellers = card.getByRole('list', { name: `Suplier ${product.productname}` }).getByRole('listitem')
      expect(await sellers.count()).toBe(product.prices.length)
      for (const [at, { sellername, price, state }] of product.prices.entries()) {
        const seller = sellers.nth(at)
        expect(await seller.getByRole('link', { name: truncate(sellername, 15), exact: true }).count()).toBe(1)
        expect(await seller.getByText(rupiah(price), { exact: true }).count()).toBeGreaterThan(0)
        expect(await seller.getByRole('button', { name: /^Beli / }).isEnabled()).toBe(state === 'open')
      }
      expect(await card.getByText(/^Hemat/).count(), product.productname).toBe(product.hemat > 0 ? 1 : 0)
    }
  }
  const dearest = (await compared('DESC')).content
  expect(
    dearest.some(({ hemat }) => hemat > 0),
    'a saving in the demo',
  ).toBe(true)
  const names = dearest.slice(0, 12).flatMap(({ prices }) => prices.map(({ sellername }) => sellername))
  expect(
    names.some((name) => name.length > 15),
    'a name that is cut',
  ).toBe(true)
  await expectCards(dearest.slice(0, 12))
  const sort = page.getByRole('combobox', { name: 'Urutkan harga' })
  await sort.click()
  await page.getByRole('option', { name: 'Paling Murah' }).click()
  const cheapest = (await compared('ASC')).content
  await expectCards(cheapest.slice(0, 12))
  await page.reload()
  await expectCards(cheapest.slice(0, 12))

  const views = page.getByRole('radiogroup', { name: 'Tampilan' })
  await views.getByText('Tabel').click()
  const table = page.getByRole('table', { name: 'Perbandingan harga' })
  await table.waitFor()
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(cheapest.length)
  await page.reload()
  await table.waitFor()
  await page.setViewportSize(phone)
  await page.reload()
  await views.getByText('Per suplier').waitFor()
  expect(await views.getByText('Tabel').count(), 'a table on a phone').toBe(0)
  await views.getByText('Per suplier').click()
  await page.getByText(/^25 dari \d+ harga/).waitFor()
  await views.getByText('Per produk').click()
  // The shown price is the price that is charged.
  const [sold] = cheapest.flatMap(({ prices }) => prices).filter(({ state }) => state === 'open')
  await cards(page)
    .getByRole('button', { name: `Beli ${sold?.productname} dari ${sold?.sellername}` })
    .click()
  await page.getByLabel('Nomor tujuan').fill('081277770001')
  await page
    .getByRole('dialog')
    .getByText(rupiah(sold?.price ?? 0))
    .first()
    .waitFor()
  await close()
})

test('products: prices can be sorted and filtered by product [B-RT-27, B-RT-28]', async () => {
  const brandid = await brandOf('Indosat')
  const brandPath = `/api/v1/product/pricing/bybrand/${brandid}`
  const { page, requestsTo, close } = await openCards({ viewport: phone })
  await page.goto(`/product?brandid=${brandid}`)
  await cards(page).first().waitFor()
  const sort = page.getByRole('combobox', { name: 'Urutkan harga' })
  await sort.click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Paling Mahal', 'Paling Murah'])
  expect(await page.getByRole('option').evaluateAll((all) => all.map((option) => option.getAttribute('value')))).toEqual(['0', '1'])
  await page.getByRole('option', { name: 'Paling Murah' }).click()
  const cheapest = (await get<FoundPage<Offer>>(`${brandPath}?size=25&sort=saleprice,ASC`)).content
  await cards(page)
    .first()
    .getByText(rupiah(cheapest[0]?.price ?? 0), { exact: true })
    .first()
    .waitFor()
  expect(queryOf(requestsTo('GET', brandPath).at(-1))).toMatchObject({ size: '25', sort: 'saleprice,ASC' })
  await page.reload()
  await cards(page)
    .first()
    .getByText(rupiah(cheapest[0]?.price ?? 0), { exact: true })
    .first()
    .waitFor()
  expect(await sort.inputValue()).toBe('Paling Murah')

  const [choice] = await get<{ id: number; productname: string; productcode: string }[]>(`/api/v1/product/bybrand/${brandid}`)
  const product = page.getByRole('combobox', { name: 'Produk', exact: true })
  await product.click()
  await page.getByRole('option', { name: `${choice?.productname} (${choice?.productcode})` }).click()
  const productPath = `/api/v1/product/pricing/byprodid/${choice?.id}`
  const prices = await get<FoundPage<Offer>>(`${productPath}?size=50&sort=saleprice,ASC`)
  await expect.poll(() => cards(page).count()).toBe(prices.totalElements)
  for (const [place, offer] of prices.content.entries()) await expectCard(cards(page).nth(place), offer)
  expect(queryOf(requestsTo('GET', productPath)[0])).toMatchObject({ size: '50', sort: 'saleprice,ASC' })
  await product.click()
  await page.getByRole('option', { name: 'Semua produk' }).click()
  await expect.poll(() => cards(page).count()).toBe(cheapest.length)
  await close()
})

test('products: an offer is added to the buying list only after Yes [B-VAL-48, B-MSG-08]', async () => {
  const { token: as } = await newMember(lapak)
  const brandid = await brandOf('Smartfren')
  const { content } = await get<FoundPage<Offer>>(`/api/v1/product/pricing/bybrand/${brandid}?size=25&sort=saleprice,DESC`, as)
  const place = content.findIndex(({ sudahada }) => sudahada === 0)
  const offer = content[place] as Offer
  const listed = async () =>
    (await get<FoundPage<{ productmemberid: number }>>('/api/v1/product/mappings?size=-1', as)).content.some(
      (row) => row.productmemberid === offer.id,
    )
  const { page, requestsTo, close } = await openCards({ as })
  await page.goto(`/product?brandid=${brandid}`)
  const card = cards(page).nth(place)
  await card.getByText('Tambah', { exact: true }).click()
  await question(page).getByText(`Tambah ${offer.productname} dari ${offer.sellername}`).waitFor()
  await question(page).getByRole('button', { name: 'No' }).click()
  await question(page).waitFor({ state: 'hidden' })
  expect([requestsTo('POST', '/api/v1/product/mapping'), await listed()]).toEqual([[], false])
  await card.getByText('Tambah', { exact: true }).click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Add Product Suplier Ok!').waitFor()
  await card.getByText('Sudah ada', { exact: true }).waitFor()
  expect(await card.getByRole('button', { name: /^Sudah ada / }).isDisabled()).toBe(true)
  expect(await listed()).toBe(true)
  expect(requestsTo('POST', '/api/v1/product/mapping')[0]?.postDataJSON()).toMatchObject({
    productmemberid: offer.id,
    sellerid: offer.sellerid,
  })
  await close()
})

test('search: finds offers and sellers from every page [B-RT-50, B-RT-51, B-RT-52, B-RT-53, B-RT-54, B-RT-55, B-RT-56]', async () => {
  const { page, requestsTo, close } = await open()
  await page.goto('/home')
  const box = page.getByRole('search').getByLabel('Cari Produk atau Suplier').filter({ visible: true })
  await box.fill('telkomsel 100')
  await box.press('Enter')
  await page.waitForURL('**/cari?cari=telkomsel+100')
  const path = '/api/v1/product/pricing/cari'
  const found = await get<FoundPage<Offer>>(`${path}?cari=telkomsel+100&size=50&sort=saleprice,DESC`)
  expect(found.totalElements).toBeGreaterThan(1)
  const sellers = await get<FoundPage<Seller>>('/api/v1/supplier/cari?cari=telkomsel+100')
  await page.getByRole('tab', { name: `Product (${found.totalElements})`, selected: true }).waitFor()
  await page.getByRole('tab', { name: `Seller (${sellers.totalElements})` }).waitFor()
  expect(queryOf(requestsTo('GET', path)[0])).toMatchObject({ cari: 'telkomsel 100', size: '50', sort: 'saleprice,DESC' })
  await expect.poll(() => cards(page).count()).toBe(Math.min(50, found.totalElements))
  for (const [place, offer] of found.content.slice(0, 12).entries()) await expectCard(cards(page).nth(place), offer)
  const { sellername, sellerid } = found.content[0] as Offer
  await cards(page)
    .first()
    .getByRole('link', { name: truncate(sellername, 15) })
    .click()
  await page.waitForURL(`**/supplier/${sellerid}`)
  await page.goBack()
  await page.getByRole('tab', { name: `Product (${found.totalElements})`, selected: true }).waitFor()

  await page.goto('/cari?cari=telkomsel')
  const { content } = await get<FoundPage<Offer>>(`${path}?cari=telkomsel&size=50&sort=saleprice,DESC`)
  const promo = content.findIndex(({ discount }) => discount > 0)
  expect(promo, 'a promo in the demo').toBeGreaterThanOrEqual(0)
  await expectCard(cards(page).nth(promo), content[promo] as Offer)
  await close()
})

test('search: on a phone a button opens the search field [B-RT-50]', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/home')
  await page.getByRole('button', { name: 'Cari', exact: true }).click()
  const box = page.getByRole('search').getByLabel('Cari Produk atau Suplier').filter({ visible: true })
  await box.fill('telkomsel 100')
  await box.press('Enter')
  await page.waitForURL('**/cari?cari=telkomsel+100')
  await page.getByRole('tab', { name: /^Product \([1-9]/, selected: true }).waitFor()
  await close()
})

test('products: categories beyond the first fifty are found', async () => {
  const [first, ...others] = await get<Category[]>('/api/v1/product/category')
  if (!first) throw new Error('the demo has no category')
  const shelves = Array.from({ length: 49 }, (_, number) => ({ ...first, id: 9000 + number, name: `Rak ${number}`, brands: [] }))
  const { page, requestsTo, close } = await openCards()
  await page.route('**/api/v1/product/category?**', (route) =>
    route.fulfill({ json: { success: true, msg: 'OK', data: queryOf(route.request()).page === '1' ? others : [first, ...shelves] } }),
  )
  await page.goto('/product')
  const tree = page.getByRole('navigation', { name: 'Kategori produk' })
  await tree.getByRole('button', { name: 'Rak 48', exact: true }).waitFor()
  for (const { name } of others) await tree.getByRole('button', { name, exact: true }).waitFor()
  await tree.getByRole('searchbox', { name: 'Cari kategori atau brand' }).fill('pln pra')
  await expect.poll(() => tree.getByRole('link').allInnerTexts()).toEqual([expect.stringContaining('PLN Prabayar')])
  expect(requestsTo('GET', '/api/v1/product/category').map(queryOf)).toEqual([{ size: '50' }, { size: '50', page: '1' }])
  await close()
})

test('search: a phone number finds the products of its operator', async () => {
  const { page, close } = await open()
  await page.goto('/cari?cari=0857')
  await page.getByRole('tab', { name: /^Product \([1-9]/ }).waitFor()
  const { content } = await get<FoundPage<Offer>>('/api/v1/product/pricing/cari?cari=0857&size=50')
  expect(new Set(content.map(({ brandname }) => brandname.split(' ')[0]))).toEqual(new Set(['Indosat']))
  await expectCard(cards(page).first(), content[0] as Offer)
  await close()
})

test('search: finds sellers with their rating, state and picture [B-RT-57, B-RT-59, B-RT-60, B-CONST-21]', async () => {
  const { page, close } = await open({ viewport: phone })
  const pictured = new Set<boolean>()
  // The demo has a shop with a name that is too long for its line, a shop with a picture, and a closed shop without a picture.
  for (const cari of ['Sinar Pulsa Nusantara', 'Serpong']) {
    const sellers = await get<FoundPage<Seller>>(`/api/v1/supplier/cari?cari=${encodeURIComponent(cari)}`)
    expect(sellers.totalElements).toBeGreaterThan(0)
    await page.goto(`/cari?cari=${encodeURIComponent(cari)}`)
    await page.getByRole('tab', { name: `Seller (${sellers.totalElements})` }).click()
    await expect.poll(() => cards(page).count()).toBe(sellers.totalElements)
    for (const [place, { sellername, sellerid, rating, jmlreview, status, avatar }] of sellers.content.entries()) {
      const card = cards(page).nth(place)
      await card.getByText(truncate(sellername, 20), { exact: true }).waitFor()
      expect(await card.getByText(status ? 'Buka' : 'Tutup', { exact: true }).count()).toBe(1)
      await expectPicture(card, sellername, avatar)
      pictured.add(avatar !== null)
      expect(await card.getByRole('img', { name: `${rating.toFixed(1).replace('.', ',')} dari 5 bintang` }).count()).toBe(1)
      expect(await card.getByText(jmlreview > 0 ? `${jmlreview} ulasan` : 'Belum ada ulasan', { exact: true }).count()).toBe(1)
      expect(await card.getByRole('link', { name: /^Lihat/ }).getAttribute('href')).toBe(`/supplier/${sellerid}`)
    }
  }
  expect(pictured, 'a shop with a picture and one without').toEqual(new Set([true, false]))
  await page
    .getByRole('link', { name: /^Lihat/ })
    .first()
    .click()
  await page.waitForURL(/\/supplier\/\d+$/)
  await close()
})

test('search: the tabs for products and sellers report that nothing was found [B-RT-61]', async () => {
  const { page, close } = await openCards({ viewport: phone })
  await page.goto('/cari?cari=zzqqxxkk')
  await page.getByText('Produk tidak ditemukan').waitFor()
  await page.getByRole('tab', { name: 'Product (0)', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Seller (0)' }).click()
  await page.getByText('Suplier tidak ditemukan').waitFor()
  await close()
})

const dialog = (page: Page) => page.getByRole('dialog')

/** The offer with the highest price of an open seller, which the routing would never choose. */
async function dearestOf(brand: string, productcode: string) {
  const brandid = await brandOf(brand)
  const { content } = await get<FoundPage<Offer>>(`/api/v1/product/pricing/bybrand/${brandid}?size=-1&sort=saleprice,DESC`)
  const offer = content.find((row) => row.productcode === productcode && row.state === 'open')
  if (!offer) throw new Error(`nobody sells ${productcode}`)
  return { brandid, offer }
}

async function openPurchase(page: Page, { brandid, offer }: Awaited<ReturnType<typeof dearestOf>>) {
  await page.goto(`/product?brandid=${brandid}&productid=${offer.productid}`)
  await page.getByRole('button', { name: `Beli ${offer.productname} dari ${offer.sellername}` }).click()
}

/** An unused number; its last digits make the demo's sellers deliver. */
const newTarget = (prefix: '0812' | '5132') => `${prefix}${String(Math.floor(Date.now() / 100)).slice(-4)}7777`

const purchaseOf = async (target: string) =>
  (
    await get<FoundPage<{ target: string; sellerid: number; sellprice: number; productcode: string }>>(
      `/api/v1/transactions/buyer?search=${target}&size=1`,
    )
  ).content[0]

test('purchase: the button of a product card buys from the seller of the card at its price', async () => {
  const target = newTarget('0812')
  const chosen = await dearestOf('Telkomsel', 'S10')
  const { page, requestsTo, close } = await open({ viewport: phone })
  await openPurchase(page, chosen)
  // The recent numbers below may contain the same product name.
  await dialog(page).getByText(chosen.offer.productname, { exact: true }).first().waitFor()
  await dialog(page).getByRole('button', { name: 'Lanjut' }).click()
  await dialog(page).getByText('Nomor tujuan wajib diisi').waitFor()
  await dialog(page).getByLabel('Nomor tujuan').fill(target)
  await dialog(page).getByRole('status').filter({ hasText: 'Telkomsel' }).waitFor()
  await dialog(page).getByLabel('Nomor tujuan').press('Enter')
  await dialog(page).getByText(chosen.offer.sellername, { exact: true }).waitFor()
  await dialog(page)
    .getByRole('button', { name: `Bayar ${rupiah(chosen.offer.price)}` })
    .click()
  await dialog(page)
    .getByRole('heading', { name: /^(PENDING|SUKSES)$/ })
    .waitFor()
  expect(await purchaseOf(target)).toMatchObject({ sellerid: chosen.offer.sellerid, sellprice: chosen.offer.price, productcode: 'S10' })
  expect(requestsTo('POST', '/api/v1/transactions/buyer')).toHaveLength(1)
  await dialog(page).getByRole('heading', { name: 'SUKSES' }).waitFor({ timeout: 30_000 })
  await dialog(page).getByRole('button', { name: 'Tutup', exact: true }).last().click()
  await dialog(page).waitFor({ state: 'hidden' })
  await close()
})

test("purchase: a number of another operator is refused at its field, and the phone's back button closes the dialog", async () => {
  const chosen = await dearestOf('Telkomsel', 'S10')
  const { page, close } = await open({ viewport: phone })
  await openPurchase(page, chosen)
  await dialog(page).getByLabel('Nomor tujuan').fill('085790037777')
  await dialog(page).getByRole('status').filter({ hasText: 'Indosat' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Lanjut' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Bayar/ })
    .click()
  await dialog(page).getByText('Saldo tidak berubah').waitFor()
  expect(await dialog(page).getByLabel('Nomor tujuan').getAttribute('aria-invalid')).toBe('true')
  await dialog(page).getByLabel('Nomor tujuan').fill('')
  await page.goBack()
  await dialog(page).waitFor({ state: 'hidden' })
  await cards(page).first().waitFor()
  await close({ statuses: [422] })
})

test('purchase: the amount of a bill is requested from the chosen seller before paying', async () => {
  const brandid = await brandOf('PLN Pascabayar')
  const { content } = await get<FoundPage<Offer>>(`/api/v1/product/pricing/bybrand/${brandid}?size=-1&sort=saleprice,DESC`)
  const offer = content.find(({ state }) => state === 'open') as Offer
  const target = newTarget('5132')
  const { page, requestsTo, close } = await open()
  await openPurchase(page, { brandid, offer })
  await dialog(page).getByLabel('Nomor tujuan').fill(target)
  await dialog(page).getByRole('button', { name: 'Cek tagihan' }).click()
  await dialog(page).getByText('Dibayar pelanggan').waitFor({ timeout: 20_000 })
  expect(requestsTo('POST', '/api/v1/transactions/inquiry')[0]?.postDataJSON()).toMatchObject({ productmemberid: offer.id })
  await dialog(page)
    .getByRole('button', { name: /^Bayar/ })
    .click()
  await dialog(page)
    .getByRole('heading', { name: /^(PENDING|SUKSES)$/ })
    .waitFor()
  expect(await purchaseOf(target)).toMatchObject({ sellerid: offer.sellerid })
  await close()
})

test('purchase: the confirmation requires the transaction PIN, if the member has one', async () => {
  const pin = '482915'
  await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin })
  try {
    const chosen = await dearestOf('Telkomsel', 'S10')
    const { page, requestsTo, close } = await open({ viewport: phone })
    await openPurchase(page, chosen)
    const target = newTarget('0812')
    await dialog(page).getByLabel('Nomor tujuan').fill(target)
    await dialog(page).getByRole('button', { name: 'Lanjut' }).click()
    const field = dialog(page).getByLabel('PIN transaksi')
    const pay = dialog(page).getByRole('button', { name: /^Bayar/ })
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    await field.fill('12 34')
    expect(await field.inputValue()).toBe('1234')
    await pay.click()
    await dialog(page).getByText('PIN harus 6 angka').waitFor()
    expect(requestsTo('POST', '/api/v1/transactions/buyer')).toEqual([])
    await field.fill('482916')
    await pay.click()
    await dialog(page)
      .getByText(/PIN transaksi salah.*Saldo tidak berubah/)
      .waitFor()
    await field.fill(pin)
    await field.press('Enter')
    await dialog(page)
      .getByRole('heading', { name: /^(PENDING|SUKSES)$/ })
      .waitFor()
    expect(await purchaseOf(target)).toMatchObject({ sellerid: chosen.offer.sellerid })
    await close({ statuses: [422] })
  } finally {
    await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin: '' })
  }
})

test('prices: every page with prices is updated by the realtime events of the server without a reload', async () => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const { content } = await get<FoundPage<Offer>>('/api/v1/product/pricing/cari?cari=STEAM60&size=50')
  const offer = content.find(({ sellername }) => sellername === 'Sinar Pulsa Nusantara') as Offer
  expect(offer.sudahada, 'in the list, so that the server publishes its changes').toBe(1)
  const visits = await Promise.all([open(), open(), open()])
  const [brand, found, shop] = visits.map(({ page }) => page) as [Page, Page, Page]
  const brandid = await brandOf(offer.brandname)
  const buttons = [brand, found, shop].map((page) =>
    page.getByRole('button', { name: new RegExp(`^Beli ${offer.productname}( dari Sinar|$)`) }),
  )
  await brand.goto(`/product?brandid=${brandid}&productid=${offer.productid}`)
  await found.goto('/cari?cari=STEAM60')
  await shop.goto(`/supplier/${offer.sellerid}?cari=STEAM60`)
  for (const button of buttons) await expect.poll(() => button.isEnabled()).toBe(true)
  for (const { page } of visits) await page.evaluate('window.loadedOnce = true')
  try {
    await lapak.call(seller, 'PATCH', '/api/v1/seller/tokostatus/0')
    // Within a time before the next poll of the pages.
    for (const button of buttons) await expect.poll(() => button.isDisabled(), { timeout: 15_000 }).toBe(true)
  } finally {
    await lapak.call(seller, 'PATCH', '/api/v1/seller/tokostatus/1')
  }
  for (const button of buttons) await expect.poll(() => button.isEnabled(), { timeout: 15_000 }).toBe(true)
  for (const { page, close } of visits) {
    expect(await page.evaluate('window.loadedOnce')).toBe(true)
    await close()
  }
})

test('prices: a failure to load more prices is shown next to the button, which then retries', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.route('**/pricing/cari?**page=1**', (route) => route.fulfill({ status: 422, json: { success: false, msg: 'tidak bisa' } }))
  await page.goto('/cari?cari=telkomsel')
  await page.getByRole('button', { name: 'Muat lagi' }).click()
  await page.getByRole('alert').filter({ hasText: 'Belum bisa dimuat' }).waitFor()
  await page.getByRole('button', { name: 'Coba lagi' }).waitFor()
  expect(await cards(page).count()).toBe(50)
  await page.unroute('**/pricing/cari?**page=1**')
  // Prices are polled every half minute. If a poll comes first, this message disappears, or a message above the list replaces it.
  await page
    .getByRole('button', { name: /^(Coba|Muat) lagi$/ })
    .last()
    .click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(50)
  expect(await page.getByText('Belum bisa dimuat').count()).toBe(0)
  await close({ statuses: [422], errors: /tidak bisa/ })
})

test('prices: the next page of a list loads even if prices change during the request', async () => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const visit = await open({ viewport: phone })
  const { page, requestsTo, close } = visit
  const shown = () => requestsTo('GET', '/api/v1/product/pricing/cari').filter((request) => queryOf(request).page === '0').length
  const letGo = Promise.withResolvers<void>()
  await page.route(
    '**/pricing/cari?**page=1**',
    async (route) => {
      await letGo.promise
      await route.continue()
    },
    { times: 1 },
  )
  await openWithRealtime(visit, '/cari?cari=telkomsel')
  await page.getByRole('button', { name: 'Muat lagi' }).click()
  const before = shown()
  try {
    await lapak.call(seller, 'PATCH', '/api/v1/seller/tokostatus/0')
    await expect.poll(shown, { timeout: 15_000 }).toBeGreaterThan(before)
  } finally {
    await lapak.call(seller, 'PATCH', '/api/v1/seller/tokostatus/1')
    letGo.resolve()
  }
  await expect.poll(() => cards(page).count(), { timeout: 15_000 }).toBeGreaterThan(50)
  await close()
})

test('prices: a refresh of a list completes even if its next page is requested at the same time', async () => {
  const seller = await lapak.signIn('penjual@lapak.test')
  const visit = await open({ viewport: phone })
  const { page, requestsTo, close } = visit
  const path = '/api/v1/product/pricing/cari'
  const ofFirst = () => requestsTo('GET', path).filter((request) => queryOf(request).page === '0')
  const letGo = Promise.withResolvers<void>()
  await openWithRealtime(visit, '/cari?cari=telkomsel')
  await page.getByRole('button', { name: 'Muat lagi' }).waitFor()
  await page.route(`**${path}?**page=0**`, async (route) => {
    await letGo.promise
    await route.continue().catch(() => undefined)
  })
  const setShop = (status: 0 | 1) => lapak.call(seller, 'PATCH', `/api/v1/seller/tokostatus/${status}`)
  const before = ofFirst().length
  try {
    await setShop(0)
    // Before the next poll of the page, which would follow after half a minute.
    await expect.poll(() => ofFirst().length, { timeout: 25_000 }).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'Muat lagi' }).click()
    letGo.resolve()
    const answers = async () =>
      (
        await Promise.all(
          ofFirst()
            .slice(before)
            .map((request) => request.response()),
        )
      ).filter((answer) => answer?.ok())
    await expect.poll(async () => (await answers()).length, { timeout: 15_000 }).toBeGreaterThan(0)
  } finally {
    await setShop(1)
  }
  await expect.poll(() => cards(page).count(), { timeout: 15_000 }).toBeGreaterThan(50)
  await close()
})

test('search: a seller finds its own products without a button to buy them', async () => {
  const as = await lapak.signIn('penjual@lapak.test')
  const { page, close } = await open({ as })
  await page.goto('/cari?cari=STEAM60')
  const own = page.getByRole('article', { name: /dari Sinar Pulsa Nusantara$/ })
  await own.getByText('Produk toko Anda').waitFor()
  expect(await own.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Beli / }).count()).toBeGreaterThan(0)
  await close()
})
