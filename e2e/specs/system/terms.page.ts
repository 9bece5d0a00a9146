import { expect, test } from 'vitest'
import { alertMessage, phone } from '../../fixtures/app.ts'
import { requestTwoFactorSecret, requireSecondFactor, totpCode } from '../../fixtures/authenticator.ts'
import { buyer, changeSetting, isolatedLapak, password } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

// An instance of its own, because terms and settings are global: on a shared Lapak all other tests would have to accept them.
const lapak = await isolatedLapak()

const admin = 'admin@lapak.test'

test('settings: the forms for a new password show the required minimum length', async () => {
  await changeSetting(lapak, 'access.passwordMin', 12)
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

test('terms: the page shows headings and rules [B-RT-80]', async () => {
  const { page, close } = await openApp(lapak, { viewport: phone, as: await lapak.signIn(buyer) })
  await page.goto('/syaratketentuan')
  await page.getByRole('heading', { name: 'Syarat dan Ketentuan', level: 1 }).waitFor()
  await page.getByRole('heading', { name: '5. Komplain dan pengembalian' }).waitFor()
  await page.getByText('Sengketa transaksi wajib dilaporkan paling lambat 24 jam').waitFor()
  expect(await page.getByRole('button', { name: 'Terbitkan versi baru' }).count()).toBe(0)
  await close()
})

test('terms: an administrator publishes a new version after a preview, and every member has to accept it', async () => {
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(admin) })
  await page.goto('/syaratketentuan')
  const text = page.getByLabel('Isi syarat dan ketentuan')
  await text.fill(`${await text.inputValue()}\n# 10. Tambahan\n- Toko wajib menempelkan daftar harga.`)
  await page.getByText('Pratinjau', { exact: true }).click()
  await page.getByRole('region', { name: 'Pratinjau' }).getByText('Toko wajib menempelkan daftar harga.').waitFor()
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByRole('button', { name: 'No' }).click()
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Syarat dan ketentuan diterbitkan').waitFor()
  await page.getByText('Versi 2').waitFor()
  await close()

  const member = await openApp(lapak, { viewport: phone, as: await lapak.signIn(buyer) })
  await member.page.goto('/trxpembelian')
  await member.page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).waitFor()
  await member.page.getByText('Toko wajib menempelkan daftar harga.').waitFor()
  await member.close()
})

test('terms: a member must accept a new version before anything else [B-RT-11, B-LAY-06, B-STATE-21, B-STATE-22, B-API-14, B-MSG-06]', async () => {
  const token = await lapak.signIn(buyer)
  const sentence = 'Versi baru: sengketa dilaporkan dalam 24 jam.'
  const text = `# Ketentuan baru\n${sentence}\n${'- Butir yang panjang dan harus dibaca sampai selesai.\n'.repeat(40)}`
  await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/terms', { content: text })
  const { page, requestsTo, close } = await openApp(lapak, { viewport: phone, as: token })
  expect(await lapak.call(token, 'GET', '/api/v1/user')).toMatchObject({ member: { syaratketentuan: 0 } })
  for (const path of ['/', '/home', '/trxpembelian', '/gantipassword']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Menu utama' }).count(), path).toBe(0)
  }
  await page.getByText(sentence).waitFor()
  expect(requestsTo('GET', '/api/v1/transactions/buyer')).toEqual([])
  // The terms can also be read on their own page.
  await page.goto('/syaratketentuan')
  await page.getByText(sentence).waitFor()
  expect(await page.getByRole('heading', { name: 'Update Syarat dan ketentuan' }).count()).toBe(0)

  await page.goto('/trxpembelian')
  const send = page.getByRole('button', { name: 'Kirim' })
  await page.getByText(sentence).waitFor()
  expect(await send.isEnabled()).toBe(false)
  await page.getByRole('checkbox', { name: /menyetujui syarat dan ketentuan/ }).check()
  await send.click()
  await alertMessage(page, 'Syarat dan ketentuan berhasil diupdate').waitFor()
  await page.getByRole('heading', { name: 'Transaksi' }).waitFor()
  await page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true }).waitFor()
  expect(requestsTo('POST', '/api/v1/user/syaratketentuan')).toHaveLength(1)
  await close()
})

test('two-factor: an administrator who needs a second factor is led to its setup, and signs in with it', async () => {
  const token = await lapak.signIn(admin)
  await requireSecondFactor(lapak)
  // The tests before this one have published new terms.
  await lapak.call(token, 'POST', '/api/v1/user/syaratketentuan')
  const { page, close } = await openApp(lapak, { viewport: phone, as: token })
  await page.goto('/syaratketentuan')
  await page.getByRole('button', { name: 'Tutup pesan' }).waitFor()
  // The key combination has no effect, because there is nothing to undo.
  await page.keyboard.press('Control+Z')
  await page.getByRole('button', { name: 'Buka Keamanan' }).click()
  const secret = await requestTwoFactorSecret(page, lapak, admin)
  await page.getByLabel('Kode authenticator').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Aktifkan' }).click()
  await page.getByRole('button', { name: 'Saya sudah menyimpan, masuk lagi' }).click()

  await page.getByLabel('E-mail').fill(admin)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
  // The code of the current period is already used, so this is the code of the next period.
  await page.getByRole('heading', { name: 'Verifikasi dua langkah' }).waitFor()
  await page.getByRole('textbox').fill(totpCode(secret, 1))
  await page.getByRole('textbox').press('Enter')
  await page.getByRole('button', { name: /^Menu / }).waitFor()
  await page.goto('/syaratketentuan')
  await page.getByRole('button', { name: 'Terbitkan versi baru' }).waitFor()
  await close({ statuses: [403, 422], errors: /dua langkah|Konfirmasi dahulu/ })
})
