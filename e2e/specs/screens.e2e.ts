/*
 * Every screen with its tabs, dialogs, drawers, menus and refusals, looked at once: nothing breaks a rule of accessibility or runs out
 * sideways. What is done on these screens is proved elsewhere; here a state is made as quickly as it can be, by calls and answers.
 * Tests go on from one kept page per member, and from money, purchases and rules that those before them left.
 */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import { fillLogin, openConnected, phone } from '../fixtures/app.ts'
import { bought } from '../fixtures/bought.ts'
import { fileOf } from '../fixtures/built-files.ts'
import { completeMember } from '../fixtures/complete-member.ts'
import { linkTo } from '../fixtures/emails.ts'
import { buyer, changeRule, isolatedLapak, password } from '../fixtures/lapak.ts'
import { newMember, newPhone } from '../fixtures/new-member.ts'
import { openScreens, type Screens, screen, visit } from '../fixtures/screens.ts'

const lapak = await isolatedLapak({ TRUST_PROXY: '127.0.0.1', GOOGLE_CLIENT_ID: 'lapak-at-google', GOOGLE_CLIENT_SECRET: 'kata-rahasia' })
await changeRule(lapak, 'access.signInsPerHour', 10_000)

const tokenOf = (email: string) => lapak.signIn(email)
const [ofBuyer, ofSeller, ofAdmin] = await Promise.all([buyer, 'penjual@lapak.test', 'admin@lapak.test'].map(tokenOf))
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

/* Before signing in */

screen('/login with its refusals', async () => {
  const { page, go, look } = visitor
  await go('/login')
  await look('/login with a provider', button(page, 'Masuk dengan Google'))
  await button(page, /^Masuk$/).click()
  await look('/login, empty', page.getByText('Password is required'))
  // As after a hundred wrong guesses, which would take a day.
  const shut = refusal(429, 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail', { code: 'access.link_needed' })
  await page.route('**/oauth/token', (route) => route.fulfill(shut))
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await look('/login, shut', button(page, 'Kirim link masuk'))
  await page.unroute('**/oauth/token')
  await page.goto('/signin/tidak-berlaku')
  await look('/signin, refused', heading(visitor, 'Link tidak berlaku'))
})

screen('/login with the second step', async () => {
  const { page, go, look } = visitor
  await go('/login')
  const needed = refusal(403, 'Masukkan kode authenticator', { code: 'access.mfa_needed', mfa_token: 'x' })
  const shut = refusal(429, 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail', { code: 'access.link_needed' })
  await page.route('**/oauth/token', (route) => route.fulfill(route.request().postData()?.includes('mfa_code') ? shut : needed))
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await look('the second step', heading(visitor, 'Verifikasi dua langkah'))
  await page.getByLabel('Kode authenticator').fill('123456')
  await button(page, 'Verifikasi').click()
  await look('the second step, shut', button(page, 'Kirim link masuk'))
  await page.reload()
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await button(page, 'Pakai kode pemulihan').click()
  await page.getByLabel('Kode pemulihan').fill('7KQ2')
  await button(page, 'Verifikasi').click()
  await look('the second step, recovery', page.getByText(/Kode pemulihan berisi 10 huruf dan angka/))
  await page.unroute('**/oauth/token')
})

screen('/register, /activate and /login of an account that is not active', async () => {
  const { page, go, look } = visitor
  await go('/register')
  await look('/register', button(page, 'Sign UP'))
  await button(page, 'Sign UP').click()
  await look('/register, all empty', page.getByText('You must agree to continue!', { exact: true }))
  await button(page, 'Baca syarat dan ketentuan').click()
  await look('the terms over /register', dialog(visitor, 'Syarat dan Ketentuan').getByRole('heading', { name: '1. Tentang Lapak' }))
  await page.keyboard.press('Escape')
  const email = `budi.${Date.now()}@toko.test`
  await page.getByLabel('Nama').fill('Budi Santoso')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Kopi-Tubruk-27')
  await page.getByLabel('Ulangi password').fill('Kopi-Tubruk-27')
  await page.getByRole('checkbox').check()
  await button(page, 'Sign UP').click()
  await look('/register, sent', heading(visitor, 'Periksa e-mail Anda'))

  await go('/login')
  await fillLogin(page, email)
  await page.getByLabel('Password', { exact: true }).fill('Kopi-Tubruk-27')
  await button(page, /^Masuk$/).click()
  await look('/login, not activated', button(page, 'Kirim ulang e-mail aktivasi'))

  await page.goto(await linkTo(lapak, email, 'Aktivasi akun Lapak'))
  await page.getByLabel('Password', { exact: true }).fill('Password-Orang-9')
  await button(page, 'Aktifkan akun').click()
  await look('/activate, another password', page.getByText('Bukan password yang dipilih saat mendaftar'))
  await button(page, 'Lupa? Buat password baru').click()
  await page.getByLabel('Password baru', { exact: true }).fill('12345')
  await page.getByLabel('Ulangi password baru').fill('12345')
  await button(page, 'Simpan dan aktifkan akun').click()
  await look('/activate, a new password', page.getByText('Password must be at least 6 characters'))
  await page.getByLabel('Password baru', { exact: true }).fill('Teh-Poci-31')
  await page.getByLabel('Ulangi password baru').fill('Teh-Poci-31')
  await button(page, 'Simpan dan aktifkan akun').click()
  await look('/activate, done', heading(visitor, 'User Activated Successfully'))
  await page.goto('/activate/abc')
  await look('/activate, refused', heading(visitor, 'Aktivasi gagal'))
})

screen('/forgot and /resetpass', async () => {
  const { page, go, look } = visitor
  await go('/forgot')
  await button(page, 'Kirim link reset').click()
  await look('/forgot, empty', page.getByText('E-mail is required'))
  await page.getByLabel('E-mail').fill(buyer)
  await button(page, 'Kirim link reset').click()
  await look('/forgot, sent', page.getByText(`Bila ${buyer} terdaftar`))
  await page.goto('/resetpass/abc')
  await button(page, 'Simpan password').click()
  await look('/resetpass, empty', page.getByText('Field is required'))
  await page.getByLabel('Password baru', { exact: true }).fill('Teh-Poci-33')
  await page.getByLabel('Ulangi password baru').fill('Teh-Poci-33')
  await button(page, 'Simpan password').click()
  await look('/resetpass, refused', heading(visitor, 'Link tidak berlaku'))
})

/* An account that is not complete */

screen('/home of a new member', async () => {
  const screens = await visit(lapak, { as: (await newMember(lapak)).token })
  const { page, go, look } = screens
  await go('/trxpembelian')
  await look('the top bar of somebody new', button(page, 'Verifikasi No. HP'))
  await go('/trxpembelian?tab=produk')
  await look('an empty buying list and the ways on', page.getByText('Belum ada produk di daftar Anda'))
  await go('/feeds')
  await look('the feed of who has no complete account', page.getByRole('link', { name: 'lengkapi akun Anda' }))

  await go('/home')
  await look('the completion form', heading(screens, 'Lengkapi akun'))
  await page.getByRole('combobox', { name: 'Provinsi' }).click()
  await look('the list of provinces', page.getByRole('option', { name: 'Aceh' }))
  await page.keyboard.press('Escape')
  await page.getByLabel('Kode OTP').fill('123456')
  await button(page, 'Simpan').click()
  await look('the completion form with what is missing', page.getByText('Alamat wajib diisi'))
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
  await look('the completed form', page.getByText(/WhatsApp ke 08•+\d{4}/))

  await page.goto('/home')
  await button(page, 'Verifikasi No. HP').click()
  await dialog(screens).getByRole('textbox', { name: 'Nomor Telp' }).fill(newPhone())
  await look('the phone dialog', dialog(screens, 'Verifikasi No. HP').getByText(/memakai WhatsApp/))
})

/* The frame */

screen('/home with its menus', async () => {
  const { page, go, look } = member
  await go('/home')
  await page.getByRole('region', { name: 'Best Hit Of The Day' }).getByRole('link').first().waitFor()
  // What the bars of a phone cover in the middle of a page is no smaller target.
  await page.evaluate('scrollTo(0, 0)')
  await look('the lobby', page.getByRole('region', { name: 'Banner' }).getByRole('img').first())
  await button(page, /^Menu /).click()
  await look('the user menu', page.getByText(buyer), { only: 'desk' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await look('the keys', dialog(member, 'Tombol pintas'))
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await button(page, /^Menu /).click()
  await look('the drawer', dialog(member, 'Menu').getByRole('button', { name: 'Logout' }), { only: 'phone' })
  await page.keyboard.press('Escape')
  await button(page, /^Cari$/).click()
  await look('the search', page.getByRole('search').getByLabel('Cari Produk atau Suplier'), { only: 'phone' })
  await page.keyboard.press('Escape')

  await seller.go('/home')
  await button(seller.page, /^Transaksi$/)
    .filter({ visible: true })
    .click()
  await seller.look('the menu of transactions', seller.page.getByRole('menuitem', { name: 'Pembelian' }), { only: 'desk' })
  await seller.page.keyboard.press('Escape')
  await admin.go('/home')
  await button(admin.page, /^Administrator/).click()
  await admin.look('the menu of administrators', admin.page.getByRole('menuitem', { name: 'Tiket topup' }), { only: 'desk' })
  await admin.page.keyboard.press('Escape')
  await admin.page.setViewportSize(phone)
  await button(admin.page, /^Menu /).click()
  await admin.look('the drawer of administrators', dialog(admin, 'Menu').getByRole('link', { name: 'Tiket topup' }), { only: 'phone' })
  await admin.page.keyboard.press('Escape')
})

screen('the top bar with a long name and a large balance, at every width,', async () => {
  const { token } = await completeMember(lapak, 'Koperasi Karyawan Sejahtera Abadi Nusantara')
  const screens = await visit(lapak, { as: token })
  await screens.page.route('**/api/v1/user/balance', async (route) => {
    const response = await route.fetch()
    const { data, ...others } = await response.json()
    await route.fulfill({ response, json: { ...others, data: { ...data, balance: 9_975_308_642 } } })
  })
  const widths = [320, 360, 390, 450, 451, 560, 600, 768, 769, 992, 1100, 1280, 1920]
  await screens.go('/gantipassword')
  const sizes = widths.map((width) => ({ width, height: 844 }))
  await screens.look('a full top bar', screens.page.getByTitle('Lihat histori').getByText('Rp 9.975.308.642'), { sizes })
  for (const [who, one] of Object.entries({ member, seller, admin })) {
    await one.go('/gantipassword')
    await one.look(`the top bar of ${who}`, one.page.getByRole('banner').getByTitle('Lihat histori'), {
      sizes: sizes.filter(({ width }) => width <= 1100),
    })
  }
})

screen('what is said without a page, a right or a network', async () => {
  const { page, go, look } = member
  await go('/tidak/ada')
  await look('an unknown address', heading(member, 'Halaman tidak ditemukan'))
  await page.goto('/cashin')
  await look('/login for somebody who is signed in', page.getByRole('link', { name: 'Kembali ke Lobby' }))

  const broken = await visit(lapak, { as: ofBuyer })
  await broken.go('/syaratketentuan')
  await heading(broken, 'Syarat dan Ketentuan').first().waitFor()
  await broken.page.route(fileOf('routes/gantipassword-page.tsx'), (route) => route.abort())
  await broken.go('/gantipassword')
  await broken.look('a page that could not be loaded', broken.page.getByText('Halaman gagal dibuka'))

  await bought(lapak)
  // As a browser that keeps the page and may be told things by its maker's service.
  const kept = await visit(lapak, { as: ofBuyer, serviceWorkers: 'allow' })
  await kept.page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    PushManager.prototype.getSubscription = async () => null`)
  await kept.page.goto('/notifikasi?tab=pengaturan')
  await kept.look('settings of notices with this device', kept.page.getByRole('switch', { name: 'Kirim ke perangkat ini' }))
  await expect.poll(() => kept.page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await kept.page.goto('/trxpembelian')
  await kept.page.getByRole('row').nth(1).waitFor()
  await kept.page.waitForLoadState('networkidle')
  await expect.poll(() => kept.page.evaluate("localStorage.getItem('lapak.own.known')?.includes('content') === true")).toBe(true)
  await kept.page.context().setOffline(true)
  await kept.page.goto('/home')
  await kept.look('the lobby without a network', kept.page.getByRole('region', { name: 'Terakhir diketahui' }).getByText(/^Saldo Rp/))
  await kept.page.goto('/supplier')
  await kept.look('a screen that was never opened here', kept.page.getByText('Halaman ini perlu jaringan'))
})

screen('a page whose line is lost, or that is shown out, or that is outdated,', async () => {
  const lost = await visit(lapak, { as: ofBuyer })
  await lost.page.route('**/socket.io/**', (route) => route.abort())
  await lost.go('/syaratketentuan')
  await lost.look('a page without its line', lost.page.getByText('disambung lagi sendiri'))

  const { token } = await completeMember(lapak)
  const crowded = await visit(lapak, { as: token })
  await openConnected(crowded, '/syaratketentuan')
  const others = Array.from({ length: 20 }, () => io(lapak.info.address, { forceNew: true, transports: ['websocket'] }))
  onTestFinished(() => others.forEach((socket) => void socket.disconnect()))
  for (const socket of others) socket.on('connect', () => socket.emit('logon', { token }))
  await crowded.look('a page that was shown out', button(crowded.page, 'Sambungkan lagi'))

  const outdated = await visit(lapak, { as: ofBuyer })
  // A browser that has the next version at hand.
  await outdated.page.addInitScript(`Object.defineProperty(navigator, 'serviceWorker', { value: {
    controller: {}, register: async () => ({ waiting: {}, addEventListener() {} }), addEventListener() {}, getRegistration: async () => null } })`)
  await outdated.go('/syaratketentuan')
  await outdated.look('a new version', outdated.page.getByText('Versi baru tersedia'))
})
