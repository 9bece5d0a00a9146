import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { totpCode } from '../../fixtures/authenticator.ts'
import { password as chosen, isolatedLapak, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const secret = () => randomBytes(24).toString('base64url')

/** Its address has to be known before it starts, because production states it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const port = await freePort()
const address = `http://127.0.0.1:${port}`

/** A new installation in production, without e-mail. */
const lapak = await isolatedLapak({
  NODE_ENV: 'production',
  SECRET_KEY: secret(),
  CLIENT_SECRET: secret(),
  PORT: String(port),
  PUBLIC_URL: address,
})

const email = 'sari@lapak.test'
let key = ''
const shared = await sharedLapak()

test('setup: the address in the log makes the first administrator, who switches the second factor on and sees the menu', async () => {
  const [, logged = '', token = ''] = /"setup":"([^"#]*)#([\w-]{43})"/.exec(lapak.output()) ?? []
  expect(logged).toBe(`${address}/setup`)
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/setup')
  await page.getByLabel('Kode pemasangan').fill('salah')
  await page.getByLabel('Nama').fill('Ibu Sari')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByLabel('Ulangi password').fill('lain-sekali-lho')
  const send = page.getByRole('button', { name: 'Buat admin pertama' })
  await send.click()
  await page.getByText('Password not match').waitFor()
  await page.getByLabel('Ulangi password').fill(chosen)
  expect(requestsTo('POST', '/setup').length).toBe(0)
  await send.click()
  await page.getByText('Kode pemasangan salah, periksa lagi log Lapak').first().waitFor()

  await page.goto(`/setup#${token}`)
  expect(await page.getByLabel('Kode pemasangan').inputValue()).toBe(token)
  await page.getByLabel('Nama').fill('Ibu Sari')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByLabel('Ulangi password').fill(chosen)
  await send.click()
  await alertMessage(page, 'Admin pertama dibuat. Sekarang aktifkan verifikasi dua langkah').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=keamanan')

  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Kirim' }).click()
  // No e-mail is set up, so a mailed code would never arrive.
  await page.getByRole('button', { name: 'Tampilkan kode QR' }).click()
  const region = page.getByRole('region', { name: 'Verifikasi dua langkah' })
  await region.getByRole('img', { name: 'Kode QR untuk aplikasi authenticator' }).waitFor()
  key = (await region.locator('code').textContent()) ?? ''
  await region.getByLabel('Kode authenticator').fill(totpCode(key, -1))
  await region.getByRole('button', { name: 'Aktifkan' }).click()
  await page.waitForURL('**/kodepemulihan')
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.getByLabel('Kode authenticator').fill(totpCode(key))
  await page.getByRole('button', { name: 'Verifikasi' }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await close({ statuses: [403, 422], errors: /Kode pemasangan salah/ })
})

test('setup: the dashboard lists what is missing before the marketplace is opened, until an administrator hides it', async () => {
  // Each code works once; the server accepts the one of the next period.
  const { page, requestsTo, close } = await openApp(lapak, { as: await lapak.signIn(email, () => totpCode(key, 1)), viewport: phone })
  await page.goto('/admdashboard')
  const list = page.getByRole('list', { name: 'Yang perlu disiapkan' })
  await list.waitFor()
  expect(await list.getByRole('listitem').count()).toBe(9)
  const linked = await list.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(linked).toEqual([
    '/admin/pengaturan?tab=penghubung',
    '/admin/pengaturan?tab=penghubung',
    '/profile?tab=keamanan',
    '/usermanagement',
    '/admin/pengaturan?tab=metode',
    '/admin/products',
    '/usermanagement?tab=pengajuan',
    '/syaratketentuan',
    '/admin/kesehatan',
  ])
  await page.getByText('1 dari 9 siap').waitFor()
  await page.getByRole('button', { name: 'Sembunyikan' }).click()
  await alertMessage(page, 'Daftar disembunyikan').waitFor()
  await list.waitFor({ state: 'detached' })
  expect(requestsTo('POST', '/api/admin/v1/opening/hide').length).toBe(1)
  await close()
})

test('setup: the screen is closed once there is an administrator, and says how to go on', async () => {
  for (const each of [lapak, shared]) {
    const { page, close } = await openApp(each, { viewport: phone })
    await page.goto('/setup#abc')
    await page.getByText('Halaman ini tertutup').waitFor()
    expect(await page.getByLabel('Kode pemasangan').count()).toBe(0)
    await page.getByRole('link', { name: 'Ke halaman masuk' }).click()
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    await close()
  }
})
