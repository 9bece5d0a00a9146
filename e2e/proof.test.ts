import { expect, test } from 'vitest'
import { openTables } from '../server/test/database.ts'
import { buyer, password } from './lapak.ts'
import { codeSentTo } from './new-member.ts'
import { desk, message, phone, setOut, walk } from './walk.ts'

const { lapak, browser } = await setOut()

/** As if everybody had proved themselves a quarter of an hour ago. */
async function timePasses() {
  const tables = openTables(lapak.info.databaseUrl)
  await tables
    .updateTable('session_proof')
    .set({ proved_at: new Date(Date.now() - 15 * 60_000) })
    .execute()
  await tables.destroy()
}

/** One asks for a code sooner after the other than one member may. */
const people = [
  { viewport: phone, who: buyer },
  { viewport: desk, who: 'penjual@lapak.test' },
]

test.each(people)('what a thief of a session would want asks $who who sits here, at $viewport.width px', async ({ viewport, who }) => {
  const { page, look, end } = await walk(browser, lapak, { as: await lapak.signIn(who), viewport })
  await timePasses()
  await page.goto('/profile?tab=api')
  const proof = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  const name = `Kasir ${viewport.width}`

  async function askForKey() {
    await page.getByRole('button', { name: 'Tambah key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tambah API key' })
    await dialog.getByLabel('Nama').fill(name)
    await dialog.getByRole('button', { name: 'Buat key' }).click()
    return dialog
  }

  const dialog = await askForKey()
  await proof.waitFor()
  await look('the proof')
  await page.keyboard.press('Escape')
  await message(page, 'Dibatalkan: belum dikonfirmasi bahwa ini Anda').waitFor()
  // What was filled in is still there.
  expect(await dialog.getByLabel('Nama').inputValue()).toBe(name)

  await dialog.getByRole('button', { name: 'Buat key' }).click()
  await proof.getByLabel('Password', { exact: true }).fill('bukan password saya')
  await proof.getByRole('button', { name: 'Konfirmasi' }).click()
  await proof.getByText('Password salah').waitFor()
  await look('a wrong proof')
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Konfirmasi' }).click()
  await page.getByRole('button', { name: 'Saya sudah menyimpan' }).click()

  // Within ten minutes nobody asks again.
  await page.getByRole('button', { name: `Hapus key ${name}` }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Delete Ok!').waitFor()

  // Members of Google and Facebook know no password.
  await timePasses()
  await page.goto('/profile?tab=keamanan')
  await page.getByRole('button', { name: 'Tampilkan kode QR' }).click()
  await proof.getByLabel('Konfirmasi dengan').selectOption('otp')
  await proof.getByRole('button', { name: 'Minta kode OTP' }).click()
  await proof.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await proof.getByLabel('Kode OTP').fill(await codeSentTo(lapak, who))
  await look('the mailed code')
  await proof.getByRole('button', { name: 'Konfirmasi' }).click()
  await page.getByRole('img', { name: 'Kode QR untuk aplikasi authenticator' }).waitFor()
  await end({ statuses: [422], errors: /Konfirmasi dahulu bahwa ini Anda/ })
})

test.each([phone, desk])(
  'after a new password its owner looks at everything on one page and wakes what is his, at $width px',
  async (viewport) => {
    const token = await lapak.signIn(buyer)
    const name = `Server toko ${viewport.width}`
    const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/user/api/keys', { name })
    const tables = openTables(lapak.info.databaseUrl)
    await tables.updateTable('api_key').set({ resting_at: new Date() }).where('id', '=', BigInt(id)).execute()
    await tables.destroy()
    const { page, look, end } = await walk(browser, lapak, { as: token, viewport })
    await page.goto('/periksaakun')
    for (const heading of ['Sesi aktif', 'API key', 'Alamat callback', 'Rekening bank', 'JabberID'])
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.getByRole('button', { name: `Ini milik saya: key ${name}` }).waitFor()
    await look('everything of an account')
    await page.getByRole('button', { name: `Ini milik saya: key ${name}` }).click()
    await message(page, 'API key dipakai lagi').waitFor()
    await expect.poll(() => page.getByRole('button', { name: `Ini milik saya: key ${name}` }).count()).toBe(0)
    await page.getByRole('button', { name: `Hapus key ${name}` }).click()
    await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
    await message(page, 'Delete Ok!').waitFor()
    await end()
  },
)
