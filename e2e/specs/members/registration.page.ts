import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { emailedLinkTo, emailsTo } from '../../fixtures/emails.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const activation = 'Aktivasi akun Lapak'
const secret = 'Kopi-Tubruk-27'

/** Each run of a test registers its own member. */
let members = 0
const newEmail = () => `budi.${Date.now()}.${++members}@toko.test`

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const signUp = (page: Page) => page.getByRole('button', { name: 'Sign UP' })

async function fillRegistration(
  page: Page,
  part: { nama?: string; email?: string; password?: string; again?: string; agreed?: boolean } = {},
) {
  const { nama = 'Budi Santoso', email = newEmail(), password: chosen = secret, again = chosen, agreed = true } = part
  await page.getByLabel('Nama').fill(nama)
  await page.getByLabel('E-mail').fill(email)
  await password(page).fill(chosen)
  await page.getByLabel('Ulangi password').fill(again)
  await page.getByRole('checkbox').setChecked(agreed)
  return email
}

/** Completes the form, for tests of later steps. */
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

async function login(page: Page, email: string, typed: string) {
  await page.getByLabel('E-mail').fill(email)
  await password(page).fill(typed)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

const isSignedIn = (page: Page) => Promise.all([alertMessage(page, 'Login Successfully').waitFor(), page.waitForURL('**/home')])

test('registration: the public screens open without a session and without toolbars [B-RT-02, B-RT-15, B-RT-16, B-RT-18, B-RT-20, B-RT-21, B-RT-23]', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  const screens = [
    { path: '/login', heading: 'Masuk', fields: ['E-mail', 'Password'] },
    { path: '/register', heading: 'Daftar', fields: ['Nama', 'E-mail', 'Password', 'Ulangi password'] },
    { path: '/forgot', heading: 'Lupa password', fields: ['E-mail'] },
    { path: '/resetpass/abc', heading: 'Password baru', fields: ['Password baru', 'Ulangi password baru'] },
    { path: '/setup', heading: 'Pemasangan Lapak', fields: [] },
    { path: '/activate/abc', heading: 'Aktivasi gagal', fields: [] },
  ]
  for (const { path, heading, fields } of screens) {
    await page.goto(path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    for (const field of fields) await page.getByLabel(field, { exact: true }).waitFor()
    expect(await page.getByRole('banner').count(), `a top bar on ${path}`).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Menu utama' }).count(), `a second toolbar on ${path}`).toBe(0)
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

test('registration: the link of an invited administrator asks for a new password alone', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  await page.goto(`${await emailedLinkTo(lapak, email, activation)}?undangan=1`)
  await page.getByRole('heading', { name: 'Undangan admin' }).waitFor()
  await page.getByLabel('Password baru', { exact: true }).fill(secret)
  await page.getByLabel('Ulangi password baru').fill(secret)
  expect(await page.getByRole('button', { name: 'Pakai password saat mendaftar' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Simpan dan aktifkan akun' }).click()
  await page.getByRole('heading', { name: 'User Activated Successfully' }).waitFor()
  await close({ statuses: [422] })
})

test('registration: the mailed link activates the account once, and the member can sign in [B-MSG-01, B-MSG-02, B-ENT-07, B-RT-24, B-RT-25, B-VAL-18]', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/register')
  const email = await fillRegistration(page, { nama: '  Budi Santoso ' })
  await page.getByLabel('Nomor HP (opsional)').fill('0813-3000 2001')
  await signUp(page).click()
  await alertMessage(page, 'Mohon check email untuk aktivasi user').waitFor()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()

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

  const path = await emailedLinkTo(lapak, email, activation)
  await activate(page, path)
  await alertMessage(page, 'User activated successfully').waitFor()
  const token = path.split('/').at(-1)
  const activations = () => requestsTo('POST', '/activate').map((request) => request.postDataJSON())
  expect(activations()).toEqual([{ token }, { token, password: secret }])
  await page.reload()
  await page.getByRole('heading', { name: 'User Activated Successfully' }).waitFor()
  expect(activations().length).toBe(2)

  await page.getByRole('link', { name: 'Login' }).click()
  await login(page, email, secret)
  await isSignedIn(page)

  // Another browser shows that the link is already used.
  const other = await openApp(lapak)
  await other.page.goto(path)
  await other.page.getByText('Link aktivasi tidak berlaku atau sudah dipakai').first().waitFor()
  await other.page.getByRole('link', { name: 'Kembali' }).click()
  await other.page.getByRole('heading', { name: 'Masuk' }).waitFor()
  await other.close({ statuses: [422], errors: /Link aktivasi tidak berlaku/ })
  await close({ statuses: [422] })
})

test('registration: a mailbox owner who did not register chooses another password', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  const path = await emailedLinkTo(lapak, email, activation)
  await page.goto(path)
  const open = page.getByRole('button', { name: 'Aktifkan akun' })
  await open.click()
  await hasError(page, 'Password', 'Password is required')
  await password(page).fill('Password-Orang-9')
  await open.click()
  await hasError(page, 'Password', 'Bukan password yang dipilih saat mendaftar')
  await page.getByRole('button', { name: 'Lupa? Buat password baru' }).click()
  const [first, again] = [page.getByLabel('Password baru', { exact: true }), page.getByLabel('Ulangi password baru')]
  const save = page.getByRole('button', { name: 'Simpan dan aktifkan akun' })
  await first.fill('12345')
  await again.fill('12345')
  await save.click()
  for (const label of ['Password baru', 'Ulangi password baru']) await hasError(page, label, 'Password must be at least 6 characters')
  await first.fill('Teh-Poci-31')
  await again.fill('Teh-Poci-31')
  await save.click()
  await alertMessage(page, 'User activated successfully').waitFor()
  await page.getByRole('link', { name: 'Login' }).click()
  await login(page, email, secret)
  await alertMessage(page, 'Email atau password salah').waitFor()
  await login(page, email, 'Teh-Poci-31')
  await isSignedIn(page)
  await close({ statuses: [400, 422] })
})

test('registration: a link that was used elsewhere in the meantime is refused with the reason', async () => {
  const { page, close } = await openApp(lapak)
  const email = await register(page)
  const path = await emailedLinkTo(lapak, email, activation)
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

test('registration: an empty form sends nothing and shows a message for each missing field [B-VAL-05, B-VAL-06, B-VAL-07, B-VAL-08, B-VAL-09, B-VAL-12, B-VAL-13, B-VAL-14]', async () => {
  const { page, requestsTo, close } = await openApp(lapak)
  await page.goto('/register')
  await signUp(page).click()
  await alertMessage(page, 'Please fill all fields').waitFor()
  await alertMessage(page, 'Please agree to the terms and conditions').waitFor()
  for (const label of ['Nama', 'E-mail', 'Password', 'Ulangi password']) await hasError(page, label, 'Please fill')
  await page.getByText('You must agree to continue!', { exact: true }).waitFor()
  expect(await focused(page)).toBe('nama')

  await page.reload()
  await fillRegistration(page, { agreed: false })
  await signUp(page).click()
  await alertMessage(page, 'Please agree to the terms and conditions').waitFor()
  await page.getByText('You must agree to continue!', { exact: true }).waitFor()
  expect(await page.getByText('Please fill', { exact: true }).count()).toBe(0)
  expect(requestsTo('POST', '/register')).toEqual([])
  await close()
})

test('registration: a wrong value shows its error at the field [B-VAL-05, B-VAL-10, B-VAL-11, B-VAL-15, B-VAL-16, B-VAL-17]', async () => {
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
    await hasError(page, label, text)
    expect(await focused(page)).toBe(name)
  }
  expect(requestsTo('POST', '/register')).toEqual([])

  // Only the server can check these values; each error is shown at its field.
  await fillRegistration(page, { password: 'password' })
  await page.getByLabel('Nomor HP (opsional)').fill('12')
  await signUp(page).click()
  await hasError(page, 'Password', 'Password terlalu umum, pilih yang lain')
  await password(page).fill(secret)
  await page.getByLabel('Ulangi password').fill(secret)
  await signUp(page).click()
  await hasError(page, 'Nomor HP (opsional)', 'Nomor Telp Tidak valid')
  await close({ statuses: [422] })
})

test('registration: the terms open over the form, and Escape closes them [B-RT-19]', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/register')
  await page.getByLabel('Nama').fill('Budi')
  const link = page.getByRole('button', { name: 'Baca syarat dan ketentuan' })
  await link.focus()
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Syarat dan Ketentuan' })
  await dialog.getByRole('heading', { name: '1. Tentang Lapak' }).waitFor()
  await dialog.getByText('Lapak hanya menyediakan tempat bertemunya pembeli dan penjual.').waitFor()
  await dialog.getByText(/Berlaku sejak \d{4}\/\d\d\/\d\d/).waitFor()
  await dialog.getByText('Ketentuan ini tunduk pada hukum Republik Indonesia.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Nama').inputValue()).toBe('Budi')
  await close()
})

test('registration: leaving a half-filled form requires a confirmation', async () => {
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

test('registration: a registered e-mail address gets the same answer as a new one, and its owner gets an e-mail', async () => {
  const { page, close } = await openApp(lapak)
  const taken = 'pembeli@lapak.test'
  await page.goto('/register')
  await fillRegistration(page, { email: taken })
  await signUp(page).click()
  await alertMessage(page, 'Mohon check email untuk aktivasi user').waitFor()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()
  await expect
    .poll(() => emailsTo(lapak, taken).then((emails) => emails.map(({ subject }) => subject)))
    .toContain('Pendaftaran dengan e-mail Anda di Lapak')
  await close()
})

test('registration: an account that is not activated cannot sign in, and its activation e-mail can be sent again', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  // The server stores the form after it has answered, so that the response time does not reveal which e-mail addresses have an account.
  await emailedLinkTo(lapak, email, activation)
  await page.getByRole('link', { name: 'Ke halaman masuk' }).click()
  await login(page, email, secret)
  await alertMessage(page, 'User belum diaktivasi, mohon check email').waitFor()
  const again = page.getByRole('button', { name: 'Kirim ulang e-mail aktivasi' })
  const before = (await emailsTo(lapak, email)).filter(({ subject }) => subject === activation).length
  await again.click()
  await page.getByText('Link aktivasi dikirim lagi ke').waitFor()
  await activate(page, await emailedLinkTo(lapak, email, activation, before))
  await close({ statuses: [403, 422] })
})

test('password reset: a mailed link replaces the password and ends the sessions [B-RT-22, B-RT-23, B-MSG-03, B-MSG-04, B-VAL-34, B-VAL-35, B-VAL-36, B-VAL-37, B-VAL-38]', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  const email = await register(page)
  await activate(page, await emailedLinkTo(lapak, email, activation))
  await page.getByRole('link', { name: 'Login' }).click()
  await login(page, email, secret)
  await isSignedIn(page)

  await page.goto('/forgot')
  const send = page.getByRole('button', { name: 'Kirim link reset' })
  await send.click()
  await hasError(page, 'E-mail', 'E-mail is required')
  await page.getByLabel('E-mail').fill('budi@')
  await send.click()
  await hasError(page, 'E-mail', 'E-mail must be valid')
  expect(requestsTo('POST', '/forgotpassword')).toEqual([])
  await page.getByLabel('E-mail').fill(email)
  await send.click()
  await alertMessage(page, 'Reset password link terkirim ke email anda').waitFor()
  await page.getByText(`Bila ${email} terdaftar`).waitFor()

  const path = await emailedLinkTo(lapak, email, 'Reset password Lapak')
  await page.goto(path)
  const first = page.getByLabel('Password baru', { exact: true })
  const again = page.getByLabel('Ulangi password baru')
  const save = page.getByRole('button', { name: 'Simpan password' })
  await save.click()
  for (const label of ['Password baru', 'Ulangi password baru']) await hasError(page, label, 'Field is required')
  await first.fill('abc')
  await again.fill('abc')
  await save.click()
  for (const label of ['Password baru', 'Ulangi password baru']) await hasError(page, label, 'Password minimal 4 karakter')
  await first.fill('Teh-Poci-31')
  await again.fill('Teh-Poci-32')
  await save.click()
  await hasError(page, 'Ulangi password baru', 'Password not match')
  expect(requestsTo('POST', '/resetpassword')).toEqual([])
  await again.fill('Teh-Poci-31')
  await save.click()
  await alertMessage(page, 'reset password succfully').waitFor()
  await page.waitForURL('**/login')
  expect(requestsTo('POST', '/resetpassword')[0]?.postDataJSON()).toEqual({
    token: path.split('/').at(-1),
    password: 'Teh-Poci-31',
    passwordconf: 'Teh-Poci-31',
    // The device token shows that the browser is still recognised from the earlier sign-in.
    device_token: expect.any(String),
  })

  await login(page, email, secret)
  await alertMessage(page, 'Email atau password salah').waitFor()
  await login(page, email, 'Teh-Poci-31')
  await isSignedIn(page)

  // The page of a used link offers to send a new link.
  await page.goto(path)
  await first.fill('Teh-Poci-33')
  await again.fill('Teh-Poci-33')
  await save.click()
  await page.getByRole('heading', { name: 'Link tidak berlaku' }).waitFor()
  await page.getByRole('link', { name: 'Minta link baru' }).click()
  await page.waitForURL('**/forgot')
  await close({ statuses: [400, 422] })
})

test('registration: a second submission has no effect while the first one is being sent', async () => {
  const { page, requestsTo, close } = await openApp(lapak)
  const released = Promise.withResolvers<void>()
  await page.route('**/register', async (route) => {
    if (route.request().method() === 'POST') await released.promise
    await route.continue()
  })
  await page.goto('/register')
  await fillRegistration(page)
  await signUp(page).click()
  await page.getByLabel('Nama').press('Enter')
  await page.getByLabel('Nama').press('Enter')
  released.resolve()
  await page.getByRole('heading', { name: 'Periksa e-mail Anda' }).waitFor()
  expect(requestsTo('POST', '/register').length).toBe(1)
  await close()
})

test('registration: an activation without an answer of the server can be retried', async () => {
  const { page, close } = await openApp(lapak)
  const email = await register(page)
  const path = await emailedLinkTo(lapak, email, activation)
  await page.route('**/activate', (route) => route.abort())
  await page.goto(path)
  await page.getByText('Tidak ada jawaban dari server. Periksa koneksi internet Anda.').waitFor()
  await page.unroute('**/activate')
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await password(page).waitFor()
  await close({ statuses: [422], errors: /Tidak ada jawaban/ })
})

const focused = (page: Page) => page.locator(':focus').getAttribute('name')

/** Waits until this text describes the field. */
async function hasError(page: Page, label: string, text: string) {
  const field = page.getByLabel(label, { exact: true })
  await expect
    .poll(async () => {
      const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ').filter(Boolean)
      return ids.length === 0 ? [] : page.locator(ids.map((id) => `[id="${id}"]`).join()).allTextContents()
    })
    .toContain(text)
}
