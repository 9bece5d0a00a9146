import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { desk, message, phone, tablet } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, password, sharedLapak } from '../../fixtures/lapak.ts'
import { codeSentTo, newMember, newPhone } from '../../fixtures/new-member.ts'

const lapak = await sharedLapak()

type Tables = ReturnType<typeof openTables>

async function arrange<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
  const tables = openTables(lapak.info.databaseUrl)
  return work(tables).finally(() => tables.destroy())
}

/** As if everybody had proved themselves a quarter of an hour ago, and as if every code were as old. */
const timePasses = () =>
  arrange(async (tables) => {
    const before = new Date(Date.now() - 15 * 60_000)
    await tables.updateTable('session_proof').set({ proved_at: before }).execute()
    await tables.updateTable('otp').set({ created_at: before }).execute()
  })

/** One asks for a code sooner after the other than one member may. */
const people = [
  { viewport: phone, who: buyer },
  { viewport: desk, who: 'penjual@lapak.test' },
]

test.each(people)('what a thief of a session would want asks $who who sits here, at $viewport.width px', async ({ viewport, who }) => {
  const { page, look, close } = await openApp(lapak, { as: await lapak.signIn(who), viewport })
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
  await close({ statuses: [422], errors: /Konfirmasi dahulu/ })
})

test('after a new password its owner looks at everything on one page and wakes what is his', async () => {
  const token = await lapak.signIn(buyer)
  const name = 'Server toko'
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/user/api/keys', { name })
  await arrange((tables) => tables.updateTable('api_key').set({ resting_at: new Date() }).where('id', '=', BigInt(id)).execute())
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
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
  await look('everything of an account', desk)
  await page.getByRole('button', { name: `Ini milik saya: key ${name}` }).click()
  await message(page, 'API key dipakai lagi').waitFor()
  await expect.poll(() => page.getByRole('button', { name: `Ini milik saya: key ${name}` }).count()).toBe(0)
  await page.getByRole('button', { name: `Hapus key ${name}` }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Delete Ok!').waitFor()
  await close()
})

const account = { bankcode: '01', accountno: '1234567890', accountname: 'BUDI' }
const callback = 'https://kios.contoh.id/panggil'

/** A member who has one of everything that a thief would change. */
async function memberWithAll() {
  const { email, token } = await newMember(lapak)
  await lapak.call(token, 'POST', '/api/v1/seller/banks', account)
  await lapak.call(token, 'PATCH', '/api/v1/user/api', { callback })
  const { id } = await lapak.call<{ id: number }>(token, 'POST', '/api/v1/user/api/keys', { name: 'Server toko' })
  await arrange((tables) => tables.updateTable('api_key').set({ resting_at: new Date() }).where('id', '=', BigInt(id)).execute())
  const jid = email.replace(/@.*/, '@jabber.id')
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=jabber')
  await lapak.call(token, 'POST', '/api/v1/user/jabber', { jid, otp: await codeSentTo(lapak, email), sid })
  await timePasses()
  const has = async () =>
    [
      await lapak.call(token, 'GET', '/api/v1/user'),
      await lapak.call(token, 'GET', '/api/v1/user/api'),
      await lapak.call(token, 'GET', '/api/v1/seller/banks'),
      await lapak.call<{ jid: string }[]>(token, 'GET', '/api/v1/user/jabber'),
    ] as const
  return { email, token, has }
}

const proveHisPhone = (email: string, phone: string) =>
  arrange((tables) =>
    tables
      .updateTable('member')
      .set({ phone: phone.replace(/^0/, '62'), phone_verified_at: new Date() })
      .where('email', '=', email)
      .execute(),
  )

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const pressAndSay = async (page: Page, name: string | RegExp) => {
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

async function choosePlace(page: Page, field: string, word: string) {
  await page.getByRole('combobox', { name: field }).fill(word)
  await page
    .getByRole('option', { name: new RegExp(word, 'i') })
    .first()
    .click()
}

/** Every form of the page that changes what a thief would want, each up to the press that sends it. */
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
  { what: 'another first key', at: '/profile?tab=api', send: (page) => pressAndSay(page, 'Reset key dan secret') },
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
  { what: 'a callback secret', at: '/profile?tab=api', send: (page) => pressAndSay(page, 'Ganti secret callback') },
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
  { what: 'a bank account that goes', at: '/periksaakun', send: (page) => pressAndSay(page, `Hapus BCA ${account.accountno}`) },
  { what: 'a second factor', at: '/profile?tab=keamanan', send: (page) => press(page, 'Tampilkan kode QR') },
  {
    what: 'a phone',
    at: '/home',
    async send(page) {
      await press(page, 'Verifikasi No. HP')
      // The form behind it asks for a phone as well.
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

test('with a stolen session every form that matters ends at the proof, and everything is as it was', async () => {
  const { email, token, has } = await memberWithAll()
  const before = await has()
  const { page, close } = await openApp(lapak, { as: token, viewport: phone })
  page.on('dialog', (question) => void question.accept())
  const endsAtProof = async ({ what, at, send }: (typeof forms)[number]) => {
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
    await timePasses()
  }
  for (const form of forms) await endsAtProof(form)
  expect(await has()).toEqual(before)

  await proveHisPhone(email, newPhone())
  const withPhone = await has()
  await endsAtProof({ what: 'the phone', at: '/periksaakun', send: (other) => pressAndSay(other, 'Bukan nomor saya') })
  expect(await has()).toEqual(withPhone)
  await close({ statuses: [422], errors: /Konfirmasi dahulu/ })
})

/** The member sells, at a server of a stranger's, and a stranger pays little. */
const sellsForAStranger = (email: string) =>
  arrange(async (tables) => {
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
    const stranger = await tables.selectFrom('member').select('id').where('email', '=', buyer).executeTakeFirstOrThrow()
    await tables.insertInto('special_price').values({ offer_id: offer.id, buyer_id: stranger.id, price: 1n }).execute()
  })

const [owner, strangersServer] = ['203.0.113.9', 'https://curi.contoh.id']

/** A server of a stranger's is proved, and keys may be used from another. */
const strangerReads = (email: string) =>
  arrange(async (tables) => {
    const allowed = { allowed_addresses: `${owner},198.51.100.7` }
    const { id } = await tables.updateTable('member').set(allowed).where('email', '=', email).returning('id').executeTakeFirstOrThrow()
    const named = { member_id: id, origin: strangersServer, url: `${strangersServer}/` }
    await tables
      .insertInto('callback_origin')
      .values({ ...named, proved_at: new Date() })
      .execute()
  })

test('whatever a stranger left behind ends on one page', async () => {
  const { email, token, has } = await memberWithAll()
  await proveHisPhone(email, newPhone())
  await sellsForAStranger(email)
  await strangerReads(email)
  const { page, look, close } = await openApp(lapak, { as: token, viewport: phone })
  await page.goto('/periksaakun')
  await page.getByText('http://127.0.0.1:9/api/h2h').waitFor()
  await look('what a stranger left behind', tablet, desk)
  await pressAndSay(page, 'Ganti secret callback')
  // Once proved by mail, nothing more is asked, not even where only that counts.
  const proof = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  await proof.getByLabel('Konfirmasi dengan').selectOption('otp')
  await proof.getByRole('button', { name: 'Minta kode OTP' }).click()
  await proof.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await proof.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await proof.getByRole('button', { name: 'Konfirmasi' }).click()
  await press(page, 'Saya sudah menyimpan')
  await page.getByRole('region', { name: 'Alamat callback' }).getByRole('button', { name: 'Hapus' }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Tidak ada alamat callback.').waitFor()
  await pressAndSay(page, `Cabut bukti ${strangersServer}`)
  await message(page, 'Bukti alamat callback dicabut').waitFor()
  await pressAndSay(page, 'Hapus IP 198.51.100.7')
  await expect.poll(() => page.getByRole('button', { name: 'Hapus IP 198.51.100.7' }).count()).toBe(0)
  await pressAndSay(page, 'Hapus key Server toko')
  await message(page, 'Delete Ok!').waitFor()
  await pressAndSay(page, `Hapus BCA ${account.accountno}`)
  await page.getByText('Belum ada rekening').waitFor()
  await pressAndSay(page, /^Hapus .*@jabber\.id$/)
  await page.getByText('Belum ada JabberID').waitFor()
  await pressAndSay(page, 'Ganti alamat laporan')
  await message(page, 'Alamat laporan diganti, pasang yang baru di server Anda').waitFor()
  await pressAndSay(page, 'Berhenti memakai')
  await message(page, 'Server tidak dipakai lagi').waitFor()
  await page.getByRole('button', { name: /^Hapus harga khusus S5/ }).click()
  await page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Tidak ada harga khusus.').waitFor()
  await pressAndSay(page, 'Bukan nomor saya')
  await page.getByText('Tidak ada nomor yang sudah diverifikasi.').waitFor()
  await look('an account that is clean again', desk)
  const [user, options, banks, jabber] = await has()
  expect(user).toMatchObject({ verifyphone: false })
  expect(options).toMatchObject({ callback: '', ip: owner, keys: [{ name: 'Utama' }] })
  expect([banks, jabber]).toEqual([[], []])
  const origins = await lapak.call<{ origin: string; state: string }[]>(token, 'GET', '/api/v1/user/api/callbackorigins')
  expect(origins).toContainEqual(expect.objectContaining({ origin: strangersServer, state: 'waiting' }))
  expect(await lapak.call(token, 'GET', '/api/v1/seller/api')).toMatchObject({ tested: false })
  await close({ statuses: [422], errors: /Konfirmasi dahulu/ })
})
