/* How a stranger becomes a complete member, by nothing but the page and the own mail. */
import type { Page } from 'playwright-core'
import type { Lapak } from './lapak.ts'
import { linkTo } from './letters.ts'
import { codeSentTo, newPhone } from './new-member.ts'
import { message } from './walk.ts'

export interface Newcomer {
  name: string
  email: string
  password: string
}

async function choose(page: Page, field: string, word: string) {
  await page.getByRole('combobox', { name: field }).fill(word)
  await page
    .getByRole('option', { name: new RegExp(word, 'i') })
    .first()
    .click()
}

/** Up to the letter. */
export async function register(page: Page, { name, email, password }: Newcomer) {
  await page.goto('/login')
  await page.getByRole('link', { name: /Daftar/ }).click()
  await page.getByLabel('Nama').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Ulangi password').fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign UP' }).click()
  await message(page, 'Mohon check email untuk aktivasi user').waitFor()
}

export async function signInAs(page: Page, { email, password }: Newcomer) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

/** From the letter into the new account. */
export async function activate(page: Page, lapak: Lapak, newcomer: Newcomer) {
  await page.goto(await linkTo(lapak, newcomer.email, 'Aktivasi akun Lapak'))
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await page.getByRole('button', { name: 'Aktifkan akun' }).click()
  await page.getByRole('heading', { name: 'User Activated Successfully' }).waitFor()
  await page
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('button', { name: 'Login' }))
    .click()
  await signInAs(page, newcomer)
}

/** Address and verified phone; answers the number. */
export async function completeAccount(page: Page, lapak: Lapak): Promise<string> {
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
  return number
}
