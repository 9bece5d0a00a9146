import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { type AppOptions, alertMessage, desktop, openWithRealtime, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const open = async (email: string, options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(email), ...options })

test('frame: home has two addresses and links to products and buying [B-RT-04]', async () => {
  const { page, close } = await open(buyer, { viewport: phone })
  for (const path of ['/', '/home']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Lobby' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    const lobby = page.getByRole('link', { name: 'Lobby', exact: true }).filter({ visible: true })
    expect(await lobby.getAttribute('aria-current'), path).toBe('page')
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Daftar produk/ })
    .click()
  await page.getByRole('tab', { name: 'Produk ke Suplier', selected: true }).waitFor()
  await page.goBack()
  await page.getByRole('main').getByLabel('Nomor tujuan').waitFor()
  await page.getByRole('link', { name: 'Beli', exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog').getByLabel('Nomor tujuan').waitFor()
  await close()
})

test('user menu: it shows the signed-in member and links to the screens of this member [B-LAY-03]', async () => {
  const { page, close } = await open(buyer)
  await page.goto('/home')
  const menu = page.getByRole('button', { name: /^Menu / })
  await menu.getByText('KB', { exact: true }).waitFor()
  await menu.click()
  await page.getByText(buyer).waitFor()
  const items = await page.getByRole('menuitem').allTextContents()
  expect(items).toEqual(['Topup Saldo', 'Kiriman', 'Profile', 'Change Password', 'Syarat & Ketentuan', 'Logout'])
  for (const [name, path] of [
    ['Topup Saldo', '/tambahsaldo'],
    ['Kiriman', '/feeds'],
    ['Profile', '/profile'],
    ['Change Password', '/gantipassword'],
    ['Syarat & Ketentuan', '/syaratketentuan'],
  ] as const) {
    await page.getByRole('menuitem', { name }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await menu.click()
  }
  await close()
})

async function newSeller(name: string): Promise<string> {
  const { email, token } = await completeMember(lapak, name)
  const tables = openTables(lapak.info.databaseUrl)
  const { id } = await tables.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await tables.insertInto('member_role').values({ member_id: id, role_id: 2n }).execute()
  await tables.destroy()
  return token
}

test.each([phone, desktop])(
  'top bar: it links to home, top-up, cash-out, balance and user menu, at $width px [B-LAY-02]',
  async (viewport) => {
    const { page, close } = await openApp(lapak, { as: await newSeller(`Kios Anggrek Jaya Sentosa ${viewport.width}`), viewport })
    const bar = page.getByRole('banner')
    const menu = bar.getByRole('button', { name: /^Menu / })
    await page.goto('/gantipassword')
    await bar.getByRole('link', { name: 'Lapak, ke halaman awal' }).click()
    await page.waitForURL('**/home')

    await bar.getByRole('button', { name: 'Topup' }).click()
    const topup = page.getByRole('dialog', { name: 'Topup' })
    await topup.getByLabel('Jumlah deposit').waitFor()
    await page.keyboard.press('Escape')
    await topup.waitFor({ state: 'hidden' })

    // On a phone these buttons are only in the menu.
    if (viewport === phone) await menu.click()
    await (viewport === phone ? page.getByRole('dialog', { name: 'Menu' }) : bar).getByRole('button', { name: 'Cashout' }).click()
    const cashOut = page.getByRole('dialog', { name: 'Cashout' })
    await cashOut.waitFor()
    await page.keyboard.press('Escape')
    await cashOut.waitFor({ state: 'hidden' })

    const balance = bar.getByTitle('Lihat histori')
    await balance.getByText('Rp 0', { exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Sembunyikan saldo' }).click()
    await balance.getByLabel('Saldo disembunyikan').waitFor()
    await balance.click()
    await page.waitForURL('**/histori')
    await menu.click()
    await page.getByRole(viewport === phone ? 'button' : 'menuitem', { name: 'Logout' }).waitFor()
    await close()
  },
)

test('top bar: an older answer does not replace a balance that the realtime connection has updated', async () => {
  const app = await open(buyer)
  const { page, close } = app
  const moved = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/balance', async (route) => {
    const response = await route.fetch()
    await moved.promise
    // The page may have cancelled the request by then.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await openWithRealtime(app, '/home')
  const before = (await lapak.call<{ balance: number }>(await lapak.signIn(buyer), 'GET', '/api/v1/user/balance')).balance
  await placePurchase(lapak)
  const shown = page.getByTitle('Lihat histori')
  const rupiah = async () => Number((await shown.textContent())?.replaceAll(/\D/g, ''))
  await expect.poll(rupiah).toBeLessThan(before)
  const now = await rupiah()
  expect(now).toBeGreaterThan(0)
  moved.resolve()
  await page.unrouteAll({ behavior: 'wait' })
  await page.waitForTimeout(300)
  expect(await rupiah()).toBe(now)
  await close()
})

test('top bar: a member without a verified phone gets a button to verify it [B-LAY-02]', async () => {
  const { token } = await newMember(lapak)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/trxpembelian')
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Lapak, ke halaman awal' }).waitFor()
  await bar.getByRole('button', { name: /^Menu / }).waitFor()
  await bar.getByRole('button', { name: 'Verifikasi No. HP' }).click()
  await page.getByRole('dialog', { name: 'Verifikasi No. HP' }).waitFor()
  await close()
})

test('user menu: on a phone it is a drawer that closes on navigation', async () => {
  const { page, close } = await open(buyer, { viewport: phone })
  await page.goto('/home')
  await page.getByRole('button', { name: /^Menu / }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('button', { name: 'Logout' }).waitFor()
  await drawer.getByRole('link', { name: 'Change Password' }).click()
  await page.waitForURL('**/gantipassword')
  await drawer.waitFor({ state: 'hidden' })
  await close()
})

/** Read from administration.tsx, so that a new screen is included. */
const screensOfAdministrators = [
  ...readFileSync(join(import.meta.dirname, '../../../web/src/routes/administration.tsx'), 'utf8').matchAll(/^\s+path: '(\/[^'$]+)'/gm),
].map(([, path = '']) => path)

test('roles: an administrator screen refuses other members, redirects them to /login and keeps their session [A-RT-01, B-ROLE-21]', async () => {
  const { page, close } = await open(buyer)
  expect(screensOfAdministrators.length).toBeGreaterThan(10)
  for (const path of [...screensOfAdministrators, '/admin/anything/that/comes']) {
    await page.goto(path)
    await alertMessage(page, 'Anda tidak punya akses').waitFor()
    expect(new URL(page.url()).pathname, path).toBe('/login')
  }
  await page.getByRole('link', { name: 'Kembali ke Lobby' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  // Without a message, /login redirects a signed-in member to home.
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Ganti akun' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  expect(await page.evaluate(`localStorage.getItem('lapak.session')`)).toBeNull()
  await close()
})

test('roles: an administrator opens an administrator screen', async () => {
  const { page, close } = await open(admin)
  await page.goto('/usermanagement')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/usermanagement')
  await close()
})

test.each([phone, desktop])(
  'roles: only administrators have the administrator menu and the list of all transactions, at $width px [B-LAY-05, B-ROLE-18]',
  async (viewport) => {
    const enter = async (email: string) => {
      const app = await openApp(lapak, { as: await lapak.signIn(email), viewport })
      await app.page.goto('/home')
      const target = viewport === phone ? /^Menu / : 'Administrator'
      return { ...app, menu: app.page.getByRole('button', { name: target }) }
    }
    const role = viewport === phone ? 'link' : 'menuitem'
    const { page, menu, close } = await enter(admin)
    await menu.click()
    for (const name of ['Tiket topup', 'Tiket cashout', 'Persetujuan', 'Akun kas', 'Mutasi bank'])
      await page.getByRole(role, { name }).waitFor()
    await page.getByRole(role, { name: 'Akun kas' }).click()
    await page.waitForURL('**/account')
    await page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name: 'Transaksi', exact: true }).click()
    await page.waitForURL('**/trxadm')
    await page.getByRole('button', { name: /^Menu / }).click()
    await page.getByRole(role, { name: 'Pembelian', exact: true }).click()
    await page.waitForURL('**/trxpembelian')
    await close()

    const other = await enter(buyer)
    await other.page.getByRole('heading', { name: 'Lobby' }).waitFor()
    if (viewport === phone) await other.menu.click()
    if (viewport === phone) await other.page.getByRole('link', { name: 'Profile' }).waitFor()
    else expect(await other.menu.count()).toBe(0)
    expect(await other.page.getByRole(role, { name: 'Akun kas' }).count()).toBe(0)
    await other.close()
  },
)

test.each([phone, desktop])('toolbar: it links to the sections of the market and searches, at $width px', async (viewport) => {
  const { page, close } = await open(buyer, { viewport })
  await page.goto('/home')
  const toolbar = page.getByRole('navigation', { name: 'Menu utama' })
  await toolbar.getByRole('link', { name: 'Lobby', exact: true }).waitFor()
  const names = (await toolbar.getByRole('link').or(toolbar.getByRole('button')).allTextContents()).filter((name) => name !== 'Beli')
  expect(names).toEqual(['Lobby', 'Produk', 'Transaksi', 'Suplier', 'Chat'])
  for (const [name, path] of [
    ['Produk', '/product'],
    ['Suplier', '/supplier'],
    ['Chat', '/chat'],
    ['Lobby', '/home'],
  ] as const) {
    await toolbar.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  if (viewport === phone) await page.getByRole('banner').getByRole('button', { name: /^Cari/ }).click()
  const search = page.getByLabel('Cari Produk atau Suplier').filter({ visible: true })
  await search.fill('telkomsel')
  await search.press('Enter')
  await page.waitForURL('**/cari?cari=telkomsel')
  await close()
})

test('roles: every screen of the administrator menu opens for an administrator [B-ROLE-19, A-ROLE-01]', async () => {
  const { page, close } = await open(admin)
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  const entries = page.getByRole('menuitem')
  await entries.first().waitFor()
  const screens = await Promise.all((await entries.all()).map(async (entry) => (await entry.getAttribute('href')) ?? ''))
  expect(screens).toEqual(
    expect.arrayContaining([
      '/cashin',
      '/cashout',
      '/account',
      '/mutasibank',
      '/trxadm',
      '/admin/sliders',
      '/admin/products',
      '/usermanagement',
    ]),
  )
  for (const screen of screens) {
    await page.goto(screen)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(screen)
  }
  await close()
})

test('frame: an unknown address shows an error inside the frame', async () => {
  const { page, close } = await open(buyer, { viewport: phone })
  await page.goto('/tidak/ada')
  await page.getByRole('heading', { name: 'Halaman tidak ditemukan' }).waitFor()
  await page.getByRole('link', { name: 'Kembali ke Lobby' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await close()
})

test('frame: a deep link survives a reload', async () => {
  const { page, close } = await open(buyer)
  const address = '/trxpembelian?tab=produk'
  await page.goto(address)
  await page.getByRole('tab', { name: 'Produk ke Suplier', selected: true }).waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'Produk ke Suplier', selected: true }).waitFor()
  expect(page.url()).toBe(`${lapak.info.address}${address}`)
  await close()
})

test('frame: toolbars, balance and top-up require a complete account and accepted terms [B-LAY-06, B-LAY-07, B-OPEN-66, B-STATE-24]', async () => {
  const { token } = await newMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  const toolbar = page.getByRole('navigation', { name: 'Menu utama' })
  await page.goto('/trxpembelian')
  await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
  await page.getByRole('button', { name: 'Verifikasi No. HP' }).waitFor()
  expect(await toolbar.count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Sembunyikan saldo' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Topup' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Cashout' }).count()).toBe(0)
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Topup Saldo' }).count()).toBe(0)
  await close()

  const other = await open(buyer)
  await other.page.goto('/trxpembelian')
  await other.page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).waitFor()
  await other.page.getByRole('button', { name: 'Sembunyikan saldo' }).waitFor()
  await other.page.getByRole('button', { name: 'Topup' }).waitFor()
  expect(await other.page.getByRole('button', { name: 'Verifikasi No. HP' }).count()).toBe(0)
  await other.close()
})

const connectionLost = (page: Page) => page.getByText('Pembaruan langsung terputus.', { exact: true })

test('realtime: a failed connection is shown until a connection is established', async () => {
  const { page, close } = await open(buyer)
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  expect(await connectionLost(page).count(), 'a moment without a line is nothing').toBe(0)
  await connectionLost(page).waitFor()
  await page.getByText('disambung lagi sendiri').waitFor()
  await page.unroute('**/socket.io/**')
  await connectionLost(page).waitFor({ state: 'detached' })
  await close()
})

test('realtime: a page whose connection was replaced by newer ones shows this and reconnects on request', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token, viewport: phone })
  const { page, close } = app
  const received = await openWithRealtime(app, '/home')
  const others = Array.from({ length: 20 }, () => io(lapak.info.address, { forceNew: true, transports: ['websocket'] }))
  for (const socket of others) socket.on('connect', () => socket.emit('logon', { token }))
  await page.getByRole('button', { name: 'Sambungkan lagi' }).waitFor()
  await connectionLost(page).waitFor()
  for (const socket of others) socket.disconnect()
  await page.getByRole('button', { name: 'Sambungkan lagi' }).click()
  await connectionLost(page).waitFor({ state: 'detached' })
  await expect.poll(() => received.join('\n').split('"logonok"').length - 1).toBe(2)
  await close()
})

test('errors: a failed read is logged without an alert [B-ERR-11]', async () => {
  const { page, close } = await open(buyer)
  const logged: string[] = []
  page.on('console', (line) => line.type() === 'error' && logged.push(line.text()))
  await page.route('**/public/sliders', (route) => route.fulfill({ status: 422, json: { success: false, msg: 'banner tidak terbaca' } }))
  await page.goto('/home')
  await expect.poll(() => logged.join('\n')).toContain('banner tidak terbaca')
  expect(await page.getByRole('alert').count()).toBe(0)
  await close({ statuses: [422], errors: /banner tidak terbaca/ })
})

test.each([
  { kind: 'a refusal', answer: { status: 422, json: { success: false, msg: 'suplier tidak terbaca' } }, shown: 'suplier tidak terbaca' },
  {
    kind: 'a page of a proxy instead of JSON',
    answer: { status: 200, contentType: 'text/html', body: '<h1>It works!</h1>' },
    shown: 'Jawaban server tidak dikenali. Muat ulang halaman ini.',
  },
  {
    kind: 'JSON that is cut off',
    answer: { status: 200, contentType: 'application/json', body: '{"success":true,"data":{"con' },
    shown: 'Jawaban server tidak dikenali. Muat ulang halaman ini.',
  },
])('errors: in place of a list, $kind is shown in a box with a retry button [B-ERR-01, B-ERR-11]', async ({ answer, shown }) => {
  const { page, close } = await open(buyer)
  await page.route('**/api/v1/supplier?**', (route) => route.fulfill(answer))
  await page.goto('/supplier')
  const box = page.getByRole('main').getByRole('alert')
  await box.getByText(shown).waitFor()
  expect(await page.getByRole('alert').count(), 'no snackbar').toBe(1)
  await page.unroute('**/api/v1/supplier?**')
  await box.getByRole('button', { name: 'Coba lagi' }).click()
  await page.getByRole('article').first().waitFor()
  expect(await box.count()).toBe(0)
  await close({ statuses: [422], errors: new RegExp(shown) })
})
