import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifikasi/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifikasi' })
const newDevice = /Masuk dari perangkat baru/

test('notifications: the bell shows the count on every page without a reload, works by keyboard, and a notification opens its screen', async () => {
  const { email, token } = await completeMember(lapak)
  const one = await openApp(lapak, { as: token })
  const other = await openApp(lapak, { as: token })
  const { page } = one
  await openWithRealtime(one, '/home')
  await openWithRealtime(other, '/trxpembelian')
  expect(await bell(page).getAttribute('aria-label')).toBe('Notifikasi')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByText('Belum ada notifikasi').waitFor()
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })

  await lapak.signIn(email)
  for (const tab of [page, other.page]) await bell(tab).and(tab.getByLabel('Notifikasi, 1 belum dibaca')).waitFor()
  await lapak.signIn(email)
  for (const tab of [page, other.page]) await tab.getByRole('banner').getByLabel('Notifikasi, 2 belum dibaca').waitFor()

  await bell(page).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('link', { name: newDevice }).first().waitFor()
  // The focus is inside the panel, and returns to the bell when the panel closes.
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
  await alertMessage(page, 'Semua notifikasi ditandai dibaca').waitFor()
  for (const tab of [page, other.page]) await tab.getByRole('banner').getByRole('button', { name: 'Notifikasi', exact: true }).waitFor()
  await panel(page).getByRole('link', { name: 'Lihat semua notifikasi' }).click()
  await page.waitForURL('**/notifikasi')
  await page.getByRole('main').getByRole('link', { name: newDevice }).first().waitFor()
  await other.close()
  await one.close()
})

test('notifications: on a phone the bell opens a page that can mark all notifications as read, and each notification opens its screen', async () => {
  const { email, token } = await completeMember(lapak)
  await lapak.signIn(email)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/home')
  await page.getByRole('banner').getByRole('link', { name: 'Notifikasi, 1 belum dibaca' }).click()
  await page.waitForURL('**/notifikasi')
  await page.getByRole('heading', { name: 'Notifikasi', level: 1 }).waitFor()
  const line = page.getByRole('list', { name: 'Daftar notifikasi' }).getByRole('link', { name: newDevice })
  await line.getByText('Belum dibaca').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Tandai semua dibaca' }).click()
  await alertMessage(page, 'Semua notifikasi ditandai dibaca').waitFor()
  await line.getByText('Belum dibaca').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('link', { name: 'Notifikasi', exact: true }).waitFor()
  await line.click()
  await page.waitForURL('**/profile?tab=keamanan')
  await close()
})

test('notifications: each kind has a switch for each channel, except security and money', async () => {
  const { token } = await completeMember(lapak)
  const { page, close } = await openApp(lapak, { as: token })
  await page.goto('/notifikasi?tab=pengaturan')
  const emails = page.getByRole('switch', { name: 'Saldo menipis lewat E-mail' })
  expect(await emails.isChecked()).toBe(true)
  expect(await page.getByRole('switch', { name: /^(Keamanan akun|Topup|Penarikan)/ }).count()).toBe(0)
  await page.getByText('E-mail: selalu').first().waitFor()
  await emails.focus()
  await page.keyboard.press('Space')
  await alertMessage(page, 'Pengaturan notifikasi disimpan').waitFor()
  await expect.poll(() => emails.isChecked()).toBe(false)
  await page.reload()
  await emails.waitFor()
  expect(await emails.isChecked()).toBe(false)
  await page.getByRole('tab', { name: 'Semua' }).click()
  await page.waitForURL('**/notifikasi')
  await close()
})

test('notifications: a failed request is reported and repeated', async () => {
  const { token } = await completeMember(lapak)
  const app = await openApp(lapak, { as: token })
  const { page, close } = app
  let down = true
  await page.route('**/api/v1/notifications?*', (route) =>
    down ? route.fulfill({ status: 422, json: { success: false, msg: 'Belum bisa' } }) : route.continue(),
  )
  // The page requests the list again when the realtime connection is established.
  await openWithRealtime(app, '/notifikasi')
  await page.getByText('Notifikasi belum bisa ditampilkan').waitFor()
  await page.waitForLoadState('networkidle')
  down = false
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page.getByText('Belum ada notifikasi').waitFor()
  await close({ statuses: [422], errors: /Belum bisa/ })
})
