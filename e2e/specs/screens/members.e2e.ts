// @module-tag nightly
/*
 * Screens apart from trading: before signing in, the frame, the member's own account, chats, feeds and notifications. Each tab, dialog, drawer, menu
 * and refusal is checked once for accessibility violations and horizontal overflow. The actions on these screens have tests of their own; here each
 * state is created as fast as possible, by calls and replaced answers. Tests share one page per member, and continue with the money, purchases and
 * settings of the tests before them.
 */
import { createHash } from 'node:crypto'
import { io } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import { desktop, fillLogin, openWithRealtime, phone } from '../../fixtures/app.ts'
import { totpCode } from '../../fixtures/authenticator.ts'
import { builtFileOf } from '../../fixtures/built-files.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { emailedLinkTo } from '../../fixtures/emails.ts'
import { buyer, password } from '../../fixtures/lapak.ts'
import { codeSentTo, newMember, newPhone } from '../../fixtures/new-member.ts'
import { pngFile } from '../../fixtures/pictures.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'
import {
  button,
  dialog,
  heading,
  main,
  openScreensForTest,
  overrideAnswer,
  refusalResponse,
  successResponse,
  testScreen,
} from '../../fixtures/screens.ts'
import { hoursAgo, screensLapak } from '../../fixtures/screens-lapak.ts'

const { lapak, ofBuyer, ofSeller, visitor, member, seller, admin, arrange } = await screensLapak()

/* Before signing in */

testScreen('/login with its refusals', async () => {
  const { page, go, check } = visitor
  await go('/login')
  await check('/login with a provider', button(page, 'Masuk dengan Google'))
  await button(page, /^Masuk$/).click()
  await check('/login, empty', page.getByText('Password is required'))
  // The answer after a hundred wrong passwords, which would take a day.
  const shut = refusalResponse(429, 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail', { code: 'access.link_needed' })
  await page.route('**/oauth/token', (route) => route.fulfill(shut))
  await fillLogin(page)
  await button(page, /^Masuk$/).click()
  await check('/login, shut', button(page, 'Kirim link masuk'))
  await page.unroute('**/oauth/token')
  await page.goto('/signin/tidak-berlaku')
  await check('/signin, refused', heading(visitor, 'Link tidak berlaku'))
})

testScreen('/login with the second step', async () => {
  const { page, go, check } = visitor
  await go('/login')
  const needed = refusalResponse(403, 'Masukkan kode authenticator', { code: 'access.mfa_needed', mfa_token: 'x' })
  const shut = refusalResponse(429, 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail', { code: 'access.link_needed' })
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

testScreen('/register, /activate and /login of an account that is not active', async () => {
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

  await page.goto(await emailedLinkTo(lapak, email, 'Aktivasi akun Lapak'))
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

testScreen('/setup', async () => {
  const { page, go, check } = visitor
  await page.route('**/public/setup', (route) => route.fulfill(successResponse({ open: true })))
  await go('/setup')
  await button(page, 'Buat admin pertama').click()
  await check('/setup, empty', page.getByText('Please fill').first())
  await page.unroute('**/public/setup')
  await go('/setup')
  await check('/setup, closed', page.getByText('Halaman ini tertutup'))
})

testScreen('/forgot and /resetpass', async () => {
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

testScreen('/home of a new member', async () => {
  const screens = await openScreensForTest(lapak, { as: (await newMember(lapak)).token })
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

testScreen('/home with its menus', async () => {
  const { page, go, check } = member
  await go('/home')
  await page.getByRole('region', { name: 'Best Hit Of The Day' }).getByRole('link').first().waitFor()
  await check('the lobby', page.getByRole('region', { name: 'Banner' }).getByRole('img').first())
  await button(page, /^Menu /).click()
  await check('the user menu', page.getByText(buyer), { onlyOn: 'desk' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await check('the keys', dialog(member, 'Tombol pintas'))
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await button(page, /^Menu /).click()
  await check('the drawer', dialog(member, 'Menu').getByRole('button', { name: 'Logout' }), { onlyOn: 'phone' })
  await page.keyboard.press('Escape')
  await button(page, /^Cari$/).click()
  await check('the search', page.getByRole('search').getByLabel('Cari Produk atau Suplier'), { onlyOn: 'phone' })
  await page.keyboard.press('Escape')

  await seller.go('/home')
  await button(seller.page, /^Transaksi$/)
    .filter({ visible: true })
    .click()
  await seller.check('the menu of transactions', seller.page.getByRole('menuitem', { name: 'Pembelian' }), { onlyOn: 'desk' })
  await seller.page.keyboard.press('Escape')
  await admin.go('/home')
  await button(admin.page, /^Administrator/).click()
  await admin.check('the menu of administrators', admin.page.getByRole('menuitem', { name: 'Tiket topup' }), { onlyOn: 'desk' })
  await admin.page.keyboard.press('Escape')
  await admin.page.setViewportSize(phone)
  await button(admin.page, /^Menu /).click()
  await admin.check('the drawer of administrators', dialog(admin, 'Menu').getByRole('link', { name: 'Tiket topup' }), { onlyOn: 'phone' })
  await admin.page.keyboard.press('Escape')
})

testScreen('the top bar with a long name and a large balance, at every width,', async () => {
  const { token } = await completeMember(lapak, 'Koperasi Karyawan Sejahtera Abadi Nusantara')
  const screens = await openScreensForTest(lapak, { as: token })
  await overrideAnswer<object>(screens, '**/api/v1/user/balance', (data) => ({ ...data, balance: 9_975_308_642 }))
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

testScreen('what is said without a page, a right or a network', async () => {
  const { page, go, check } = member
  await go('/tidak/ada')
  await check('an unknown address', heading(member, 'Halaman tidak ditemukan'))
  await page.goto('/cashin')
  await check('/login for somebody who is signed in', page.getByRole('link', { name: 'Kembali ke Lobby' }))

  const broken = await openScreensForTest(lapak, { as: ofBuyer })
  await broken.go('/syaratketentuan')
  await heading(broken, 'Syarat dan Ketentuan').first().waitFor()
  await broken.page.route(builtFileOf('routes/change-password-page.tsx'), (route) => route.abort())
  await broken.go('/gantipassword')
  // The page reloads once.
  const loadedBy = () => broken.page.evaluate<string>("performance.getEntriesByType('navigation')[0]?.type").catch(() => 'loading')
  await expect.poll(loadedBy).toBe('reload')
  await broken.check('a page that could not be loaded', broken.page.getByText('Halaman gagal dibuka'))

  await placePurchase(lapak)
  // A browser with a service worker and permission for push notifications.
  const kept = await openScreensForTest(lapak, { as: ofBuyer, serviceWorkers: 'allow' })
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

testScreen('a page whose line is lost, or that is shown out, or that is outdated,', async () => {
  const lost = await openScreensForTest(lapak, { as: ofBuyer })
  await lost.page.route('**/socket.io/**', (route) => route.abort())
  await lost.go('/syaratketentuan')
  await lost.check('a page without its line', lost.page.getByText('disambung lagi sendiri'))

  const { token } = await completeMember(lapak)
  const crowded = await openScreensForTest(lapak, { as: token })
  await openWithRealtime(crowded, '/syaratketentuan')
  const others = Array.from({ length: 20 }, () => io(lapak.info.address, { forceNew: true, transports: ['websocket'] }))
  onTestFinished(() => others.forEach((socket) => void socket.disconnect()))
  for (const socket of others) socket.on('connect', () => socket.emit('logon', { token }))
  await crowded.check('a page that was shown out', button(crowded.page, 'Sambungkan lagi'))

  const outdated = await openScreensForTest(lapak, { as: ofBuyer })
  // A browser with a waiting service worker of the next version.
  await outdated.page.addInitScript(`Object.defineProperty(navigator, 'serviceWorker', { value: {
    controller: {}, register: async () => ({ waiting: {}, addEventListener() {} }), addEventListener() {}, getRegistration: async () => null } })`)
  await outdated.go('/syaratketentuan')
  await outdated.check('a new version', outdated.page.getByText('Versi baru tersedia'))
})

/* The member's own account */

testScreen('/profile with its tabs and /gantipassword', async () => {
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

testScreen('/profile with a picture on its way and there', async () => {
  const screens = await openScreensForTest(lapak, { as: (await newMember(lapak)).token })
  const { page, go, check } = screens
  const sent = Promise.withResolvers<void>()
  await page.route('**/upload/image*', async (route) => {
    await sent.promise
    await route.continue()
  })
  await go('/profile')
  const widget = page.locator('[data-shape=round][data-state]')
  await widget.locator('input[type=file]').setInputFiles(pngFile())
  await check('the picture on its way', widget.getByLabel('Mengunggah foto profil'))
  sent.resolve()
  await check('the picture', widget.getByRole('img', { name: 'foto profil' }))
  await widget
    .locator('input[type=file]')
    .setInputFiles({ name: 'daftar.txt', mimeType: 'text/plain', buffer: Buffer.from('bukan gambar') })
  await check('a file that is no picture', widget.getByText('File harus gambar JPEG, PNG atau WebP'))
})

testScreen('API keys', async () => {
  const { token } = await newMember(lapak)
  await lapak.call(token, 'POST', '/api/v1/user/api/keys', { name: 'Kantor', ip: '203.0.113.9' })
  await lapak.call(token, 'PATCH', '/api/v1/user/api', { callback: 'https://kios.contoh.id/panggil' })
  await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin: '481516' })
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, go, check } = screens
  const keys = page.getByRole('list', { name: 'Daftar API key' })
  const restore = await overrideAnswer<{ keys: object[] }>(screens, '**/api/v1/user/api', (data) => ({
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

  // A session that signed in a quarter of an hour ago.
  const token_hash = createHash('sha256').update(token).digest()
  await arrange((tables) =>
    tables
      .updateTable('session_step_up')
      .set({ verified_at: hoursAgo(1) })
      .where('token_hash', '=', token_hash)
      .execute(),
  )
  await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin: '' })
  await page.goto('/profile?tab=api')
  await button(page, 'Tambah key').click()
  await dialog(screens).getByLabel('Nama').fill('Kasir')
  await button(dialog(screens), 'Buat key').click()
  const stepUp = dialog(screens, 'Konfirmasi bahwa ini Anda')
  await stepUp.getByLabel('Password', { exact: true }).fill('bukan password saya')
  await button(stepUp, 'Konfirmasi').click()
  await check('a wrong proof', stepUp.getByText('Password salah'))
})

testScreen('callbacks that were tried out and sent', async () => {
  const { page, go, check } = member
  const { target } = await placePurchase(lapak)
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

testScreen('JabberIDs and bank accounts', async () => {
  const { email, token } = await newMember(lapak)
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=jabber')
  await lapak.call(token, 'POST', '/api/v1/user/jabber', { jid: 'kios.melati@jabber.id', otp: await codeSentTo(lapak, email), sid })
  await lapak.call(token, 'POST', '/api/v1/seller/banks', { bankcode: '01', accountno: '1234567890', accountname: 'BUDI' })
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, go, check } = screens
  const alamat = [1, 2, 3, 4, 5].map((nth) => `lapak${nth}@jabber-pulsa.example`)
  await page.route('**/api/v1/user/jabber/house', (route) => route.fulfill(successResponse({ alamat, kuncisendiri: false })))
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

testScreen('two-step security, from its proof to its recovery codes,', async () => {
  const { email, token } = await newMember(lapak)
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, go, check } = screens
  const restore = await overrideAnswer<object>(screens, '**/api/v1/user', (data) => ({ ...data, twofactor: true }))
  await go('/profile?tab=keamanan')
  await check('two-step security that is on', page.getByText('Sudah aktif'))
  restore()
  await page.goto('/profile?tab=keamanan')
  await button(page, 'Tampilkan kode QR').click()
  const stepUp = dialog(screens, 'Konfirmasi bahwa ini Anda')
  await check('the proof by mail', button(stepUp, 'Minta kode OTP'))
  await button(stepUp, 'Minta kode OTP').click()
  await stepUp.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await stepUp.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await check('the mailed code', button(stepUp, 'Konfirmasi'))
  await button(stepUp, 'Konfirmasi').click()
  await page.getByLabel('Kode authenticator').fill('12345')
  await button(page, 'Aktifkan').click()
  await check('the QR code', page.getByText('Kode harus 6 angka'))
  const secret = (await page.getByRole('region', { name: 'Verifikasi dua langkah' }).locator('code').textContent()) ?? ''
  await page.getByLabel('Kode authenticator').fill(totpCode(secret))
  await button(page, 'Aktifkan').click()
  await check('the recovery codes', page.getByRole('list', { name: 'Kode pemulihan' }))
})

testScreen('/periksaakun of a seller, and of who has nothing,', async () => {
  await lapak.call(ofSeller, 'PATCH', '/api/v1/user/api', { callback: 'https://kios.contoh.id/panggil' })
  await seller.go('/periksaakun')
  await seller.check('everything of an account', button(seller.page, /^Hapus harga khusus/))
  const clean = await openScreensForTest(lapak, { as: (await newMember(lapak)).token })
  await clean.go('/periksaakun')
  await clean.check('an account that is clean', clean.page.getByText('Belum ada JabberID'))
})

/* Community */

testScreen('/chat of a buyer and a seller', async () => {
  const name = `Toko Cemara ${Date.now() % 1000}`
  const { token } = await completeMember(lapak, name)
  const { id: sellerId } = await lapak.call<{ id: number }>(ofSeller, 'GET', '/api/v1/user')
  const screens = await openScreensForTest(lapak, { as: token })
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
  await page.route('**/api/messanger/v1/message', (route) => route.fulfill(refusalResponse(422, 'Belum bisa')))
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
  // A selection is lost when the conversation changes from the column next to the list to the full width of a phone.
  for (const [size, only] of [
    [phone, 'phone'],
    [desktop, 'desk'],
  ] as const) {
    await page.setViewportSize(size)
    await page.getByRole('list', { name: 'Daftar chat' }).waitFor({ state: only === 'desk' ? 'visible' : 'hidden' })
    await page.locator('input[type=file]').first().setInputFiles(pngFile())
    await check('a picture that is about to be sent', page.getByAltText('Gambar yang akan dikirim'), { onlyOn: only })
  }
  await button(page, /^Kirim$/).click()
  await check('a conversation with a picture', log.getByRole('link', { name: 'Buka gambar' }))

  const list = seller.page.getByRole('list', { name: 'Daftar chat' })
  await seller.go('/chat')
  await seller.check('the list of chats', button(list, new RegExp(name)))
  const { id } = await placePurchase(lapak)
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

testScreen('/feeds, its reports, and /admin/kiriman', async () => {
  const [writer, reader] = [await completeMember(lapak, 'Toko Kelam'), await completeMember(lapak, 'Toko Terang')]
  const writing = await openScreensForTest(lapak, { as: writer.token })
  const { page, go, check } = writing
  await page.route('**/api/v1/posts?*', (route) => route.fulfill(successResponse({ content: [], next: null })))
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
  await openWithRealtime(writing, '/feeds')
  await page.getByRole('textbox', { name: 'Tulis kiriman' }).fill('Harga baru: https://contoh.id/harga')
  await page.locator('input[type=file]').setInputFiles(pngFile())
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
  await check('the menu of a post', page.getByRole('menuitem', { name: 'Laporkan' }), { onlyOn: 'desk' })
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
  const commentReport = dialog(writing, 'Laporkan komentar')
  await commentReport.getByRole('radio', { name: 'Kasar atau menghina' }).check()
  await check('the report of a comment', button(commentReport, 'Kirim laporan'))
  await button(commentReport, 'Kirim laporan').click()
  await commentReport.waitFor({ state: 'hidden' })

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
  const reading = await openScreensForTest(lapak, { as: reader.token })
  await reading.go('/feeds')
  await reading.check('a post that an administrator hid', reading.page.getByText('disembunyikan admin'))
  await reading.go('/notifikasi')
  await reading.check('what the bell says of a post that was hidden', main(reading).getByText(/Alasan admin/))
})

testScreen('/notifikasi and the bell', async () => {
  const { email, token } = await completeMember(lapak)
  const screens = await openScreensForTest(lapak, { as: token })
  const { page, go, check } = screens
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifikasi/ })
  const panel = dialog(screens, 'Notifikasi')
  await go('/syaratketentuan')
  await bell.click()
  await check('a bell without notices', panel.getByText('Belum ada notifikasi'), { onlyOn: 'desk' })
  await lapak.signIn(email)
  await check('the bell with notices', panel.getByRole('link', { name: /Masuk dari perangkat baru/ }), { onlyOn: 'desk' })
  await page.keyboard.press('Escape')
  await go('/notifikasi')
  await check('the page of notices', main(screens).getByRole('link', { name: /Masuk dari perangkat baru/ }))
  await go('/notifikasi?tab=pengaturan')
  await check('settings of notices', page.getByRole('switch', { name: 'Saldo menipis lewat E-mail' }))
  await page.route('**/api/v1/notifications?*', (route) => route.fulfill(refusalResponse(422, 'Belum bisa')))
  await page.goto('/notifikasi')
  await check('notices that cannot be shown', page.getByText('Notifikasi belum bisa ditampilkan'))
})
