import type { Page } from 'playwright-core'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { type AppOptions, desk, message, openConnected, phone, tablet } from '../../fixtures/app.ts'
import { bought } from '../../fixtures/bought.ts'
import { between, openApp } from '../../fixtures/browser.ts'
import { fileOf } from '../../fixtures/built-files.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const open = async (email: string, options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(email), ...options })

test('home has two addresses and leads on to what can be done [B-RT-04]', async () => {
  const { page, look, close } = await open(buyer, { viewport: phone })
  for (const path of ['/', '/home']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Lobby' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    const lobby = page.getByRole('link', { name: 'Lobby', exact: true }).filter({ visible: true })
    expect(await lobby.getAttribute('aria-current'), path).toBe('page')
  }
  await look('the lobby', tablet, desk)
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

test('the user menu shows who is signed in and leads to what is theirs [B-LAY-03, B-CONST-38]', async () => {
  const { page, look, close } = await open(buyer)
  await page.goto('/home')
  const menu = page.getByRole('button', { name: /^Menu / })
  await menu.getByText('KB', { exact: true }).waitFor()
  await menu.click()
  await page.getByText(buyer).waitFor()
  await look('the user menu')
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

test.each([phone, desk])(
  "the top bar leads home, to a top-up and a cash-out, to the balance and to what is the user's, at $width px [B-LAY-02]",
  async (viewport) => {
    const { page, look, close } = await openApp(lapak, { as: await newSeller('Kios Anggrek Jaya Sentosa'), viewport })
    const bar = page.getByRole('banner')
    const menu = bar.getByRole('button', { name: /^Menu / })
    await page.goto('/gantipassword')
    await bar.getByRole('link', { name: 'Lapak, ke halaman awal' }).click()
    await page.waitForURL('**/home')
    await look('the top bar of a seller', between(viewport))

    await bar.getByRole('button', { name: 'Topup' }).click()
    const topup = page.getByRole('dialog', { name: 'Topup' })
    await topup.getByLabel('Jumlah deposit').waitFor()
    await page.keyboard.press('Escape')
    await topup.waitFor({ state: 'hidden' })

    // A phone has room for it in the menu only.
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

test('the top bar holds what is pressed at every width, however long balance and name are', async () => {
  const { page, close } = await open('penjual@lapak.test', { viewport: phone })
  await page.route('**/api/v1/user/balance', async (route) => {
    const response = await route.fetch()
    const said = await response.json()
    await route.fulfill({ response, json: { ...said, data: { ...said.data, balance: 99_999_999_999 } } })
  })
  await page.goto('/home')
  await page.getByText('99.999.999.999').first().waitFor()
  for (let width = 320; width <= 800; width += width < 600 ? 7 : 40) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(outsideBar), `beyond the bar at ${width} px`).toEqual([])
  }
  await close()
})

/** Whatever of the bar is pressed, and the pictures in it, that are not in it from left to right. */
const outsideBar = `[...document.querySelectorAll('header :is(a, button, img)')]
  .map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect()])
  .filter(([, { left, right, width }]) => width > 0 && (left < 0 || right > innerWidth))
  .map(([name, { left, right }]) => name + ': ' + Math.round(left) + ' to ' + Math.round(right))`

test('a balance that was read before it moved does not come back over what the line has told', async () => {
  const visit = await open(buyer)
  const { page, close } = visit
  const moved = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/balance', async (route) => {
    const response = await route.fetch()
    await moved.promise
    // By then the page may have given it up.
    await route.fulfill({ response }).catch(() => undefined)
  })
  await openConnected(visit, '/home')
  const before = (await lapak.call<{ balance: number }>(await lapak.signIn(buyer), 'GET', '/api/v1/user/balance')).balance
  await bought(lapak)
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

test.each([phone, desk])('who has no verified phone is asked for it in the top bar, at $width px [B-LAY-02]', async (viewport) => {
  const { token } = await newMember(lapak)
  const { page, look, close } = await openApp(lapak, { as: token, viewport })
  await page.goto('/trxpembelian')
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Lapak, ke halaman awal' }).waitFor()
  await bar.getByRole('button', { name: /^Menu / }).waitFor()
  await look('the top bar of somebody new', between(viewport))
  await bar.getByRole('button', { name: 'Verifikasi No. HP' }).click()
  await page.getByRole('dialog', { name: 'Verifikasi No. HP' }).waitFor()
  await close()
})

test('on a phone the same is in a drawer', async () => {
  const { page, look, close } = await open(buyer, { viewport: phone })
  await page.goto('/home')
  await page.getByRole('button', { name: /^Menu / }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('button', { name: 'Logout' }).waitFor()
  await look('the drawer')
  await drawer.getByRole('link', { name: 'Change Password' }).click()
  await page.waitForURL('**/gantipassword')
  await drawer.waitFor({ state: 'hidden' })
  await close()
})

test('a screen of administrators says so to others and leads to /login, with the session kept [A-RT-01, B-ROLE-21]', async () => {
  const { page, look, close } = await open(buyer)
  for (const path of [
    '/cashin',
    '/cashout',
    '/persetujuan',
    '/account',
    '/mutasibank',
    '/trxadm',
    '/admin/sliders',
    '/admin/products',
    '/admin/anything/that/comes',
    '/usermanagement',
    '/admdashboard',
  ]) {
    await page.goto(path)
    await message(page, 'Anda tidak punya akses').waitFor()
    expect(new URL(page.url()).pathname, path).toBe('/login')
  }
  await look('/login for somebody who is signed in')
  await page.getByRole('link', { name: 'Kembali ke Lobby' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  // Without anything to tell, /login has nothing for them.
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Ganti akun' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  expect(await page.evaluate(`localStorage.getItem('lapak.session')`)).toBeNull()
  await close()
})

test('an administrator passes the guard', async () => {
  const { page, close } = await open(admin)
  await page.goto('/usermanagement')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/usermanagement')
  await close()
})

test.each([phone, desk])(
  'administrators alone find their screens, and those of all transactions at once, at $width px [B-LAY-05, B-ROLE-18]',
  async (viewport) => {
    const enter = async (email: string) => {
      const visit = await openApp(lapak, { as: await lapak.signIn(email), viewport })
      await visit.page.goto('/home')
      const target = viewport === phone ? /^Menu / : 'Administrator'
      return { ...visit, menu: visit.page.getByRole('button', { name: target }) }
    }
    const role = viewport === phone ? 'link' : 'menuitem'
    const { page, menu, look, close } = await enter(admin)
    await menu.click()
    for (const name of ['Tiket topup', 'Tiket cashout', 'Persetujuan', 'Akun kas', 'Mutasi bank'])
      await page.getByRole(role, { name }).waitFor()
    await look('the menu of administrators')
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

test.each([phone, desk])('the second toolbar leads to the parts of the market, and searches, at $width px', async (viewport) => {
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

test('every screen of the menu of administrators opens for them [B-ROLE-19, A-ROLE-01]', async () => {
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

test('an address that does not exist is told inside the frame', async () => {
  const { page, look, close } = await open(buyer, { viewport: phone })
  await page.goto('/tidak/ada')
  await page.getByRole('heading', { name: 'Halaman tidak ditemukan' }).waitFor()
  await look('an unknown address')
  await page.getByRole('link', { name: 'Kembali ke Lobby' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await close()
})

test('a deep link survives a reload', async () => {
  const { page, close } = await open(buyer)
  const address = '/trxpembelian?tab=produk'
  await page.goto(address)
  await page.getByRole('tab', { name: 'Produk ke Suplier', selected: true }).waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'Produk ke Suplier', selected: true }).waitFor()
  expect(page.url()).toBe(`${lapak.info.address}${address}`)
  await close()
})

test('toolbars, balance and top-up wait for a complete account and accepted terms [B-LAY-06, B-LAY-07, B-OPEN-66, B-STATE-24]', async () => {
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

test('a page that cannot be loaded leaves the bars where they are', async () => {
  const { page, close } = await open(buyer)
  await page.goto('/home')
  await page.route(fileOf('routes/gantipassword-page.tsx'), (route) => route.abort())
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  await page.getByText('Halaman gagal dibuka').waitFor()
  await page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).waitFor()
  await page.getByRole('main').waitFor()
  expect(await page.getByRole('main').count()).toBe(1)
  await page.unroute(fileOf('routes/gantipassword-page.tsx'))
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page
    .getByRole('heading', { name: 'Change Password' })
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  await close({ errors: /script of this screen did not come/ })
})

test('the realtime line begins by polling, goes over to a websocket, is on the channel cso, and says chatlogin and logon with token and user, also after a cut [B-SOCK-01, B-SOCK-02, B-SOCK-03, B-SOCK-04, B-OPEN-53]', async () => {
  const token = await lapak.signIn(buyer)
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  const { page, close } = await openApp(lapak, { as: token })
  const transports: (string | null)[] = []
  const channels = new Set<string | null>()
  const said: string[] = []
  const note = (url: string) => {
    const { searchParams } = new URL(url)
    transports.push(searchParams.get('transport'))
    channels.add(searchParams.get('chatID'))
  }
  page.on('request', (request) => {
    if (!request.url().includes('/socket.io/')) return
    note(request.url())
    said.push(request.postData() ?? '')
  })
  page.on('websocket', (line) => {
    note(line.url())
    line.on('framesent', ({ payload }) => said.push(payload.toString()))
  })
  await page.goto('/home')
  await expect.poll(() => new Set(transports)).toEqual(new Set(['polling', 'websocket']))
  expect(transports[0]).toBe('polling')
  const times = (event: string, data: object) => said.join('\n').split(`42${JSON.stringify([event, data])}`).length - 1
  const greeted = () => [times('chatlogin', { userid: String(id) }), times('logon', { token, userid: String(id) })]
  await expect.poll(greeted).toEqual([1, 1])
  await page.context().setOffline(true)
  await page.getByText('Tidak ada jaringan.', { exact: true }).waitFor()
  await page.context().setOffline(false)
  await expect.poll(greeted, { timeout: 60_000 }).toEqual([2, 2])
  expect([...channels]).toEqual(['cso'])
  await close({ errors: /ERR_INTERNET_DISCONNECTED|websocket|Failed to fetch|Tidak ada jawaban/i })
})

const lineLost = (page: Page) => page.getByText('Pembaruan langsung terputus.', { exact: true })

test('a line that does not come up is said, and no more once it is up', async () => {
  const { page, look, close } = await open(buyer)
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.goto('/trxpembelian')
  await page.getByRole('row').nth(1).waitFor()
  expect(await lineLost(page).count(), 'a moment without a line is nothing').toBe(0)
  await lineLost(page).waitFor()
  await page.getByText('disambung lagi sendiri').waitFor()
  await look('a page without its line', phone)
  await page.unroute('**/socket.io/**')
  await lineLost(page).waitFor({ state: 'detached' })
  await close({ errors: /./ })
})

test('a page that is shown out for newer ones says so, and comes back when it is asked', async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token, viewport: phone })
  const { page, look, close } = visit
  const heard = await openConnected(visit, '/home')
  const others = Array.from({ length: 20 }, () => io(lapak.info.address, { forceNew: true, transports: ['websocket'] }))
  for (const socket of others) socket.on('connect', () => socket.emit('logon', { token }))
  await page.getByRole('button', { name: 'Sambungkan lagi' }).waitFor()
  await lineLost(page).waitFor()
  await look('a page that was shown out')
  for (const socket of others) socket.disconnect()
  await page.getByRole('button', { name: 'Sambungkan lagi' }).click()
  await lineLost(page).waitFor({ state: 'detached' })
  await expect.poll(() => heard.join('\n').split('"logonok"').length - 1).toBe(2)
  await close()
})

test('a read that fails is logged, and no alert says so [B-ERR-11]', async () => {
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
  { says: 'a refusal', answer: { status: 422, json: { success: false, msg: 'suplier tidak terbaca' } }, shown: 'suplier tidak terbaca' },
  {
    says: 'a page of a proxy instead of JSON',
    answer: { status: 200, contentType: 'text/html', body: '<h1>It works!</h1>' },
    shown: 'Jawaban server tidak dikenali. Muat ulang halaman ini.',
  },
  {
    says: 'JSON that is cut off',
    answer: { status: 200, contentType: 'application/json', body: '{"success":true,"data":{"con' },
    shown: 'Jawaban server tidak dikenali. Muat ulang halaman ini.',
  },
])('where a list should stand, $says is told in a quiet box that offers another try [B-ERR-01, B-ERR-11]', async ({ answer, shown }) => {
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
  await close({ statuses: [422], errors: /./ })
})
