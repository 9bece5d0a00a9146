import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyer, type Lapak, startLapak } from './lapak.ts'
import { colourOf, desk, fillLogin, message, openBrowser, phone, signIn, walk } from './walk.ts'

let lapak: Lapak
let browser: Browser
beforeAll(async () => {
  ;[lapak, browser] = await Promise.all([startLapak(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await lapak?.stop()
})

const storedSession = `JSON.parse(localStorage.getItem('lapak.session'))`

test('a visitor without a session is led to /login from every other address [B-RT-01]', async () => {
  const { page, end } = await walk(browser, lapak)
  for (const path of ['/', '/home', '/trxpembelian', '/trxpembelian?statustrx=1', '/histori', '/usermanagement', '/supplier/7']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    expect(new URL(page.url()).pathname, path).toBe('/login')
  }
  await end()
})

test.each([phone, desk])(
  'signing in by the button keeps the session and leads to /home, at $width px [B-VAL-02, B-RT-12, B-RT-17, B-STATE-19, B-STATE-20, B-MSG-05, B-ENT-01, B-API-04]',
  async (viewport) => {
    const { page, asked, look, end } = await walk(browser, lapak, { viewport })
    // Every address that the page takes, because /home leads on at once.
    await page.addInitScript(`{
    window.addresses = []
    for (const way of ['pushState', 'replaceState']) {
      const go = history[way].bind(history)
      history[way] = (state, title, address) => { window.addresses.push(String(address)); go(state, title, address) }
    }
  }`)
    await page.goto('/login')
    await page.getByText('v1.5.2', { exact: true }).waitFor()
    await look('/login')
    await fillLogin(page)
    await page.getByRole('button', { name: 'Masuk' }).click()
    await message(page, 'Login Successfully').waitFor()
    await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
    expect(await page.evaluate('window.addresses')).toContain('/home')

    const [token] = asked('POST', '/oauth/token')
    const { id, secret } = lapak.info.client
    expect(token?.headers()).toMatchObject({
      authorization: `Basic ${btoa(`${id}:${secret}`)}`,
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
    })
    const granted = await token?.response()
    const { access_token } = ((await granted?.json()) ?? {}) as { access_token?: string }
    const [profile] = asked('GET', '/api/v1/user')
    expect(profile?.headers().authorization).toBe(`Bearer ${access_token}`)
    expect(await page.evaluate(storedSession)).toMatchObject({ token: access_token, user: { email: buyer } })

    await page.reload()
    await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
    await end()
  },
)

test('Enter signs in as well [B-VAL-03]', async () => {
  const { page, end } = await walk(browser, lapak)
  await page.goto('/login')
  await fillLogin(page)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
  await end()
})

test('nothing is sent until both fields are filled [B-VAL-01]', async () => {
  const { page, asked, end } = await walk(browser, lapak)
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
  expect(asked('POST', '/oauth/token')).toEqual([])
  await end()
})

test('a wrong password is told in a red message and leaves nobody signed in', async () => {
  const { page, end } = await walk(browser, lapak)
  await page.goto('/login')
  await fillLogin(page, 'nobody@lapak.test')
  await page.getByRole('button', { name: 'Masuk' }).click()
  const said = message(page, 'Email atau password salah')
  await said.waitFor()
  expect(await colourOf(said, 'background-color')).toBe('red')
  expect(await page.evaluate(storedSession)).toBeNull()
  await end({ statuses: [400] })
})

test('a bar is seen while a navigation runs and is gone after it [B-RT-03]', async () => {
  const { page, end } = await walk(browser, lapak)
  const letGo = Promise.withResolvers<void>()
  await page.route('**/assets/trxpembelian-page*.js', async (route) => {
    await letGo.promise
    await route.continue()
  })
  await page.goto('/login')
  const bar = page.getByRole('progressbar', { name: 'Memuat halaman' })
  expect(await bar.isVisible()).toBe(false)
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await bar.waitFor({ state: 'visible' })
  letGo.resolve()
  await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
  await bar.waitFor({ state: 'hidden' })
  await end()
})

test('a session that ended meanwhile is cleared, and /login says so [B-ERR-02, B-ERR-03, B-ROLE-20]', async () => {
  const { page, end } = await walk(browser, lapak)
  await signIn(page)
  await page.evaluate('window.loadedOnce = true')
  const token = (await page.evaluate(`${storedSession}.token`)) as string
  const status = page.getByRole('combobox', { name: 'Status' })
  await status.selectOption('1')
  await page.waitForURL('**/trxpembelian?statustrx=1')
  await lapak.call(token, 'POST', '/api/v1/user/logout')
  // The next call finds out; when the realtime channel has just made one by itself, the page is already on its way.
  await status.selectOption('2', { timeout: 3000 }).catch(() => undefined)
  const said = message(page, 'Token has expired')
  await said.waitFor()
  expect(await colourOf(said, 'background-color')).toBe('red')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate('Object.values({ ...localStorage }).join()')).not.toContain(token)
  expect(await page.evaluate('window.loadedOnce === undefined')).toBe(true)
  // Signing in again leads back to what was asked for.
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.waitForURL(/\/trxpembelian\?statustrx=[12]$/)
  await end({ statuses: [401], errors: /Token has expired/ })
})

test('a profile that is refused ends the session and says why [B-ERR-08, B-ERR-09]', async () => {
  const { page, end } = await walk(browser, lapak)
  const refuse = (status: number, msg: string) =>
    page.route('**/api/v1/user', (route) => route.fulfill({ status, json: { success: false, msg } }))
  // While signing in: nobody is in without a profile.
  await refuse(500, 'Profil belum bisa dibaca')
  await page.goto('/login')
  await fillLogin(page)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await message(page, 'Profil belum bisa dibaca').waitFor()
  expect(await page.evaluate(storedSession)).toBeNull()
  await page.unroute('**/api/v1/user')

  await signIn(page)
  await refuse(400, 'invalid_token: sesi dicabut')
  await page.reload()
  await message(page, 'invalid_token: sesi dicabut').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(storedSession)).toBeNull()
  await end({ statuses: [400, 500], errors: /invalid_token/ })
})

test('Logout ends the session here and at the server', async () => {
  const { page, end } = await walk(browser, lapak, { viewport: phone })
  await signIn(page)
  const token = (await page.evaluate(`${storedSession}.token`)) as string
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  expect(await page.evaluate(storedSession)).toBeNull()
  await expect(lapak.call(token, 'GET', '/api/v1/user')).rejects.toThrow('401')
  await end()
})

test('sellers and administrators have a page of purchases too, empty and saying so', async () => {
  for (const email of ['penjual@lapak.test', 'admin@lapak.test']) {
    const { page, end } = await walk(browser, lapak, { as: await lapak.signIn(email) })
    await page.goto('/home')
    await page.getByText('Belum ada pembelian hari ini').waitFor()
    await page.getByRole('tab', { name: 'Produk ke Suplier' }).click()
    await page.getByText('Belum ada produk di daftar Anda').waitFor()
    await end()
  }
})
