import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertMessage } from '../../fixtures/app.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const sellers = ['penjual@lapak.test', 'penjual2@lapak.test', 'penjual3@lapak.test'] as const
const sectionOf = (page: Page) => page.getByRole('region', { name: 'Uji server' })
const cardOf = (page: Page, name: string) => sectionOf(page).getByRole('listitem', { name, exact: true })

/** Sets the seller's timeout, which is how long the situation of a slow server takes. */
async function waitFor(email: string, timeoutms: number) {
  const token = await lapak.signIn(email)
  const { reporturl, tested, pinset, passwordset, ...settings } = await lapak.call<Record<string, unknown>>(
    token,
    'GET',
    '/api/v1/seller/api',
  )
  await lapak.call(token, 'PATCH', '/api/v1/seller/api', { ...settings, timeoutms })
}
beforeAll(async () => {
  for (const email of sellers) await waitFor(email, 3_000)
})
afterAll(async () => {
  for (const email of sellers) await waitFor(email, 30_000)
})

async function openSetting(email: string) {
  const opened = await openApp(lapak, { as: await lapak.signIn(email) })
  await opened.page.goto('/penjualan?tab=setting')
  await sectionOf(opened.page).getByRole('button', { name: 'Jalankan uji' }).waitFor()
  return opened
}

async function start(page: Page) {
  await sectionOf(page).getByRole('button', { name: 'Jalankan uji' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('pesanan uji yang tidak dibayar').waitFor()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Uji server dimulai').waitFor()
}

const summary = (page: Page, text: RegExp) => sectionOf(page).getByRole('status').filter({ hasText: text })

/** Long enough for the situations of a slow server, which wait for the seller's timeout. */
const timeout = 90_000

test('self-test: it requires a confirmation, shows each situation as it ends, and reports a server that buys twice', async () => {
  const { page, requestsTo, close } = await openSetting(sellers[0])
  const section = sectionOf(page)
  await section.getByText('Server Anda benar-benar ditanya').waitFor()
  expect(await section.textContent()).toMatch(/tidak dibayar siapa pun\. Referensinya selalu diawali [0-9A-F]{4}UJI\./)

  await section.getByText('Produk dan nomor uji', { exact: true }).click()
  const target = section.getByLabel('Nomor tujuan, Ganda')
  await target.fill('')
  await section.getByText('Please fill').waitFor()
  expect(await section.getByRole('button', { name: 'Jalankan uji' }).isDisabled()).toBe(true)
  await target.fill('081277770018')

  const before = requestsTo('GET', '/api/v1/seller/selftest').length
  await start(page)
  await summary(page, /Sedang diuji/).waitFor()
  await summary(page, /9 lulus, 1 gagal/).waitFor({ timeout })
  // The page reads the state at the start and the end of each situation, not only by polling.
  expect(requestsTo('GET', '/api/v1/seller/selftest').length - before).toBeGreaterThan(8)

  await cardOf(page, 'Ganda').getByText('server Anda membeli dua kali').waitFor()
  await cardOf(page, 'Sukses').getByText('Percakapan, 1 langkah').click()
  expect(await cardOf(page, 'Sukses').textContent()).toMatch(
    /Pesanan: sukses.*Pesanan sungguhan: Anda dibayar.*SN \d+.*GET http.*HTTP 200/s,
  )
  await page.reload()
  await summary(page, /9 lulus, 1 gagal/).waitFor()
  await close()
})

test('self-test: a good server passes all ten situations', async () => {
  const { page, close } = await openSetting(sellers[2])
  await start(page)
  await summary(page, /10 lulus/).waitFor({ timeout })
  await close()
})

test('self-test: a server that is not in use must be saved and tested first', async () => {
  const stopped = 'penjual5@lapak.test'
  const { page, close } = await openSetting(stopped)
  await summary(page, /Belum pernah diuji/).waitFor()
  await lapak.call(await lapak.signIn(stopped), 'DELETE', '/api/v1/seller/api')
  await page.reload()
  await sectionOf(page).getByText('Simpan server yang lulus test dulu').waitFor()
  expect(await sectionOf(page).getByRole('button', { name: 'Jalankan uji' }).isDisabled()).toBe(true)
  await close()
  await waitFor(stopped, 30_000)
})
