/* The first day of a member, from end to end; the single steps have tests of their own. */
import { expect, test } from 'vitest'
import { phone } from '../../fixtures/app.ts'
import { requestTwoFactorSecret, totpCode } from '../../fixtures/authenticator.ts'
import { openApp } from '../../fixtures/browser.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { activateNewcomer, completeAccount, registerNewcomer, signInAs } from '../../fixtures/signing-up.ts'

const lapak = await sharedLapak()

test('a visitor becomes a complete member with a verified phone and two-step security by the pages and e-mails only [B-ENT-07, B-RT-12, B-RT-13]', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone })
  const email = `perjalanan.${Date.now()}@toko.test`
  const newcomer = { name: 'Warung Kopi Sari', email, password: 'warung-kopi-7' }

  await registerNewcomer(page, newcomer)
  expect(Object.keys(requestsTo('POST', '/register')[0]?.postDataJSON() as object).toSorted()).toEqual([
    'confmpassword',
    'email',
    'hash',
    'nama',
    'password',
    'phone',
  ])

  await activateNewcomer(page, lapak, newcomer)
  const number = await completeAccount(page, lapak)

  await page.goto('/profile?tab=keamanan')
  const secret = await requestTwoFactorSecret(page, lapak, email)
  await page.getByLabel('Kode authenticator').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Aktifkan' }).click()
  await page.getByRole('heading', { name: 'Verifikasi dua langkah aktif' }).waitFor()
  await page.getByRole('button', { name: 'Saya sudah menyimpan, masuk lagi' }).click()

  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  await signInAs(page, newcomer)
  await page.getByRole('heading', { name: 'Verifikasi dua langkah' }).waitFor()
  // The code of the current period was used to switch on two-step security. The code of the next period is accepted as well.
  await page.getByRole('textbox').fill(totpCode(secret, 1))
  await page.getByRole('textbox').press('Enter')
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  const session = (await page.evaluate(`JSON.parse(localStorage.getItem('lapak.session'))`)) as { token: string }
  expect(await lapak.call(session.token, 'GET', '/api/v1/user')).toMatchObject({
    email,
    complete: true,
    verifyphone: true,
    twofactor: true,
    confm: 1,
    member: { memberphone: number, memberstatus: 2, syaratketentuan: 1 },
  })
  await close({ statuses: [403, 422], errors: /Konfirmasi dahulu/ })
})
