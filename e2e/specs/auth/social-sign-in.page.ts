import { afterAll, expect, test } from 'vitest'
import { startIdentityProvider } from '../../../simulators/src/identity-provider.ts'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { isolatedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const client = { clientId: 'lapak-at-google', clientSecret: 'kata-rahasia' }
const visitor = { sub: 'google-31', name: 'Sari Dewi', email: 'sari.dewi@gmail.test', email_verified: true }

const google = await startIdentityProvider({ ...client, visitor })
afterAll(() => google.close())
const lapak = await isolatedLapak({
  GOOGLE_CLIENT_ID: client.clientId,
  GOOGLE_CLIENT_SECRET: client.clientSecret,
  GOOGLE_AUTH_URL: google.authUrl,
  GOOGLE_TOKEN_URL: google.tokenUrl,
  GOOGLE_USER_URL: google.userUrl,
  OUTGOING_ALLOWED_HOSTS: new URL(google.url).host,
})

test('social sign-in: the page offers only the configured provider, which signs the member in', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Masuk dengan Google' })
  await button.waitFor()
  expect(await page.getByRole('button', { name: 'Masuk dengan Facebook' }).count()).toBe(0)
  await button.click()
  await alertMessage(page, 'Login Successfully').waitFor()
  await page.waitForURL('**/home')
  expect(requestsTo('POST', '/socialauth/google').length).toBe(1)
  expect(await page.evaluate(`JSON.parse(localStorage.getItem('lapak.session')).user.email`)).toBe(visitor.email)
  await page.goBack()
  expect(page.url()).not.toContain('code=')
  await close()
})

test('social sign-in: an answer of the provider that this page did not request is refused and removed from the address', async () => {
  const { page, requestsTo, close } = await openApp(lapak)
  const code = google.codeFor(visitor, `${lapak.info.address}/login`, { challenge: 'of-somebody-else' })
  await page.goto('/login')
  // The answer is also refused while another sign-in is in progress.
  await page.evaluate(`sessionStorage.setItem('lapak.social', 'google 0123456789 ${'v'.repeat(64)} ${'n'.repeat(64)}')`)
  for (const state of ['of-somebody-else', '']) {
    await page.goto(`/login?code=${code}&state=${state}`)
    await alertMessage(page, 'Jawaban login tidak dikenali').waitFor()
    await page.waitForURL(`${lapak.info.address}/login`)
  }
  expect(requestsTo('POST', '/socialauth/google')).toEqual([])
  expect(await page.evaluate(`localStorage.getItem('lapak.session')`)).toBeNull()
  await close()
})

test('social sign-in: a code that the provider does not accept creates no session', async () => {
  const { page, close } = await openApp(lapak)
  await page.goto('/login')
  await page.evaluate(`sessionStorage.setItem('lapak.social', 'google 0123456789 ${'v'.repeat(64)} ${'n'.repeat(64)}')`)
  await page.goto('/login?code=invented&state=0123456789')
  await alertMessage(page, 'Login dengan Google gagal, silakan coba lagi').waitFor()
  expect(await page.evaluate(`localStorage.getItem('lapak.session')`)).toBeNull()
  await page.getByRole('button', { name: 'Masuk dengan Google' }).waitFor()
  await close({ statuses: [422] })
})
