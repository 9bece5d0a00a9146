import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, message, phone, tablet } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { emailsTo, linkTo } from '../../fixtures/emails.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const activation = 'Aktivasi akun Lapak'
const secret = 'Kopi-Tubruk-27'

/** A member of their own for each try of a test. */
let members = 0
const newEmail = () => `budi.${Date.now()}.${++members}@toko.test`

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signUp = (page: Page) => page.getByRole('button', { name: 'Sign UP' })

async function fillRegistration(
  page: Page,
  part: { nama?: string; email?: string; password?: string; again?: string; agreed?: boolean } = {},
) {
  const { nama = 'Budi Santoso', email = newEmail(), password: word = secret, again = word, agreed = true } = part
  await page.getByLabel('Nama').fill(nama)
  await page.getByLabel('E-mail').fill(email)
  await password(page).fill(word)
  await page.getByLabel('Ulangi password').fill(again)
  await page.getByRole('checkbox').setChecked(agreed)
  return email
}

/** Straight through the form, for tests about what comes after it. */
async function register(page: Page): Promise<string> {
  await page.goto('/register')
  const email = await fillRegistration(page)
  await signUp(page).click()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()
  return email
}

/** Follows the mailed link and activates with the password of the form. */
async function activate(page: Page, path: string) {
  await page.goto(path)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Aktifkan akun' }).click()
  await page.getByRole('heading', { name: 'User Activated Successfully' }).waitFor()
}

async function login(page: Page, email: string, word: string) {
  await page.getByLabel('E-mail').fill(email)
  await password(page).fill(word)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

const isIn = (page: Page) => Promise.all([message(page, 'Login Successfully').waitFor(), page.waitForURL('**/home')])

test('the public screens open without a session and without toolbars [B-RT-02, B-RT-15, B-RT-16, B-RT-18, B-RT-20, B-RT-21, B-RT-23]', async () => {
  const { page, look, close } = await openApp(lapak, { viewport: phone })
  const screens = [
    { path: '/login', heading: 'Masuk', fields: ['E-mail', 'Password'] },
    { path: '/register', heading: 'Daftar', fields: ['Nama', 'E-mail', 'Password', 'Ulangi password'] },
    { path: '/forgot', heading: 'Lupa password', fields: ['E-mail'] },
    { path: '/resetpass/abc', heading: 'Password baru', fields: ['Password baru', 'Ulangi password baru'] },
    { path: '/activate/abc', heading: 'Aktivasi gagal', fields: [] },
  ]
  for (const { path, heading, fields } of screens) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    for (const field of fields) await page.getByLabel(field, { exact: true }).waitFor()
    expect(await page.getByRole('banner').count(), `a top bar on ${path}`).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Menu utama' }).count(), `a second toolbar on ${path}`).toBe(0)
    await look(path)
  }
  await page.goto('/login')
  await page.getByRole('link', { name: 'Lupa password?' }).click()
  await page.waitForURL('**/forgot')
  await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click()
  await page.getByRole('link', { name: 'Daftar akun baru' }).click()
  await page.waitForURL('**/register')
  await signUp(page).waitFor()
  await page.getByRole('checkbox', { name: /setuju/ }).waitFor()
  await close({ statuses: [422], errors: /Link aktivasi tidak berlaku/ })
})

test('signing up mails a link, the link opens the account once, and the account can sign in [B-MSG-01, B-MSG-02, B-ENT-07, B-RT-24, B-RT-25, B-VAL-18]', async () => {
  const { page, requestsTo, look, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/register')
  const email = await fillRegistration(page, { nama: '  Budi Santoso ' })
  await page.getByLabel('Nomor HP (opsional)').fill('0813-3000 2001')
  await signUp(page).click()
  await message(page, 'Mohon check email untuk aktivasi user').waitFor()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()
  await look('/register, sent')

  const { hashprefix, hashsecret } = await lapak.call<{ hashprefix: string; hashsecret: string }>('', 'GET', '/public/config')
  const sent = requestsTo('POST', '/register')
  expect(sent.length).toBe(1)
  expect(sent[0]?.postDataJSON()).toEqual({
    nama: 'Budi Santoso',
    email,
    phone: '0813-3000 2001',
    password: secret,
    confmpassword: secret,
    hash: createHash('sha256').update(`${hashprefix}Budi Santoso${email}${hashsecret}`).digest('hex'),
  })

  const path = await linkTo(lapak, email, activation)
  await activate(page, path)
  await message(page, 'User activated successfully').waitFor()
  await look('/activate, done')
  const token = path.split('/').at(-1)
  const activations = () => requestsTo('POST', '/activate').map((request) => request.postDataJSON())
  expect(activations()).toEqual([{ token }, { token, password: secret }])
  await page.reload()
  await page.getByRole('heading', { name: 'User Activated Successfully' }).waitFor()
  expect(activations().length).toBe(2)

  await page.getByRole('link', { name: 'Login' }).click()
  await login(page, email, secret)
  await isIn(page)

  // Elsewhere the link is used up.
  const other = await openApp(lapak)
  await other.page.goto(path)
  await other.page.getByText('Link aktivasi tidak berlaku atau sudah dipakai').first().waitFor()
  await other.look('/activate, refused')
  await other.page.getByRole('link', { name: 'Kembali' }).click()
  await other.page.getByRole('heading', { name: 'Masuk' }).waitFor()
  await other.close({ statuses: [422], errors: /Link aktivasi tidak berlaku/ })
  await close({ statuses: [422] })
})

test('whoever reads the mail and did not fill in the form chooses a password', async () => {
  const { page, look, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  const path = await linkTo(lapak, email, activation)
  await page.goto(path)
  const open = page.getByRole('button', { name: 'Aktifkan akun' })
  await open.click()
  await said(page, 'Password', 'Password is required')
  await password(page).fill('Password-Orang-9')
  await open.click()
  await said(page, 'Password', 'Bukan password yang dipilih saat mendaftar')
  await look('/activate, another password', desk)
  await page.getByRole('button', { name: 'Lupa? Buat password baru' }).click()
  const [first, again] = [page.getByLabel('Password baru', { exact: true }), page.getByLabel('Ulangi password baru')]
  const save = page.getByRole('button', { name: 'Simpan dan aktifkan akun' })
  await first.fill('12345')
  await again.fill('12345')
  await save.click()
  for (const label of ['Password baru', 'Ulangi password baru']) await said(page, label, 'Password must be at least 6 characters')
  await look('/activate, a new password', desk)
  await first.fill('Teh-Poci-31')
  await again.fill('Teh-Poci-31')
  await save.click()
  await message(page, 'User activated successfully').waitFor()
  await page.getByRole('link', { name: 'Login' }).click()
  await login(page, email, secret)
  await message(page, 'Email atau password salah').waitFor()
  await login(page, email, 'Teh-Poci-31')
  await isIn(page)
  await close({ statuses: [400, 422] })
})

test('a link that was used elsewhere meanwhile is told of', async () => {
  const { page, close } = await openApp(lapak)
  const email = await register(page)
  const path = await linkTo(lapak, email, activation)
  await page.goto(path)
  await password(page).waitFor()
  const other = await openApp(lapak)
  await activate(other.page, path)
  await other.close({ statuses: [422] })
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Aktifkan akun' }).click()
  await page.getByRole('heading', { name: 'Aktivasi gagal' }).waitFor()
  await close({ statuses: [422], errors: /Link aktivasi tidak berlaku/ })
})

test('nothing is sent while a field is empty, and each says so [B-VAL-05, B-VAL-06, B-VAL-07, B-VAL-08, B-VAL-09, B-VAL-12, B-VAL-13, B-VAL-14]', async () => {
  const { page, requestsTo, look, close } = await openApp(lapak)
  await page.goto('/register')
  await signUp(page).click()
  await message(page, 'Please fill all fields').waitFor()
  await message(page, 'Please agree to the terms and conditions').waitFor()
  for (const label of ['Nama', 'E-mail', 'Password', 'Ulangi password']) await said(page, label, 'Please fill')
  await page.getByText('You must agree to continue!', { exact: true }).waitFor()
  expect(await focused(page)).toBe('nama')
  await look('/register, all empty')

  await page.reload()
  await fillRegistration(page, { agreed: false })
  await signUp(page).click()
  await message(page, 'Please agree to the terms and conditions').waitFor()
  await page.getByText('You must agree to continue!', { exact: true }).waitFor()
  expect(await page.getByText('Please fill', { exact: true }).count()).toBe(0)
  expect(requestsTo('POST', '/register')).toEqual([])
  await close()
})

/** Fields, buttons and links that lie below a message. */
const covered = `[...document.querySelectorAll('.mantine-Notification-root')].flatMap((one) => {
  const said = one.getBoundingClientRect()
  return [...document.querySelectorAll('input, button, a')]
    .filter((other) => !one.contains(other))
    .filter((other) => {
      const { left, right, top, bottom, width } = other.getBoundingClientRect()
      return width > 0 && left < said.right && right > said.left && top < said.bottom && bottom > said.top
    })
    .map((other) => other.outerHTML.slice(0, 120))
})`

test.each([{ width: 320, height: 640 }, phone, tablet, desk])(
  'what is missing is told in messages that are seen and cover neither a field nor a button, at $width px',
  async (viewport) => {
    const { page, look, close } = await openApp(lapak, { viewport })
    const isSeen = async (text: string) => {
      await message(page, text).waitFor()
      const box = await message(page, text).boundingBox()
      expect(box && box.y >= 0 && box.y + box.height <= viewport.height, `${text} is seen`).toBe(true)
      expect(await page.evaluate(covered)).toEqual([])
    }
    await page.goto('/register')
    await signUp(page).click()
    await isSeen('Please fill all fields')
    await isSeen('Please agree to the terms and conditions')
    await look('/register, all empty')
    await page.reload()
    await fillRegistration(page, { agreed: false })
    await signUp(page).click()
    await isSeen('Please agree to the terms and conditions')
    // They go by themselves, and take no room any more.
    const place = () => signUp(page).boundingBox()
    const before = await place()
    await message(page, 'Please agree').waitFor({ state: 'hidden' })
    if (viewport.width < desk.width) expect((await place())?.y).toBeLessThan(before?.y ?? 0)

    await page.goto('/login')
    await login(page, newEmail(), secret)
    await isSeen('Email atau password salah')
    await login(page, 'pembeli@lapak.test', 'lapak1234')
    await page.getByRole('heading', { name: 'Lobby' }).waitFor()
    await isSeen('Login Successfully')
    expect(await message(page, 'Email atau password salah').count(), 'it is not so any more').toBe(0)
    await close({ statuses: [400, 401, 422] })
  },
)

const fieldBelowMessage = `scrollBy(0,
  document.querySelector('[name=target]').getBoundingClientRect().top - document.querySelector('.mantine-Notification-root').getBoundingClientRect().top)`

test.each([phone, tablet])('a message over a field goes when somebody types there, at $width px', async (viewport) => {
  const { page, close } = await openApp(lapak, { viewport })
  await page.clock.install()
  await page.goto('/login')
  await login(page, 'pembeli@lapak.test', 'lapak1234')
  const said = message(page, 'Login Successfully')
  await said.waitFor()
  // Else it goes by itself.
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.evaluate(fieldBelowMessage)
  expect(await page.evaluate(covered)).not.toEqual([])
  await page.getByLabel('Nomor tujuan').pressSequentially('0')
  await page.clock.runFor(500)
  await said.waitFor({ state: 'detached' })
  await close()
})

test('what is filled in wrongly is told beside the field [B-VAL-05, B-VAL-10, B-VAL-11, B-VAL-15, B-VAL-16, B-VAL-17]', async () => {
  const { page, requestsTo, close } = await openApp(lapak)
  await page.goto('/register')
  const wrong = [
    { part: { email: 'budi' }, label: 'E-mail', name: 'email', text: 'E-mail must be valid' },
    { part: { email: 'b@' }, label: 'E-mail', name: 'email', text: 'E-mail must be valid' },
    { part: { again: `${secret}!` }, label: 'Ulangi password', name: 'confmpassword', text: 'Password not match' },
    { part: { password: '12345' }, label: 'Password', name: 'password', text: 'Password must be at least 6 characters' },
    { part: { nama: ' Al ' }, label: 'Nama', name: 'nama', text: 'Name must be at least 3 characters' },
  ]
  for (const { part, label, name, text } of wrong) {
    await fillRegistration(page, part)
    await signUp(page).click()
    await said(page, label, text)
    expect(await focused(page)).toBe(name)
  }
  expect(requestsTo('POST', '/register')).toEqual([])

  // Only the server knows these; both are told where they belong.
  await fillRegistration(page, { password: 'password' })
  await page.getByLabel('Nomor HP (opsional)').fill('12')
  await signUp(page).click()
  await said(page, 'Password', 'Password terlalu umum, pilih yang lain')
  await password(page).fill(secret)
  await page.getByLabel('Ulangi password').fill(secret)
  await signUp(page).click()
  await said(page, 'Nomor HP (opsional)', 'Nomor Telp Tidak valid')
  await close({ statuses: [422] })
})

test('the terms open over the form, are read by keyboard, and Escape leads back [B-RT-19]', async () => {
  const { page, look, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/register')
  await page.getByLabel('Nama').fill('Budi')
  const link = page.getByRole('button', { name: 'Baca syarat dan ketentuan' })
  await link.focus()
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Syarat dan Ketentuan' })
  await dialog.getByRole('heading', { name: '1. Tentang Lapak' }).waitFor()
  await dialog.getByText('Lapak hanya menyediakan tempat bertemunya pembeli dan penjual.').waitFor()
  await dialog.getByText(/Berlaku sejak \d{4}\/\d\d\/\d\d/).waitFor()
  await look('the terms over /register')
  const last = dialog.getByText('Ketentuan ini tunduk pada hukum Republik Indonesia.')
  await page.keyboard.press('End')
  await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(phone.height)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Nama').inputValue()).toBe('Budi')
  await close()
})

test('a half-filled registration is not lost by one touch', async () => {
  const { page, close } = await openApp(lapak)
  await page.goto('/register')
  await page.getByLabel('Nama').fill('Budi')
  const leave = page.getByRole('link', { name: 'Sudah punya akun? Masuk' })
  await leave.click()
  await page.getByRole('button', { name: 'No' }).click()
  expect(await page.getByLabel('Nama').inputValue()).toBe('Budi')
  await leave.click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  await close()
})

test('an address that is taken looks like any other, and its owner gets a letter', async () => {
  const { page, close } = await openApp(lapak)
  const taken = 'pembeli@lapak.test'
  await page.goto('/register')
  await fillRegistration(page, { email: taken })
  await signUp(page).click()
  await message(page, 'Mohon check email untuk aktivasi user').waitFor()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()
  await expect
    .poll(() => emailsTo(lapak, taken).then((letters) => letters.map(({ subject }) => subject)))
    .toContain('Pendaftaran dengan e-mail Anda di Lapak')
  await close()
})

test('before activation nobody signs in, and the letter can be had again', async () => {
  const { page, look, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  await page.getByRole('link', { name: 'Ke halaman masuk' }).click()
  await login(page, email, secret)
  await message(page, 'User belum diaktivasi, mohon check email').waitFor()
  const again = page.getByRole('button', { name: 'Kirim ulang e-mail aktivasi' })
  await look('/login, not activated')
  const before = (await emailsTo(lapak, email)).filter(({ subject }) => subject === activation).length
  await again.click()
  await page.getByText('Link aktivasi dikirim lagi ke').waitFor()
  await activate(page, await linkTo(lapak, email, activation, before))
  await close({ statuses: [403, 422] })
})

test('a forgotten password is replaced by way of a mailed link, which ends the sessions [B-RT-22, B-RT-23, B-MSG-03, B-MSG-04, B-VAL-34, B-VAL-35, B-VAL-36, B-VAL-37, B-VAL-38]', async () => {
  const { page, requestsTo, look, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  await activate(page, await linkTo(lapak, email, activation))
  await page.getByRole('link', { name: 'Login' }).click()
  await login(page, email, secret)
  await isIn(page)

  await page.goto('/forgot')
  const send = page.getByRole('button', { name: 'Kirim link reset' })
  await send.click()
  await said(page, 'E-mail', 'E-mail is required')
  await page.getByLabel('E-mail').fill('budi@')
  await send.click()
  await said(page, 'E-mail', 'E-mail must be valid')
  expect(requestsTo('POST', '/forgotpassword')).toEqual([])
  await page.getByLabel('E-mail').fill(email)
  await send.click()
  await message(page, 'Reset password link terkirim ke email anda').waitFor()
  await page.getByText(`Bila ${email} terdaftar`).waitFor()
  await look('/forgot, sent')

  const path = await linkTo(lapak, email, 'Reset password Lapak')
  await page.goto(path)
  const first = page.getByLabel('Password baru', { exact: true })
  const again = page.getByLabel('Ulangi password baru')
  const save = page.getByRole('button', { name: 'Simpan password' })
  await save.click()
  for (const label of ['Password baru', 'Ulangi password baru']) await said(page, label, 'Field is required')
  await look('/resetpass, empty')
  await first.fill('abc')
  await again.fill('abc')
  await save.click()
  for (const label of ['Password baru', 'Ulangi password baru']) await said(page, label, 'Password minimal 4 karakter')
  await first.fill('Teh-Poci-31')
  await again.fill('Teh-Poci-32')
  await save.click()
  await said(page, 'Ulangi password baru', 'Password not match')
  expect(requestsTo('POST', '/resetpassword')).toEqual([])
  await again.fill('Teh-Poci-31')
  await save.click()
  await message(page, 'reset password succfully').waitFor()
  await page.waitForURL('**/login')
  expect(requestsTo('POST', '/resetpassword')[0]?.postDataJSON()).toEqual({
    token: path.split('/').at(-1),
    password: 'Teh-Poci-31',
    passwordconf: 'Teh-Poci-31',
    // The browser has signed in before, and stays known.
    device_token: expect.any(String),
  })

  await login(page, email, secret)
  await message(page, 'Email atau password salah').waitFor()
  await login(page, email, 'Teh-Poci-31')
  await isIn(page)

  // A link that was used leads to a new one.
  await page.goto(path)
  await first.fill('Teh-Poci-33')
  await again.fill('Teh-Poci-33')
  await save.click()
  await page.getByRole('heading', { name: 'Link tidak berlaku' }).waitFor()
  await look('/resetpass, refused')
  await page.getByRole('link', { name: 'Minta link baru' }).click()
  await page.waitForURL('**/forgot')
  await close({ statuses: [400, 422] })
})

test('a second press while the first is under way sends nothing', async () => {
  const { page, requestsTo, close } = await openApp(lapak)
  const letGo = Promise.withResolvers<void>()
  await page.route('**/register', async (route) => {
    if (route.request().method() === 'POST') await letGo.promise
    await route.continue()
  })
  await page.goto('/register')
  await fillRegistration(page)
  await signUp(page).click()
  await page.getByLabel('Nama').press('Enter')
  await page.getByLabel('Nama').press('Enter')
  letGo.resolve()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()
  expect(requestsTo('POST', '/register').length).toBe(1)
  await close()
})

test('without an answer of the server an activation can be tried again', async () => {
  const { page, close } = await openApp(lapak)
  const email = await register(page)
  const path = await linkTo(lapak, email, activation)
  await page.route('**/activate', (route) => route.abort())
  await page.goto(path)
  await page.getByText('Tidak ada jawaban dari server. Periksa koneksi internet Anda.').waitFor()
  await page.unroute('**/activate')
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await password(page).waitFor()
  await close({ statuses: [422], errors: /Tidak ada jawaban/ })
})

const focused = (page: Page) => page.locator(':focus').getAttribute('name')

/** What stands beside one field. */
async function said(page: Page, label: string, text: string) {
  const field = page.getByLabel(label, { exact: true })
  await expect
    .poll(async () => {
      const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
      return ids.length === 0 ? [] : page.locator(ids.map((id) => `[id="${id}"]`).join()).allTextContents()
    })
    .toContain(text)
}
