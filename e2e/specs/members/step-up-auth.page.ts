import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { codeSentTo, newMember, newPhone } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

type Tables = ReturnType<typeof openTables>

async function withTables<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
  const tables = openTables(lapak.info.databaseUrl)
  return work(tables).finally(() => tables.destroy())
}

/** Moves every step-up authentication and every code a quarter of an hour into the past. */
const ageStepUps = () =>
  withTables(async (tables) => {
    const before = new Date(Date.now() - 15 * 60_000)
    await tables.updateTable('session_step_up').set({ verified_at: before }).execute()
    await tables.updateTable('otp').set({ created_at: before }).execute()
  })

test('step-up authentication: a key requires the password, a second factor an e-mailed code, each valid for ten minutes', async () => {
  const { email, token } = await newMember(lapak)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await ageStepUps()
  await page.goto('/profile?tab=api')
  const stepUp = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  const name = 'Kasir'

  async function requestKey() {
    await page.getByRole('button', { name: 'Tambah key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tambah API key' })
    await dialog.getByLabel('Nama').fill(name)
    await dialog.getByRole('button', { name: 'Buat key' }).click()
    return dialog
  }

  const dialog = await requestKey()
  await stepUp.waitFor()
  await page.keyboard.press('Escape')
  await alertMessage(page, 'Dibatalkan: belum dikonfirmasi bahwa ini Anda').waitFor()
  // The form of the key keeps its input.
  expect(await dialog.getByLabel('Nama').inputValue()).toBe(name)

  await dialog.getByRole('button', { name: 'Buat key' }).click()
  await stepUp.getByLabel('Password', { exact: true }).fill('bukan password saya')
  await stepUp.getByRole('button', { name: 'Konfirmasi' }).click()
  await stepUp.getByText('Password salah').waitFor()
  await stepUp.getByLabel('Password', { exact: true }).fill(password)
  await stepUp.getByRole('button', { name: 'Konfirmasi' }).click()
  await page.getByRole('button', { name: 'Saya sudah menyimpan' }).click()

  // Within ten minutes no further confirmation is required.
  await page.getByRole('button', { name: `Hapus key ${name}` }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()

  // Members who sign in with Google or Facebook have no password.
  await ageStepUps()
  await page.goto('/profile?tab=keamanan')
  await page.getByRole('button', { name: 'Tampilkan kode QR' }).click()
  await stepUp.getByLabel('Konfirmasi dengan').selectOption('otp')
  await stepUp.getByRole('button', { name: 'Minta kode OTP' }).click()
  await stepUp.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await stepUp.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await stepUp.getByRole('button', { name: 'Konfirmasi' }).click()
  await page.getByRole('img', { name: 'Kode QR untuk aplikasi authenticator' }).waitFor()
  await close({ statuses: [422], errors: /Konfirmasi dahulu/ })
})

test('step-up authentication: after a password change one page lists the changes that an attacker may have made, and reactivates a key', async () => {
  const token = await lapak.signIn(buyer)
  const name = 'Server toko'
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/user/api/keys', { name })
  await withTables((tables) => tables.updateTable('api_key').set({ suspended_at: new Date() }).where('id', '=', BigInt(id)).execute())
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/periksaakun')
  for (const heading of [
    'Sesi aktif',
    'API key',
    'Daftar IP umum',
    'Alamat callback',
    'Secret callback',
    'Rekening bank',
    'JabberID',
    'Nomor telp',
    'Verifikasi dua langkah',
  ])
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  await page.getByRole('button', { name: `Ini milik saya: key ${name}` }).waitFor()
  await page.getByRole('button', { name: `Ini milik saya: key ${name}` }).click()
  await alertMessage(page, 'API key dipakai lagi').waitFor()
  await expect.poll(() => page.getByRole('button', { name: `Ini milik saya: key ${name}` }).count()).toBe(0)
  await page.getByRole('button', { name: `Hapus key ${name}` }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Delete Ok!').waitFor()
  await close()
})

const account = { bankcode: '01', accountno: '1234567890', accountname: 'BUDI' }
const callback = 'https://kios.contoh.id/panggil'

/** A member with one of each setting that an attacker would change. */
async function memberWithAll() {
  const { email, token } = await newMember(lapak)
  await lapak.call(token, 'POST', '/api/v1/seller/banks', account)
  await lapak.call(token, 'PATCH', '/api/v1/user/api', { callback })
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/user/api/keys', { name: 'Server toko' })
  await withTables((tables) => tables.updateTable('api_key').set({ suspended_at: new Date() }).where('id', '=', BigInt(id)).execute())
  const jid = email.replace(/@.*/, '@jabber.id')
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=jabber')
  await lapak.call(token, 'POST', '/api/v1/user/jabber', { jid, otp: await codeSentTo(lapak, email), sid })
  await ageStepUps()
  const has = async () =>
    [
      await lapak.call(token, 'GET', '/api/v1/user'),
      await lapak.call(token, 'GET', '/api/v1/user/api'),
      await lapak.call(token, 'GET', '/api/v1/seller/banks'),
      await lapak.call<{ jid: string }[]>(token, 'GET', '/api/v1/user/jabber'),
    ] as const
  return { email, token, has }
}

const verifyPhone = (email: string, phone: string) =>
  withTables((tables) =>
    tables
      .updateTable('member')
      .set({ phone: phone.replace(/^0/, '62'), phone_verified_at: new Date() })
      .where('email', '=', email)
      .execute(),
  )

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const pressAndConfirm = async (page: Page, name: string | RegExp) => {
  await press(page, name)
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
}

async function typeCode(page: Page, typedPhone: string) {
  await page.getByRole('textbox', { name: 'Nomor Telp' }).last().fill(typedPhone)
  await page.getByRole('button', { name: 'Minta kode OTP' }).last().click()
  await page
    .getByLabel('Kode OTP')
    .last()
    .fill(await codeSentTo(lapak, typedPhone))
}

async function choosePlace(page: Page, field: string, name: string) {
  await page.getByRole('combobox', { name: field }).fill(name)
  await page
    .getByRole('option', { name: new RegExp(name, 'i') })
    .first()
    .click()
}

/** Every form that an attacker would use, up to the press that sends it. */
const forms: { what: string; at: string; send: (page: Page) => Promise<void> }[] = [
  {
    what: 'a key',
    at: '/profile?tab=api',
    async send(page) {
      await press(page, 'Tambah key')
      await page.getByRole('dialog').getByLabel('Nama').fill('Curian')
      await press(page, 'Buat key')
    },
  },
  {
    what: 'addresses of a key',
    at: '/profile?tab=api',
    async send(page) {
      await press(page, 'Ubah key Server toko')
      const dialog = page.getByRole('dialog', { name: 'Ubah API key' })
      await dialog.getByLabel('Daftar IP key ini').fill('203.0.113.9')
      await dialog.getByRole('button', { name: 'Simpan' }).click()
    },
  },
  { what: 'another first key', at: '/profile?tab=api', send: (page) => pressAndConfirm(page, 'Reset key dan secret') },
  {
    what: 'addresses of all keys',
    at: '/profile?tab=api',
    async send(page) {
      await page.getByLabel('Daftar IP', { exact: true }).fill('203.0.113.9')
      await press(page, 'Simpan')
    },
  },
  {
    what: 'a callback address',
    at: '/profile?tab=api',
    async send(page) {
      await page.getByRole('textbox', { name: 'Alamat callback' }).fill('https://curi.contoh.id/')
      await press(page, 'Simpan')
    },
  },
  { what: 'a callback secret', at: '/profile?tab=api', send: (page) => pressAndConfirm(page, 'Ganti secret callback') },
  { what: 'a key that rests', at: '/periksaakun', send: (page) => press(page, 'Ini milik saya: key Server toko') },
  {
    what: 'a bank account',
    at: '/profile?tab=bank',
    async send(page) {
      await press(page, 'Tambah rekening')
      await page.getByLabel('Nomor rekening').fill('9876543210')
      await page.getByLabel('Nama pemilik').fill('PENCURI')
      await press(page, 'Save')
    },
  },
  {
    what: 'another owner of a bank account',
    at: '/profile?tab=bank',
    async send(page) {
      await press(page, `Ubah BCA ${account.accountno}`)
      await page.getByLabel('Nama pemilik').fill('PENCURI')
      await press(page, 'Save')
    },
  },
  { what: 'a bank account that goes', at: '/periksaakun', send: (page) => pressAndConfirm(page, `Hapus BCA ${account.accountno}`) },
  { what: 'a second factor', at: '/profile?tab=keamanan', send: (page) => press(page, 'Tampilkan kode QR') },
  {
    what: 'a phone',
    at: '/home',
    async send(page) {
      await press(page, 'Verifikasi No. HP')
      // Inside the dialog, because the form behind the dialog has the same phone field.
      await page.getByRole('dialog').getByRole('textbox', { name: 'Nomor Telp' }).waitFor()
      await typeCode(page, newPhone())
      await press(page, 'Verifikasi')
    },
  },
  {
    what: 'a complete account',
    at: '/home',
    async send(page) {
      await page.getByRole('textbox', { name: 'Alamat' }).fill('Jl. Pencuri 5')
      await choosePlace(page, 'Provinsi', 'Jawa Timur')
      await choosePlace(page, 'Kota/Kabupaten', 'Sidoarjo')
      await choosePlace(page, 'Kecamatan', 'Waru')
      await typeCode(page, newPhone())
      await press(page, 'Simpan')
    },
  },
]

test('step-up authentication: with a stolen session every sensitive form stops at the confirmation and changes nothing', async () => {
  const { email, token, has } = await memberWithAll()
  const before = await has()
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  const endsAtStepUp = async ({ what, at, send }: (typeof forms)[number]) => {
    await page.goto(at)
    await send(page)
    await page
      .getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
      .waitFor()
      .catch((error) => {
        throw new Error(`${what}: ${error}`)
      })
    await page.keyboard.press('Escape')
    await page.getByText('Dibatalkan: belum dikonfirmasi bahwa ini Anda').first().waitFor()
    await ageStepUps()
  }
  for (const form of forms) await endsAtStepUp(form)
  expect(await has()).toEqual(before)

  await verifyPhone(email, newPhone())
  const withPhone = await has()
  await endsAtStepUp({ what: 'the phone', at: '/periksaakun', send: (other) => pressAndConfirm(other, 'Bukan nomor saya') })
  expect(await has()).toEqual(withPhone)
  await close({ statuses: [422], errors: /Konfirmasi dahulu/ })
})

/** Replaces the member's supplier by the attacker's server, and gives the attacker a special price. */
const sellThroughAttacker = (email: string) =>
  withTables(async (tables) => {
    const { id } = await tables.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const role = await tables.selectFrom('role').select('id').where('name', '=', 'ROLE_SELLER').executeTakeFirstOrThrow()
    await tables.insertInto('member_role').values({ member_id: id, role_id: role.id }).execute()
    const server = { kind: 1, api_url: 'http://127.0.0.1:9/api/h2h', user_id: 'PA0001', username: '', templates: '{}', patterns: '{}' }
    await tables
      .insertInto('seller_api')
      .values({ seller_id: id, ...server, report_path: `curian-${id}`, tested_at: new Date() })
      .execute()
    const product = await tables.selectFrom('product').select('id').where('code', '=', 'S5').executeTakeFirstOrThrow()
    const offer = await tables
      .insertInto('offer')
      .values({ seller_id: id, product_id: product.id, supplier_code: 'S5', sell_price: 5_500n, open: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    const attacker = await tables.selectFrom('member').select('id').where('email', '=', buyer).executeTakeFirstOrThrow()
    await tables.insertInto('special_price').values({ offer_id: offer.id, buyer_id: attacker.id, price: 1n }).execute()
  })

const [owner, attackerServer] = ['203.0.113.9', 'https://curi.contoh.id']

/** Verifies the attacker's server for callbacks, and adds the attacker's IP address to the allowed addresses of the keys. */
const allowAttacker = (email: string) =>
  withTables(async (tables) => {
    const allowed = { allowed_addresses: `${owner},198.51.100.7` }
    const { id } = await tables.updateTable('member').set(allowed).where('email', '=', email).returning('id').executeTakeFirstOrThrow()
    const named = { member_id: id, origin: attackerServer, url: `${attackerServer}/` }
    await tables
      .insertInto('callback_endpoint')
      .values({ ...named, verified_at: new Date() })
      .execute()
  })

test('step-up authentication: one page removes everything that an attacker may have left behind', async () => {
  const { email, token, has } = await memberWithAll()
  await verifyPhone(email, newPhone())
  await sellThroughAttacker(email)
  await allowAttacker(email)
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/periksaakun')
  await page.getByText('http://127.0.0.1:9/api/h2h').waitFor()
  await pressAndConfirm(page, 'Ganti secret callback')
  // After a confirmation by e-mail no other action requires one, not even an action that accepts only a confirmation by e-mail.
  const stepUp = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  await stepUp.getByLabel('Konfirmasi dengan').selectOption('otp')
  await stepUp.getByRole('button', { name: 'Minta kode OTP' }).click()
  await stepUp.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await stepUp.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await stepUp.getByRole('button', { name: 'Konfirmasi' }).click()
  await press(page, 'Saya sudah menyimpan')
  await page.getByRole('region', { name: 'Alamat callback' }).getByRole('button', { name: 'Hapus' }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Tidak ada alamat callback.').waitFor()
  await pressAndConfirm(page, `Cabut bukti ${attackerServer}`)
  await alertMessage(page, 'Bukti alamat callback dicabut').waitFor()
  await pressAndConfirm(page, 'Hapus IP 198.51.100.7')
  await expect.poll(() => page.getByRole('button', { name: 'Hapus IP 198.51.100.7' }).count()).toBe(0)
  await pressAndConfirm(page, 'Hapus key Server toko')
  await alertMessage(page, 'Delete Ok!').waitFor()
  await pressAndConfirm(page, `Hapus BCA ${account.accountno}`)
  await page.getByText('Belum ada rekening').waitFor()
  await pressAndConfirm(page, /^Hapus .*@jabber\.id$/)
  await page.getByText('Belum ada JabberID').waitFor()
  await pressAndConfirm(page, 'Ganti alamat laporan')
  await alertMessage(page, 'Alamat laporan diganti, pasang yang baru di server Anda').waitFor()
  await pressAndConfirm(page, 'Berhenti memakai')
  await alertMessage(page, 'Server tidak dipakai lagi').waitFor()
  await page.getByRole('button', { name: /^Hapus harga khusus S5/ }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Tidak ada harga khusus.').waitFor()
  await pressAndConfirm(page, 'Bukan nomor saya')
  await page.getByText('Tidak ada nomor yang sudah diverifikasi.').waitFor()
  const [user, options, banks, jabber] = await has()
  expect(user).toMatchObject({ verifyphone: false })
  expect(options).toMatchObject({ callback: '', ip: owner, keys: [{ name: 'Utama' }] })
  expect([banks, jabber]).toEqual([[], []])
  const origins = await lapak.call<{ origin: string; state: string }[]>(token, 'GET', '/api/v1/user/api/callbackorigins')
  expect(origins).toContainEqual(expect.objectContaining({ origin: attackerServer, state: 'waiting' }))
  expect(await lapak.call(token, 'GET', '/api/v1/seller/api')).toMatchObject({ tested: false })
  await close({ statuses: [422], errors: /Konfirmasi dahulu/ })
})
