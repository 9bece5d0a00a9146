import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, message, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const sellers = ['penjual@lapak.test', 'penjual2@lapak.test', 'penjual3@lapak.test'] as const
const sectionOf = (page: Page) => page.getByRole('region', { name: 'Uji server' })
const cardOf = (page: Page, name: string) => sectionOf(page).getByRole('listitem', { name, exact: true })

/** The situation of a slow server takes as long as its seller waits for answers. */
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

async function openSetting(email: string, viewport = desk) {
  const walked = await openApp(lapak, { as: await lapak.signIn(email), viewport })
  await walked.page.goto('/penjualan?tab=setting')
  await sectionOf(walked.page).getByRole('button', { name: 'Jalankan uji' }).waitFor()
  return walked
}

async function start(page: Page) {
  await sectionOf(page).getByRole('button', { name: 'Jalankan uji' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByText('pesanan uji yang tidak dibayar').waitFor()
  await question.getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Uji server dimulai').waitFor()
}

const summary = (page: Page, text: RegExp) => sectionOf(page).getByRole('status').filter({ hasText: text })

describe.each([
  [phone, sellers[0]],
  [desk, sellers[1]],
] as const)("the self-test of a seller's server, at $width px", (viewport, email) => {
  test('warns first, shows each situation as it ends, and tells what is wrong with a server that buys twice', async () => {
    const { page, requestsTo, look, close } = await openSetting(email, viewport)
    const section = sectionOf(page)
    await section.getByText('Server Anda benar-benar ditanya').waitFor()
    expect(await section.textContent()).toMatch(/tidak dibayar siapa pun\. Referensinya selalu diawali [0-9A-F]{4}UJI\./)
    await summary(page, /Belum pernah diuji/).waitFor()

    await section.getByText('Produk dan nomor uji', { exact: true }).click()
    const target = section.getByLabel('Nomor tujuan, Ganda')
    await target.fill('')
    await section.getByText('Please fill').waitFor()
    expect(await section.getByRole('button', { name: 'Jalankan uji' }).isDisabled()).toBe(true)
    await target.fill('081277770018')
    await look('products and numbers of a self-test')

    const before = requestsTo('GET', '/api/v1/seller/selftest').length
    await start(page)
    await summary(page, /Sedang diuji/).waitFor()
    await summary(page, /9 lulus, 1 gagal/).waitFor()
    // At every situation's beginning and end, and not only every few seconds.
    expect(requestsTo('GET', '/api/v1/seller/selftest').length - before).toBeGreaterThan(8)

    await cardOf(page, 'Ganda').getByText('server Anda membeli dua kali').waitFor()
    await cardOf(page, 'Sukses').getByText('Percakapan, 1 langkah').click()
    expect(await cardOf(page, 'Sukses').textContent()).toMatch(
      /Pesanan: sukses.*Pesanan sungguhan: Anda dibayar.*SN \d+.*GET http.*HTTP 200/s,
    )
    // What is half below the bars counts as too small to press.
    await page.evaluate('scrollTo(0, 0)')
    await look('the result of a self-test')
    await page.reload()
    await summary(page, /9 lulus, 1 gagal/).waitFor()
    await close()
  })
})

test('a good server passes all ten', async () => {
  const { page, close } = await openSetting(sellers[2])
  await start(page)
  await summary(page, /10 lulus/).waitFor()
  await close()
})

test('a server that is not used is saved and tested first', async () => {
  const stopped = 'penjual5@lapak.test'
  await lapak.call(await lapak.signIn(stopped), 'DELETE', '/api/v1/seller/api')
  const { page, look, close } = await openSetting(stopped)
  await sectionOf(page).getByText('Simpan server yang lulus test dulu').waitFor()
  expect(await sectionOf(page).getByRole('button', { name: 'Jalankan uji' }).isDisabled()).toBe(true)
  await look('a server that cannot be tested yet')
  await close()
  await waitFor(stopped, 30_000)
})
