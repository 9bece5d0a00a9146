import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, message, openConnected, phone, tablet } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifikasi/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifikasi' })
const newDevice = /Masuk dari perangkat baru/

test('the bell counts without reload in every tab, opens and closes by keyboard, and each notice leads to its place', async () => {
  const { email, token } = await completeMember(lapak)
  const one = await openApp(lapak, { as: token })
  const other = await openApp(lapak, { as: token })
  const { page } = one
  await openConnected(one, '/home')
  await openConnected(other, '/trxpembelian')
  expect(await bell(page).getAttribute('aria-label')).toBe('Notifikasi')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByText('Belum ada notifikasi').waitFor()
  await one.look('a bell without notices')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })

  await lapak.signIn(email)
  for (const tab of [page, other.page]) await bell(tab).and(tab.getByLabel('Notifikasi, 1 belum dibaca')).waitFor()
  await lapak.signIn(email)
  for (const tab of [page, other.page]) await tab.getByRole('banner').getByLabel('Notifikasi, 2 belum dibaca').waitFor()

  await bell(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('link', { name: newDevice }).first().waitFor()
  await one.look('the bell with notices', tablet)
  // The focus is within, and comes back to the bell.
  expect(await panel(page).locator(':focus').count()).toBe(1)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Notifikasi, 2 belum dibaca')

  await page.keyboard.press('Enter')
  await panel(page).getByRole('link', { name: newDevice }).first().click()
  await page.waitForURL('**/profile?tab=keamanan')
  await page.getByRole('tab', { name: 'Keamanan', selected: true }).waitFor()
  await panel(page).waitFor({ state: 'hidden' })
  for (const tab of [page, other.page]) await tab.getByRole('banner').getByLabel('Notifikasi, 1 belum dibaca').waitFor()

  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Tandai semua dibaca' }).click()
  await message(page, 'Semua notifikasi ditandai dibaca').waitFor()
  for (const tab of [page, other.page]) await tab.getByRole('banner').getByRole('button', { name: 'Notifikasi', exact: true }).waitFor()
  await panel(page).getByRole('link', { name: 'Lihat semua notifikasi' }).click()
  await page.waitForURL('**/notifikasi')
  await page.getByRole('main').getByRole('link', { name: newDevice }).first().waitFor()
  await one.look('the page of notices')
  await other.close()
  await one.close()
})

test('on a phone the bell leads to its page, where all is read and each notice leads on', async () => {
  const { email, token } = await completeMember(lapak)
  await lapak.signIn(email)
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/home')
  await page.getByRole('banner').getByRole('link', { name: 'Notifikasi, 1 belum dibaca' }).click()
  await page.waitForURL('**/notifikasi')
  await page.getByRole('heading', { name: 'Notifikasi', level: 1 }).waitFor()
  const line = page.getByRole('list', { name: 'Daftar notifikasi' }).getByRole('link', { name: newDevice })
  await line.getByText('Belum dibaca').waitFor({ state: 'attached' })
  await look('notices on a phone')
  await page.getByRole('button', { name: 'Tandai semua dibaca' }).click()
  await message(page, 'Semua notifikasi ditandai dibaca').waitFor()
  await line.getByText('Belum dibaca').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('link', { name: 'Notifikasi', exact: true }).waitFor()
  await line.click()
  await page.waitForURL('**/profile?tab=keamanan')
  await close()
})

test.each([phone, desk])(
  'channels are switched by kind, and what is about security and money has no switch, at $width px',
  async (viewport) => {
    const { token } = await completeMember(lapak)
    const { page, look, close } = await openApp(lapak, { as: token, viewport })
    await page.goto('/notifikasi?tab=pengaturan')
    const letters = page.getByRole('switch', { name: 'Saldo menipis lewat E-mail' })
    expect(await letters.isChecked()).toBe(true)
    await look('settings of notices')
    expect(await page.getByRole('switch', { name: /^(Keamanan akun|Topup|Penarikan)/ }).count()).toBe(0)
    await page.getByText('E-mail: selalu').first().waitFor()
    await letters.focus()
    await page.keyboard.press('Space')
    await message(page, 'Pengaturan notifikasi disimpan').waitFor()
    expect(await letters.isChecked()).toBe(false)
    await page.reload()
    await letters.waitFor()
    expect(await letters.isChecked()).toBe(false)
    await page.getByRole('tab', { name: 'Semua' }).click()
    await page.waitForURL('**/notifikasi')
    await close()
  },
)

test('a server that does not answer is said, and asked again', async () => {
  const { token } = await completeMember(lapak)
  const visit = await openApp(lapak, { as: token })
  const { page, look, close } = visit
  let down = true
  await page.route('**/api/v1/notifications?*', (route) =>
    down ? route.fulfill({ status: 422, json: { success: false, msg: 'Belum bisa' } }) : route.continue(),
  )
  // It is read again when the line comes up, by itself.
  await openConnected(visit, '/notifikasi')
  await page.getByText('Notifikasi belum bisa ditampilkan').waitFor()
  await look('notices that cannot be shown')
  down = false
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page.getByText('Belum ada notifikasi').waitFor()
  await close({ statuses: [422], errors: /Belum bisa/ })
})

async function give(memberid: number, jumlah: number) {
  const [first, second] = await Promise.all(['admin@lapak.test', 'kasir@lapak.test'].map((email) => lapak.signIn(email)))
  const reffclient = randomUUID()
  await lapak.call(first ?? '', 'POST', '/api/admin/v1/accounts/adjustment', {
    reffclient,
    memberid,
    jumlah,
    reason: 'Untuk jalan-jalan ini',
  })
  const { content } = await lapak.call<{ content: { id: number; asked: { reffclient?: string } }[] }>(
    second ?? '',
    'GET',
    '/api/admin/v1/decisions?open=1&size=1000',
  )
  const { id } = content.find(({ asked }) => asked.reffclient === reffclient) ?? { id: 0 }
  await lapak.call(second ?? '', 'POST', `/api/admin/v1/decisions/${id}`, { yes: true, reason: 'Untuk jalan-jalan ini' })
}

/** What is pressed there and is not all within the page. */
const outOfTheBar = `[...document.querySelector('header').querySelectorAll('a, button')]
  .map((one) => one.getBoundingClientRect())
  .filter(({ left, right }) => left < 0 || right > innerWidth).length`

const widths = [320, 360, 390, 450, 451, 560, 600, 768, 769, 992, 1100, 1280, 1920]

test('the top bar holds the bell, a long name and a large balance at every width, and shows a usual balance in full on a phone', async () => {
  const { token } = await completeMember(lapak, 'Koperasi Karyawan Sejahtera Abadi Nusantara')
  const { id } = await lapak.call<{ id: number }>(token, 'GET', '/api/v1/user')
  await give(id, 98_765_432)
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/home')
  const balance = page.getByRole('banner').getByTitle('Lihat histori')
  await balance.getByText('Rp 98.765.432').waitFor()
  const [all, shown] = await balance.locator('span').evaluate((node) => {
    const { scrollWidth, clientWidth } = node as unknown as { scrollWidth: number; clientWidth: number }
    return [scrollWidth, clientWidth]
  })
  expect(shown).toBeGreaterThanOrEqual(all ?? Number.POSITIVE_INFINITY)
  await give(id, 9_876_543_210)
  await page.reload()
  await balance.getByText('Rp 9.975.308.642').waitFor()
  await look('a full top bar', ...widths.map((width) => ({ width, height: 844 })))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const beyond = await page.evaluate(outOfTheBar)
    expect(beyond, `${width} px`).toBe(0)
  }
  await close()
})

test('sellers and administrators have room for their bars too', async () => {
  for (const email of ['penjual@lapak.test', 'admin@lapak.test', buyer]) {
    const { page, look, close } = await openApp(lapak, { as: await lapak.signIn(email) })
    await page.goto('/home')
    await bell(page).waitFor()
    await look(`the top bar of ${email}`, ...[320, 390, 451, 560, 768, 1000].map((width) => ({ width, height: 900 })))
    await close()
  }
})
