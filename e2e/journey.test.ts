/* One person's first day, as a whole: the parts have tests of their own. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeOf, secretShown } from './authenticator.ts'
import { linkTo } from './letters.ts'
import { codeSentTo, newPhone } from './new-member.ts'
import { message, phone, setOut, walk } from './walk.ts'

const { lapak, browser } = await setOut()

const password = 'warung-kopi-7'

async function choose(page: Page, field: string, word: string) {
  await page.getByRole('combobox', { name: field }).fill(word)
  await page
    .getByRole('option', { name: new RegExp(word, 'i') })
    .first()
    .click()
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

test('a stranger becomes a complete member with a verified phone and two-step security, by nothing but the page [B-ENT-07, B-RT-12, B-RT-13]', async () => {
  const { page, asked, end } = await walk(browser, lapak, { viewport: phone })
  const email = `perjalanan.${Date.now()}@toko.test`

  await page.goto('/login')
  await page.getByRole('link', { name: /Daftar/ }).click()
  await page.getByLabel('Nama').fill('Warung Kopi Sari')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Ulangi password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign UP' }).click()
  await message(page, 'Mohon check email untuk aktivasi user').waitFor()
  expect(Object.keys(asked('POST', '/register')[0]?.postDataJSON() as object).toSorted()).toEqual([
    'confmpassword',
    'email',
    'hash',
    'nama',
    'password',
    'phone',
  ])

  await page.goto(await linkTo(lapak, email, 'Aktivasi akun Lapak'))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Aktifkan akun' }).click()
  await page.getByRole('heading', { name: 'User Activated Successfully' }).waitFor()
  await page
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('button', { name: 'Login' }))
    .click()
  await signIn(page, email)

  await page.getByRole('heading', { name: 'Lengkapi akun' }).waitFor()
  await page.getByRole('textbox', { name: 'Alamat' }).fill('Jl. Melati 5')
  await choose(page, 'Provinsi', 'Jawa Timur')
  await choose(page, 'Kota/Kabupaten', 'Sidoarjo')
  await choose(page, 'Kecamatan', 'Waru')
  const number = newPhone()
  await page.getByRole('textbox', { name: 'Nomor Telp' }).fill(number)
  await page.getByRole('button', { name: 'Minta kode OTP' }).click()
  await page.getByLabel('Kode OTP').fill(await codeSentTo(lapak, number))
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()

  await page.goto('/profile?tab=keamanan')
  const secret = await secretShown(page, lapak, email)
  await page.getByLabel('Kode authenticator').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Aktifkan' }).click()
  await page.getByRole('heading', { name: 'Verifikasi dua langkah aktif' }).waitFor()
  await page.getByRole('button', { name: 'Saya sudah menyimpan, masuk lagi' }).click()

  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  await signIn(page, email)
  await page.getByRole('heading', { name: 'Verifikasi dua langkah' }).waitFor()
  // The code of now was used to switch it on; the next step's is taken as well.
  await page.getByRole('textbox').fill(codeOf(secret, 1))
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
  await end({ statuses: [403, 422], errors: /Konfirmasi dahulu/ })
})
