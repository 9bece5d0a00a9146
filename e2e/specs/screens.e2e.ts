// @module-tag nightly
/*
 * Every screen with its tabs, dialogs, drawers, menus and refusals, checked once: nothing breaks a rule of accessibility or runs out
 * sideways. What is done on these screens is proved elsewhere; here a state is made as quickly as it can be, by calls and answers.
 * Tests go on from one kept page per member, and from money, purchases and rules that those before them left.
 */
import { createHash } from 'node:crypto'
import type { Locator, Page, Route } from 'playwright-core'
import { io } from 'socket.io-client'
import { beforeEach, expect, onTestFinished } from 'vitest'
import { demoSellers } from '../../server/src/demo/people.ts'
import { openTables } from '../../server/test/database.ts'
import { createBank } from '../../simulators/src/bank.ts'
import { desk, fillLogin, openConnected, phone } from '../fixtures/app.ts'
import { codeOf, demandSecondFactor } from '../fixtures/authenticator.ts'
import {
  approve as approveApplication,
  choosePicture,
  type DemoSeller,
  fillServer,
  newName,
  openApplication,
  saveServer,
  sendDocuments,
  serverForm,
  testServer,
} from '../fixtures/becoming-seller.ts'
import { bought } from '../fixtures/bought.ts'
import { fileOf } from '../fixtures/built-files.ts'
import { completeMember } from '../fixtures/complete-member.ts'
import { linkTo } from '../fixtures/emails.ts'
import { dayAgo } from '../fixtures/jakarta-days.ts'
import { buyer, changeRule, isolatedLapak, password } from '../fixtures/lapak.ts'
import { codeSentTo, newMember, newPhone } from '../fixtures/new-member.ts'
import { picture } from '../fixtures/pictures.ts'
import { openScreens, type Screens, screen, visit } from '../fixtures/screens.ts'

const lapak = await isolatedLapak({ TRUST_PROXY: '127.0.0.1', GOOGLE_CLIENT_ID: 'lapak-at-google', GOOGLE_CLIENT_SECRET: 'kata-rahasia' })
for (const [rule, value] of [
  ['access.signInsPerHour', 10_000],
  ['cashOut.fromHour', 0],
  ['cashOut.untilHour', 24],
  ['cashOut.perDay', 100],
  ['topup.openMax', 20],
] as const)
  await changeRule(lapak, rule, value)

const tokenOf = (email: string) => lapak.signIn(email)
const [ofBuyer, ofSeller, ofAdmin] = [await tokenOf(buyer), await tokenOf('penjual@lapak.test'), await tokenOf('admin@lapak.test')]

// A session that signed in or stepped up may do what is sensitive for ten minutes, and this file takes longer on a busy machine.
let steppedUpAt = Date.now()
beforeEach(async () => {
  if (Date.now() - steppedUpAt < 5 * 60_000) return
  steppedUpAt = Date.now()
  for (const token of [ofBuyer, ofSeller, ofAdmin]) await lapak.call(token, 'POST', '/api/v1/user/proof', { password })
})

const member = await openScreens(lapak, { as: ofBuyer })
const seller = await openScreens(lapak, { as: ofSeller })
const admin = await openScreens(lapak, { as: ofAdmin })
const visitor = await openScreens(lapak)

const main = ({ page }: Screens) => page.getByRole('main')
const dialog = ({ page }: Screens, name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name })
const question = (screens: Screens) => dialog(screens, 'Warning')
const heading = ({ page }: Screens, name: string | RegExp) => page.getByRole('heading', { name })
const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name })
const refusal = (status: number, msg: string, more: object = {}) => ({ status, json: { success: false, msg, ...more } })
const answer = (data: unknown) => ({ json: { success: true, msg: 'OK', data } })
/**
 * What the server answers, with a change that would take it long to come to, until the returned function is called. The route stays: one that is
 * taken away while its answer is fetched can fulfil it no more.
 */
async function alter<Data>({ page }: Screens, path: string, change: (data: Data) => unknown): Promise<() => void> {
  let altered = true
  await page.route(path, async (route) => {
    if (!altered) return route.fallback()
    const response = await route.fetch()
    const { data, ...others } = (await response.json()) as { data: Data }
    await route.fulfill({ response, json: { ...others, data: change(data) } })
  })
  return () => {
    altered = false
  }
}

/* Before signing in */

screen('/login with its refusals', async () => {
  const { page, go, check } = visitor
  await go('/login')
  await check('/login with a provider', button(page, 'Masuk dengan Google'))
  await button(page, /^Masuk$/).click()
  await check('/login, empty', page.getByText('Password is required'))
  // As after a hundred wrong guesses, which would take a day.
  const shut = refusal(429, 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail', { code: 'access.link_needed' })
  await page.route('**/oauth/token', (route) => route.fulfill(shut))
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await check('/login, shut', button(page, 'Kirim link masuk'))
  await page.unroute('**/oauth/token')
  await page.goto('/signin/tidak-berlaku')
  await check('/signin, refused', heading(visitor, 'Link tidak berlaku'))
})

screen('/login with the second step', async () => {
  const { page, go, check } = visitor
  await go('/login')
  const needed = refusal(403, 'Masukkan kode authenticator', { code: 'access.mfa_needed', mfa_token: 'x' })
  const shut = refusal(429, 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail', { code: 'access.link_needed' })
  await page.route('**/oauth/token', (route) => route.fulfill(route.request().postData()?.includes('mfa_code') ? shut : needed))
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await check('the second step', heading(visitor, 'Verifikasi dua langkah'))
  await page.getByLabel('Kode authenticator').fill('123456')
  await button(page, 'Verifikasi').click()
  await check('the second step, shut', button(page, 'Kirim link masuk'))
  await page.reload()
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await button(page, 'Pakai kode pemulihan').click()
  await page.getByLabel('Kode pemulihan').fill('7KQ2')
  await button(page, 'Verifikasi').click()
  await check('the second step, recovery', page.getByText(/Kode pemulihan berisi 10 huruf dan angka/))
  await page.unroute('**/oauth/token')
})

screen('/register, /activate and /login of an account that is not active', async () => {
  const { page, go, check } = visitor
  await go('/register')
  await check('/register', button(page, 'Sign UP'))
  await button(page, 'Sign UP').click()
  await check('/register, all empty', page.getByText('You must agree to continue!', { exact: true }))
  await button(page, 'Baca syarat dan ketentuan').click()
  await check('the terms over /register', dialog(visitor, 'Syarat dan Ketentuan').getByRole('heading', { name: '1. Tentang Lapak' }))
  await page.keyboard.press('Escape')
  const email = `budi.${Date.now()}@toko.test`
  await page.getByLabel('Nama').fill('Budi Santoso')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Kopi-Tubruk-27')
  await page.getByLabel('Ulangi password').fill('Kopi-Tubruk-27')
  await page.getByRole('checkbox').check()
  await button(page, 'Sign UP').click()
  await check('/register, sent', heading(visitor, 'Periksa e-mail Anda'))

  await go('/login')
  await fillLogin(page, email)
  await page.getByLabel('Password', { exact: true }).fill('Kopi-Tubruk-27')
  await button(page, /^Masuk$/).click()
  await check('/login, not activated', button(page, 'Kirim ulang e-mail aktivasi'))

  await page.goto(await linkTo(lapak, email, 'Aktivasi akun Lapak'))
  await page.getByLabel('Password', { exact: true }).fill('Password-Orang-9')
  await button(page, 'Aktifkan akun').click()
  await check('/activate, another password', page.getByText('Bukan password yang dipilih saat mendaftar'))
  await button(page, 'Lupa? Buat password baru').click()
  await page.getByLabel('Password baru', { exact: true }).fill('12345')
  await page.getByLabel('Ulangi password baru').fill('12345')
  await button(page, 'Simpan dan aktifkan akun').click()
  await check('/activate, a new password', page.getByText('Password must be at least 6 characters'))
  await page.getByLabel('Password baru', { exact: true }).fill('Teh-Poci-31')
  await page.getByLabel('Ulangi password baru').fill('Teh-Poci-31')
  await button(page, 'Simpan dan aktifkan akun').click()
  await check('/activate, done', heading(visitor, 'User Activated Successfully'))
  await page.goto('/activate/abc')
  await check('/activate, refused', heading(visitor, 'Aktivasi gagal'))
})

screen('/forgot and /resetpass', async () => {
  const { page, go, check } = visitor
  await go('/forgot')
  await button(page, 'Kirim link reset').click()
  await check('/forgot, empty', page.getByText('E-mail is required'))
  await page.getByLabel('E-mail').fill(buyer)
  await button(page, 'Kirim link reset').click()
  await check('/forgot, sent', page.getByText(`Bila ${buyer} terdaftar`))
  await page.goto('/resetpass/abc')
  await button(page, 'Simpan password').click()
  await check('/resetpass, empty', page.getByText('Field is required'))
  await page.getByLabel('Password baru', { exact: true }).fill('Teh-Poci-33')
  await page.getByLabel('Ulangi password baru').fill('Teh-Poci-33')
  await button(page, 'Simpan password').click()
  await check('/resetpass, refused', heading(visitor, 'Link tidak berlaku'))
})

/* An account that is not complete */

screen('/home of a new member', async () => {
  const screens = await visit(lapak, { as: (await newMember(lapak)).token })
  const { page, go, check } = screens
  await go('/trxpembelian')
  await check('the top bar of somebody new', button(page, 'Verifikasi No. HP'))
  await go('/trxpembelian?tab=produk')
  await check('an empty buying list and the ways on', page.getByText('Belum ada produk di daftar Anda'))
  await go('/feeds')
  await check('the feed of who has no complete account', page.getByRole('link', { name: 'lengkapi akun Anda' }))

  await go('/home')
  await check('the completion form', heading(screens, 'Lengkapi akun'))
  await page.getByRole('combobox', { name: 'Provinsi' }).click()
  await check('the list of provinces', page.getByRole('option', { name: 'Aceh' }))
  await page.keyboard.press('Escape')
  await page.getByLabel('Kode OTP').fill('123456')
  await button(page, 'Simpan').click()
  await check('the completion form with what is missing', page.getByText('Alamat wajib diisi'))
  await page.reload()
  await page.getByRole('textbox', { name: 'Alamat' }).fill('Jl. Melati 5')
  for (const [field, word] of [
    ['Provinsi', 'Jawa Timur'],
    ['Kota/Kabupaten', 'Sidoarjo'],
    ['Kecamatan', 'Waru'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).fill(word)
    await page
      .getByRole('option', { name: new RegExp(word, 'i') })
      .first()
      .click()
  }
  await page.getByRole('textbox', { name: 'Nomor Telp' }).fill(newPhone())
  await button(page, 'Minta kode OTP').click()
  await page.getByLabel('Kode OTP').fill('123456')
  await check('the completed form', page.getByText(/WhatsApp ke 08•+\d{4}/))

  await page.goto('/home')
  await button(page, 'Verifikasi No. HP').click()
  await dialog(screens).getByRole('textbox', { name: 'Nomor Telp' }).fill(newPhone())
  await check('the phone dialog', dialog(screens, 'Verifikasi No. HP').getByText(/memakai WhatsApp/))
})

/* The frame */

screen('/home with its menus', async () => {
  const { page, go, check } = member
  await go('/home')
  await page.getByRole('region', { name: 'Best Hit Of The Day' }).getByRole('link').first().waitFor()
  await check('the lobby', page.getByRole('region', { name: 'Banner' }).getByRole('img').first())
  await button(page, /^Menu /).click()
  await check('the user menu', page.getByText(buyer), { only: 'desk' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await check('the keys', dialog(member, 'Tombol pintas'))
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await button(page, /^Menu /).click()
  await check('the drawer', dialog(member, 'Menu').getByRole('button', { name: 'Logout' }), { only: 'phone' })
  await page.keyboard.press('Escape')
  await button(page, /^Cari$/).click()
  await check('the search', page.getByRole('search').getByLabel('Cari Produk atau Suplier'), { only: 'phone' })
  await page.keyboard.press('Escape')

  await seller.go('/home')
  await button(seller.page, /^Transaksi$/)
    .filter({ visible: true })
    .click()
  await seller.check('the menu of transactions', seller.page.getByRole('menuitem', { name: 'Pembelian' }), { only: 'desk' })
  await seller.page.keyboard.press('Escape')
  await admin.go('/home')
  await button(admin.page, /^Administrator/).click()
  await admin.check('the menu of administrators', admin.page.getByRole('menuitem', { name: 'Tiket topup' }), { only: 'desk' })
  await admin.page.keyboard.press('Escape')
  await admin.page.setViewportSize(phone)
  await button(admin.page, /^Menu /).click()
  await admin.check('the drawer of administrators', dialog(admin, 'Menu').getByRole('link', { name: 'Tiket topup' }), { only: 'phone' })
  await admin.page.keyboard.press('Escape')
})

screen('the top bar with a long name and a large balance, at every width,', async () => {
  const { token } = await completeMember(lapak, 'Koperasi Karyawan Sejahtera Abadi Nusantara')
  const screens = await visit(lapak, { as: token })
  await alter<object>(screens, '**/api/v1/user/balance', (data) => ({ ...data, balance: 9_975_308_642 }))
  const widths = [320, 360, 390, 450, 451, 560, 600, 768, 769, 992, 1100, 1280, 1920]
  await screens.go('/gantipassword')
  const sizes = widths.map((width) => ({ width, height: 844 }))
  await screens.check('a full top bar', screens.page.getByTitle('Lihat histori').getByText('Rp 9.975.308.642'), { sizes })
  for (const [who, one] of Object.entries({ member, seller, admin })) {
    await one.go('/gantipassword')
    await one.check(`the top bar of ${who}`, one.page.getByRole('banner').getByTitle('Lihat histori'), {
      sizes: sizes.filter(({ width }) => width <= 1100),
    })
  }
})

screen('what is said without a page, a right or a network', async () => {
  const { page, go, check } = member
  await go('/tidak/ada')
  await check('an unknown address', heading(member, 'Halaman tidak ditemukan'))
  await page.goto('/cashin')
  await check('/login for somebody who is signed in', page.getByRole('link', { name: 'Kembali ke Lobby' }))

  const broken = await visit(lapak, { as: ofBuyer })
  await broken.go('/syaratketentuan')
  await heading(broken, 'Syarat dan Ketentuan').first().waitFor()
  await broken.page.route(fileOf('routes/gantipassword-page.tsx'), (route) => route.abort())
  await broken.go('/gantipassword')
  // The page loads itself anew once.
  const loadedBy = () => broken.page.evaluate<string>("performance.getEntriesByType('navigation')[0]?.type").catch(() => 'loading')
  await expect.poll(loadedBy).toBe('reload')
  await broken.check('a page that could not be loaded', broken.page.getByText('Halaman gagal dibuka'))

  await bought(lapak)
  // As a browser that keeps the page and may be told things by its maker's service.
  const kept = await visit(lapak, { as: ofBuyer, serviceWorkers: 'allow' })
  await kept.page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    PushManager.prototype.getSubscription = async () => null`)
  await kept.page.goto('/notifikasi?tab=pengaturan')
  await kept.check('settings of notices with this device', kept.page.getByRole('switch', { name: 'Kirim ke perangkat ini' }))
  await expect.poll(() => kept.page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await kept.page.goto('/trxpembelian')
  await kept.page.getByRole('row').nth(1).waitFor()
  await kept.page.waitForLoadState('networkidle')
  await expect.poll(() => kept.page.evaluate("localStorage.getItem('lapak.own.known')?.includes('content') === true")).toBe(true)
  await kept.page.context().setOffline(true)
  await kept.page.goto('/home')
  await kept.check('the lobby without a network', kept.page.getByRole('region', { name: 'Terakhir diketahui' }).getByText(/^Saldo Rp/))
  await kept.page.goto('/supplier')
  await kept.check('a screen that was never opened here', kept.page.getByText('Halaman ini perlu jaringan'))
})

screen('a page whose line is lost, or that is shown out, or that is outdated,', async () => {
  const lost = await visit(lapak, { as: ofBuyer })
  await lost.page.route('**/socket.io/**', (route) => route.abort())
  await lost.go('/syaratketentuan')
  await lost.check('a page without its line', lost.page.getByText('disambung lagi sendiri'))

  const { token } = await completeMember(lapak)
  const crowded = await visit(lapak, { as: token })
  await openConnected(crowded, '/syaratketentuan')
  const others = Array.from({ length: 20 }, () => io(lapak.info.address, { forceNew: true, transports: ['websocket'] }))
  onTestFinished(() => others.forEach((socket) => void socket.disconnect()))
  for (const socket of others) socket.on('connect', () => socket.emit('logon', { token }))
  await crowded.check('a page that was shown out', button(crowded.page, 'Sambungkan lagi'))

  const outdated = await visit(lapak, { as: ofBuyer })
  // A browser that has the next version at hand.
  await outdated.page.addInitScript(`Object.defineProperty(navigator, 'serviceWorker', { value: {
    controller: {}, register: async () => ({ waiting: {}, addEventListener() {} }), addEventListener() {}, getRegistration: async () => null } })`)
  await outdated.go('/syaratketentuan')
  await outdated.check('a new version', outdated.page.getByText('Versi baru tersedia'))
})

/* Products and sellers */

const brandIdOf = async (name: string) => {
  const categories = await lapak.call<{ brands: { id: number; brandname: string }[] }[]>(ofBuyer, 'GET', '/api/v1/product/category')
  return categories.flatMap(({ brands }) => brands).find(({ brandname }) => brandname === name)?.id
}

screen('/product by product, by seller and as a table', async () => {
  const { page, go, check } = member
  const articles = main(member).getByRole('article')
  await go(`/product?brandid=${await brandIdOf('Telkomsel')}`)
  await check('products with their sellers', articles)
  const views = page.getByRole('radiogroup', { name: 'Tampilan' })
  await views.getByText('Tabel').click()
  await check('a brand in a table', page.getByRole('table', { name: 'Perbandingan harga' }), { only: 'desk' })
  await views.getByText('Per suplier').click()
  await check('prices by seller', page.getByText(/^25 dari \d+ harga/))
  await page.getByRole('combobox', { name: 'Urutkan harga' }).click()
  await check('the sorts', page.getByRole('option', { name: 'Paling Murah' }))
  await page.keyboard.press('Escape')
  await articles.getByText('Tambah', { exact: true }).first().click()
  await check('the question before a price is added to the list', question(member).getByText(/^Tambah .* dari /))
  await button(question(member), 'No').click()
  await page.getByRole('combobox', { name: 'Produk', exact: true }).click()
  await page.getByRole('option').nth(1).click()
  await page.waitForURL(/productid=/)
  await check('one product', articles)
  await views.getByText('Per produk').click()

  const tree = page.getByRole('navigation', { name: 'Kategori produk' })
  const search = (place: Locator) => place.getByRole('searchbox', { name: 'Cari kategori atau brand' })
  await search(tree).fill('pln pra')
  await check('a brand that is looked for', tree.getByRole('link', { name: 'PLN Prabayar' }), { only: 'desk' })
  await search(tree).fill('')
  await page.setViewportSize(phone)
  await button(main(member), /^Telkomsel/)
    .first()
    .click()
  const drawer = dialog(member, 'Pilih brand')
  await check('the categories', drawer.getByRole('button', { expanded: true }), { only: 'phone' })
  await search(drawer).fill('pln pra')
  await check('a brand that is looked for in the drawer', drawer.getByRole('link', { name: 'PLN Prabayar' }), { only: 'phone' })
})

screen('/cari with products, sellers, favourites and nothing', async () => {
  const { page, go, check } = member
  await lapak.call(ofBuyer, 'POST', '/api/v1/favourites', { name: 'Pak Lurah Cibeunying', target: '081260017777', productcode: 'S10' })
  await go('/cari?cari=telkomsel 100')
  await check('products that were found', main(member).getByRole('article'))
  await go('/cari?cari=Serpong')
  await page.getByRole('tab', { name: /^Seller \([1-9]/ }).click()
  await check('sellers that were found', main(member).getByRole('link', { name: /^Lihat/ }))
  await go('/cari?cari=cibeunying')
  await check('favourites in a search', page.getByRole('region', { name: 'Favorit yang ditemukan' }).getByText('Pak Lurah Cibeunying'))
  await go('/cari?cari=zzqqxxkk')
  await page.getByRole('tab', { name: 'Seller (0)' }).click()
  await check('nothing found', page.getByText('Suplier tidak ditemukan'))
  await page.route('**/pricing/cari?**page=1**', (route) => route.fulfill(refusal(422, 'tidak bisa')))
  await go('/cari?cari=telkomsel')
  await button(page, 'Muat lagi').click()
  await check('the rest is missing', page.getByRole('alert').filter({ hasText: 'Belum bisa dimuat' }))
  await page.unroute('**/pricing/cari?**page=1**')
})

interface Shop {
  sellerid: number
  sellername: string
  jmlproduk: number
}
interface Assortment {
  productlist: { brands: { products: object[] }[] }[]
}
const shops = async () => (await lapak.call<{ content: Shop[] }>(ofBuyer, 'GET', '/api/v1/supplier?size=50&sort=sellername,ASC')).content
const shopOf = async (name: string) => (await shops()).find(({ sellername }) => sellername === name)?.sellerid

screen('/supplier and the page of a seller', async () => {
  const { page, go, check } = member
  await go('/supplier')
  await check('the list of sellers', page.getByRole('region', { name: 'Suplier Pilihan' }).getByRole('link'))
  await page.getByRole('tab', { name: 'Suplier saya' }).click()
  await page.waitForURL('**/supplier?tab=saya')
  await check('the own sellers', main(member).getByRole('article'))
  await page.route('**/api/v1/supplier?**', (route) => route.fulfill(refusal(422, 'suplier tidak terbaca')))
  await page.goto('/supplier')
  await check('sellers that cannot be read', main(member).getByRole('alert').getByText('suplier tidak terbaca'))
  await page.unroute('**/api/v1/supplier?**')

  await go(`/supplier/${await shopOf('Anging Mammiri Cell')}?kategori=E-Wallet`)
  await check('the page of a seller', page.getByRole('heading', { level: 2, name: 'E-Wallet' }))
  await go('/supplier/bukan-angka')
  await check('a missing seller', heading(member, 'Suplier tidak ditemukan'))
  const large = await shopOf('Sinar Pulsa Nusantara')
  const restore = await alter<Assortment>(member, `**/api/v1/product/seller/${large}`, ({ productlist: [category], ...others }) => {
    const [brand] = category?.brands ?? []
    const products = Array.from({ length: 3000 }, (_, place) => ({
      ...brand?.products[0],
      id: 1e6 + place,
      productname: `Produk ke-${place + 1}`,
    }))
    return { ...others, productlist: [{ ...category, brands: [{ ...brand, products }] }] }
  })
  await page.goto(`/supplier/${large}`)
  await check('a large shop', page.getByText('Produk ke-1', { exact: true }))
  restore()
})

screen('adding products of a seller to the list', async () => {
  const screens = await visit(lapak, { as: (await completeMember(lapak)).token })
  const { page, go, check } = screens
  await go(`/supplier/${await shopOf('Deli Multi Payment')}`)
  await button(page, 'Tambah semua dari suplier ini').click()
  await check('the question about all that a seller sells', question(screens).getByText(/^Tambah \d+ produk dari /))
  await button(question(screens), 'No').click()
  await button(page, /^Tambah ke daftar Produk: /)
    .first()
    .click()
  await check('the question about one product', question(screens).getByText(/^Tambah /))
})

screen('reviews of a seller', async () => {
  const { page, go, check } = member
  await bought(lapak)
  const id = await shopOf('Sinar Pulsa Nusantara')
  await go(`/supplier/${id}?tab=ulasan`)
  await button(page, /^(Tulis ulasan|Ubah ulasan Anda)$/).click()
  const review = dialog(member, /^(Tulis|Ubah) ulasan$/)
  await review.getByRole('radio', { name: /^4 bintang/ }).check({ force: true })
  await review.getByRole('textbox', { name: 'Ulasan' }).fill('Cepat sekali\nselalu lengkap')
  await check('the review dialog', button(review, 'Kirim'))
  await button(review, 'Kirim').click()
  await check('the reviews', page.getByRole('listitem').filter({ hasText: 'Ulasan Anda' }))

  await seller.go(`/supplier/${id}?tab=ulasan`)
  const text = seller.page.getByText('selalu lengkap')
  await seller.page
    .getByRole('listitem')
    .filter({ has: text })
    .getByRole('button', { name: /^(Balas|Ubah balasan)/ })
    .click()
  await seller.page.getByRole('textbox', { name: /^Balasan untuk / }).fill('Terima kasih, Kak')
  await seller.check('an answer being written', button(seller.page, 'Kirim balasan'))
  await button(seller.page, 'Kirim balasan').click()
  await seller.check('a review that is answered', seller.page.getByText('Terima kasih, Kak', { exact: true }))
})

/* Buying */

const orderPath = '/api/v1/transactions/buyer'
/** What a telephone shows while its keyboard is open. */
const keyboardOpen = { width: 360, height: 380 }

let numbers = Date.now() % 1000
/** Numbers of Telkomsel that nobody else here has; their ending says what the simulated seller does. */
const number = (ending = '7777') => `0812${String(8000 + ++numbers)}${ending}`

/** A fresh purchase dialog. The number field of /home must be gone before: it has the same label. */
async function openPurchase(screens: Screens) {
  await screens.go('/syaratketentuan')
  await heading(screens, 'Syarat dan Ketentuan').first().waitFor()
  await screens.go('/trxpembelian?beli=1')
  await numberField(screens).waitFor()
}
const numberField = (screens: Screens) => dialog(screens).getByLabel('Nomor tujuan')
const product = (page: Page, code: string) => button(page, `${code} ·`)
const pay = (page: Page) => button(page, /^Bayar Rp/)
async function confirm(screens: Screens, target: string, code = 'S5') {
  await openPurchase(screens)
  await numberField(screens).fill(target)
  await product(screens.page, code).click()
}
const outcome = (screens: Screens, word: string) => dialog(screens).getByRole('heading', { name: word })
const onOrders = (page: Page, act: (route: Route) => Promise<void>) =>
  page.route(`**${orderPath}`, (route) => (route.request().method() === 'POST' ? act(route) : route.fallback()))

screen('the purchase from the number to a success', async () => {
  const { page, check } = member
  await openPurchase(member)
  await check('the purchase, empty', numberField(member))
  await numberField(member).fill(number())
  await check('choosing a product', product(page, 'S10'))
  await check('products above a keyboard', product(page, 'S10'), { sizes: [keyboardOpen] })
  await numberField(member).fill(`S10 ${number()}`)
  await check('code and number in one field', page.getByRole('status').getByText('Telkomsel'))
  await check('code and number above a keyboard', page.getByRole('status').getByText('Telkomsel'), { sizes: [keyboardOpen] })
  await product(page, 'S10').click()
  await check('the confirmation', pay(page))
  await check('the confirmation above a keyboard', pay(page), { sizes: [keyboardOpen] })
  await pay(page).click()
  await check('the result of a success', outcome(member, 'SUKSES'))
  await button(dialog(member), 'Simpan ke favorit').click()
  const naming = dialog(member, 'Simpan ke favorit')
  await button(naming, 'Simpan').click()
  await check('a name for a number', naming.getByText('Nama wajib diisi'))
})

screen('a purchase that is pending, and one that fails,', async () => {
  const { page, check } = member
  await confirm(member, number('0013'))
  await pay(page).click()
  await check('the result of a pending purchase', outcome(member, 'PENDING'))
  await confirm(member, number('0001'))
  await pay(page).click()
  await check('the result of a failure', outcome(member, 'GAGAL'))
})

screen('a token: whose meter it is, its result and its receipt', async () => {
  const { page, check } = member
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/v1/purchases/customer', async (route) => {
    await asked.promise
    await route.continue()
  })
  await confirm(member, '14123456777', 'PLN20')
  await check('a name that is being asked', pay(page))
  asked.resolve()
  await check('the name of a meter', dialog(member).getByText(/^[A-Z]+ [A-Z]+$/))
  await pay(page).click()
  await check('the result of a token', dialog(member).getByText('R1 / 1300VA'))
  await button(dialog(member), 'Struk').click()
  const receipt = dialog(member, 'Struk')
  await receipt.getByLabel('Harga jual ke pelanggan').fill('22000')
  await check('the receipt', receipt.getByRole('article', { name: 'Struk' }).getByText('Rp 22.000'))
  await page.unroute('**/api/v1/purchases/customer')
  await confirm(member, '14123450001', 'PLN20')
  await check('a meter that nobody knows', page.getByText('nama tidak diketahui'))
  await confirm(member, '1412', 'PLN20')
  await check('a number that cannot be right', page.getByText('Nomor meter PLN terdiri dari 11 angka, ID pelanggan 12 angka'))
})

screen('an open amount, a bill and too little money', async () => {
  const { page, check } = member
  await confirm(member, number(), 'DANAOPEN')
  await button(page, 'Lanjut').click()
  await check('an open amount', page.getByText('Nominal wajib diisi'))
  await page.getByRole('textbox', { name: 'Nominal' }).fill('999000000')
  await button(page, 'Lanjut').click()
  await check('too little money and the way on', page.getByRole('link', { name: /^Topup Rp/ }))
  await confirm(member, `53${number()}`, 'PLNPASCA')
  await check('a bill', page.getByText('Dibayar pelanggan'))
})

screen('a purchase at a chosen seller, with the PIN', async () => {
  const { page, go, check } = member
  const pin = (value: string) => lapak.call(ofBuyer, 'PATCH', '/api/v1/user/pin', { password, pin: value })
  await pin('482915')
  try {
    await page.goto('/cari?cari=Telkomsel 10.000')
    await button(main(member), /^Beli Telkomsel 10\.000 dari /)
      .first()
      .click()
    await button(dialog(member), 'Lanjut').click()
    await check('the number is missing', dialog(member).getByText('Nomor tujuan wajib diisi'))
    await dialog(member).getByLabel('Nomor tujuan').fill('085790037777')
    await button(dialog(member), 'Lanjut').click()
    await pay(page).click()
    await check('the PIN', dialog(member).getByText('PIN harus 6 angka'))
    await dialog(member).getByLabel('PIN transaksi').fill('482915')
    await pay(page).click()
    await check('a number of another operator', dialog(member).getByText('Saldo tidak berubah'))
  } finally {
    await pin('')
  }
  await go('/home')
})

screen('a purchase whose price rose, whose answer is lost, or that is a double', async () => {
  const { page, check } = member
  const target = number()
  await onOrders(page, (route) =>
    route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), maxprice: 1 }) }),
  )
  await confirm(member, target)
  await pay(page).click()
  await check('a price that rose', page.getByText(/Harga sekarang Rp/))
  await page.unroute(`**${orderPath}`)
  await pay(page).click()
  await outcome(member, 'SUKSES').waitFor()
  await confirm(member, target)
  await pay(page).click()
  await check('a probable double', button(page, 'Ya, pesan lagi'))
  await confirm(member, number())
  await page.keyboard.press('Escape')
  await check('leaving an order that was not sent', question(member).getByText('Pesanan ini belum dikirim'))
  await button(question(member), 'No').click()

  const answered = Promise.withResolvers<void>()
  await onOrders(page, async (route) => {
    await answered.promise
    await route.abort()
  })
  await pay(page).click()
  await button(dialog(member), /^Tutup$/)
    .last()
    .click()
  await check('leaving a sent order', question(member).getByText('Pesanan sudah dikirim'))
  answered.resolve()
  await check('an order without an answer', page.getByText('Belum ada kepastian'))
  const sent =
    (await dialog(member)
      .getByText(/^0812 /)
      .first()
      .textContent()) ?? ''
  await page.unroute(`**${orderPath}`)
  await page.goto('/home')
  await confirm(member, sent)
  await check('the same order without an answer', page.getByText('Pesanan yang sama masih menunggu jawaban'))
})

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

screen('many numbers at once', async () => {
  const screens = await visit(lapak, { as: ofBuyer })
  const { page, go, check } = screens
  const field = main(screens).getByLabel('Nomor tujuan')
  const payAll = button(page, /^(Bayar|Kirim ulang) \d+ pesanan/)
  const rows = page.getByRole('table', { name: 'Pesanan' }).getByRole('row')
  const targets = Array.from({ length: 20 }, () => number())
  await go('/home')
  await check('home with its number field', field)
  await field.fill(number())
  await check('products on the home page', product(page, 'S10'))
  await paste(field, `${targets.join('\n')}\n${targets[0]}\n0812\nZZ9 081200007777\n`)
  await dialog(screens).getByRole('combobox', { name: 'Produk untuk semua nomor' }).selectOption('S5')
  await check('a pasted list', dialog(screens).getByText('3 baris tidak ikut'))
  await button(page, 'Lanjut dengan 20 pesanan').click()
  await check('twenty orders and one confirmation', payAll)
  // The second order arrives, and its answer never does.
  let orders = 0
  const second = Promise.withResolvers<void>()
  await onOrders(page, async (route) => {
    if (++orders === 2) return second.resolve()
    await route.continue()
  })
  await payAll.click()
  await second.promise
  await page.goto('/home')
  await check('home with a list that was begun', button(page, /^Lanjutkan daftar/).getByText('sisa'))
  await page.unroute(`**${orderPath}`)
  await button(page, /^Lanjutkan daftar/).click()
  await check('a list that was begun', rows.nth(3).getByText('Belum dikirim'))
  await payAll.click()
  await expect.poll(() => rows.getByText('SUKSES').count(), { timeout: 60_000 }).toBe(20)
  await check('what became of twenty', rows.getByText('SUKSES'))
  await button(page, /^Beli lagi$/).click()
  await button(page, 'Banyak nomor sekaligus').click()
  await dialog(screens).getByRole('textbox', { name: 'Daftar nomor' }).fill(`S5 ${targets[0]}`)
  await button(page, 'Lanjut dengan 1 pesanan').click()
  await payAll.click()
  await check('a probable double in a list', button(page, /^Ya, pesan lagi untuk /))
})

screen('buying with a new account, without money or a list', async () => {
  const screens = await visit(lapak, { as: (await completeMember(lapak, 'Kios Modal Tipis')).token })
  const { page, go, check } = screens
  await go('/home')
  await main(screens).getByLabel('Nomor tujuan').fill(number())
  await check('what is open for a new account', product(page, 'S10').getByText(/termurah:/))
  await openPurchase(screens)
  await button(page, 'Banyak nomor sekaligus').click()
  await dialog(screens).getByRole('textbox', { name: 'Daftar nomor' }).fill(`S5 ${number()}\nS5 ${number()}`)
  await button(page, 'Lanjut dengan 2 pesanan').click()
  await check('too little money for a list', page.getByRole('link', { name: /^Topup Rp/ }))
  await page.goto('/profile?tab=api')
  await page.getByRole('switch', { name: 'Beli juga di luar daftar' }).click()
  await check('the option to buy outside of the list', button(page, 'Batalkan perubahan'))
  await button(page, 'Simpan').click()
  await page.getByText('Update API Ok!').waitFor()
  await openPurchase(screens)
  await numberField(screens).fill(number())
  await check('an empty list', page.getByRole('link', { name: 'Cari produk' }))
})

screen('/home with favourites', async () => {
  const { page, go, check } = member
  await lapak.call(ofBuyer, 'POST', '/api/v1/favourites', { name: 'Warung Sari Ayu', target: number(), productcode: 'S10' })
  await page.goto('/home')
  const favourites = main(member).getByRole('list', { name: 'Favorit', exact: true })
  await check('home with favourites', button(favourites, /^Warung Sari Ayu/))
  await main(member).getByLabel('Nomor tujuan').fill('warung sari')
  await check('favourites by name', button(favourites, /^Warung Sari Ayu/))
  await main(member).getByLabel('Nomor tujuan').fill('')
  await button(page, /^(Semua favorit|Kelola favorit)/).click()
  await check('all favourites', button(dialog(member, 'Favorit'), 'Ganti nama Warung Sari Ayu'))
  await go('/home')
})

/* The lists of a buyer */

screen('/trxpembelian with its filters and a purchase', async () => {
  const { page, go, check } = member
  const { id, target } = await bought(lapak)
  await go('/trxpembelian')
  await check('the list with its way to buy again', button(page, new RegExp(`^Beli lagi .* untuk ${target}$`)))
  await check('the list on a tablet, and at 200 % of a desk', page.getByRole('row').filter({ hasText: target }), {
    sizes: [
      { width: 1249, height: 800 },
      { width: 640, height: 450 },
    ],
  })
  const narrow = { width: 560, height: 600 }
  await page.setViewportSize(narrow)
  await page.getByRole('table').evaluate((node) => {
    const { parentElement } = node as unknown as { parentElement: { scrollLeft: number } }
    parentElement.scrollLeft = 150
  })
  await check('a table that is scrolled sideways', page.getByRole('table'), { sizes: [narrow] })
  await go(`/trxpembelian?trx=${id}`)
  await check('a purchase', dialog(member).getByText('Jejak pengiriman'))
  await button(dialog(member), 'Laporkan masalah').click()
  const report = dialog(member, 'Laporkan masalah')
  await button(report, 'Kirim laporan').click()
  await check('the report of a purchase', report.getByText('Pilih masalahnya'))

  await page.goto('/trxpembelian?trx=99999999')
  await check('a purchase that is not there', page.getByText('Transaksi tidak ditemukan'))
  await page.goto('/trxpembelian')
  await button(page, /^Filter lain$/).click()
  const category = page.getByRole('combobox', { name: 'Kategori' })
  await category.selectOption(
    (await category
      .locator('option')
      .filter({ hasText: /^Pulsa/ })
      .first()
      .getAttribute('value')) ?? '',
  )
  await check('the other filters', category, { only: 'desk' })
  await page.keyboard.press('Escape')
  await check(
    'a narrowed list',
    main(member)
      .getByText(target)
      .or(main(member).getByText(inFours(target))),
  )
  await page.setViewportSize(phone)
  await button(page, /^Filter/).click()
  await check('the filters of a phone', main(member).getByRole('combobox').first(), { only: 'phone' })
  await go('/trxpembelian?search=zqx')
  await check('nothing of today', page.getByText('Yang dicari hanya pembelian hari ini.'))
})

screen('/trxpembelian with the products to buy', async () => {
  const { page, go, check } = member
  await page.goto('/trxpembelian?tab=produk')
  await check('the buying list', page.getByText('Aktif', { exact: true }))
  await page.getByRole('switch').first().click()
  await check('the question before a product is switched off', button(question(member), 'No'))
  await button(question(member), 'No').click()
  const choices = page.getByRole('checkbox', { name: /^Pilih .* dari / })
  for (const place of [0, 1, 2]) await choices.nth(place).check()
  const bar = page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await check('three chosen rows', bar.getByText('3 dipilih'))
  await page.route('**/api/v1/product/mapping/*/0', (route) => route.fulfill(refusal(422, 'Belum bisa sekarang')))
  await button(bar, 'Nonaktifkan').click()
  await button(question(member), 'Yes').click()
  await check(
    'rows that failed',
    page
      .getByRole('alert')
      .filter({ hasText: /belum berhasil/i })
      .getByRole('listitem'),
  )
  await page.unroute('**/api/v1/product/mapping/*/0')

  await page.goto('/trxpembelian?tab=produk&search=GPLAY50&sort=productcode,ASC')
  await check('the list by product', button(page, 'Atur rute Google Play 50.000'))
  await go('/trxpembelian?tab=produk&rute=GPLAY50')
  const steps = dialog(member).getByRole('list', { name: 'Rute pesanan' }).getByRole('listitem')
  await check('the route', steps.nth(1))
  await button(steps.first(), /^Turunkan/).click()
  await check('the order that can be taken back', button(page, 'Urungkan'))
  // Another width has another place for messages, and shows one in both for a moment.
  await expect.poll(() => button(page, 'Urungkan').count()).toBe(1)
  await button(page, 'Urungkan').click()
  await button(page, 'Urungkan').waitFor({ state: 'hidden' })

  await page.route('**/api/v1/product/changes?**', (route) => route.fulfill(answer({ content: [], totalElements: 0 })))
  await page.goto('/trxpembelian?tab=produk&lihat=perubahan')
  await check('no changes yet', page.getByText('Belum ada perubahan'))
  await page.unroute('**/api/v1/product/changes?**')
  for (const state of [0, 1]) await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/tokostatus/${state}`)
  await page.goto('/trxpembelian?tab=produk&lihat=perubahan&search=Sinar')
  await check('changes that are none of prices', page.getByText('Toko buka lagi', { exact: true }))
})

screen('disputes of a buyer, a seller and the administrators', async () => {
  const [lost, won] = [await bought(lapak), await bought(lapak)]
  for (const { id } of [lost, won])
    await lapak.call(ofBuyer, 'POST', '/api/v1/disputes', { idtrx: id, reason: 'serial', msg: 'Token tidak bisa dipakai' })
  await seller.go('/penjualan?tab=sengketa&tahap=menunggu')
  await seller.check('the disputes of a seller', seller.page.getByText(won.target).or(seller.page.getByText(inFours(won.target))))
  const opens = ({ page }: Screens, { target }: { target: string }) =>
    page
      .getByRole('row')
      .filter({ hasText: target })
      .getByRole('button', { name: /^Sengketa \d+/ })
  await opens(seller, lost).click()
  const sale = dialog(seller, /^Sengketa \d+/)
  await button(sale, 'Sudah terkirim').click()
  await seller.check('a dispute of the seller', sale.getByText(/^Tulis alasannya/))
  await sale.getByLabel('Jawaban').fill('SN sudah diterima operator')
  await button(sale, 'Sudah terkirim').click()
  await button(question(seller), 'Yes').click()
  await sale.getByText('Menunggu admin').waitFor()

  await admin.go('/trxadm?tab=sengketa&tahap=menunggu')
  await admin.check('disputes of all members', admin.page.getByText(lost.target).or(admin.page.getByText(inFours(lost.target))))
  await opens(admin, lost).click()
  const open = dialog(admin, /^Sengketa \d+/)
  await open.getByLabel('Jawaban').fill('Operator memastikan tidak masuk')
  await admin.check('a dispute of the administrators', open.getByText('SN sudah diterima operator'))
  await button(open, 'Kembalikan dana').click()
  await button(question(admin), 'Yes').click()
  await open.getByText('Dana kembali').waitFor()

  await member.go('/trxpembelian?tab=sengketa')
  await opens(member, lost).click()
  await member.check('a dispute that ended', dialog(member, /^Sengketa \d+/).getByText('Operator memastikan tidak masuk'))
})
const inFours = (target: string) => target.replace(/(\d{4})(?=\d)/g, '$1 ')

/* Money in */

interface Ticket {
  id: number
  invoice: string
  nominal: number
  bank: { accountno: string }
}

/** A transfer to BCA that waits for its payment. */
async function ticketOf(token: string, jumlah = 100_000): Promise<Ticket> {
  const made = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/tiket', { jumlah, methode: 1, methodetext: 'BCA' })
  return { ...made, id: Number(made.invoice.split('-').at(-1)) }
}
const approve = ({ id }: Ticket) =>
  lapak.call(ofAdmin, 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Mutasi BCA pagi' })
const turn = ({ id }: Ticket, status: 3 | 4, description: string) =>
  lapak.call(ofAdmin, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/${status}`, { description })

screen('/tambahsaldo and the Topup dialog', async () => {
  const { token } = await completeMember(lapak)
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  const next = button(main(screens), 'Lanjut')
  await go('/histori')
  await check('a history without anything', page.getByText('Belum ada transaksi hari ini'))
  await button(page.getByRole('banner'), 'Topup').click()
  await check('the Topup dialog', dialog(screens, 'Topup').getByRole('radio', { name: 'BNI' }))
  await page.keyboard.press('Escape')
  await alter<object[]>(screens, '**/api/v1/payment/method', (methods) =>
    methods.map((one) => ({ ...one, feeflat: 1000, feebasispoints: 70 })),
  )
  await page.goto('/tambahsaldo?jumlah=250000&methode=2')
  await check('the page of top-ups with a fee', page.getByText('Biaya Rp 1.000 + 0,7%.'))
  await next.click()
  await check('the terms are not accepted', page.getByRole('alert').filter({ hasText: 'mohon centang syarat dan ketentuan' }))
  await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
  await main(screens).getByLabel('Jumlah deposit').fill('49999')
  await next.click()
  await check('too little', page.getByText('Minimal topup Rp 50.000'))
  await ticketOf(token)
  await page.goto('/tambahsaldo')
  await check('top-ups with an open ticket', page.getByRole('region', { name: 'Tiket terbuka' }).getByRole('link'))
})

screen('tickets that are paid by card, QRIS and a virtual account', async () => {
  const screens = await visit(lapak, { as: (await completeMember(lapak)).token })
  const { page, check } = screens
  await page.addInitScript('window.open = () => null')
  for (const [methode, shown] of [
    [6, page.getByRole('link', { name: 'Bayar dengan kartu' })],
    [8, page.getByRole('img', { name: 'Kode QRIS' })],
    [7, button(page, 'Salin nomor rekening')],
  ] as const) {
    await page.goto(`/tambahsaldo?jumlah=85000&methode=${methode}`)
    await page.getByRole('checkbox', { name: 'Saya setuju dengan syarat dan ketentuan' }).check()
    await button(main(screens), 'Lanjut').click()
    await page.waitForURL('**/confmdeposit/TP-*')
    await check(`a ticket that is paid by method ${methode}`, shown)
  }
  await page.goto('/profile')
  await check('a profile with a virtual account', page.getByRole('region', { name: 'Virtual account' }).locator('code'))
  for (const end of ['success', 'failure']) {
    await page.goto(`/paymenttopup/${end}`)
    await check(`/paymenttopup/${end}`, main(screens).getByRole('link', { name: 'Lobby' }))
  }
})

screen('/confmdeposit in every state, and /histori', async () => {
  const { token } = await completeMember(lapak)
  const [paid, rejected, back, cancelled, open] = [
    await ticketOf(token, 61_000),
    await ticketOf(token, 62_000),
    await ticketOf(token, 63_000),
    await ticketOf(token, 64_000),
    await ticketOf(token, 65_000),
  ] as const
  await approve(paid)
  await turn(rejected, 3, 'Transfer tidak ditemukan')
  await approve(back)
  await turn(back, 4, 'Uangnya bukan miliknya')
  await arrange((tables) =>
    tables
      .updateTable('deposit')
      .set({ created_at: hoursAgo(49) })
      .where('id', '=', BigInt(cancelled.id))
      .execute(),
  )
  const { invoice: short } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/invoice', { amount: 88_000 })
  await fetch(`${lapak.info.address}/dev/gateway/${short}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act: 'less', amount: '88000' }),
  })
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  await go(`/confmdeposit/${open.invoice}`)
  await check('the ticket', page.getByText('Transfer sebesar'))
  const proof = page.getByRole('region', { name: 'Sudah transfer?' })
  await proof.locator('input[type=file]').setInputFiles(picture())
  await check('a ticket with its proof', proof.getByRole('img', { name: 'bukti transfer' }))
  await go(`/confmdeposit/${cancelled.invoice}`)
  await button(page, 'Batalkan tiket').click()
  await check('the question before a ticket is cancelled', button(question(screens), 'Yes'))
  await button(question(screens), 'Yes').click()
  await check('a cancelled ticket', heading(screens, 'Tiket berakhir'))
  for (const [{ invoice }, state, shown] of [
    [paid, 'a paid ticket', heading(screens, 'Pembayaran Berhasil')],
    [rejected, 'a rejected ticket', page.getByText('Transfer tidak ditemukan')],
    [back, 'a ticket that was taken back', page.getByText('yang sudah masuk keluar lagi dari saldo.')],
    [{ invoice: short }, 'a ticket that was paid with another sum', page.getByText('Rp 87.999 sudah diterima')],
    [{ invoice: 'TP-0-0' }, 'a ticket that is not there', main(screens).getByText('Tiket tidak ditemukan')],
  ] as const) {
    await page.goto(`/confmdeposit/${invoice}`)
    await check(state, shown)
  }
  await go('/histori')
  await check('tickets in every state', page.getByText('REFUND', { exact: true }))
  await button(page, `Detail ${paid.invoice}`).click()
  await check('a ticket unfolded', page.getByText('Mutasi BCA pagi'))
  await go('/histori?tab=mutasi')
  await check('the statement of a balance', page.getByText('Saldo awal + masuk − keluar = saldo akhir'))
})

type Tables = ReturnType<typeof openTables>
async function arrange<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
  const tables = openTables(lapak.info.databaseUrl)
  return work(tables).finally(() => tables.destroy())
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/* Money out */

/** An account that is old enough to be paid to, and a code that may be asked for. */
async function payable(token: string): Promise<number> {
  const account = { bankcode: '01', accountno: '8290123456', accountname: 'HENDRA WIJAYA' }
  const [known] = await lapak.call<{ id: number }[]>(token, 'GET', '/api/v1/seller/banks')
  const { id } = known ?? (await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/banks', account))
  await arrange(async (tables) => {
    await tables
      .updateTable('bank_account')
      .set({ updated_at: hoursAgo(25) })
      .where('id', '=', BigInt(id))
      .execute()
    await tables
      .updateTable('otp')
      .set({ created_at: hoursAgo(25) })
      .execute()
  })
  return id
}

/** A cash-out that nobody has looked at yet, of the demo's seller with this number. */
async function cashOut(email: string, phone: string, amount = 100_000): Promise<number> {
  const token = await tokenOf(email)
  const id = await payable(token)
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=cash_out')
  const asked = { id, amount, key: sid, otp: await codeSentTo(lapak, phone) }
  return (await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/cashout', asked)).id
}

screen('the Cashout dialog', async () => {
  const { page, go, check } = seller
  const cashout = dialog(seller, 'Cashout')
  const open = async (screens = seller) => {
    await screens.page.goto('/syaratketentuan')
    await button(screens.page.getByRole('banner'), 'Cashout').click()
  }
  await payable(ofSeller)
  await open()
  await cashout.getByLabel('Jumlah').fill('99999')
  await check('the cash-out dialog below the least', cashout.getByText('Paling sedikit Rp 100.000', { exact: true }))
  await cashout.getByLabel('Jumlah').fill('200000')
  await button(cashout, 'Minta kode OTP').click()
  await cashout.getByText(/^Kode dikirim lewat/).waitFor()
  await cashout.getByLabel('Kode OTP').fill('123456')
  await check('the cash-out dialog, filled in', button(cashout, 'Lanjut'))
  const restore = await alter<object>(seller, '**/api/v1/seller/cashout/bank/*', (data) => ({ ...data, open: false, from: 8, until: 21 }))
  await open()
  await check('the cash-out dialog outside its hours', cashout.getByText('Penarikan dilayani pukul 08:00-21:00 WIB'))
  restore()
  const without = await visit(lapak, { as: await tokenOf('penjual5@lapak.test') })
  await open(without)
  await without.check('the cash-out dialog without an account', dialog(without, 'Cashout').getByText('Belum ada rekening'))
  await cashOut('penjual@lapak.test', '081230003001')
  await open()
  await check('a cash-out under way', button(cashout, 'Batalkan penarikan'))
  await go('/histori')
  await check('a history with a cash-out', page.getByText('CASHOUT'))
})

/* The own account */

screen('/profile with its tabs and /gantipassword', async () => {
  const { page, go, check } = member
  for (const [tab, heading] of [
    ['profile', 'Data diri'],
    ['api', 'Pengaturan API'],
    ['jabber', 'JabberID'],
    ['bank', 'Rekening bank'],
    ['keamanan', 'Sesi aktif'],
  ] as const) {
    await go(`/profile?tab=${tab}`)
    await check(`the tab ${tab}`, page.getByRole('heading', { name: heading, exact: true }))
  }
  await button(page, 'Pasang PIN').click()
  await button(page, 'Simpan PIN').click()
  await check('the PIN of an account', page.getByText('PIN harus 6 angka'))
  await page.goto('/gantipassword')
  await button(page, 'Ganti Password').click()
  await check('/gantipassword, empty', page.getByText('Field is required'))
  for (const [field, value] of [
    ['Password lama', 'xk9q'],
    ['Password baru', 'kiosmelati2026'],
    ['Ulangi password baru', 'kiosmelati2027'],
  ] as const)
    await page.getByLabel(field, { exact: true }).fill(value)
  await button(page, 'Ganti Password').click()
  await check('/gantipassword', page.getByText('Password not match'))
})

screen('/profile with a picture on its way and there', async () => {
  const screens = await visit(lapak, { as: (await newMember(lapak)).token })
  const { page, go, check } = screens
  const sent = Promise.withResolvers<void>()
  await page.route('**/upload/image*', async (route) => {
    await sent.promise
    await route.continue()
  })
  await go('/profile')
  const widget = page.locator('[data-shape=round][data-state]')
  await widget.locator('input[type=file]').setInputFiles(picture())
  await check('the picture on its way', widget.getByLabel('Mengunggah foto profil'))
  sent.resolve()
  await check('the picture', widget.getByRole('img', { name: 'foto profil' }))
  await widget
    .locator('input[type=file]')
    .setInputFiles({ name: 'daftar.txt', mimeType: 'text/plain', buffer: Buffer.from('bukan gambar') })
  await check('a file that is no picture', widget.getByText('File harus gambar JPEG, PNG atau WebP'))
})

screen('API keys', async () => {
  const { token } = await newMember(lapak)
  await lapak.call(token, 'POST', '/api/v1/user/api/keys', { name: 'Kantor', ip: '203.0.113.9' })
  await lapak.call(token, 'PATCH', '/api/v1/user/api', { callback: 'https://kios.contoh.id/panggil' })
  await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin: '481516' })
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  const keys = page.getByRole('list', { name: 'Daftar API key' })
  const restore = await alter<{ keys: object[] }>(screens, '**/api/v1/user/api', (data) => ({
    ...data,
    keys: data.keys.map((key) => ({ ...key, refusedip: '127.0.0.1', restingat: new Date().toISOString() })),
  }))
  await go('/profile?tab=api')
  await check('keys that rest, and a refused address', button(keys, 'Tambahkan 127.0.0.1 ke daftar IP'))
  restore()
  const proofs = page.getByRole('region', { name: 'Bukti alamat callback' })
  await button(proofs, 'Buktikan').click()
  await proofs.getByRole('textbox', { name: 'Kode tantangan' }).fill('kode-lama')
  await button(proofs, 'Buktikan').click()
  await check('an address that waits for its proof', proofs.getByText('Kode tantangan salah'))
  await page.goto('/profile?tab=api')
  await button(page, 'Tambah key').click()
  await button(dialog(screens), 'Buat key').click()
  await check('the new key', dialog(screens).getByText('Nama wajib diisi'))
  await dialog(screens).getByLabel('Nama').fill('Server toko')
  await button(dialog(screens), 'Buat key').click()
  const pin = dialog(screens, 'PIN transaksi')
  await pin.getByLabel('PIN transaksi').fill('481517')
  await button(pin, 'Lanjut').click()
  await check('the question for the PIN', pin.getByText('PIN transaksi salah'))
  await pin.getByLabel('PIN transaksi').fill('481516')
  await button(pin, 'Lanjut').click()
  await check('the key, shown once', button(dialog(screens), 'Saya sudah menyimpan'))
  await button(dialog(screens), 'Saya sudah menyimpan').click()
  await button(keys, 'Ubah key Kantor').click()
  await dialog(screens, 'Ubah API key').getByLabel('Daftar IP key ini').fill('203.0.113')
  await button(dialog(screens, 'Ubah API key'), 'Simpan').click()
  await check('the key in its form', dialog(screens).getByText('203.0.113 bukan alamat IP'))

  // As whoever signed in a quarter of an hour ago.
  const token_hash = createHash('sha256').update(token).digest()
  await arrange((tables) =>
    tables
      .updateTable('session_proof')
      .set({ proved_at: hoursAgo(1) })
      .where('token_hash', '=', token_hash)
      .execute(),
  )
  await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin: '' })
  await page.goto('/profile?tab=api')
  await button(page, 'Tambah key').click()
  await dialog(screens).getByLabel('Nama').fill('Kasir')
  await button(dialog(screens), 'Buat key').click()
  const proof = dialog(screens, 'Konfirmasi bahwa ini Anda')
  await proof.getByLabel('Password', { exact: true }).fill('bukan password saya')
  await button(proof, 'Konfirmasi').click()
  await check('a wrong proof', proof.getByText('Password salah'))
})

screen('callbacks that were tried out and sent', async () => {
  const { page, go, check } = member
  const { target } = await bought(lapak)
  await page.goto('/profile?tab=api')
  await button(page, 'Kirim callback uji').click()
  await check('the callback that was tried out', page.getByText(/^Diterima, 200/))
  const log = `/api/v1/user/api/callbacks?search=SK-${target}`
  const sent = async () => (await lapak.call<{ content: { state: string }[] }>(ofBuyer, 'GET', log)).content[0]
  await expect.poll(sent).toMatchObject({ state: 'delivered' })
  await go(`/profile?tab=api&search=SK-${target}`)
  await expect.poll(() => button(page, /^Percobaan callback/).count()).toBe(1)
  await button(page, /^Percobaan callback/).click()
  await check('an unfolded callback', page.getByText(/ · \d+ ms$/))
  await button(page, /^Detail callback/).click()
  await check('one callback', dialog(member, /^Callback \d+/).getByText(`"reffclient":"SK-${target}"`))
})

screen('JabberIDs and bank accounts', async () => {
  const { email, token } = await newMember(lapak)
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=jabber')
  await lapak.call(token, 'POST', '/api/v1/user/jabber', { jid: 'kios.melati@jabber.id', otp: await codeSentTo(lapak, email), sid })
  await lapak.call(token, 'POST', '/api/v1/seller/banks', { bankcode: '01', accountno: '1234567890', accountname: 'BUDI' })
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  const alamat = [1, 2, 3, 4, 5].map((nth) => `lapak${nth}@jabber-pulsa.example`)
  await page.route('**/api/v1/user/jabber/house', (route) => route.fulfill(answer({ alamat, kuncisendiri: false })))
  await go('/profile?tab=jabber')
  await check('the Jabber addresses, and five of the house', button(page, 'Salin lapak5@jabber-pulsa.example'))
  await button(page, 'Tambah JabberID').click()
  const jabber = dialog(screens, 'Jabber contact')
  await jabber.getByLabel('JabberID').fill('kios.melati')
  await jabber.getByLabel('Kode OTP').fill('123')
  await button(jabber, 'Save').click()
  await check('the Jabber dialog', jabber.getByText('Invalid JabberId.'))
  await page.goto('/profile?tab=bank')
  await check('the bank accounts', page.getByText('BCA 1234 5678 90'))
  await button(page, 'Tambah rekening').click()
  const bank = dialog(screens, /rekening/)
  await bank.getByLabel('Nomor rekening').fill('1230000')
  await button(bank, 'Cek rekening').click()
  await check('the bank dialog', bank.getByText('Rekening tidak ditemukan di bank tersebut'))
})

screen('two-step security, from its proof to its recovery codes,', async () => {
  const { email, token } = await newMember(lapak)
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  const restore = await alter<object>(screens, '**/api/v1/user', (data) => ({ ...data, twofactor: true }))
  await go('/profile?tab=keamanan')
  await check('two-step security that is on', page.getByText('Sudah aktif'))
  restore()
  await page.goto('/profile?tab=keamanan')
  await button(page, 'Tampilkan kode QR').click()
  const proof = dialog(screens, 'Konfirmasi bahwa ini Anda')
  await check('the proof by mail', button(proof, 'Minta kode OTP'))
  await button(proof, 'Minta kode OTP').click()
  await proof.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await proof.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await check('the mailed code', button(proof, 'Konfirmasi'))
  await button(proof, 'Konfirmasi').click()
  await page.getByLabel('Kode authenticator').fill('12345')
  await button(page, 'Aktifkan').click()
  await check('the QR code', page.getByText('Kode harus 6 angka'))
  const secret = (await page.getByRole('region', { name: 'Verifikasi dua langkah' }).locator('code').textContent()) ?? ''
  await page.getByLabel('Kode authenticator').fill(codeOf(secret))
  await button(page, 'Aktifkan').click()
  await check('the recovery codes', page.getByRole('list', { name: 'Kode pemulihan' }))
})

screen('/periksaakun of a seller, and of who has nothing,', async () => {
  await lapak.call(ofSeller, 'PATCH', '/api/v1/user/api', { callback: 'https://kios.contoh.id/panggil' })
  await seller.go('/periksaakun')
  await seller.check('everything of an account', button(seller.page, /^Hapus harga khusus/))
  const clean = await visit(lapak, { as: (await newMember(lapak)).token })
  await clean.go('/periksaakun')
  await clean.check('an account that is clean', clean.page.getByText('Belum ada JabberID'))
})

/* People */

screen('/chat of a buyer and a seller', async () => {
  const name = `Toko Cemara ${Date.now() % 1000}`
  const { token } = await completeMember(lapak, name)
  const { id: sellerId } = await lapak.call<{ id: number }>(ofSeller, 'GET', '/api/v1/user')
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  const field = page.getByLabel('Tulis pesan')
  const log = page.getByRole('log', { name: 'Pesan' })
  await go('/chat')
  await check('chats where there is none', button(page, 'Pesan baru'))
  await button(page, 'Pesan baru').first().click()
  const whom = dialog(screens, 'Pesan baru')
  await whom.getByLabel('Cari penerima').fill('customer')
  await check('whom to write to', button(whom, /Customer Service/))
  await whom.getByLabel('Cari penerima').fill('tidak ada orang begini')
  await check('nobody to write to', whom.getByText('Tidak ada yang bernama itu.'))
  await page.goto('/chat?dengan=999999')
  await check('a conversation that cannot be opened', page.getByText('Percakapan belum bisa dibuka'))
  await page.route('**/api/messanger/v1/message', (route) => route.fulfill(refusal(422, 'Belum bisa')))
  await page.goto(`/chat?dengan=${sellerId}`)
  await check('a conversation that has not begun', page.getByText('Belum ada pesan. Tulis pesan pertama Anda.'))
  await field.fill('Apakah stok S10 ada?')
  await field.press('Enter')
  await check('a first message that was refused', log.getByText('Belum terkirim: Belum bisa'))
  await page.unroute('**/api/messanger/v1/message')
  await button(log, 'Hapus').click()
  await field.fill('Apakah stok S10 ada?')
  await field.press('Enter')
  await log.getByLabel('Terkirim').waitFor()
  await lapak.call(ofSeller, 'POST', '/api/messanger/v1/message', {
    touser: (await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')).id,
    msg: 'Ada https://contoh.id/harga',
  })
  await log.getByRole('link', { name: 'https://contoh.id/harga' }).waitFor()
  // What is chosen goes when the conversation moves from beside the list to the whole of a phone.
  for (const [size, only] of [
    [phone, 'phone'],
    [desk, 'desk'],
  ] as const) {
    await page.setViewportSize(size)
    await page.getByRole('list', { name: 'Daftar chat' }).waitFor({ state: only === 'desk' ? 'visible' : 'hidden' })
    await page.locator('input[type=file]').first().setInputFiles(picture())
    await check('a picture that is about to be sent', page.getByAltText('Gambar yang akan dikirim'), { only })
  }
  await button(page, /^Kirim$/).click()
  await check('a conversation with a picture', log.getByRole('link', { name: 'Buka gambar' }))

  const list = seller.page.getByRole('list', { name: 'Daftar chat' })
  await seller.go('/chat')
  await seller.check('the list of chats', button(list, new RegExp(name)))
  const { id } = await bought(lapak)
  await member.go(`/chat?trx=${id}`)
  await member.check('a conversation about a purchase that has not begun', member.page.getByText(`Trx ${id}`))
  await member.page.getByLabel('Tulis pesan').fill('Sudah masuk belum ya?')
  await member.page.getByLabel('Tulis pesan').press('Enter')
  await member.page
    .getByRole('log', { name: 'Pesan' })
    .getByText(new RegExp(`Trx ${id}`))
    .waitFor()
  await seller.go(`/penjualan?trx=${id}`)
  await seller.page.getByRole('link', { name: 'Chat pembeli' }).click()
  await seller.check('a conversation about a purchase', seller.page.getByRole('log', { name: 'Pesan' }).getByText('Sudah masuk belum ya?'))

  await lapak.call(token, 'POST', '/api/messanger/v1/message', { touser: 'cso', msg: 'Saldo saya belum masuk' })
  await admin.go('/admin/layanan')
  await button(admin.page.getByRole('list', { name: 'Daftar chat' }), new RegExp(name)).click()
  await admin.check('the inbox of customer service', admin.page.getByRole('log', { name: 'Pesan' }).getByText('Saldo saya belum masuk'))
})

screen('/feeds, its reports, and /admin/kiriman', async () => {
  const [writer, reader] = [await completeMember(lapak, 'Toko Kelam'), await completeMember(lapak, 'Toko Terang')]
  const writing = await visit(lapak, { as: writer.token })
  const { page, go, check } = writing
  await page.route('**/api/v1/posts?*', (route) => route.fulfill(answer({ content: [], next: null })))
  await go('/feeds')
  await check('the feed where nobody has written', page.getByText('Belum ada kiriman'))
  await page.unroute('**/api/v1/posts?*')
  const read = Promise.withResolvers<void>()
  await page.route('**/api/v1/posts?*', async (route) => {
    await read.promise
    await route.abort()
  })
  await page.goto('/feeds')
  await check('the feed while it is being read', page.getByRole('complementary', { name: 'Contoh kiriman' }).getByRole('article'))
  read.resolve()
  await check('the feed that cannot be read', page.getByText('Kiriman belum bisa ditampilkan'))
  await page.unroute('**/api/v1/posts?*')
  await openConnected(writing, '/feeds')
  await page.getByRole('textbox', { name: 'Tulis kiriman' }).fill('Harga baru: https://contoh.id/harga')
  await page.locator('input[type=file]').setInputFiles(picture())
  await check('a post that is being written', button(page, 'Ganti gambar'))
  await button(page, /^Kirim$/).click()
  const posts = page.getByRole('region', { name: 'Kiriman member' }).getByRole('article')
  const own = posts.filter({ hasText: 'Harga baru' }).first()
  await button(own, /^Komentar, 0/).click()
  await own.getByLabel('Tulis komentar').fill('Ada yang XL?')
  await own.getByLabel('Tulis komentar').press('Enter')
  await check('a post with a comment', button(own, /^Komentar, 1/))

  const text = `Tukar PIN dengan saldo ${Date.now()}`
  const { postid } = await lapak.call<{ postid: number }>(reader.token, 'POST', '/api/v1/posts', { msg: text })
  await lapak.call(reader.token, 'POST', `/api/v1/posts/${postid}/comments`, { msg: 'Kata kasar' })
  await check('a new post is offered', button(page, /kiriman baru/))
  await button(page, /kiriman baru/).click()
  const theirs = posts.filter({ hasText: text })
  await button(theirs, /^Pilihan kiriman/).click()
  await check('the menu of a post', page.getByRole('menuitem', { name: 'Laporkan' }), { only: 'desk' })
  await page.getByRole('menuitem', { name: 'Laporkan' }).click()
  const report = dialog(writing, 'Laporkan kiriman')
  await button(report, 'Kirim laporan').click()
  await check('the report of a post', report.getByText('Pilih masalahnya'))
  await report.getByRole('radio', { name: 'Penipuan' }).check()
  await report.getByLabel(/^Penjelasan/).fill('Minta PIN')
  await button(report, 'Kirim laporan').click()
  await report.waitFor({ state: 'hidden' })
  await button(theirs, /^Komentar, 1/).click()
  await button(theirs, 'Laporkan komentar Toko Terang').click()
  const said = dialog(writing, 'Laporkan komentar')
  await said.getByRole('radio', { name: 'Kasar atau menghina' }).check()
  await check('the report of a comment', button(said, 'Kirim laporan'))
  await button(said, 'Kirim laporan').click()
  await said.waitFor({ state: 'hidden' })

  await admin.go('/admin/kiriman?tahap=dilaporkan')
  await admin.check('posts that were reported', admin.page.getByText(text))
  await button(admin.page, `Kiriman ${postid}`).first().click()
  const drawer = dialog(admin, `Kiriman ${postid}`)
  await admin.check('a reported post with a reported comment', drawer.getByRole('group', { name: 'Laporan komentar Toko Terang' }))
  await button(drawer, /^Sembunyikan$/).click()
  const why = dialog(admin, 'Sembunyikan kiriman')
  await button(why, 'Sembunyikan').click()
  await admin.check('why a post is hidden', why.getByText(/^Tulis alasannya/))
  await why.getByLabel('Alasan').fill('Meminta PIN member')
  await button(why, 'Sembunyikan').click()
  const reading = await visit(lapak, { as: reader.token })
  await reading.go('/feeds')
  await reading.check('a post that an administrator hid', reading.page.getByText('disembunyikan admin'))
  await reading.go('/notifikasi')
  await reading.check('what the bell says of a post that was hidden', main(reading).getByText(/Alasan admin/))
})

screen('/notifikasi and the bell', async () => {
  const { email, token } = await completeMember(lapak)
  const screens = await visit(lapak, { as: token })
  const { page, go, check } = screens
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifikasi/ })
  const panel = dialog(screens, 'Notifikasi')
  await go('/syaratketentuan')
  await bell.click()
  await check('a bell without notices', panel.getByText('Belum ada notifikasi'), { only: 'desk' })
  await lapak.signIn(email)
  await check('the bell with notices', panel.getByRole('link', { name: /Masuk dari perangkat baru/ }), { only: 'desk' })
  await page.keyboard.press('Escape')
  await go('/notifikasi')
  await check('the page of notices', main(screens).getByRole('link', { name: /Masuk dari perangkat baru/ }))
  await go('/notifikasi?tab=pengaturan')
  await check('settings of notices', page.getByRole('switch', { name: 'Saldo menipis lewat E-mail' }))
  await page.route('**/api/v1/notifications?*', (route) => route.fulfill(refusal(422, 'Belum bisa')))
  await page.goto('/notifikasi')
  await check('notices that cannot be shown', page.getByText('Notifikasi belum bisa ditampilkan'))
})

/* Selling */

interface Offer {
  id: number
  productcode: string
  categoryid: number
  brandid: number
  buyprice: number
}
const offers = async (query: string) =>
  (await lapak.call<{ content: Offer[] }>(ofSeller, 'GET', `/api/v1/seller/product?size=100&sort=id,ASC&${query}`)).content
const offerOf = async (code: string) => {
  const offer = (await offers(`search=${code}`)).find(({ productcode }) => productcode === code)
  if (!offer) throw new Error(`the demo's seller sells no ${code}`)
  return offer
}

/** A purchase at the demo's seller, of a number whose ending says what its server answers. */
async function orderAt(ending: '7777' | '0013' | '0006'): Promise<{ id: number; target: string }> {
  const target = number(ending)
  const body = { productcode: 'S5', target, reffclient: `LIHAT-${target}`, productmemberid: (await offerOf('S5')).id }
  return { target, ...(await lapak.call<{ id: number }>(ofBuyer, 'POST', orderPath, body)) }
}

screen('/penjualan with its sales', async () => {
  const { page, go, check } = seller
  const { id, target } = await orderAt('0013')
  await go('/penjualan')
  await check('the sales', page.getByText(target).or(page.getByText(inFours(target))))
  await page.getByRole('switch').first().click({ force: true })
  await check('the question before the shop closes', question(seller).getByText('Yakin akan Tutup Transaksi'))
  await button(question(seller), 'No').click()
  await go('/penjualan?statustrx=1')
  await check('sales of one state', main(seller).getByText('SUKSES', { exact: true }))
  await go(`/penjualan?trx=${id}`)
  await check('a pending sale', dialog(seller).getByText('Pesanan dikirim'))
  await button(dialog(seller), 'Selesaikan sendiri').click()
  const form = dialog(seller, /^Selesaikan/)
  await button(form, 'Simpan').click()
  await check('the end of a sale', form.getByText('Pilih hasilnya'))
  await form.getByRole('radio', { name: 'SUKSES' }).check()
  await check('the end of a sale as a success', form.getByRole('textbox', { name: 'Serial number' }))
  await form.getByRole('radio', { name: 'GAGAL' }).check()
  await button(form, 'Simpan').click()
  await check('the end of a sale as a failure', form.getByText('Tulis alasannya'))
  await form.getByLabel('Alasan').fill('Server kami tidak mengenal nomor ini')
  await button(form, 'Simpan').click()
  await check('the question before a sale is called a failure', question(seller).getByText(/kembali ke saldo pembeli\./))
  await page.goto('/penjualan?tab=pendapatan')
  await check('the earnings', page.getByText('sementara'))
  await page.setViewportSize(phone)
  await button(page, /^Rincian/)
    .first()
    .click()
  await check('the earnings of a day', page.getByText('Jadi hutang'), { only: 'phone' })
})

screen('/penjualan and /home in colours of the system', async () => {
  const selling = await visit(lapak, { as: ofSeller, forcedColors: 'active' })
  await selling.go('/penjualan')
  await selling.check('sales in forced colours', selling.page.getByRole('switch'))
  const buying = await visit(lapak, { as: ofBuyer, forcedColors: 'active' })
  await buying.go('/home')
  await main(buying).getByLabel('Nomor tujuan').fill('081234567890')
  await buying.check('a product is chosen in forced colours', product(buying.page, 'S10'))
})

screen('/penjualan with its products', async () => {
  const { page, go, check } = seller
  const shown = page.getByRole('region', { name: 'Daftar produk' })
  await go('/penjualan?tab=produk')
  await check('the products', shown.getByText(/^Rp/))
  await go('/penjualan?tab=produk&perhatian=bukantermurah')
  await check('products that are not the cheapest', shown.getByText(/^Anda ke-[2-9]/))
  await go('/penjualan?tab=produk&size=-1')
  await check('a long list', page.locator('[data-index="0"]'))

  await go('/penjualan?tab=produk&search=S10')
  await button(page, 'Tambah produk').click()
  const add = dialog(seller, 'Tambah produk')
  await button(add, /^Tambah$/).click()
  await check('the dialog to add a product', add.getByText('Pilih kategorinya'))
  await add.getByLabel('Harga jual').fill('5000')
  await add.getByLabel('Harga beli').fill('5.200')
  await check('a product below its cost', add.getByText('Di bawah modal'))
  await page.goto('/penjualan?tab=produk&search=S10')
  const { id } = await offerOf('S10')
  await button(page, /^Produk S10$/).click()
  const drawer = dialog(seller, 'Ubah produk')
  await drawer.getByLabel('Harga promo').fill('5400')
  await check('everything of a product', button(drawer, 'Hapus'))
  await page.goto('/penjualan?tab=produk&search=S10')
  await button(page, /^Ubah harga promo S10$/).click()
  await page.getByRole('textbox', { name: 'harga promo S10', exact: true }).fill('sepuluh')
  await check('what is typed into a row', page.getByText('Tulis angka bulat saja'), { only: 'desk' })
  await page.getByRole('textbox', { name: 'harga promo S10', exact: true }).fill('5')
  await heading(seller, 'Penjualan').click()
  await check('what is not saved', page.getByText('Belum disimpan'), { only: 'desk' })

  await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/product/${id}`, { kodesupplier: 'S10', buyprice: 1 })
  await page.goto('/penjualan?tab=produk&search=S10')
  await button(page, 'Sinkron harga').click()
  await check('what became of the prices', dialog(seller, 'Sinkron harga').getByText(/\bS10: Rp 1 → Rp/))
  await page.goto('/penjualan?tab=produk&search=vidio')
  await button(page, 'Ubah massal').click()
  const many = dialog(seller, /^Ubah \d+ produk/)
  await many.getByLabel('Harga jual', { exact: true }).selectOption({ label: 'Turun sekian rupiah' })
  await many.getByLabel('Rupiah').fill('150')
  await button(many, 'Lihat perubahan').click()
  await check('what becomes of many', many.getByRole('list', { name: 'Pratinjau perubahan' }).getByRole('listitem'))
  await many.getByLabel('Rupiah').fill('900.000')
  await button(many, 'Lihat perubahan').click()
  await check('what cannot be', many.getByText('Harga jual harus 0 sampai'))

  await page.goto('/penjualan?tab=produk')
  await button(page, 'Impor CSV').click()
  const csv = dialog(seller, 'Impor CSV')
  const give = (...lines: string[]) => giveFile(csv, 'produk.csv', ['Kode produk;Harga jual;Stok', ...lines])
  await give('S10;10.900;15', 'TAKADA;5.000;')
  await check('a file of products with a wrong line', csv.getByText('Kode produk tidak dikenal'))
  await give('S10;10.900;15')
  await check('a file of products that can be stored', button(csv, 'Simpan 1 produk'))
})

const giveFile = (place: Locator, name: string, lines: string[]) =>
  place.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

screen('/penjualan with its special prices', async () => {
  const { page, go, check } = seller
  const { id, categoryid, brandid, buyprice } = await offerOf('S10')
  await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/product/${id}`, { status: 0 })
  await go('/penjualan?tab=hargakhusus&size=100')
  await check('the special prices, one of them not sold', page.getByRole('region', { name: 'Daftar harga khusus' }).getByText(/^Rp/))
  await lapak.call(ofSeller, 'PATCH', `/api/v1/seller/product/${id}`, { status: 1 })
  const choose = async (place: Locator) => {
    await place.getByLabel('Kategori').selectOption(String(categoryid))
    await place.getByLabel('Brand/Operator').selectOption(String(brandid))
    await place.getByRole('combobox', { name: 'Produk' }).fill('(S10)')
    await page.getByRole('option', { name: '(S10)' }).click()
  }
  await button(page, /^Tambah$/).click()
  const add = dialog(seller, 'Tambah harga khusus')
  await button(add, 'Simpan').click()
  await check('the dialog of a special price', add.getByText('Pilih pembelinya'))
  await add.getByRole('combobox', { name: 'Pembeli' }).pressSequentially(buyer)
  await check('a suggested buyer', page.getByRole('option', { name: 'Konter Berkah Cell' }))
  await page.getByRole('option', { name: 'Konter Berkah Cell' }).click()
  await choose(add)
  await add.getByLabel('Harga khusus').fill(String(Math.max(buyprice - 5, 1)))
  await check('a price below its cost', add.getByText('Di bawah modal'))
  await page.goto('/penjualan?tab=hargakhusus')
  await button(page, /^Ubah .* untuk /)
    .first()
    .click()
  await check('one special price', dialog(seller, 'Ubah harga khusus').getByLabel('Harga khusus'))
  await page.goto('/penjualan?tab=hargakhusus')
  await button(page, /^Hapus .* untuk /)
    .first()
    .click()
  await check('the question before a special price ends', button(question(seller), 'Yes'))
  await button(question(seller), 'No').click()
  await button(page, 'Beberapa member').click()
  const many = dialog(seller, 'Harga khusus beberapa member')
  for (const email of [buyer, 'pembeli2@lapak.test']) {
    await many.getByRole('combobox', { name: 'Pembeli' }).fill(email)
    await page.getByRole('listbox', { name: 'Pembeli' }).getByRole('option').click()
  }
  await page.keyboard.press('Tab')
  await choose(many)
  await page.keyboard.press('Tab')
  await many.getByLabel('Cara').selectOption('percent')
  await many.getByLabel('Potongan persen').fill('0,5')
  await button(many, 'Lihat hasilnya').click()
  await check('who gets which prices', many.getByText('Tulis angka bulat 1 sampai 99'))
  await many.getByLabel('Potongan persen').fill('50')
  await button(many, 'Lihat hasilnya').click()
  await check('each price before it is given', button(many, 'Simpan 2 harga'))
})

screen('/penjualan with its server', async () => {
  const { page, check } = seller
  const form = page.getByRole('form', { name: 'API suplier' })
  const tested = page.getByRole('region', { name: 'Hasil test' })
  await page.goto('/penjualan?tab=setting')
  await check('the state of a connection', page.getByRole('region', { name: 'Keadaan koneksi' }).getByText('Menerima pesanan'))
  await form.getByLabel('PIN').fill('991199')
  await button(form, 'Test').click()
  await check('a server that refuses the PIN', tested.getByText('Ditolak'))
  await form.getByLabel('PIN').fill('')
  await button(form, 'Test').click()
  await check('a server that answers', tested.getByText('Server menjawab'))
  await button(form, /^Simpan$/).click()
  await check('the question before a server is saved', question(seller).getByText('Simpan pengaturan API ini?'))
  await button(question(seller), 'No').click()
  await button(form, 'Pengaturan lanjutan').click()
  await form.getByLabel('Alamat IP laporan').fill('203.0.113.7, toko saya')
  await button(form, /^Simpan$/).click()
  await button(question(seller), 'Yes').click()
  await check('an address of reports that is none', form.getByText('Isi alamat IP, dipisah koma', { exact: true }))

  const restore = await alter<object>(seller, '**/api/v1/seller/api', (data) => ({ ...data, reportaddresses: '203.0.113.7,2001:db8::/32' }))
  await page.goto('/penjualan?tab=setting')
  await check('reports from two addresses', page.getByText('Laporan hanya diterima dari 203.0.113.7, 2001:db8::/32.'))
  restore()
  await form.getByLabel('API URL').fill('http://10.0.0.5/api')
  await button(form, 'Test').click()
  await check('an address that is not public', form.getByText('10.0.0.5 bukan alamat publik'))
  await button(form, 'Pengaturan lanjutan').click()
  await form.getByLabel('Pola sukses').fill('(?<!tidak )sukses')
  await form.getByLabel('API URL').fill('https://suplier.example/api')
  await form.getByLabel('PIN').fill('123456')
  await form.getByLabel('Password', { exact: true }).fill('rahasia')
  await button(form, 'Test').click()
  await check('a pattern that cannot be used', form.getByText('Pola success tidak valid'))
  await form.getByLabel('Pola sukses').fill('beres')
  const box = page.getByRole('region', { name: 'Coba pola' })
  await box.getByLabel('Jawaban server').fill('R#A1 S5.081234567890 BERES kode 778899')
  await button(box, 'Coba').click()
  await check('a pattern that is tried out', page.getByRole('region', { name: 'Yang dipahami' }).getByText('Sukses', { exact: true }))
})

screen('the hours and the self-test of a shop', async () => {
  const { page, check } = seller
  await page.goto('/penjualan?tab=setting')
  const hours = page.getByRole('form', { name: 'Jam buka toko' })
  await hours.getByLabel('Selalu buka').click()
  await hours.getByLabel('Senin, dari jam').fill('20:00')
  await hours.getByLabel('Senin, sampai jam').fill('04:00')
  await button(hours, 'Samakan semua dengan Senin').click()
  await hours.getByLabel('Selasa, buka').selectOption({ label: '24 jam' })
  await hours.getByLabel('Minggu, buka').selectOption({ label: 'Tutup' })
  await hours.getByLabel('Rabu, dari jam').fill('')
  await button(hours, 'Simpan jam buka').click()
  await check('hours that differ by day', hours.getByText('Isi jam'))

  // The situation of a slow server takes as long as its seller waits for answers.
  const known = await lapak.call<Record<string, unknown>>(ofSeller, 'GET', '/api/v1/seller/api')
  const { reporturl, tested, pinset, passwordset, ...settings } = known
  await lapak.call(ofSeller, 'PATCH', '/api/v1/seller/api', { ...settings, timeoutms: 3_000 })
  await page.goto('/penjualan?tab=setting')
  const section = page.getByRole('region', { name: 'Uji server' })
  await section.getByText('Produk dan nomor uji', { exact: true }).click()
  await section.getByLabel('Nomor tujuan, Ganda').fill('')
  await check('products and numbers of a self-test', section.getByText('Please fill'))
  await section.getByLabel('Nomor tujuan, Ganda').fill('081277770018')
  await button(section, 'Jalankan uji').click()
  await check('the question before a self-test', question(seller).getByText('pesanan uji yang tidak dibayar'))
  await button(question(seller), 'Yes').click()
  await check('a self-test under way', section.getByText(/Sedang diuji/))
  await section.getByText(/9 lulus, 1 gagal/).waitFor({ timeout: 60_000 })
  await section.getByRole('listitem', { name: 'Sukses', exact: true }).getByText('Percakapan, 1 langkah').click()
  await check('the result of a self-test', section.getByText('server Anda membeli dua kali'))

  const closed = await tokenOf('penjual4@lapak.test')
  const clock = (minutes: number) => new Date(Date.now() + (7 * 60 + minutes) * 60_000).toISOString().slice(11, 16)
  await lapak.call(closed, 'PATCH', '/api/v1/seller/tokostatus/1')
  await lapak.call(closed, 'PATCH', '/api/v1/seller/tokojam', {
    jambuka: Array.from({ length: 7 }, () => ({ buka: clock(120), tutup: clock(180) })),
  })
  const outside = await visit(lapak, { as: closed })
  await outside.go('/penjualan?tab=setting')
  await outside.check('a shop outside of its hours', outside.page.getByText(/^Di luar jam operasional sampai/))
  await lapak.call(closed, 'DELETE', '/api/v1/seller/api')
  await outside.page.goto('/penjualan?tab=setting')
  await outside.check('a server that cannot be tested yet', outside.page.getByText('Simpan server yang lulus test dulu'))
})

screen('/regseller, and an application at /usermanagement', async () => {
  const name = newName()
  const { email, token } = await completeMember(lapak, name)
  const screens = await visit(lapak, { as: token })
  const { page, check } = screens
  await openConnected(screens, '/regseller')
  await button(page, 'Kirim dokumen').click()
  await choosePicture(page, 'NPWP').setInputFiles({ name: 'ktp.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await check('the documents', page.getByText('File harus gambar JPEG, PNG atau WebP'))
  await page.reload()
  await sendDocuments(page, ['KTP'])
  await check('waiting for an administrator', page.getByText('Dokumen Anda sedang diperiksa'))
  await button(page, 'Hubungkan server sekarang').click()
  await check('a server that is connected before the approval', page.getByText('Server Anda boleh dihubungkan sekarang'))
  await button(page, 'Kembali ke verifikasi').click()

  await admin.go(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(email)}`)
  await admin.check('the applications', admin.page.getByText(email))
  const application = await openApplication(admin, desk, name)
  await admin.check('an application', button(application, 'Tolak'))
  await button(application, 'Tolak').click()
  await button(application, 'Tolak pengajuan').click()
  await admin.check('a rejection with its reason', application.getByText('Tulis alasannya'))
  await application.getByLabel('Alasan').fill('Foto KTP buram, ambil lagi')
  await application.getByLabel('Alasan').press('Enter')
  await button(question(admin), 'Yes').click()
  await check('the reason of a rejection', page.getByText('Alasan: Foto KTP buram, ambil lagi'))
  await sendDocuments(page, ['KTP', 'NPWP'])

  await admin.page.goto(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(email)}`)
  const second = await openApplication(admin, desk, name)
  await button(second, 'Perbesar foto KTP').click()
  await button(dialog(admin, 'Foto KTP'), /^Perbesar$/).click()
  await admin.check('a card from near', dialog(admin, 'Foto KTP').getByText('150%'))
  await admin.page.keyboard.press('Escape')
  await approveApplication(admin, second, name)
  await check('the server of a new seller', serverForm(page))
  await fillServer(lapak, serverForm(page), demoSellers[0] as DemoSeller)
  await testServer(page)
  await saveServer(page)
  await check('a seller who is done', page.getByText('Anda suplier di Lapak'))
  await page.getByRole('link', { name: 'Ke Penjualan' }).click()
  await check('a shop that has sold nothing', page.getByRole('heading', { name: 'Penjualan' }))

  await admin.page.goto(`/usermanagement?tab=pengajuan&adminconfirmation=3&search=${encodeURIComponent(email)}`)
  const third = await openApplication(admin, desk, name)
  await button(third, 'Cabut persetujuan').click()
  await admin.check('taking an approval away', third.getByText('Pesanan yang berjalan diselesaikan'))
})

/* The back office */

const cashier = await openScreens(lapak, { as: await tokenOf('kasir@lapak.test') })

screen('/admdashboard and /admin/kesehatan', async () => {
  const { page, go, check } = admin
  await go('/admdashboard')
  await check('the dashboard', page.getByRole('table', { name: 'Peringkat suplier' }).getByRole('row').nth(1))
  await go(`/admdashboard?awal=${dayAgo(500)}&akhir=${dayAgo(0)}`)
  await check('a range that is too long', page.getByRole('alert'))
  await go('/admin/kesehatan')
  await check('how the house runs', page.getByRole('region', { name: 'Pembukuan' }))
  await page.route('**/api/admin/v1/health/alerts?*', (route) => route.fulfill(answer({ content: [], totalElements: 0 })))
  await go('/admin/kesehatan?tab=peringatan')
  await check('no alerts', page.getByText('Tidak ada peringatan', { exact: true }))
  await page.unroute('**/api/admin/v1/health/alerts?*')

  /** A demo's seller is not reached for so long, or is again. */
  const rests = (minutes: number | null) =>
    arrange(async (tables) => {
      const rested = minutes === null ? null : new Date(Date.now() - minutes * 60_000)
      await tables
        .updateTable('seller_api')
        .set({ rested_since: rested, rested_until: rested && new Date(Date.now() + 3_600_000), failures: rested ? 7 : 0 })
        .where('seller_id', '=', (one) => one.selectFrom('member').select('id').where('email', '=', 'penjual2@lapak.test'))
        .execute()
      await tables.selectNoFrom(({ fn, val }) => fn('graphile_worker.add_job', [val('watch-health')]).as('job')).execute()
    })
  await rests(30)
  await check('an open alert', page.getByRole('main').getByText('Server suplier tidak terjangkau', { exact: true }))
  const opens = button(page, /^Peringatan \d+$/).first()
  const alert = dialog(admin, /^Peringatan \d+$/)
  await opens.click()
  await button(alert, 'Saya tangani').click()
  await button(alert, 'Ambil').click()
  await check('an alert that is being taken', alert.getByText(/^Tulis alasan/))
  await alert.getByLabel('Apa yang Anda lakukan').fill('Menelepon suplier')
  await page.keyboard.press('Enter')
  await opens.click()
  await button(alert, /^Akhiri$/).click()
  await alert.getByLabel('Bagaimana selesainya').fill('Suplier pindah server')
  await check('an alert that is being ended', button(alert, 'Akhiri peringatan'))
  await button(alert, 'Akhiri peringatan').click()
  await alert.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption('selesai')
  await check('an ended alert', main(admin).getByText('Server suplier tidak terjangkau', { exact: true }))
  await rests(null)
})

screen('/usermanagement and a member', async () => {
  const { page, go, check } = admin
  const opened = dialog(admin, /^Member \d+$/)
  const part = (name: string) => opened.getByRole('tab', { name, exact: true }).click()
  const open = async (email: string) => {
    await page.goto(`/usermanagement?search=${encodeURIComponent(email)}`)
    await button(main(admin), /^Detail /).click()
    await opened.getByText('Konfirmasi e-mail').waitFor()
  }
  await go('/usermanagement')
  await check('/usermanagement', page.getByText('Pengajuan suplier', { exact: true }))
  await open(buyer)
  for (const [name, shown] of [
    ['Saldo', opened.getByRole('list', { name: 'Mutasi saldo' })],
    ['Tiket', opened.getByRole('list', { name: 'Tiket' })],
    ['Transaksi', opened.getByRole('list', { name: 'Transaksi' })],
    ['Sesi & key', opened.getByRole('list', { name: 'API key' })],
    ['Audit', opened.getByRole('list', { name: 'Audit' })],
  ] as const) {
    await part(name)
    await check(`the tab ${name} of a member`, shown)
  }

  await open((await completeMember(lapak, newName())).email)
  const data = opened.getByRole('form', { name: 'Data member' })
  await data.getByLabel('Kontak').fill('@toko')
  await button(data, 'Simpan').click()
  await check('a member', data.getByText('Tulis alasannya'))
  await data.getByLabel('Alasan').fill('Permintaan lewat WhatsApp')
  await button(data, 'Simpan').click()
  await expect.poll(() => data.getByLabel('Alasan').inputValue()).toBe('')
  const withReason = async (form: string, reason: string) => {
    const asked = opened.getByRole('form', { name: form })
    await asked.getByLabel('Alasan').fill(reason)
    await button(asked, form).click()
  }
  await part('Peran')
  await button(opened, 'Tambah peran Suplier').click()
  await withReason('Tambah peran Suplier', 'Dokumen diperiksa di kantor')
  await check('the roles of a member', button(opened, 'Cabut peran Suplier'))
  await part('Suplier')
  await check('the shop of a member', opened.getByRole('heading', { name: 'NPWP' }))
  await part('Profil')
  await button(opened, 'Blokir').click()
  await check('before a member is blocked', button(opened.getByRole('form', { name: 'Blokir member' }), 'Blokir member'))
  await withReason('Blokir member', 'Laporan penipuan')
  await check('the question before a member is blocked', button(question(admin), 'Yes'))
  await button(question(admin), 'Yes').click()
  await check('a member that is blocked', opened.getByText('Member ini diblokir'))
  await button(opened, 'Buka blokir').click()
  await withReason('Buka blokir', 'Sudah dijelaskan')
  await button(opened, 'Blokir').waitFor()
  await part('Peran')
  await button(opened, 'Tambah peran Admin').click()
  await withReason('Tambah peran Admin', 'Admin baru untuk malam')
  await check('a member that waits for a second administrator', opened.getByText(/Diminta .*: Admin baru untuk malam/))
  await open('admin@lapak.test')
  await check('the own account', opened.getByText('Ini akun Anda sendiri'))
})

screen('/admin/products', async () => {
  const { page, go, check } = admin
  const base = '/api/admin/v1'
  const listed = async (path: string) =>
    (await lapak.call<{ content: { productcode: string; brandname: string }[] }>(ofAdmin, 'GET', `${base}${path}`)).content
  for (const [tab, list] of [
    ['product', 'Daftar produk'],
    ['brand', 'Daftar brand'],
    ['category', 'Daftar kategori'],
    ['brandgroup', 'Daftar BrandGroup'],
  ] as const) {
    await go(`/admin/products?tab=${tab}`)
    await check(`the tab ${tab}`, page.getByRole('region', { name: list }).locator('tbody tr, li'))
  }
  await button(page, 'Tambah BrandGroup').first().click()
  const group = dialog(admin, 'Tambah BrandGroup')
  await group.getByLabel('Nama BrandGroup').fill('Grup baru')
  await button(group, 'Simpan').click()
  await group.locator('input[type=file]').setInputFiles(picture())
  await group.getByText('Terunggah, belum disimpan').waitFor()
  await group.getByRole('switch', { name: 'Status' }).click()
  await check('the dialog of a group', group.getByText('Pilih kategori').last())
  await page.goto('/admin/products?tab=brand')
  await button(page, 'Tambah brand').first().click()
  const brand = dialog(admin, 'Tambah brand')
  await brand.getByLabel('Nama brand').fill('Operator Baru')
  await brand.getByLabel('Kategori').selectOption({ label: 'Pulsa' })
  await brand.getByLabel('Tujuan').selectOption({ label: 'Nomor HP' })
  await check('the dialog of a brand', brand.getByLabel('Operator'))
  await page.goto('/admin/products?tab=brand&search=Axis&sort=id,ASC')
  await button(page.getByRole('region', { name: 'Daftar brand' }).locator('tbody tr').filter({ hasText: 'Axis' }).first(), /./)
    .last()
    .click()
  await dialog(admin, 'Ubah brand').getByRole('switch', { name: 'Status' }).click()
  await check('what closing a brand touches', dialog(admin, 'Ubah brand').getByText(/penawaran dari \d+ suplier berhenti/))
  await button(dialog(admin, 'Ubah brand'), 'Simpan').click()
  await check('the question before a brand is closed', question(admin).getByText(/^Tutup brand Axis\?/))

  await page.goto('/admin/products?tab=brand')
  await button(page, 'Prefix operator').click()
  const operators = dialog(admin, 'Prefix operator')
  await check('the prefixes of operators', operators.getByText('085154, 085155'))
  await button(operators, 'Ubah XL').click()
  const prefixes = dialog(admin, 'Prefix XL')
  await prefixes.getByLabel('Prefix').fill('0817, 81')
  await button(prefixes, 'Simpan').click()
  await check('a wrong prefix', prefixes.getByText('81: prefix diawali 08'))
  await page.goto('/admin/products')
  await button(page, 'Tambah produk').first().click()
  const product = dialog(admin, 'Tambah produk')
  await product.getByLabel('Nama produk').fill('Pulsa baru')
  await button(product, 'Simpan').click()
  await check('the dialog of a product', product.getByLabel('Kode produk'))
  const [vidio] = await listed('/product?search=vidio&size=1')
  await page.goto('/admin/products')
  await button(page, 'Impor CSV').click()
  const csv = dialog(admin, 'Impor katalog')
  const lines = [`VIDX;Vidio 9 hari;${vidio?.brandname};`, `${vidio?.productcode};;;Non Aktif`]
  const give = (...more: string[]) => giveFile(csv, 'katalog.csv', ['Kode produk;Nama produk;Brand;Status', ...lines, ...more])
  await give('X1;Tanpa brand;Tidak ada;')
  await check('a catalogue with a wrong line', csv.getByText('Brand tidak dikenal'))
  await give()
  await check('a catalogue that can be stored', csv.getByText('Status Aktif → Non Aktif'))
})

screen('/admin/sliders and /admin/audit', async () => {
  const { page, go, check } = admin
  const rows = page.getByRole('region', { name: 'Daftar banner' }).locator('tbody tr, li')
  await go('/admin/sliders')
  await check('the banners', rows.filter({ hasText: 'Token PLN dan tagihan' }))
  await button(page, /^Tambah$/).click()
  const banner = dialog(admin, 'Tambah banner')
  await banner.getByLabel('Judul').fill('Promo gajian')
  await button(banner, 'Simpan').click()
  await check('a banner without a picture', banner.getByText('Unggah gambar banner'))
  await banner.locator('input[type=file]').setInputFiles(picture())
  await check('the dialog of a new banner', banner.getByRole('img', { name: 'Promo gajian di hp' }))
  await page.goto('/admin/sliders')
  await button(rows.filter({ hasText: 'Token PLN dan tagihan' }), /./)
    .last()
    .click()
  await dialog(admin, 'Ubah banner').getByLabel('Berakhir').click()
  await check('the day on which a banner ends', button(page, 'Bulan berikutnya'))
  await page.keyboard.press('Escape')
  await button(dialog(admin, 'Ubah banner'), /^Hapus$/).click()
  await check('the question before a banner is deleted', button(question(admin), 'Yes'))
  await page.goto('/admin/sliders')
  await button(page, 'Urutkan').click()
  await check('the order of banners', button(dialog(admin, 'Urutkan banner'), /^Turunkan /))

  await page.goto('/admin/audit?event=setting.changed')
  await check('the audit', page.getByText(/cashOut\.fromHour/))
  await button(page, /^Rincian Aturan diubah/)
    .first()
    .click()
  await check('an event of the audit', page.getByRole('region', { name: 'Perubahan' }))
})

screen('/admin/pengaturan', async () => {
  const { page, go, check } = admin
  const rule = dialog(admin, 'Ubah aturan')
  await go('/admin/pengaturan')
  await check('the rules', page.getByRole('region', { name: 'Topup' }))
  await go('/admin/pengaturan?search=zqx')
  await check('no rules', page.getByText('Tidak ada aturan yang cocok'))
  await page.goto('/admin/pengaturan?aturan=topup.min')
  await rule.getByLabel('Nilai baru').fill('20000000')
  await button(rule, 'Simpan').click()
  await check('a rule out of its limits', rule.getByText('Pilih Rp 1 sampai Rp 10.000.000'))
  await page.goto('/admin/pengaturan?aturan=cashOut.perDay')
  await check('a rule with its history', rule.getByRole('region', { name: 'Riwayat perubahan' }).getByText(/→/))
  await page.goto('/admin/pengaturan?aturan=access.twoFactorDemanded')
  await check('a rule of choices', rule.getByLabel('Nilai baru'))

  await page.goto('/admin/pengaturan?tab=metode')
  const method = page.getByRole('list', { name: 'Metode topup' }).getByRole('listitem').filter({ hasText: 'MANDIRI' }).first()
  await button(method, /^Ubah /).click()
  await dialog(admin).getByLabel('Nomor rekening').fill('9988776655')
  await button(dialog(admin), 'Simpan').click()
  await check('a way to top up that is changed', dialog(admin).getByText('Tulis alasannya'))
  await dialog(admin).getByLabel('Alasan').fill('Rekening baru kantor')
  await button(dialog(admin), 'Simpan').click()
  await check('the ways to top up', method.getByRole('link', { name: 'Menunggu admin kedua' }))

  await go('/admin/pengaturan?tab=penghubung')
  const gateway = page.getByRole('region', { name: 'Penyedia pembayaran' })
  await button(gateway, 'Tes Penyedia pembayaran').click()
  await check('adapters', gateway.getByText(/^Berhasil: menjawab/))
  const gagal = { at: new Date().toISOString(), pesan: 'tidak menjawab' }
  const restore = await alter<object[]>(admin, '**/api/admin/v1/adapters', (adapters) => adapters.map((one) => ({ ...one, gagal })))
  await page.goto('/admin/pengaturan?tab=penghubung')
  await check('adapters that failed', gateway.getByText('tidak menjawab'))
  restore()
})

const requestOf = (screens: Screens) => dialog(screens, /^Permintaan /)

screen('/account and /persetujuan', async () => {
  const { page, go, check } = admin
  await go('/account')
  const cash = page.getByRole('table', { name: 'Akun kas' }).getByRole('row')
  await check('/account', page.getByText('transaksi berjalan Rp'))
  await button(page, 'Transfer Kas').click()
  const transfer = dialog(admin, 'Transfer Kas')
  await transfer.getByLabel('Jumlah').fill('999999999999')
  await button(transfer, /^Transfer$/).click()
  await check('the dialog of a transfer', transfer.getByText('Saldo kas 01 tidak cukup'))
  await transfer.getByLabel('Jumlah').fill('25000')
  await button(transfer, /^Transfer$/).click()
  await transfer.waitFor({ state: 'hidden' })
  await cash.first().waitFor()
  await button(page, 'Histori kas BNI').click()
  await check('the history of a cash account', dialog(admin, 'Kas 02 BNI').getByText('+Rp 25.000'))
  await page.goto('/account')
  const proof = page.getByRole('region', { name: 'Pembukuan' })
  await button(proof, 'Periksa sekarang').click()
  await check('a verification of the books', proof.getByText(/^Diperiksa .* aturan/))
  await button(page, 'Penyesuaian').click()
  const adjustment = dialog(admin, 'Penyesuaian saldo')
  await button(adjustment, 'Minta persetujuan').click()
  await check('the dialog of an adjustment, empty', adjustment.getByText('Pilih membernya'))
  await adjustment.getByRole('combobox', { name: 'Member' }).fill('berkah')
  await page.getByRole('option', { name: 'Konter Berkah Cell' }).click()
  await adjustment.getByLabel('Jumlah').fill('25000')
  await adjustment.getByLabel('Alasan').fill('Keluhan 4711 diterima')
  await check('the dialog of an adjustment', adjustment.getByText(/^Rp|menjadi Rp/))
  await button(adjustment, 'Minta persetujuan').click()
  await adjustment.waitFor({ state: 'hidden' })
  await button(page, 'Koreksi').click()
  const correction = dialog(admin, 'Koreksi kas')
  await correction.getByLabel('Jumlah').fill('500000')
  await correction.getByLabel('Alasan').fill('Biaya bank bulan ini')
  await check('the dialog of a correction', correction.getByText(/menjadi Rp/))
  await button(correction, 'Catat').click()
  await check('the question before a correction', question(admin).getByText(/Biaya bank: −Rp 500\.000/))

  await page.goto('/persetujuan')
  const asked = 'Penyesuaian saldo Konter Berkah Cell: +Rp 25.000'
  await check('what waits for a second administrator', main(admin).getByText(asked))
  await main(admin).getByText(asked).filter({ visible: true }).first().click()
  await check('an own request', requestOf(admin).getByText('Permintaan Anda sendiri, menunggu admin lain'))
  await cashier.go('/persetujuan')
  await main(cashier).getByText(asked).filter({ visible: true }).first().click()
  await button(requestOf(cashier), 'Setujui').click()
  await cashier.check('a request with its reason', requestOf(cashier).getByText('Tulis alasannya'))
  await requestOf(cashier).getByLabel('Alasan').fill('Sudah saya periksa')
  await button(requestOf(cashier), 'Setujui').click()
  await button(question(cashier), 'Yes').click()
  await cashier.go('/persetujuan?tab=selesai')
  await cashier.page.getByRole('tab', { name: 'Sudah diputuskan' }).click()
  await cashier.check('what was decided', main(cashier).getByText('Disetujui'))
  await cashier.page.route('**/api/admin/v1/decisions?*', (route) => route.fulfill(answer({ content: [], totalElements: 0 })))
  await cashier.page.goto('/persetujuan')
  await cashier.check('nothing waits for a second administrator', cashier.page.getByText('Tidak ada yang menunggu'))
  await cashier.page.unroute('**/api/admin/v1/decisions?*')
})

/** Money moves at the bank, and its feed tells. */
async function moveAtBank(sum: number, direction: 'in' | 'out', text: string) {
  const body = new URLSearchParams({ bank: '01', amount: String(sum), direction, text })
  const answered = await fetch(`${lapak.info.address}/dev/bank`, { method: 'POST', body })
  expect(await answered.text()).toContain('Mutasi terkirim.')
}
/** Until a worker has looked at what came. */
const waitsAtBank = (search: string) =>
  expect
    .poll(
      async () =>
        (await lapak.call<{ totalElements: number }>(ofAdmin, 'GET', `/api/admin/v1/bank/unmatched/list?search=${search}`)).totalElements,
      { timeout: 60_000 },
    )
    .toBe(1)

screen('/mutasibank', async () => {
  const { page, go, check } = admin
  const mark = `JOKO${Date.now()}`
  const { token } = await completeMember(lapak, `Pak ${mark}`)
  const ticket = await ticketOf(token, 71_000)
  const { bank } = await lapak.call<Ticket>(token, 'GET', `/api/v1/payment/tiket/${ticket.invoice}`)
  await moveAtBank(72_345, 'in', `SETORAN ${mark}`)
  await go(`/mutasibank?search=${mark}X`)
  await check('/mutasibank without a row', page.getByText('Tidak ada mutasi yang cocok'))
  await button(page, 'Unggah CSV').click()
  const upload = dialog(admin, 'Unggah CSV mutasi')
  await giveFile(upload, 'mutasi.csv', ['<html>Sesi berakhir</html>'])
  await check('a bank statement that is refused', upload.getByText('File tidak dikenali sebagai mutasi BCA'))
  await giveFile(upload, 'mutasi.csv', [`Tanggal,Berita ${mark},Debit,Kredit,Kode,Saldo\n01/11/2026,BUDI,,"5,000.00",7,"6,000.00"`])
  await check('a bank statement whose columns nobody knows', upload.getByRole('region', { name: 'Pemetaan kolom' }))
  const teller = createBank({ url: '', secret: '', code: '01', account: bank.accountno })
  teller.move(ticket.nominal, `TRSF E-BANKING CR ${mark}`)
  teller.move(-2_500, `BIAYA ADM ${mark}`)
  await giveFile(upload, 'mutasi.csv', [teller.file('KlikBCA')])
  await check('a bank statement before it is stored', upload.getByText('2 (2 baru, 0 sudah ada)'))
  await button(upload, 'Simpan 2 mutasi baru').click()
  await upload.waitFor({ state: 'hidden' })
  await go(`/mutasibank?search=${mark}`)
  await check('/mutasibank', page.getByText(/^Nominal sama persis dengan tiket/))
  // A row is unfolded in its table or its card, which another width takes the place of.
  const unfold = async (address: string) => {
    await page.goto(`/mutasibank?${address}`)
    await button(page, /^Detail /).click()
  }
  const explain = dialog(admin, 'Jelaskan')
  const explained = async () => {
    await unfold(`search=BIAYA ADM ${mark}`)
    await button(page, 'Jelaskan').click()
    await explain.getByRole('radio', { name: /^Bukan urusan Lapak/ }).check()
    await explain.getByLabel('Alasan').fill('Biaya admin bulanan')
  }
  await check('the dialog that explains a row', button(explain, 'Jelaskan'), { anew: explained })
  await explained()
  await page.keyboard.press('Enter')
  await explain.waitFor({ state: 'hidden' })
  const reopened = async () => {
    await unfold(`search=BIAYA ADM ${mark}`)
    await button(page, 'Buka lagi').click()
  }
  await check('the dialog that takes an explanation back', dialog(admin, 'Buka lagi').getByLabel('Alasan'), { anew: reopened })

  await waitsAtBank(mark)
  const waiting = () => unfold(`tab=menunggu&search=${mark}`)
  await check('money without an owner', button(page, 'Jodohkan'), { anew: waiting })
  const give = dialog(admin, 'Jodohkan')
  const given = async () => {
    await waiting()
    await button(page, 'Jodohkan').click()
    await give.getByRole('searchbox').fill(mark)
    await give.getByRole('radio', { name: new RegExp(`^Pak ${mark}`) }).check()
    await button(give, 'Jodohkan').click()
  }
  await check('the dialog that gives money', give.getByText('Tulis alasannya'), { anew: given })

  const { invoice } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/invoice', { amount: 88_000 })
  const body = new URLSearchParams({ act: 'less', amount: '88000' })
  await fetch(`${lapak.info.address}/dev/gateway/${invoice}`, { method: 'POST', redirect: 'manual', body })
  await waitsAtBank(invoice)
  const paid = () => unfold(`tab=menunggu&search=${invoice}`)
  await check('a payment without an owner', page.getByText('Nomor pembayaran'), { anew: paid })
  const letGo = async () => {
    await paid()
    await button(page, 'Jelaskan').click()
  }
  await check('the dialog that lets a payment go', page.getByText('Uang ini keluar dari pembukuan'), { anew: letGo })
})

const drawerOf = (screens: Screens, id: number) => dialog(screens, `Tiket ${id}`)

screen('/cashin', async () => {
  const { page, go, check } = admin
  const { token } = await completeMember(lapak)
  const [first, second] = [await ticketOf(token, 81_000), await ticketOf(token, 82_000)]
  await go('/cashin')
  await check('/cashin', main(admin).getByText(`Rp ${second.nominal.toLocaleString('id')}`))
  await go('/cashin?statustrx=3')
  await check('top-ups that are filtered', page.getByText(/Reject|Tidak ada tiket yang cocok/))
  await page.goto(`/cashin?tiket=${first.id}`)
  const drawer = drawerOf(admin, first.id)
  await check('a top-up that waits', drawer.getByText('Belum ada mutasi bank untuk tiket ini'))
  await button(drawer, 'Approve').click()
  await button(question(admin), 'Yes').click()
  await check('the question about a top-up whose money nobody has seen', question(admin).getByText('Tulis catatan referensinya'))
  await question(admin).getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  await button(question(admin), 'Yes').click()
  await check('an approved top-up', button(drawer, 'Cancel'))
  await button(drawer, 'Cancel').click()
  await question(admin).getByLabel('Alasan').fill('Salah orang')
  await button(question(admin), 'Yes').click()
  await check('a cancelled top-up', drawer.getByText('Salah orang'))

  // The rows of a bank wait for an administrator from now on.
  await changeRule(lapak, 'topup.autoApproveMax', 1)
  await moveAtBank(second.nominal, 'in', 'TRSF')
  await expect
    .poll(
      async () => {
        await page.goto('/cashin')
        await page.getByText('Amount', { exact: true }).first().waitFor()
        return button(page, /^Setujui semua yang cocok/).count()
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1)
  await button(page, /^Setujui semua yang cocok/).click()
  await check('the question about all that match', question(admin).getByLabel('Catatan referensi'))
})

screen('/cashout from its question to the provider', async () => {
  const { page, go, check } = admin
  const id = await cashOut('penjual2@lapak.test', '082120003002')
  const drawer = drawerOf(admin, id)
  const approveByHand = async () => {
    await button(drawer, 'Approve').click()
    await button(question(admin), 'Yes').click()
  }
  await go('/cashout')
  await check('/cashout', main(admin).getByText('Pending', { exact: true }).last())
  await page.goto(`/cashout?tiket=${id}`)
  await check('a cash-out that waits', drawer.getByText('••••3456'))
  await cashier.page.goto(`/cashout?tiket=${id}`)
  await button(drawerOf(cashier, id), 'Reject').click()
  await question(cashier).getByLabel('Alasan').fill('Rekening tidak cocok')
  await cashier.check('the question before a cash-out is rejected', question(cashier).getByText('Member membaca catatan ini'))
  await button(drawer, 'Proses').click()
  await check('the question of a step', button(question(admin), 'Yes'))
  await button(question(admin), 'Yes').click()
  await cashier.check('what happened while the question was open', question(cashier).getByText(/^Diproses oleh /))
  await approveByHand()
  await check('the question whether a cash-out was paid', question(admin).getByText('Tulis catatan referensinya'))
  await page.keyboard.press('Escape')

  // The sandbox pays no account that ends like this.
  await arrange((tables) => tables.updateTable('cash_out').set({ account_no: '8290120000' }).where('id', '=', BigInt(id)).execute())
  await button(drawer, 'Bayar lewat penyedia').click()
  await button(question(admin), 'Yes').click()
  await check('the question whether the provider is to pay', question(admin).getByText('Tulis catatan referensinya'))
  await question(admin).getByLabel('Catatan referensi').fill('Penarikan pagi')
  await button(question(admin), 'Yes').click()
  await check('a cash-out that the provider did not pay', drawer.getByText('Gagal (INVALID_DESTINATION)'))
  const payout = (state: string, failure: string | null, since: Date | null) =>
    arrange((tables) =>
      tables
        .updateTable('payout')
        .set({ state, failure, missing_since: since, due_at: new Date(Date.now() + 3_600_000), ...(since && { created_at: since }) })
        .where('cash_out_id', '=', BigInt(id))
        .execute(),
    )
  await payout('waits', null, null)
  await check('a cash-out that waits for its bank', drawer.getByText('Diterima penyedia, menunggu bank'))
  await payout('unknown', 'xendit timeout', null)
  await check('a cash-out of which the provider has not told', drawer.getByText(/^Jawaban penyedia belum diketahui/))
  await payout('unknown', 'tidak dikenal penyedia', hoursAgo(2))
  await button(drawer, 'Tandai tidak terkirim').click()
  await check('the question whether it was never sent', question(admin).getByLabel('Alasan'))
  await question(admin).getByLabel('Alasan').fill('Tidak ada di dasbor penyedia')
  await button(question(admin), 'Yes').click()
  await drawer.getByText('Gagal (INVALID_DESTINATION)').waitFor()
  await arrange((tables) => tables.updateTable('cash_out').set({ account_no: '8290123456' }).where('id', '=', BigInt(id)).execute())
  await button(drawer, 'Bayar lewat penyedia').click()
  await question(admin).getByLabel('Catatan referensi').fill('Penarikan pagi')
  await button(question(admin), 'Yes').click()
  await check('a cash-out that the provider paid', drawer.getByText('Dibayar', { exact: true }))
  const rejected = await cashOut('penjual2@lapak.test', '082120003002')
  await lapak.call(ofAdmin, 'PATCH', `/api/admin/v1/payment/tiket/update/${rejected}/3`, { description: 'Nama tidak cocok', from: 0 })
  await page.goto(`/cashout?tiket=${rejected}`)
  await check('a rejected cash-out', drawerOf(admin, rejected).getByText('Nama tidak cocok'))
})

screen('/trxadm', async () => {
  const { page, go, check } = admin
  const [one, two, three] = [await orderAt('0013'), await orderAt('0013'), await orderAt('7777')]
  const opened = (id: number) => dialog(admin, `Transaksi ${id}`)
  const ended = async (id: number, rc: number) =>
    expect
      .poll(() => lapak.call(ofAdmin, 'GET', `/api/admin/v1/transactions/${id}`), { timeout: 60_000 })
      .toMatchObject(rc === 0 ? { attempts: [{ state: 'waiting' }] } : { transactionrc: rc })
  for (const { id } of [one, two]) await ended(id, 0)
  await ended(three.id, 1)
  await go('/trxadm')
  await check('/trxadm', page.getByText(three.target).or(page.getByText(inFours(three.target))))
  await page.goto(`/trxadm?trx=${one.id}`)
  await button(opened(one.id), 'Cek ulang').click()
  await check('a pending transaction', opened(one.id).getByText(/Sedang ditanyakan ke server suplier|Server suplier baru saja dihubungi/))
  await button(opened(one.id), 'Sukseskan').click()
  const success = dialog(admin, `Sukseskan transaksi ${one.id}`)
  await button(success, 'Sukseskan').click()
  await check('the success of a transaction', success.getByText(/^Tulis alasannya/))
  for (const [label, id] of [
    ['Gagalkan', one.id],
    ['Refund', three.id],
  ] as const) {
    await page.goto(`/trxadm?trx=${id}`)
    await button(opened(id), label).click()
    const form = dialog(admin, `${label} transaksi ${id}`)
    await form.getByLabel('Catatan').fill('Suplier memastikan tidak terkirim')
    await button(form, label).click()
    await check(`the question before ${label}`, button(question(admin), 'Yes'))
  }
  await page.goto('/trxadm?size=50')
  for (const { id } of [one, two, three]) await page.getByRole('checkbox', { name: `Pilih transaksi ${id}`, exact: true }).check()
  const bar = page.getByRole('region', { name: 'Tindakan untuk yang dipilih' })
  await check('three transactions are chosen', bar.getByText('3 dipilih'))
  await button(bar, 'Cek ulang').click()
  await check('what could be asked about', dialog(admin, 'Cek ulang').getByText(/Transaksi ini tidak pending/))
  await button(dialog(admin, 'Cek ulang'), 'Tutup').last().click()
  await button(bar, 'Gagalkan').click()
  const many = dialog(admin, 'Gagalkan 3 transaksi')
  await button(many, 'Gagalkan 2 transaksi').click()
  await check('the preview of many', many.getByText(/^Tulis alasannya/))
  await many.getByLabel('Alasan untuk semuanya').fill('Server suplier mati semalam')
  await button(many, 'Gagalkan 2 transaksi').click()
  await button(question(admin), 'Yes').click()
  await check('what became of many', many.getByText('Update Trx Ok!'))

  const odd = await orderAt('0006')
  const raised = async () =>
    (await lapak.call<{ content: { idtrx: number }[] }>(ofAdmin, 'GET', '/api/admin/v1/transactions/alerts?size=-1')).content
  await expect.poll(async () => (await raised()).map(({ idtrx }) => idtrx), { timeout: 60_000 }).toContain(odd.id)
  await page.goto('/trxadm?tab=peringatan')
  await check('the alerts of transactions', page.getByText(odd.target).or(page.getByText(inFours(odd.target))))
  await page.goto(`/trxadm?trx=${odd.id}`)
  await button(opened(odd.id), 'Saya tangani').click()
  const taking = dialog(admin, 'Tangani peringatan')
  await button(taking, 'Simpan').click()
  await check('an alert of a transaction that is being taken', taking.getByText(/^Tulis alasannya/))
  await taking.getByLabel('Apa yang Anda lakukan').fill('Saya telepon supliernya')
  await button(taking, 'Simpan').click()
  await check('an alert that somebody looks after', opened(odd.id).getByText(/^Ditangani /))
})

/** By which its seller knows a purchase: our own mark, which tickets have as well, and the attempt. */
async function referenceOf(id: number): Promise<string> {
  const { attempts } = await lapak.call<{ attempts: { id: number }[] }>(ofAdmin, 'GET', `/api/admin/v1/transactions/${id}`)
  return `${(await ticketOf(ofAdmin)).invoice.split('-')[1]}${attempts[0]?.id}`
}

screen('/rekonsiliasi', async () => {
  const { page, go, check } = admin
  const mark = Date.now() % 100_000
  const bank = createBank({
    url: lapak.info.address,
    secret: 'lapak-development-bank-feed',
    code: '02',
    account: '881000220260',
    opening: 250_000,
    name: `rekonsiliasi-${mark}`,
  })
  bank.move(75_500.5, `SETORAN ${mark}`, new Date(Date.now() - 5 * 86_400_000))
  expect(await bank.tell()).toMatchObject({ status: 200 })
  await go('/rekonsiliasi')
  await button(page, 'Periksa sekarang').click()
  const range = `bankcode=02&awal=${dayAgo(5)}&akhir=${dayAgo(5)}`
  const differences = () =>
    lapak
      .call<{ content: object[] }>(ofAdmin, 'GET', `/api/admin/v1/reconciliation/differences?${range}`)
      .then(({ content }) => content.length)
  await expect.poll(differences, { timeout: 60_000 }).toBeGreaterThan(0)
  await page.goto(`/rekonsiliasi?${range}`)
  await check('banks beside the books', page.getByRole('link', { name: /^Lihat \d+ selisih/ }))
  await go(`/rekonsiliasi?tab=selisih&${range}`)
  await check('differences', page.getByText('Tidak ada di pembukuan'))
  await go(`/rekonsiliasi?tab=selisih&search=SETORAN ${mark}`)
  await expect.poll(() => button(page, /^Selisih \d+$/).count()).toBe(1)
  await button(page, /^Selisih \d+$/).click()
  await button(dialog(admin, /^Selisih/), 'Selesaikan').click()
  await check('a difference', dialog(admin, /^Selisih/).getByText('Tulis alasannya'))
  await page.goto('/rekonsiliasi?tab=selisih&search=zq')
  await check('a search that is too short', page.getByText('Ketik minimal 3 huruf atau angka, atau pilih paling lama 31 hari'))

  await page.goto('/rekonsiliasi?tab=suplier')
  await button(page, 'Unggah file suplier').click()
  const file = dialog(admin, 'File suplier')
  await file.getByRole('combobox', { name: 'Suplier' }).fill('Sinar Pulsa Nusantara')
  await page.getByRole('option', { name: 'Sinar Pulsa Nusantara', exact: true }).click()
  await button(file, 'Hari').click()
  await check('the day of a list', button(page, 'Bulan sebelumnya'))
  await page.keyboard.press('Escape')
  await giveFile(file, 'suplier.csv', ['reference,price,status', 'ada spasi,100,sukses'])
  await check('a list with wrong lines', file.getByText('Baris 2: referensi tidak terbaca'))
  await giveFile(file, 'suplier.csv', ['<html>bukan file</html>'])
  await check('no list at all', file.getByText('File suplier tidak terbaca'))
  const reference = await referenceOf((await bought(lapak)).id)
  await giveFile(file, 'suplier.csv', ['reference,number,price,status', `${reference},0812,9000,sukses`, `ASING${mark},0812,9000,sukses`])
  await check('a list beside our sales', file.getByText(`ASING${mark}: Tidak ada di Lapak`))
  await button(file, 'Simpan').click()
  await file.waitFor({ state: 'hidden' })
  await check('sellers beside our sales', page.getByText(/^Sinar Pulsa Nusantar/))
})

/* What is everybody's, last: it stands over all pages */

screen('what waits for a second administrator at a ticket and a transaction', async () => {
  const { page, check } = admin
  await changeRule(lapak, 'money.secondAdminFrom', 50_000)
  await changeRule(lapak, 'purchases.secondAdminFrom', 1_000)
  const { id } = await ticketOf((await completeMember(lapak)).token, 91_000)
  await page.goto(`/cashin?tiket=${id}`)
  await button(drawerOf(admin, id), 'Approve').click()
  await question(admin).getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  await button(question(admin), 'Yes').click()
  await check('a ticket that waits for a second administrator', drawerOf(admin, id).getByText(/meminta: Approve/))
  await cashier.page.goto(`/cashin?tiket=${id}`)
  await drawerOf(cashier, id).getByLabel('Alasan').fill('Sudah saya periksa')
  await button(drawerOf(cashier, id), 'Setujui').click()
  await cashier.check('the question to a second administrator', button(question(cashier), 'Yes'))

  const order = await orderAt('0013')
  await page.goto(`/trxadm?trx=${order.id}`)
  await button(dialog(admin, `Transaksi ${order.id}`), 'Gagalkan').click()
  const form = dialog(admin, `Gagalkan transaksi ${order.id}`)
  await form.getByLabel('Catatan').fill('Suplier memastikan tidak terkirim')
  await button(form, 'Gagalkan').click()
  await button(question(admin), 'Yes').click()
  await check('a transaction that waits for a second administrator', dialog(admin, `Transaksi ${order.id}`).getByText(/meminta: Gagalkan/))

  const cash = await lapak.call<{ code: string; balance: number }[]>(ofAdmin, 'GET', '/api/admin/v1/accounts')
  const all = { idsumber: '01', idtujuan: '02', jumlah: cash.find(({ code }) => code === '01')?.balance, reason: 'Pindah semua ke BNI' }
  const names = [`semua-${Date.now()}`, `semua-${Date.now() + 1}`]
  for (const reffclient of names) await lapak.call(ofAdmin, 'POST', '/api/admin/v1/accounts/transfer', { ...all, reffclient })
  const waiting = await lapak.call<{ content: { id: number; subject: string }[] }>(
    ofAdmin,
    'GET',
    '/api/admin/v1/decisions?open=1&size=100',
  )
  const [first, second] = names.map((name) => waiting.content.find(({ subject }) => subject === `transfer ${name}`)?.id)
  const yes = { yes: true, reason: 'Sudah saya periksa' }
  await lapak.call(await tokenOf('kasir@lapak.test'), 'POST', `/api/admin/v1/decisions/${first}`, yes)
  await cashier.page.goto('/persetujuan')
  await button(cashier.page, `Permintaan ${second}`).first().click()
  await requestOf(cashier).getByLabel('Alasan').fill('Sudah saya periksa')
  await button(requestOf(cashier), 'Setujui').click()
  await button(question(cashier), 'Yes').click()
  await cashier.check('a request that lapsed', requestOf(cashier).getByText('Tidak berlaku lagi', { exact: true }))
})

screen('an announcement of maintenance', async () => {
  const { page, go, check } = admin
  await page.goto('/admin/pengaturan?tab=pemeliharaan')
  await check('no announcement', page.getByText('Tidak ada pengumuman.'))
  await button(page, 'Umumkan').click()
  const announce = dialog(admin, 'Umumkan pemeliharaan')
  await button(announce, 'Umumkan').click()
  await announce.getByLabel('Hentikan pesanan baru').check()
  await check('an announcement that is written', announce.getByText('Tulis pengumumannya'))
  await announce.getByLabel('Pengumuman').fill('Kami pindah server')
  await announce.getByLabel('Alasan').fill('Pindah server')
  await button(announce, 'Umumkan').click()
  await announce.waitFor({ state: 'hidden' })
  await check('what is announced', button(page, 'Cabut'))
  await member.page.goto('/syaratketentuan')
  await member.check('an announcement', member.page.getByText('Kami pindah server'))
  await visitor.page.goto('/login')
  await visitor.check('an announcement before signing in', visitor.page.getByText('Pesanan dihentikan sementara'))
  await button(page, 'Cabut').click()
  const back = dialog(admin, 'Cabut pengumuman')
  await check('an announcement that is taken back', back.getByLabel('Alasan'))
  await back.getByLabel('Alasan').fill('Sudah selesai')
  await button(back, 'Cabut').click()
  await back.waitFor({ state: 'hidden' })
  await go('/home')
})

screen('/syaratketentuan and terms that have to be accepted', async () => {
  const { page, go, check } = admin
  await member.go('/syaratketentuan')
  await member.check('the terms', member.page.getByRole('heading', { name: '5. Komplain dan pengembalian' }))
  await go('/syaratketentuan')
  const text = page.getByLabel('Isi syarat dan ketentuan')
  await text.fill(`${await text.inputValue()}\n# 10. Tambahan\n- Toko wajib menempelkan daftar harga.`)
  await page.getByText('Pratinjau', { exact: true }).click()
  await check('the preview of new terms', page.getByRole('region', { name: 'Pratinjau' }).getByText('Toko wajib menempelkan daftar harga.'))
  await button(page, 'Terbitkan versi baru').click()
  await check('the question before terms are published', button(question(admin), 'Yes'))
  await button(question(admin), 'Yes').click()
  await check('the versions of the terms', page.getByText('Versi 2'))
  await member.page.goto('/trxpembelian')
  await member.check('terms that wait to be accepted', heading(member, 'Update Syarat dan ketentuan'))

  await demandSecondFactor(lapak)
  const kept = await visit(lapak, { as: ofAdmin })
  await kept.page.goto('/syaratketentuan')
  await kept.check('the way to the second factor', button(kept.page, 'Buka Keamanan'))
})
