import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alertMessage, expectFocused } from '../../fixtures/app.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const formOf = (page: Page) => page.getByRole('form', { name: 'API suplier' })
const resultOf = (page: Page) => page.getByRole('region', { name: 'Hasil test' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })

async function openSetting(email: string) {
  const opened = await openApp(lapak, { as: await lapak.signIn(email) })
  await opened.page.goto('/penjualan?tab=setting')
  await formOf(opened.page).waitFor()
  return opened
}

test('seller API: the settings are tested before they are saved; a wrong PIN is reported, and saving requires a confirmation [S-SALE-07, S-REG-17, S-REG-18]', async () => {
  const { page, requestsTo, close } = await openSetting('penjual@lapak.test')
  const form = formOf(page)
  await expect.poll(() => form.getByLabel('PIN').getAttribute('placeholder')).toBe('tersimpan')
  expect(await form.getByText('Simpan API hanya jika respon test bukan kesalahan user, password, atau PIN.').count()).toBe(1)

  await form.getByLabel('PIN').fill('991199')
  await form.getByRole('button', { name: 'Test' }).click()
  await resultOf(page).getByText('Ditolak').waitFor()
  expect(await resultOf(page).textContent()).toMatch(/Pin Salah.*pin=\*\*\*.*HTTP 200/s)
  expect(await resultOf(page).textContent()).not.toContain('991199')

  await form.getByRole('button', { name: 'Simpan' }).click()
  await question(page).getByText('Test terakhir tidak berhasil').waitFor()
  await question(page).getByRole('button', { name: 'No' }).click()
  expect(requestsTo('PATCH', '/api/v1/seller/api')).toEqual([])

  await form.getByLabel('PIN').fill('')
  await resultOf(page).getByText('Isian sudah berubah').waitFor()
  await form.getByRole('button', { name: 'Test' }).click()
  await resultOf(page).getByText('Server menjawab').waitFor()
  expect(await resultOf(page).textContent()).toMatch(/SaldoRp\s[\d.]+Lama[\d.]+ ms/)
  await form.getByRole('button', { name: 'Simpan' }).click()
  await question(page).getByText('Simpan pengaturan API ini?').waitFor()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Update API Ok!').waitFor()
  await close()
})

test('seller API: errors are shown at their fields, also in the collapsed section', async () => {
  const { page, close } = await openSetting('penjual2@lapak.test')
  const form = formOf(page)
  await form.getByLabel('API URL').fill('')
  await form.getByRole('button', { name: 'Test' }).click()
  await form.getByText('Please fill').waitFor()
  await expectFocused(form.getByLabel('API URL'))
  await form.getByLabel('API URL').fill('http://10.0.0.5/api')
  await form.getByRole('button', { name: 'Test' }).click()
  await form.getByText('10.0.0.5 bukan alamat publik').waitFor()
  await form.getByRole('button', { name: 'Pengaturan lanjutan' }).click()
  await form.getByLabel('Pola sukses').fill('(?<!tidak )sukses')
  await form.getByRole('button', { name: 'Pengaturan lanjutan' }).click()
  await form.getByLabel('API URL').fill('https://suplier.example/api')
  await form.getByLabel('PIN').fill('123456')
  await form.getByLabel('Password', { exact: true }).fill('rahasia')
  await form.getByRole('button', { name: 'Test' }).click()
  await form.getByText('Pola success tidak valid').waitFor()
  await expectFocused(form.getByLabel('Pola sukses'))
  await close({ statuses: [422] })
})

test('seller API: patterns can be tested on an answer before they are saved', async () => {
  const { page, requestsTo, close } = await openSetting('penjual2@lapak.test')
  await formOf(page).getByRole('button', { name: 'Pengaturan lanjutan' }).click()
  const box = page.getByRole('region', { name: 'Coba pola' })
  const understood = page.getByRole('region', { name: 'Yang dipahami' })
  await box.getByLabel('Jawaban server').fill('R#A1 S5.081234567890 BERES kode 778899')
  await box.getByRole('button', { name: 'Coba' }).click()
  await understood.getByText('Tidak dikenali').waitFor()
  await formOf(page).getByLabel('Pola sukses').fill('beres')
  await formOf(page).getByLabel('Pola serial number').fill(String.raw`kode (?<sn>\d+)`)
  await box.getByRole('button', { name: 'Coba' }).click()
  await understood.getByText('Sukses', { exact: true }).waitFor()
  await understood.getByText('778899', { exact: true }).waitFor()
  await box.getByLabel('Jawaban atas').selectOption({ label: 'Cek saldo' })
  await box.getByLabel('Jawaban server').fill('SALDO: 489.750')
  await box.getByRole('button', { name: 'Coba' }).click()
  await understood.getByText(/Rp\s489\.750/).waitFor()
  expect(requestsTo('PATCH', '/api/v1/seller/api')).toEqual([])
  await close()
})

test('seller API: the settings show the URL for reports and the IP addresses from which reports are accepted', async () => {
  const { page, close } = await openSetting('penjual3@lapak.test')
  const report = page.getByRole('region', { name: 'Laporan ke Lapak' })
  expect(await report.locator('code').textContent()).toMatch(/\/public\/report\/[\w-]{20,}$/)
  await report.getByRole('button', { name: 'Salin Alamat laporan' }).click()
  await report.getByText('Laporan diterima dari alamat IP mana saja').waitFor()
  await report.getByRole('button', { name: 'Ganti alamat laporan' }).waitFor()
  await page.getByRole('region', { name: 'Keadaan koneksi' }).getByRole('button', { name: 'Berhenti memakai' }).waitFor()
  await page.getByRole('tab', { name: 'Penjualan' }).click()
  await page.waitForURL((url) => !url.search.includes('setting'))
  await page.goto('/profile?tab=api')
  await page.getByRole('link', { name: 'Atur di Penjualan' }).click()
  await formOf(page).waitFor()
  await close()
})

test('seller API: reports are restricted to IP addresses of the seller, and then allowed from every IP address again', async () => {
  const { page, close } = await openSetting('penjual5@lapak.test')
  const form = formOf(page)
  const report = page.getByRole('region', { name: 'Laporan ke Lapak' })
  const address = (await report.locator('code').textContent()) ?? ''
  const send = async () => {
    const answer = await fetch(`${address}?refid=TIDAK-ADA&statuscode=1`)
    return { status: answer.status, text: await answer.text() }
  }
  expect((await send()).status).not.toBe(403)
  const field = form.getByLabel('Alamat IP laporan')
  const save = async () => {
    await form.getByRole('button', { name: 'Simpan', exact: true }).click()
    await question(page).getByRole('button', { name: 'Yes' }).click()
    await alertMessage(page, 'Update API Ok!').waitFor()
  }
  await field.fill('203.0.113.7, toko saya')
  await form.getByRole('button', { name: 'Simpan', exact: true }).click()
  await question(page).getByRole('button', { name: 'Yes' }).click()
  await form.getByText('Isi alamat IP, dipisah koma', { exact: true }).waitFor()
  await field.fill('203.0.113.7, 2001:db8::/32')
  await save()
  await report.getByText('Laporan hanya diterima dari 203.0.113.7, 2001:db8::/32.').waitFor()
  await expect.poll(send).toMatchObject({ status: 403, text: expect.stringContaining('IP tidak sesuai @') })
  await field.fill('')
  await save()
  await report.getByText('Laporan diterima dari alamat IP mana saja').waitFor()
  await expect.poll(async () => (await send()).status).not.toBe(403)
  await close({ statuses: [400, 422] })
})

test('seller API: the state of the connection shows the success rate of the last days and the orders in progress, and is polled', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: await lapak.signIn('penjual@lapak.test') })
  await page.clock.install()
  await page.goto('/penjualan?tab=setting')
  const state = page.getByRole('region', { name: 'Keadaan koneksi' })
  await state.getByText('Menerima pesanan').waitFor()
  expect(await state.textContent()).toMatch(/7 hari terakhir(?:Belum ada ukuran|[\d.,]+% sukses).*Sedang dikirim\d+.*Menunggu hasil\d+/)
  await state.getByRole('region', { name: 'Kesalahan terakhir' }).waitFor()
  const before = requestsTo('GET', '/api/v1/seller/api/state').length
  await page.clock.runFor(31_000)
  await expect.poll(() => requestsTo('GET', '/api/v1/seller/api/state').length).toBeGreaterThan(before)
  await close()
})

test('shop hours: they are set for each day, and removed', async () => {
  const seller = await lapak.signIn('penjual5@lapak.test')
  await lapak.call(seller, 'PATCH', '/api/v1/seller/tokojam', { jambuka: null })
  const { page, close } = await openSetting('penjual5@lapak.test')
  const hours = page.getByRole('form', { name: 'Jam buka toko' })
  await hours.getByLabel('Selalu buka').click()
  await hours.getByLabel('Senin, dari jam').fill('20:00')
  await hours.getByLabel('Senin, sampai jam').fill('04:00')
  await hours.getByText('sampai besoknya').waitFor()
  await hours.getByRole('button', { name: 'Samakan semua dengan Senin' }).click()
  await hours.getByLabel('Selasa, buka').selectOption({ label: '24 jam' })
  await hours.getByLabel('Minggu, buka').selectOption({ label: 'Tutup' })
  await hours.getByLabel('Rabu, dari jam').fill('')
  await hours.getByRole('button', { name: 'Simpan jam buka' }).click()
  await hours.getByText('Isi jam').waitFor()
  await hours.getByLabel('Rabu, dari jam').fill('21:30')
  await hours.getByRole('button', { name: 'Simpan jam buka' }).click()
  await alertMessage(page, 'Jam buka disimpan').waitFor()
  await page.reload()
  await expect.poll(() => hours.getByLabel('Rabu, dari jam').inputValue()).toBe('21:30')
  expect(await hours.getByLabel('Selasa, buka').locator('option:checked').textContent()).toBe('24 jam')
  expect(await hours.getByLabel('Minggu, buka').locator('option:checked').textContent()).toBe('Tutup')
  await hours.getByLabel('Selalu buka').click()
  await hours.getByRole('button', { name: 'Simpan jam buka' }).click()
  await alertMessage(page, 'Jam buka disimpan').waitFor()
  await close()
})

test('seller API: servers of every type are called in their own format [S-SALE-08]', async () => {
  for (const [email, type, path] of [
    ['penjual@lapak.test', 'IRS', '/api/h2h/saldo?'],
    ['penjual2@lapak.test', 'OTOMAX', '/balance?'],
    ['penjual3@lapak.test', 'Standar HTTP GET', '/saldo?'],
  ] as const) {
    const { page, close } = await openSetting(email)
    const select = formOf(page).getByLabel('Jenis API')
    expect(await select.locator('option').allTextContents()).toEqual(['Standar HTTP GET', 'IRS', 'OTOMAX'])
    expect(await select.locator('option:checked').textContent()).toBe(type)
    await formOf(page).getByRole('button', { name: 'Test' }).click()
    await resultOf(page).getByText('Server menjawab').waitFor()
    expect(await resultOf(page).textContent()).toContain(path)
    await close()
  }
})
