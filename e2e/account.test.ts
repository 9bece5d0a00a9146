import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lapak, startLapak } from './lapak.ts'
import { codeSentTo, newMember, newPhone } from './new-member.ts'
import { desk, message, openBrowser, phone as phoneSize, queryOf, walk } from './walk.ts'

let lapak: Lapak
let browser: Browser
beforeAll(async () => {
  ;[lapak, browser] = await Promise.all([startLapak(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await lapak?.stop()
})

const admin = 'admin@lapak.test'
const storedMember = `JSON.parse(localStorage.getItem('lapak.session')).user`

async function choose(page: Page, field: string, word: string) {
  await page.getByRole('combobox', { name: field }).fill(word)
  await page
    .getByRole('option', { name: new RegExp(word, 'i') })
    .first()
    .click()
}

const askCode = (place: Page | Locator) => place.getByRole('button', { name: 'Minta kode OTP' })

test.each([phoneSize, desk])(
  'a new member completes the account on /home, then balance and toolbars are there, at $width px [B-RT-10, B-LAY-06, B-LAY-07, B-STATE-23, B-STATE-24, B-VAL-22, B-VAL-23, B-VAL-24, B-VAL-25, B-API-16, B-API-21, B-API-30, B-API-31, B-API-32, B-MSG-13, B-CONST-23]',
  async (viewport) => {
    const { token, email } = await newMember(lapak)
    const { page, asked, look, end } = await walk(browser, lapak, { viewport, as: token })
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Lengkapi akun' }).waitFor()
    expect(await page.getByText('Saldo', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Menu utama' }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'E-mail' }).inputValue()).toBe(email)
    expect(await page.getByRole('textbox', { name: 'E-mail' }).isEditable()).toBe(false)
    await look('the completion form')

    await page.getByRole('textbox', { name: 'Alamat' }).fill('Jl. Melati 5')
    expect(await page.getByRole('combobox', { name: 'Kota/Kabupaten' }).isEnabled()).toBe(false)
    await page.getByRole('combobox', { name: 'Provinsi' }).click()
    await page.getByRole('option', { name: 'Aceh' }).waitFor()
    await look('the list of provinces')
    await choose(page, 'Provinsi', 'Jawa Timur')
    expect(await page.getByRole('combobox', { name: 'Kecamatan' }).isEnabled()).toBe(false)
    await choose(page, 'Kota/Kabupaten', 'Sidoarjo')
    expect(queryOf(asked('GET', '/api/v1/location/city').at(-1))).toEqual({ provinceid: '35' })
    await choose(page, 'Kecamatan', 'Waru')
    expect(queryOf(asked('GET', '/api/v1/location/district').at(-1))).toEqual({ cityid: '3515' })

    const phone = newPhone()
    await page.getByRole('textbox', { name: 'Nomor Telp' }).fill(phone)
    await askCode(page).click()
    await message(page, 'Otp Terkirim').waitFor()
    expect(queryOf(asked('GET', '/api/v1/otpprofile')[0])).toEqual({ phone })
    await page.getByText(/WhatsApp ke 08•+\d{4}/).waitFor()
    const code = await codeSentTo(lapak, phone)
    const save = page.getByRole('button', { name: 'Simpan' })
    await page.getByLabel('Kode OTP').fill(code.slice(0, 5))
    expect(await save.isEnabled()).toBe(false)
    await page.getByLabel('Kode OTP').fill(code)
    await look('the completed form')
    await page.evaluate('window.loadedOnce = true')
    await save.click()

    await message(page, 'Profile berhasil diupdate').waitFor()
    await page.getByRole('heading', { name: 'Lobby' }).waitFor()
    await page.getByText('Rp 0', { exact: true }).waitFor()
    const main = page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true })
    await main.getByRole('link', { name: 'Transaksi' }).waitFor()
    expect(await page.evaluate('window.loadedOnce')).toBe(true)
    expect(await page.evaluate(storedMember)).toMatchObject({ complete: true, verifyphone: true, member: { memberphone: phone } })
    expect(await page.getByRole('button', { name: 'Verifikasi No. HP' }).count()).toBe(0)
    await page.waitForTimeout(300)
    await look('the lobby')
    await end()
  },
)

test('a phone is needed before a code, and a code before saving; the second code waits 60 s [B-VAL-19, B-VAL-20, B-VAL-21, B-VAL-22, B-STATE-27, B-CONST-04, B-CONST-27]', async () => {
  const { token } = await newMember(lapak)
  const { page, asked, end } = await walk(browser, lapak, { as: token })
  await page.clock.install()
  await page.goto('/home')
  const phone = page.getByRole('textbox', { name: 'Nomor Telp' })
  await phone.fill('0')
  await phone.fill('')
  await phone.blur()
  await page.getByText('Nomor Telp Belum Diisi').waitFor()
  await phone.fill('085710000')
  await phone.blur()
  await page.getByText('Nomor Telp Tidak valid').waitFor()
  expect(await askCode(page).isEnabled()).toBe(false)
  expect(await page.getByRole('button', { name: 'Simpan' }).isEnabled()).toBe(false)

  await phone.fill(newPhone())
  await askCode(page).click()
  const wait = page.getByRole('timer')
  await wait.waitFor()
  expect(await wait.textContent()).toContain('60')
  expect(await askCode(page).count()).toBe(0)
  await page.clock.runFor(59_000)
  expect(await wait.textContent()).toContain(' 1 ')
  await page.clock.runFor(1_000)
  await page.getByRole('button', { name: 'Kirim ulang kode' }).waitFor()
  expect(await wait.count()).toBe(0)
  expect(asked('GET', '/api/v1/otpprofile')).toHaveLength(1)
  await page.getByLabel('Kode OTP').fill('12a34567')
  expect(await page.getByLabel('Kode OTP').inputValue()).toBe('123456')
  await end()
})

test('what is missing or refused is told beside its field, and nothing of the form is lost', async () => {
  const { token } = await newMember(lapak)
  const { page, asked, end } = await walk(browser, lapak, { as: token, viewport: phoneSize })
  await page.goto('/home')
  await page.getByRole('textbox', { name: 'Nomor Telp' }).fill('+62 812-0000-000')
  expect(await page.getByRole('textbox', { name: 'Nomor Telp' }).inputValue()).toBe('08120000000')
  await page.getByLabel('Kode OTP').fill('123456')
  await page.getByRole('button', { name: 'Simpan' }).click()
  for (const words of ['Alamat wajib diisi', 'Provinsi wajib dipilih', 'Kecamatan wajib dipilih', 'Minta kode OTP dahulu'])
    await page.getByText(words).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('memberaddress')
  expect(asked('PATCH', '/api/v1/user/newupdate')).toEqual([])

  await page.getByRole('textbox', { name: 'Alamat' }).fill('Jl. Melati 5')
  await choose(page, 'Provinsi', 'Bali')
  await choose(page, 'Kota/Kabupaten', 'Badung')
  await choose(page, 'Kecamatan', 'Kuta')
  const phone = newPhone()
  await page.getByRole('textbox', { name: 'Nomor Telp' }).fill(phone)
  await askCode(page).click()
  const code = await codeSentTo(lapak, phone)
  await page.getByLabel('Kode OTP').fill(code === '123456' ? '654321' : '123456')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Kode OTP salah').waitFor()
  expect(await page.getByRole('textbox', { name: 'Alamat' }).inputValue()).toBe('Jl. Melati 5')
  // Leaving asks first.
  await page.getByRole('button', { name: /^Menu / }).click()
  await page.getByRole('link', { name: 'Syarat & Ketentuan' }).click()
  await page.getByText('Isian Anda belum disimpan').waitFor()
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await page.getByRole('heading', { name: 'Lengkapi akun' }).waitFor()
  await page.getByLabel('Kode OTP').fill(code)
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('heading', { name: 'Lobby' }).waitFor()
  await end({ statuses: [422] })
})

test.each([phoneSize, desk])(
  'the dialog in the top bar proves a phone by WhatsApp and warns that it stays, at $width px [B-VAL-26, B-VAL-27, B-VAL-28, B-ENT-15, B-API-18, B-API-21, B-MSG-13]',
  async (viewport) => {
    const { token } = await newMember(lapak)
    const { page, asked, look, end } = await walk(browser, lapak, { viewport, as: token })
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Lengkapi akun' }).waitFor()
    await page.getByRole('button', { name: 'Verifikasi No. HP' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verifikasi No. HP' })
    await dialog.getByText(/memakai WhatsApp.*nomor yang sudah diverifikasi tidak dapat diganti/).waitFor()
    const phone = newPhone()
    const field = dialog.getByRole('textbox', { name: 'Nomor Telp' })
    await field.fill(`+62 ${phone.slice(1, 4)}-${phone.slice(4, 8)} ${phone.slice(8)}`)
    expect(await field.inputValue()).toBe(phone)
    await look('the phone dialog')
    await askCode(dialog).click()
    const code = await codeSentTo(lapak, phone)
    // The code is read in another application: what was typed here outlives the dialog.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Verifikasi No. HP' }).click()
    expect(await field.inputValue()).toBe(phone)
    await dialog.getByLabel('Kode OTP').fill(code)
    await dialog.getByRole('button', { name: 'Verifikasi' }).click()
    await message(page, 'Nomor telp berhasil diverifikasi').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(asked('POST', '/api/v1/user/verifyphone')[0]?.postDataJSON()).toEqual({ phone, otp: code, sid: expect.any(String) })
    expect(await page.getByRole('button', { name: 'Verifikasi No. HP' }).count()).toBe(0)
    // The form behind knows the number at once, and no longer lets it be changed.
    const locked = page.getByRole('textbox', { name: 'Nomor Telp' })
    expect(await locked.inputValue()).toBe(phone)
    expect(await locked.isEditable()).toBe(false)
    await look('the completion form with a proven phone')
    await end()
  },
)

test.each([phoneSize, desk])(
  'terms that an administrator publishes are accepted before anything else, at $width px [B-RT-11, B-LAY-06, B-STATE-21, B-STATE-22, B-API-14, B-MSG-06]',
  async (viewport) => {
    const token = await lapak.signIn('pembeli@lapak.test')
    const words = `Versi untuk layar ${viewport.width}: sengketa dilaporkan dalam 24 jam.`
    const text = `# Ketentuan baru\n${words}\n${'- Butir yang panjang dan harus dibaca sampai selesai.\n'.repeat(40)}`
    await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/terms', { content: text })
    const { page, asked, look, end } = await walk(browser, lapak, { viewport, as: token })
    expect(await lapak.call(token, 'GET', '/api/v1/user')).toMatchObject({ member: { syaratketentuan: 0 } })
    for (const path of ['/', '/home', '/trxpembelian', '/gantipassword']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Menu utama' }).count(), path).toBe(0)
    }
    await page.getByText(words).waitFor()
    expect(asked('GET', '/api/v1/transactions/buyer')).toEqual([])
    await look('the terms panel')
    // The text itself can be read on its own page as well.
    await page.goto('/syaratketentuan')
    await page.getByText(words).waitFor()
    expect(await page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).count()).toBe(0)

    await page.goto('/trxpembelian')
    const send = page.getByRole('button', { name: 'Kirim' })
    await page.getByText(words).waitFor()
    expect(await send.isEnabled()).toBe(false)
    await page.getByRole('checkbox', { name: /menyetujui syarat dan ketentuan/ }).check()
    await send.click()
    await message(page, 'Syarat dan ketentuan berhasil diupdate').waitFor()
    await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
    await page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).waitFor()
    expect(asked('POST', '/api/v1/user/syaratketentuan')).toHaveLength(1)
    await end()
  },
)
