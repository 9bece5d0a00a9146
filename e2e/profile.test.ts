import { Buffer } from 'node:buffer'
import { createHash, createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../server/test/database.ts'
import { codeOf } from './authenticator.ts'
import { buyer, password } from './lapak.ts'
import { codeSentTo, newMember } from './new-member.ts'
import { picture } from './pictures.ts'
import { desk, message, phone, setOut, walk } from './walk.ts'

const { lapak, browser } = await setOut()

const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const yes = (page: Page) => question(page).getByRole('button', { name: 'Yes' }).click()
const storedSession = `localStorage.getItem('lapak.session')`

test.each([phone, { width: 768, height: 1024 }, desk])(
  'a buyer finds five tabs, a picture and where the shop is, at $width px [B-RT-76, B-RT-78, B-ROLE-05, B-VAL-25, B-VAL-26, B-CONST-38]',
  async (viewport) => {
    const { page, look, end } = await walk(browser, lapak, { as: await lapak.signIn(buyer), viewport })
    await page.goto('/profile')
    const identity = page.getByRole('region', { name: 'Identitas' })
    await identity.getByText('Waru, Kabupaten Sidoarjo, Jawa Timur').waitFor()
    await identity.getByText('Buyer', { exact: true }).waitFor()
    await identity.getByText('KB', { exact: true }).waitFor()
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Profile', 'API', 'JabberID', 'Bank', 'Keamanan'])
    const email = page.getByRole('textbox', { name: 'E-mail' })
    expect([await email.inputValue(), await email.isEditable()]).toEqual([buyer, false])
    const telephone = page.getByRole('textbox', { name: 'Nomor telepon' })
    expect([await telephone.inputValue(), await telephone.isEditable()]).toEqual(['081330002001', false])
    for (const [name, heading] of [
      ['Profile', 'Data diri'],
      ['API', 'Pengaturan API'],
      ['JabberID', 'JabberID'],
      ['Bank', 'Rekening bank'],
      ['Keamanan', 'Sesi aktif'],
    ] as const) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('heading', { name: heading }).waitFor()
      await look(`the tab ${name}`)
    }
    expect(new URL(page.url()).search).toBe('?tab=keamanan')
    await page.reload()
    await page.getByRole('heading', { name: 'Sesi aktif' }).waitFor()
    await end()
  },
)

test('name, contact and place are saved, and leaving half-filled asks first [B-ROLE-05]', async () => {
  const { token } = await newMember(lapak)
  const { page, asked, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile')
  const name = page.getByRole('textbox', { name: 'Nama' })
  await name.fill('  ')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Please fill').waitFor()
  expect(asked('PATCH', '/api/v1/user')).toEqual([])
  await name.fill('Kios Melati')
  await page.getByRole('tab', { name: 'Bank' }).click()
  await question(page).getByRole('button', { name: 'No' }).click()
  expect(await name.inputValue()).toBe('Kios Melati')
  await page.getByRole('textbox', { name: 'Kontak' }).fill('@kiosmelati')
  await name.press('Enter')
  await message(page, 'Profile berhasil diupdate').waitFor()
  await page.getByRole('button', { name: 'Menu Kios Melati' }).waitFor()
  await page.getByRole('tab', { name: 'Bank' }).click()
  await page.getByRole('heading', { name: 'Rekening bank' }).waitFor()
  const { member } = await lapak.call<{ member: object }>(token, 'GET', '/api/v1/user')
  expect(member).toMatchObject({ membername: 'Kios Melati', membercontact: '@kiosmelati' })
  await end()
})

test.each([phone, desk])(
  'a picture is uploaded, shown, and taken away again, at $width px [B-RT-77, B-VAL-47, S-STATE-08]',
  async (viewport) => {
    const { token } = await newMember(lapak)
    const { page, asked, look, end } = await walk(browser, lapak, { as: token, viewport })
    await page.goto('/profile')
    const widget = page.locator('[data-shape=round][data-state]')
    expect(await widget.getAttribute('data-state')).toBe('idle')
    const file = widget.locator('input[type=file]')
    expect(await file.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp')
    const letGo = Promise.withResolvers<void>()
    await page.route('**/upload/image*', async (route) => {
      await letGo.promise
      await route.continue()
    })
    await file.setInputFiles(picture())
    await page.locator('[data-shape=round][data-state=uploading]').waitFor()
    await widget.getByLabel('Mengunggah foto profil').waitFor()
    await look('the picture on its way')
    letGo.resolve()
    await page.locator('[data-shape=round][data-state=done]').waitFor()
    expect(asked('POST', '/api/admin/v2/upload/image')).toHaveLength(1)
    const { member } = await lapak.call<{ member: { memberavatar: string } }>(token, 'GET', '/api/v1/user')
    expect(member.memberavatar).toMatch(/^\/public\/images\/[\w-]+\.webp$/)
    await page.reload()
    const shown = widget.getByRole('img', { name: 'foto profil' })
    expect(await shown.getAttribute('src')).toBe(member.memberavatar)
    await expect.poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0)
    await look('the picture')

    await widget.getByRole('button', { name: 'Hapus' }).click()
    await yes(page)
    await widget.getByRole('button', { name: 'Unggah foto profil' }).waitFor()
    expect(await lapak.call<{ member: object }>(token, 'GET', '/api/v1/user')).toMatchObject({ member: { memberavatar: null } })
    await end()
  },
)

test('a change that succeeded is told in the words of the server [B-ERR-12]', async () => {
  const { token } = await newMember(lapak)
  const { page, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile')
  await page.route('**/api/v1/user', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), msg: 'Kata server' } })
  })
  await page.getByRole('textbox', { name: 'Nama' }).fill('Kios Mawar')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await message(page, 'Kata server').waitFor()
  await end()
})

test('an upload that fails says why beside the picture, without an alert, and another one can begin [B-ERR-07, B-VAL-47, S-STATE-08, S-STATE-09, S-STATE-10]', async () => {
  const { token } = await newMember(lapak)
  const { page, asked, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile')
  const widget = page.locator('[data-shape=round][data-state]')
  const file = widget.locator('input[type=file]')
  await file.setInputFiles({ name: 'daftar.txt', mimeType: 'text/plain', buffer: Buffer.from('bukan gambar') })
  await widget.getByText('File harus gambar JPEG, PNG atau WebP').waitFor()
  expect(asked('POST', '/api/admin/v2/upload/image')).toEqual([])

  await file.setInputFiles({ name: 'palsu.png', mimeType: 'image/png', buffer: Buffer.from('bukan gambar') })
  await page.locator('[data-shape=round][data-state=failed]').waitFor()
  await widget.getByText('File harus gambar JPEG, PNG atau WebP').waitFor()
  expect(asked('POST', '/api/admin/v2/upload/image')).toHaveLength(1)
  expect(await widget.getByLabel('Mengunggah foto profil').count()).toBe(0)
  expect(await widget.locator('img').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.locator('[data-shape=round][data-state=idle]').waitFor()

  await file.setInputFiles(picture())
  await page.locator('[data-shape=round][data-state=done]').waitFor()
  await end({ statuses: [400], errors: /^upload / })
})

test('a denied upload clears the token and leads to /login [B-ERR-06]', async () => {
  const { token } = await newMember(lapak)
  const { page, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile')
  await page.route('**/upload/image*', (route) => route.fulfill({ status: 403, json: { success: false, msg: 'Anda tidak punya akses' } }))
  await page.locator('[data-shape=round] input[type=file]').setInputFiles(picture())
  await message(page, 'Anda tidak punya akses').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(storedSession)).toBeNull()
  await end({ statuses: [403], errors: /^upload / })
})

test('a buyer sees the API key, makes a further one that is shown once, and deletes it [B-ROLE-06]', async () => {
  const { token } = await newMember(lapak)
  const { page, look, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile?tab=api')
  const { apikey } = await lapak.call<{ apikey: string }>(token, 'GET', '/api/v1/user/api')
  expect(apikey).toMatch(/^lpk_live_/)
  await page.getByText(apikey, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Tambah key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Buat key' }).click()
  await dialog.getByText('Nama wajib diisi').waitFor()
  await dialog.getByLabel('Nama').fill('Otomax kantor')
  await dialog.getByText('Test', { exact: true }).click()
  await look('the new key')
  await dialog.getByRole('button', { name: 'Buat key' }).click()
  await dialog.getByText(/^lpk_test_/).waitFor()
  const secret = await dialog.getByText(/^lps_test_/).textContent()
  await look('the key, shown once')
  await dialog.getByRole('button', { name: 'Saya sudah menyimpan' }).click()
  await page.getByRole('list', { name: 'Daftar API key' }).getByText('Otomax kantor').waitFor()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Hapus key Otomax kantor' }).click()
  await yes(page)
  await message(page, 'Delete Ok!').waitFor()
  expect(await page.getByText('Otomax kantor').count()).toBe(0)
  await end()
})

test('a key is renamed, and an address that its own list refused is added there with one button [B-ROLE-06]', async () => {
  const { token } = await newMember(lapak)
  const settings = '/api/v1/user/api'
  const own = { name: 'Kantor', ip: '203.0.113.9' }
  const { apikey, secret } = await lapak.call<{ apikey: string; secret: string }>(token, 'POST', `${settings}/keys`, own)
  const refused = async () => {
    const path = '/h2h/v1/balance'
    const timestamp = Math.floor(Date.now() / 1000).toString()
    const signature = createHmac('sha256', secret).update(`${timestamp}.${path}`).digest('hex')
    const headers = { 'x-api-key': apikey, 'x-timestamp': timestamp, 'x-signature': signature }
    return (await fetch(`${lapak.info.address}${path}`, { headers })).status
  }
  await expect.poll(refused, { timeout: 15_000 }).toBe(403)
  const kantor = async () =>
    (await lapak.call<{ keys: { name: string; ip: string; refusedip: string | null }[] }>(token, 'GET', settings)).keys[1]
  await expect.poll(async () => (await kantor())?.refusedip, { timeout: 15_000 }).toBe('127.0.0.1')

  const { page, look, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile?tab=api')
  const keys = page.getByRole('list', { name: 'Daftar API key' })
  await keys.getByText('key ini memakai daftar IP sendiri').waitFor()
  await look('the refused address')
  await keys.getByRole('button', { name: 'Tambahkan 127.0.0.1 ke daftar IP' }).click()
  await message(page, 'API key diubah').waitFor()
  await keys.getByText('IP: 203.0.113.9, 127.0.0.1').waitFor()
  expect(await keys.getByText('terakhir ditolak').count()).toBe(0)
  await expect.poll(refused, { timeout: 15_000 }).toBe(200)

  await keys.getByRole('button', { name: 'Ubah key Kantor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ubah API key' })
  expect(await dialog.getByLabel('Daftar IP key ini').inputValue()).toBe('203.0.113.9, 127.0.0.1')
  await dialog.getByLabel('Nama').fill('Gudang')
  await dialog.getByLabel('Daftar IP key ini').fill('203.0.113')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByText('203.0.113 bukan alamat IP').waitFor()
  await look('the key in its form')
  await dialog.getByLabel('Daftar IP key ini').fill('')
  await dialog.getByLabel('Wajib time pada API GET').check()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.waitFor({ state: 'detached' })
  await keys.getByText('Gudang', { exact: true }).waitFor()
  await keys.getByText('Wajib time', { exact: true }).waitFor()
  expect(await kantor()).toMatchObject({ name: 'Gudang', ip: '' })
  await end({ statuses: [400] })
})

test('with a transaction PIN a new live key and another list of addresses ask for it', async () => {
  const { token } = await newMember(lapak)
  await lapak.call(token, 'PATCH', '/api/v1/user/pin', { password, pin: '481516' })
  const { page, look, end } = await walk(browser, lapak, { as: token, viewport: phone })
  await page.goto('/profile?tab=api')
  await page.getByRole('button', { name: 'Tambah key' }).click()
  await page.getByLabel('Nama', { exact: true }).fill('Server toko')
  await page.getByRole('button', { name: 'Buat key' }).click()
  const question = page.getByRole('dialog', { name: 'PIN transaksi' })
  await question.getByLabel('PIN transaksi').fill('481517')
  await look('the question for the PIN')
  await question.getByRole('button', { name: 'Lanjut' }).click()
  await question.getByText('PIN transaksi salah').waitFor()
  await question.getByLabel('PIN transaksi').fill('481516')
  await question.getByRole('button', { name: 'Lanjut' }).click()
  await page.getByRole('dialog', { name: 'Simpan key dan secret' }).waitFor()
  await page.getByRole('button', { name: 'Saya sudah menyimpan' }).click()

  const list = page.getByLabel('Daftar IP', { exact: true })
  await list.fill('203.0.113.9')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await question.waitFor()
  await page.keyboard.press('Escape')
  await message(page, 'Belum disimpan, karena PIN transaksi tidak diisi').waitFor()
  expect(await lapak.call(token, 'GET', '/api/v1/user/api')).toMatchObject({ ip: '' })
  await end({ statuses: [422] })
})

test('a callback is tried out with request and answer, and the log of callbacks tells of the deliveries [B-ROLE-06]', async () => {
  const token = await lapak.signIn(buyer)
  const { page, look, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile?tab=api')
  await page.getByRole('button', { name: 'Kirim callback uji' }).click()
  await page.getByText(/^Diterima, 200/).waitFor()
  await page.getByText(/^POST http/).waitFor()
  await look('the callback that was tried out')
  await page.getByRole('textbox', { name: 'Alamat callback' }).fill('bukan alamat')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Alamat callback tidak valid').waitFor()
  await page.getByRole('button', { name: 'Batalkan perubahan' }).click()
  await page.getByRole('textbox', { name: 'Peringatan saldo rendah' }).fill('150000')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await message(page, 'Update API Ok!').waitFor()
  await page.reload()
  expect(await page.getByRole('textbox', { name: 'Peringatan saldo rendah' }).inputValue()).toBe('150.000')

  const reffclient = `PROFIL-${Date.now()}`
  await lapak.call(token, 'POST', '/api/v1/transactions/buyer', {
    productcode: 'S5',
    target: `0812${String(Date.now()).slice(-8)}`,
    reffclient,
  })
  const row = page.getByRole('row').filter({ hasText: reffclient })
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('table', { name: 'Riwayat callback' }).or(page.getByText('Belum ada callback')).first().waitFor()
        return row.count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await row.getByRole('button', { name: /^Detail callback/ }).click()
  const drawer = page.getByRole('dialog', { name: /^Callback \d+/ })
  await drawer.getByText(`"reffclient":"${reffclient}"`).waitFor()
  await look('one callback')
  await drawer.getByRole('button', { name: 'Kirim ulang' }).click()
  await message(page, 'Callback dikirim ulang').waitFor()
  await end()
})

test.each([phone, desk])(
  'what a callback address waits for is seen, asked for again, and proved by its code, at $width px',
  async (viewport) => {
    const { token, email } = await newMember(lapak)
    const tables = openTables(lapak.info.databaseUrl)
    const { id } = await tables.selectFrom('member').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const origin = 'http://10.0.0.1'
    await tables
      .insertInto('callback_origin')
      .values([
        { member_id: id, origin, url: `${origin}/callback` },
        { member_id: id, origin: 'https://toko.example', url: 'https://toko.example/callback', proved_at: new Date() },
      ])
      .execute()
    await tables
      .insertInto('delivery')
      .values({ member_id: id, event: 'ping', url: `${origin}/callback`, body: '{}', state: 3, held_origin: origin })
      .execute()
    const { page, look, end } = await walk(browser, lapak, { as: token, viewport })
    await page.goto('/profile?tab=api')
    const proofs = page.getByRole('region', { name: 'Bukti alamat callback' })
    await proofs.getByText('1 callback ditahan').waitFor()
    await proofs.getByText('Menunggu bukti').waitFor()
    await proofs.getByText('Terbukti', { exact: true }).waitFor()
    await page.getByText('Ditahan', { exact: true }).last().waitFor()
    await proofs.getByRole('button', { name: 'Buktikan' }).click()
    await proofs.getByText('Isi kode dari log server Anda').waitFor()
    await proofs.getByRole('button', { name: 'Kirim ulang tantangan' }).click()
    await proofs.getByText('Server tidak menjawab: address-refused').waitFor()
    await proofs.getByRole('textbox', { name: 'Kode tantangan' }).fill('kode-lama')
    await proofs.getByRole('button', { name: 'Buktikan' }).click()
    await proofs.getByText('Kode tantangan salah').waitFor()
    await look('an address that waits for its proof')
    const token_hash = createHash('sha256').update('kode-dari-log').digest()
    await tables.updateTable('callback_origin').set({ token_hash }).where('member_id', '=', id).where('origin', '=', origin).execute()
    await tables.destroy()
    await proofs.getByRole('textbox', { name: 'Kode tantangan' }).fill('kode-dari-log')
    await proofs.getByRole('button', { name: 'Buktikan' }).click()
    await message(page, 'Alamat callback terbukti').waitFor()
    await expect.poll(() => proofs.getByText('Terbukti', { exact: true }).count()).toBe(2)
    await end({ statuses: [422], errors: /Kode tantangan salah/ })
  },
)

test('a Jabber address needs the look of an address and a code of six digits [B-VAL-42, B-VAL-43, B-VAL-44, B-VAL-45]', async () => {
  const { token, email } = await newMember(lapak)
  const { page, asked, look, end } = await walk(browser, lapak, { as: token, viewport: phone })
  await page.goto('/profile?tab=jabber')
  await page.getByText('Belum ada JabberID').waitFor()
  await page.getByRole('button', { name: 'Tambah JabberID' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jabber contact' })
  const save = dialog.getByRole('button', { name: 'Save' })
  const [jid, otp] = [dialog.getByLabel('JabberID'), dialog.getByLabel('Kode OTP')]
  expect(await save.isDisabled()).toBe(true)
  await otp.fill('123456')
  expect(await save.isDisabled(), 'a code without an address').toBe(true)
  await otp.fill('')
  await jid.fill('kios.melati')
  expect(await save.isDisabled()).toBe(true)
  await otp.pressSequentially('12a3')
  expect(await otp.inputValue()).toBe('123')
  await save.click()
  await dialog.getByText('Invalid JabberId.').waitFor()
  await dialog.getByText('OTP 6 characters').waitFor()
  await otp.fill('123456789')
  expect(await otp.inputValue()).toBe('123456')
  expect(asked('POST', '/api/v1/user/jabber')).toEqual([])
  await look('the Jabber dialog')

  await jid.fill('Kios.Melati@jabber.id')
  await dialog.getByRole('button', { name: 'Minta kode OTP' }).click()
  await message(page, 'Otp Terkirim').waitFor()
  const code = await codeSentTo(lapak, email)
  await otp.fill(code === '000000' ? '000001' : '000000')
  await save.click()
  await dialog.getByText('Kode OTP salah').waitFor()
  await otp.fill(code)
  await save.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('kios.melati@jabber.id').waitFor()
  await page.getByText('Enable', { exact: true }).waitFor()
  await look('the Jabber addresses')
  await page.getByRole('button', { name: 'Hapus kios.melati@jabber.id' }).click()
  await yes(page)
  await message(page, 'Delete Ok!').waitFor()
  await page.getByText('Belum ada JabberID').waitFor()
  await end({ statuses: [422] })
})

test.each([phone, desk])(
  'a bank account is added, changed and deleted, at $width px [B-ENT-13, B-VAL-46, B-MSG-10, B-MSG-11, B-MSG-12, B-ROLE-07]',
  async (viewport) => {
    const { token } = await newMember(lapak)
    const { page, look, end } = await walk(browser, lapak, { as: token, viewport })
    await page.goto('/profile?tab=bank')
    await page.getByRole('button', { name: 'Tambah rekening' }).click()
    const dialog = page.getByRole('dialog', { name: /rekening/ })
    const save = dialog.getByRole('button', { name: 'Save' })
    const [number, owner] = [dialog.getByLabel('Nomor rekening'), dialog.getByLabel('Nama pemilik')]
    expect(await dialog.getByLabel('Bank').locator('option').allTextContents()).toEqual(['BCA', 'MANDIRI', 'BRI', 'BNI'])
    expect(await save.isDisabled()).toBe(true)
    await number.fill('123-4567 890')
    expect(await save.isDisabled()).toBe(true)
    await number.fill('')
    await owner.fill('Budi')
    expect(await save.isDisabled()).toBe(true)
    await number.fill('1230000')
    await dialog.getByRole('button', { name: 'Cek rekening' }).click()
    await dialog.getByText('Rekening tidak ditemukan di bank tersebut').waitFor()
    await number.fill('123-4567 890')
    await dialog.getByRole('button', { name: 'Cek rekening' }).click()
    await expect.poll(() => owner.inputValue()).toMatch(/^[A-Z]+ [A-Z]+$/)
    await look('the bank dialog')
    await save.click()
    await message(page, 'Add Bank Ok!').waitFor()
    await page.getByText('BCA 1234 5678 90').waitFor()
    await look('the bank accounts')

    await page.getByRole('button', { name: 'Ubah BCA 1234567890' }).click()
    await dialog.getByLabel('Bank').selectOption('MANDIRI')
    await owner.press('Enter')
    await message(page, 'Update Bank Ok!').waitFor()
    await page.getByRole('button', { name: 'Hapus MANDIRI 1234567890' }).click()
    await yes(page)
    await message(page, 'Delete Bank Ok!').waitFor()
    await page.getByText('Belum ada rekening').waitFor()
    await end({ statuses: [422] })
  },
)

test('two-step security is switched on with a code; the recovery codes stay although every session ended [B-STATE-35, B-STATE-41, B-ROLE-09]', async () => {
  const { token, email } = await newMember(lapak)
  const { page, look, end } = await walk(browser, lapak, { as: token, viewport: phone })
  await page.goto('/profile?tab=keamanan')
  const begin = page.getByRole('button', { name: 'Tampilkan kode QR' })
  await begin.click()
  // Only who reads the mail may lock an account to a telephone.
  const proof = page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  await proof.getByRole('button', { name: 'Minta kode OTP' }).click()
  expect(await proof.getByLabel('Konfirmasi dengan').locator('option').allTextContents()).toEqual(['Kode lewat e-mail'])
  await proof.getByText(/Kode dikirim lewat e-mail/).waitFor()
  await proof.getByLabel('Kode OTP').fill(await codeSentTo(lapak, email))
  await proof.getByRole('button', { name: 'Konfirmasi' }).click()
  const qr = page.getByRole('img', { name: 'Kode QR untuk aplikasi authenticator' })
  await qr.waitFor()
  expect(await qr.getAttribute('width')).toBe('200')
  const secret = (await page.getByRole('region', { name: 'Verifikasi dua langkah' }).locator('code').textContent()) ?? ''
  const activate = page.getByRole('button', { name: 'Aktifkan' })
  await page.getByLabel('Kode authenticator').fill('12345')
  await activate.click()
  await page.getByText('Kode harus 6 angka').waitFor()
  await page.getByLabel('Kode authenticator').fill(codeOf(secret))
  await activate.click()
  await page.getByRole('heading', { name: 'Verifikasi dua langkah aktif' }).waitFor()
  const codes = await page.getByRole('list', { name: 'Kode pemulihan' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await page.evaluate(storedSession)).toBeNull()
  await look('the recovery codes')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh' }).click()
  expect((await download).suggestedFilename()).toBe('kode-pemulihan-lapak.txt')
  await page.getByRole('button', { name: 'Saya sudah menyimpan, masuk lagi' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goto('/kodepemulihan')
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.getByRole('heading', { name: 'Verifikasi dua langkah' }).waitFor()
  await page.getByRole('textbox').fill(codeOf(secret, 1))
  await page.getByRole('textbox').press('Enter')
  await page.getByRole('button', { name: /^Menu / }).waitFor()
  await page.goto('/profile?tab=keamanan')
  await page.getByText('Sudah aktif').waitFor()
  await look('two-step security that is on')
  await page.getByRole('button', { name: 'Matikan' }).click()
  await page.getByLabel('Kode authenticator atau kode pemulihan').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Matikan' }).click()
  await message(page, 'Verifikasi dua langkah dimatikan').waitFor()
  await begin.waitFor()
  await end({ statuses: [403, 422], errors: /Konfirmasi dahulu/ })
})

test('sessions elsewhere are listed and ended one by one or all at once', async () => {
  const { token, email } = await newMember(lapak)
  await lapak.signIn(email)
  const third = await lapak.signIn(email)
  await lapak.signIn(email)
  const { page, end } = await walk(browser, lapak, { as: token })
  await page.goto('/profile?tab=keamanan')
  const sessions = page.getByRole('region', { name: 'Sesi aktif' })
  await sessions.getByText('Sesi ini').waitFor()
  expect(await sessions.getByRole('listitem').count()).toBe(4)
  await sessions
    .getByRole('button', { name: /^Akhiri sesi/ })
    .first()
    .click()
  await yes(page)
  await message(page, 'Sesi diakhiri').waitFor()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
  await sessions.getByRole('button', { name: 'Akhiri semua sesi lain' }).click()
  await yes(page)
  await message(page, 'Semua sesi lain diakhiri').waitFor()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
  await expect(lapak.call(third, 'GET', '/api/v1/user')).rejects.toThrow('401')
  await end()
})

test.each([phone, desk])(
  'the password is changed with the old one, then the member signs in anew, at $width px [B-RT-79, B-VAL-31, B-VAL-32, B-VAL-33, B-MSG-15, B-STATE-40, B-ROLE-10]',
  async (viewport) => {
    const { token, email } = await newMember(lapak)
    const { page, asked, look, end } = await walk(browser, lapak, { as: token, viewport })
    await page.goto('/profile?tab=keamanan')
    await page.getByRole('link', { name: 'Ganti password' }).click()
    await page.getByRole('heading', { name: 'Ganti Password' }).waitFor()
    const change = page.getByRole('button', { name: 'Ganti Password' })
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await change.click()
    expect(await page.getByText('Field is required').count()).toBe(3)
    for (const name of ['Password lama', 'Password baru', 'Ulangi password baru']) await field(name).fill('tujuh77')
    await change.click()
    expect(await page.getByText('Password minimal 8 karakter').count()).toBe(2)
    // An old one may be as short as a mailed link allows, so this one is for the server to look at.
    await field('Password lama').fill('xk9q')
    await field('Password baru').fill('kiosmelati2026')
    await field('Ulangi password baru').fill('kiosmelati2027')
    await change.click()
    await page.getByText('Password not match').waitFor()
    await look('/gantipassword')
    expect(asked('PATCH', '/api/v1/user/gantipassword')).toEqual([])
    await field('Ulangi password baru').fill('kiosmelati2026')
    await change.click()
    await page.getByText('Password lama salah').waitFor()
    await field('Password lama').fill(password)
    await field('Password lama').press('Enter')
    await message(page, 'Ganti Password Successfully').waitFor()
    await page.getByRole('heading', { name: 'Masuk' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.evaluate(storedSession)).toBeNull()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('kiosmelati2026')
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await page.getByRole('button', { name: /^Menu / }).waitFor()
    await end({ statuses: [422] })
  },
)
