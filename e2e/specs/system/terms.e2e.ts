import { expect, test } from 'vitest'
import { desk, message, phone } from '../../fixtures/app.ts'
import { codeOf, secretShown } from '../../fixtures/authenticator.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, changeRule, isolatedLapak, password } from '../../fixtures/lapak.ts'

// Terms and settings are everybody's: the walks of a shared Lapak would all have to accept them, or to obey.
const lapak = await isolatedLapak()

const admin = 'admin@lapak.test'

test('the forms of a new password tell the length that an administrator asks for', async () => {
  await changeRule(lapak, 'access.passwordMin', 12)
  const guest = await openApp(lapak, { viewport: phone })
  for (const form of ['/register', '/resetpass/abcdefgh']) {
    await guest.page.goto(form)
    await guest.page.getByText('Paling sedikit 12 karakter').waitFor()
  }
  await guest.page.getByLabel('Password baru', { exact: true }).fill('kuda-lumpin')
  await guest.page.getByRole('button', { name: 'Simpan password' }).click()
  await guest.page.getByText('Password minimal 12 karakter').first().waitFor()
  await guest.close()
  const member = await openApp(lapak, { viewport: phone, as: await lapak.signIn(buyer) })
  await member.page.goto('/gantipassword')
  await member.page.getByText('Minimal 12 karakter', { exact: true }).waitFor()
  await member.close()
})

test('the page of the terms shows them, with headings and rules [B-RT-80]', async () => {
  const { page, look, close } = await openApp(lapak, { viewport: phone, as: await lapak.signIn(buyer) })
  await page.goto('/syaratketentuan')
  await page.getByRole('heading', { name: 'Syarat dan Ketentuan', level: 1 }).waitFor()
  await page.getByRole('heading', { name: '5. Komplain dan pengembalian' }).waitFor()
  await page.getByText('Sengketa transaksi wajib dilaporkan paling lambat 24 jam').waitFor()
  expect(await page.getByRole('button', { name: 'Terbitkan versi baru' }).count()).toBe(0)
  await look('the terms', desk)
  await close()
})

test('an administrator publishes a new version after seeing it, and everybody has to agree to it', async () => {
  const { page, look, close } = await openApp(lapak, { viewport: desk, as: await lapak.signIn(admin) })
  await page.goto('/syaratketentuan')
  const text = page.getByLabel('Isi syarat dan ketentuan')
  await text.fill(`${await text.inputValue()}\n# 10. Tambahan\n- Toko wajib menempelkan daftar harga.`)
  await page.getByText('Pratinjau', { exact: true }).click()
  await page.getByRole('region', { name: 'Pratinjau' }).getByText('Toko wajib menempelkan daftar harga.').waitFor()
  await look('the preview of new terms')
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await message(page, 'Syarat dan ketentuan diterbitkan').waitFor()
  await page.getByText('Versi 2').waitFor()
  await look('the versions of the terms')
  await close()

  const member = await openApp(lapak, { viewport: phone, as: await lapak.signIn(buyer) })
  await member.page.goto('/trxpembelian')
  await member.page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).waitFor()
  await member.page.getByText('Toko wajib menempelkan daftar harga.').waitFor()
  await member.look('terms that wait to be accepted')
  await member.close()
})

test('terms that an administrator publishes are accepted before anything else [B-RT-11, B-LAY-06, B-STATE-21, B-STATE-22, B-API-14, B-MSG-06]', async () => {
  const token = await lapak.signIn(buyer)
  const words = 'Versi baru: sengketa dilaporkan dalam 24 jam.'
  const text = `# Ketentuan baru\n${words}\n${'- Butir yang panjang dan harus dibaca sampai selesai.\n'.repeat(40)}`
  await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/terms', { content: text })
  const { page, requestsTo, look, close } = await openApp(lapak, { viewport: phone, as: token })
  expect(await lapak.call(token, 'GET', '/api/v1/user')).toMatchObject({ member: { syaratketentuan: 0 } })
  for (const path of ['/', '/home', '/trxpembelian', '/gantipassword']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Menu utama' }).count(), path).toBe(0)
  }
  await page.getByText(words).waitFor()
  expect(requestsTo('GET', '/api/v1/transactions/buyer')).toEqual([])
  await look('the terms panel', desk)
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
  expect(requestsTo('POST', '/api/v1/user/syaratketentuan')).toHaveLength(1)
  await close()
})

test('an administrator of whom a second factor is demanded is kept out, led to switch it on, and let in with it', async () => {
  const token = await lapak.signIn(admin)
  await changeRule(lapak, 'access.twoFactorDemanded', 1)
  // The walks before this one have published new terms.
  await lapak.call(token, 'POST', '/api/v1/user/syaratketentuan')
  const { page, look, close } = await openApp(lapak, { viewport: phone, as: token })
  await page.goto('/syaratketentuan')
  // Messages stay while somebody points at one.
  await page.getByRole('button', { name: 'Tutup pesan' }).hover()
  // Nothing was done here that could be taken back.
  await page.keyboard.press('Control+Z')
  await look('the way to the second factor')
  await page.getByRole('button', { name: 'Buka Keamanan' }).click()
  const secret = await secretShown(page, lapak, admin)
  await page.getByLabel('Kode authenticator').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Aktifkan' }).click()
  await page.getByRole('button', { name: 'Saya sudah menyimpan, masuk lagi' }).click()

  await page.getByLabel('E-mail').fill(admin)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  // The code of this half minute is spent.
  await page.getByRole('heading', { name: 'Verifikasi dua langkah' }).waitFor()
  await page.getByRole('textbox').fill(codeOf(secret, 1))
  await page.getByRole('textbox').press('Enter')
  await page.getByRole('button', { name: /^Menu / }).waitFor()
  await page.goto('/syaratketentuan')
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).waitFor()
  await close({ statuses: [403, 422], errors: /dua langkah|Konfirmasi dahulu/ })
})
