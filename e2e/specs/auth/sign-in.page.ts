import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, fillLogin, phone, signIn } from '../../fixtures/app.ts'
import { totpCode } from '../../fixtures/authenticator.ts'
import { emailedLinkTo } from '../../fixtures/emails.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember, stepUpByEmail } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

/** The message of a refusal, identified by its icon; its red colour is tested in color-scheme.e2e.ts. */
const refusal = (page: Page, text: string) => alertMessage(page, text).filter({ has: page.locator('.tabler-icon-alert-circle') })

const storedSession = `JSON.parse(localStorage.getItem('lapak.session'))`

test('sign-in: a visitor without a session is redirected to /login from every address that needs a session [B-RT-01]', async () => {
  const { page, close } = await openApp(lapak)
  for (const path of ['/', '/home', '/trxpembelian', '/trxpembelian?statustrx=1', '/histori', '/usermanagement', '/supplier/7']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    expect(new URL(page.url()).pathname, path).toBe('/login')
  }
  await close()
})

test('sign-in: the button signs in, stores the session and opens /home [B-VAL-02, B-RT-12, B-RT-17, B-STATE-19, B-STATE-20, B-MSG-05, B-ENT-01, B-API-04]', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/login')
  await page.getByText('v1.5.2', { exact: true }).waitFor()
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await alertMessage(page, 'Login Successfully').waitFor()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/home')

  const [token] = requestsTo('POST', '/oauth/token')
  const { id, secret } = lapak.info.client
  expect(token?.headers()).toMatchObject({
    authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
  })
  const granted = await token?.response()
  const { access_token } = ((await granted?.json()) ?? {}) as { access_token?: string }
  const [profile] = requestsTo('GET', '/api/v1/user')
  expect(profile?.headers().authorization).toBe(`Bearer ${access_token}`)
  expect(await page.evaluate(storedSession)).toMatchObject({ token: access_token, user: { email: buyer } })

  await page.reload()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await close()
})

test('sign-in: the Enter key signs in like the button [B-VAL-03]', async () => {
  const { page, close } = await openApp(lapak)
  await page.goto('/login')
  await fillLogin(page)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await close()
})

test('sign-in: the form sends nothing until both fields are filled [B-VAL-01]', async () => {
  const { page, requestsTo, close } = await openApp(lapak)
  await page.goto('/login')
  const enter = page.getByRole('button', { name: 'Masuk' })
  await enter.click()
  await page.getByText('Password is required').waitFor()
  await page.getByLabel('E-mail').fill(buyer)
  await enter.click()
  await page.getByText('Password is required').waitFor()
  await page.getByLabel('E-mail').fill('')
  await page.getByLabel('Password', { exact: true }).fill('x')
  await enter.click()
  await page.getByText('E-mail is required').waitFor()
  expect(requestsTo('POST', '/oauth/token')).toEqual([])
  await close()
})

test('sign-in: a wrong password shows a message and creates no session', async () => {
  const { page, close } = await openApp(lapak)
  await page.goto('/login')
  await fillLogin(page, 'nobody@lapak.test')
  await page.getByRole('button', { name: 'Masuk' }).click()
  await refusal(page, 'Email atau password salah').waitFor()
  expect(await page.evaluate(storedSession)).toBeNull()
  await close({ statuses: [400] })
})

test('sign-in: a member locked out by failed attempts requests a link by e-mail, which signs in the device that opens it', async () => {
  const { email } = await newMember(lapak)
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  // The answer after a hundred wrong passwords, which would take a day.
  const refusal = { success: false, code: 'access.link_needed', msg: 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail' }
  await page.route('**/oauth/token', (route) => route.fulfill({ status: 429, json: refusal }))
  await page.goto('/login')
  await fillLogin(page, email)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await alertMessage(page, refusal.msg).waitFor()
  const send = page.getByRole('button', { name: 'Kirim link masuk' })
  await send.waitFor()
  await send.click()
  await alertMessage(page, 'Link masuk terkirim ke email anda').waitFor()
  await page.getByText('Buka di perangkat ini.').waitFor()
  await page.unroute('**/oauth/token')

  const path = await emailedLinkTo(lapak, email, 'Link masuk Lapak')
  await page.goto(path)
  await alertMessage(page, 'Silakan masuk dengan password Anda').waitFor()
  await page.waitForURL('**/login')
  await fillLogin(page, email)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await alertMessage(page, 'Login Successfully').waitFor()
  const known = (await page.evaluate(`localStorage.getItem('lapak.device')`)) as string
  expect(known).toMatch(/^[\w-]{43}$/)
  expect(new URLSearchParams(requestsTo('POST', '/oauth/token').at(-1)?.postData() ?? '').get('device_token')).toBe(known)

  await page.goto(path)
  await page.getByRole('heading', { name: 'Link tidak berlaku' }).waitFor()
  await close({ statuses: [422, 429], errors: /Link masuk tidak berlaku/ })
})

test('sign-in: a session that was ended elsewhere is deleted here, and /login shows the reason [B-ERR-02, B-ERR-03, B-ROLE-20]', async () => {
  const { page, close } = await openApp(lapak)
  await signIn(page)
  await page.evaluate('window.loadedOnce = true')
  const token = (await page.evaluate(`${storedSession}.token`)) as string
  await page.getByRole('button', { name: 'Transaksi', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Pembelian' }).click()
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.selectOption('1')
  await page.waitForURL('**/trxpembelian?statustrx=1')
  await lapak.call(token, 'POST', '/api/v1/user/logout')
  // The server refuses the next call. If the realtime connection has already caused a refused call, the page may be redirecting.
  await status.selectOption('2', { timeout: 3000 }).catch(() => undefined)
  await refusal(page, 'Token has expired').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate('Object.values({ ...localStorage }).join()')).not.toContain(token)
  expect(await page.evaluate('window.loadedOnce === undefined')).toBe(true)
  // Signing in again returns to the requested page.
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.waitForURL(/\/trxpembelian\?statustrx=[12]$/)
  await close({ statuses: [401], errors: /Token has expired/ })
})

test('sign-in: a refused request for the profile ends the session and shows the reason [B-ERR-08, B-ERR-09]', async () => {
  const { page, close } = await openApp(lapak)
  const refuse = (status: number, msg: string) =>
    page.route('**/api/v1/user', (route) => route.fulfill({ status, json: { success: false, msg } }))
  // First during the sign-in, which fails without a profile.
  await refuse(500, 'Profil belum bisa dibaca')
  await page.goto('/login')
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await alertMessage(page, 'Profil belum bisa dibaca').waitFor()
  expect(await page.evaluate(storedSession)).toBeNull()
  await page.unroute('**/api/v1/user')

  await signIn(page)
  await refuse(400, 'invalid_token: sesi dicabut')
  await page.reload()
  await alertMessage(page, 'invalid_token: sesi dicabut').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(storedSession)).toBeNull()
  await close({ statuses: [400, 500], errors: /invalid_token/ })
})

test('sign-in: a member locked out at the second step is offered a link by e-mail there as well', async () => {
  const { email } = await newMember(lapak)
  const { page, close } = await openApp(lapak, { viewport: phone })
  // The answer after fifty wrong codes.
  const needed = { success: false, code: 'access.mfa_needed', msg: 'Masukkan kode authenticator', mfa_token: 'x' }
  const locked = { success: false, code: 'access.link_needed', msg: 'Terlalu banyak percobaan ke akun ini, masuk lewat link di e-mail' }
  await page.route('**/oauth/token', (route) => {
    const second = route.request().postData()?.includes('mfa_code')
    return route.fulfill(second ? { status: 429, json: locked } : { status: 403, json: needed })
  })
  await page.goto('/login')
  await fillLogin(page, email)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.getByLabel('Kode authenticator').fill('123456')
  await page.getByRole('button', { name: 'Verifikasi' }).click()
  await alertMessage(page, locked.msg).waitFor()
  const send = page.getByRole('button', { name: 'Kirim link masuk' })
  await send.waitFor()
  await send.click()
  await alertMessage(page, 'Link masuk terkirim ke email anda').waitFor()
  await close({ statuses: [403, 429] })
})

/** Signs out on a phone. */
async function leave(page: Page) {
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
}

async function signOut(page: Page) {
  await leave(page)
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
}

test('sign-out: Logout ends the session in the browser and on the server', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  await signIn(page)
  const token = (await page.evaluate(`${storedSession}.token`)) as string
  await signOut(page)
  expect(await page.evaluate(storedSession)).toBeNull()
  await expect(lapak.call(token, 'GET', '/api/v1/user')).rejects.toThrow('401')
  await close()
})

test('sign-out: Logout opens /login at once, even when the server does not answer', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone })
  await signIn(page)
  const requested = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/logout', () => requested.resolve())
  await leave(page)
  await requested.promise
  await page.waitForURL('**/login', { timeout: 15_000 })
  expect(await page.evaluate(storedSession)).toBeNull()
  await close()
})

test('purchases: sellers and administrators can also open the page, which is empty at first', async () => {
  for (const email of ['penjual@lapak.test', 'admin@lapak.test']) {
    const { page, close } = await openApp(lapak, { as: await lapak.signIn(email) })
    await page.goto('/trxpembelian')
    await page.getByText('Belum ada pembelian hari ini').waitFor()
    await page.getByRole('tab', { name: 'Produk ke Suplier' }).click()
    await page.getByText('Belum ada produk di daftar Anda').waitFor()
    await close()
  }
})

test('sign-in: two-step security requires an authenticator code, or a recovery code that works once [B-RT-13, B-RT-14, B-VAL-04, B-STATE-18]', async () => {
  const { email, token } = await newMember(lapak)
  await stepUpByEmail(lapak, { email, token })
  const { secret } = await lapak.call<{ secret: string }>(token, 'GET', '/api/v1/user/2fa/generate')
  // Uses the code of the previous period, because each code works once and the sign-in below needs the code of the current period.
  const { recoverycodes } = await lapak.call<{ recoverycodes: string[] }>(token, 'PATCH', '/api/v1/user/2fa/validate', {
    code: totpCode(secret, -1),
  })
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  const enter = async () => {
    await fillLogin(page, email)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.getByRole('heading', { name: 'Verifikasi dua langkah' }).waitFor()
  }
  await page.goto('/login')
  await enter()
  expect(await page.evaluate(storedSession)).toBeNull()

  const verify = page.getByRole('button', { name: 'Verifikasi' })
  const code = page.getByLabel('Kode authenticator')
  const sent = () => requestsTo('POST', '/oauth/token').length
  const before = sent()
  await code.fill('12345')
  await verify.click()
  await page.getByText('Kode harus 6 angka').waitFor()
  expect(sent()).toBe(before)
  await code.fill('12 34-567x8')
  expect(await code.inputValue()).toBe('123456')

  await page.getByRole('button', { name: 'Batal' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  await page.getByLabel('Password', { exact: true }).waitFor()
  await enter()

  const right = totpCode(secret)
  await code.fill(right === '000000' ? '000001' : '000000')
  await verify.click()
  await alertMessage(page, 'Kode authenticator salah').waitFor()
  await code.fill(totpCode(secret))
  await verify.click()
  await alertMessage(page, 'Login Successfully').waitFor()
  await page.waitForURL('**/home')

  await signOut(page)
  await enter()
  await page.getByRole('button', { name: 'Pakai kode pemulihan' }).click()
  const recovery = page.getByLabel('Kode pemulihan')
  await recovery.fill('7KQ2')
  await verify.click()
  await page.getByText(/Kode pemulihan berisi 10 huruf dan angka/).waitFor()
  const [spent = ''] = recoverycodes
  await recovery.fill(spent.toLowerCase().replace('-', ' '))
  expect(await recovery.inputValue()).toBe(spent)
  await verify.click()
  await alertMessage(page, 'Login Successfully').waitFor()
  await page.waitForURL('**/home')

  await signOut(page)
  await enter()
  await page.getByRole('button', { name: 'Pakai kode pemulihan' }).click()
  await recovery.fill(spent)
  await verify.click()
  await alertMessage(page, 'Kode authenticator salah').waitFor()
  expect(await page.evaluate(storedSession)).toBeNull()
  await close({ statuses: [403, 422] })
})
