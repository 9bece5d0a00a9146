import { expect, test } from 'vitest'
import { type AppOptions, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const admin = await lapak.signIn('admin@lapak.test')
const open = (options: AppOptions = {}) => openApp(lapak, { as: admin, ...options })

const matters = ['Pesanan', 'Suplier istirahat', 'Callback', 'Surat dan kode', 'Tugas', 'Feed mutasi bank', 'Pembukuan', 'Penghubung']

test('an administrator sees how the house runs, and comes from there to what can be done', async () => {
  const { page, look, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('menuitem', { name: 'Kesehatan' }).click()
  for (const name of matters) await page.getByRole('region', { name, exact: true }).waitFor()
  // The demo has no carrier of letters, and its gateway is played.
  const adapters = page.getByRole('region', { name: 'Penghubung' })
  expect(await adapters.textContent()).toContain('E-mailTidak diatur')
  expect(await adapters.textContent()).toContain('Penyedia pembayaransandbox')
  await look('how the house runs', phone)
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'Pengaturan' }).click()
  await page.getByRole('button', { name: 'Ubah health.feedHours' }).waitFor()
  await close()
})
