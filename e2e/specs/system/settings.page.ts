import { expect, test } from 'vitest'
import { type AppOptions, alertMessage, phone } from '../../fixtures/app.ts'
import { isolatedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

// An instance of its own, because settings are global.
const lapak = await isolatedLapak()

const admin = await lapak.signIn('admin@lapak.test')
const open = (options: AppOptions = {}) => openApp(lapak, { as: admin, ...options })

interface SettingRow {
  name: string
  value: number
}
const valueNow = async (name: string) =>
  (await lapak.call<SettingRow[]>(admin, 'GET', '/api/admin/v1/settings')).find((rule) => rule.name === name)?.value

test('settings: an administrator finds a setting, changes it with a reason, and sees the old value in its history', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('menuitem', { name: 'Pengaturan' }).click()
  await page.getByRole('region', { name: 'Topup' }).waitFor()
  await page.getByRole('searchbox', { name: 'Cari aturan' }).fill('topup paling sedikit')
  await page.waitForURL('**search=topup**')
  await page.getByRole('button', { name: 'Ubah topup.min' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ubah aturan' })
  await dialog.getByText('Rp 1 sampai Rp 10.000.000').waitFor()
  await dialog.getByText('Belum pernah diubah').waitFor()
  await dialog.getByLabel('Nilai baru').fill('20000000')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByText('Pilih Rp 1 sampai Rp 10.000.000').waitFor()
  await dialog.getByLabel('Nilai baru').fill('60000')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByText('Tulis alasannya').waitFor()
  await dialog.getByLabel('Alasan').fill('Bank menaikkan biayanya')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Aturan diperbarui').waitFor()
  expect(await valueNow('topup.min')).toBe(60_000)
  await page.getByText('Bawaan Rp 50.000').waitFor()
  await page.getByRole('button', { name: 'Ubah topup.min' }).click()
  const history = dialog.getByRole('region', { name: 'Riwayat perubahan' })
  await history.getByText('Rp 50.000 → Rp 60.000').waitFor()
  expect(await history.textContent()).toContain('Bank menaikkan biayanya')
  await dialog.getByRole('button', { name: 'Pakai bawaan' }).click()
  await expect.poll(() => dialog.getByLabel('Nilai baru').inputValue()).toBe('50.000')
  await close()
})

test('settings: a change that weakens protection waits for a second administrator, and the setting shows the pending change', async () => {
  const { page, close } = await open()
  await page.goto('/admin/pengaturan?aturan=apiKeys.suspendRecentDays')
  const dialog = page.getByRole('dialog', { name: 'Ubah aturan' })
  const before = await valueNow('apiKeys.suspendRecentDays')
  await dialog.getByLabel('Nilai baru').fill('1')
  await dialog.getByLabel('Alasan').fill('Terlalu lama menunggu')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Menunggu admin kedua').waitFor()
  expect(await valueNow('apiKeys.suspendRecentDays')).toBe(before)
  await page.getByRole('link', { name: 'Menunggu admin kedua' }).waitFor()
  await page.getByRole('button', { name: 'Ubah apiKeys.suspendRecentDays' }).click()
  await dialog.getByText('menunggu admin kedua, di halaman Persetujuan').waitFor()
  expect(await dialog.getByRole('button', { name: 'Simpan' }).count()).toBe(0)

  // The approving administrator sees the new value with its unit, the current value and the purpose of the setting.
  await page.goto('/persetujuan')
  await page.getByText('Ubah aturan apiKeys.suspendRecentDays menjadi 1 hari').filter({ visible: true }).first().click()
  const request = page.getByRole('dialog', { name: /^Permintaan \d+/ })
  await request.getByText(`${before} hari`, { exact: true }).waitFor()
  await request.getByText('Tentang aturan').waitFor()
  await close()
})

test('settings: a change that conflicts with an earlier change is refused, and shows the value and the reason of the earlier change', async () => {
  const { page, close } = await open()
  await page.goto('/admin/pengaturan?aturan=favourites.max')
  const dialog = page.getByRole('dialog', { name: 'Ubah aturan' })
  await dialog.getByLabel('Nilai baru').fill('70')
  await dialog.getByLabel('Alasan').fill('Cukup sekian saja')
  const other = await lapak.signIn('kasir@lapak.test')
  const rules = await lapak.call<(SettingRow & { version: number })[]>(other, 'GET', '/api/admin/v1/settings')
  const version = rules.find(({ name }) => name === 'favourites.max')?.version
  await lapak.call(other, 'PATCH', '/api/admin/v1/settings/favourites.max', { value: 60, version, reason: 'Lebih cepat' })
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByText('Lebih cepat').waitFor()
  await expect.poll(() => dialog.getByLabel('Nilai baru').inputValue()).toBe('60')
  expect(await valueNow('favourites.max')).toBe(60)
  await close({ statuses: [409, 422] })
})

test('settings: a setting with choices opens on a phone', async () => {
  const { page, close } = await open({ viewport: phone })
  await page.goto('/admin/pengaturan?search=twoFactorDemanded')
  await page.getByRole('button', { name: 'Ubah access.twoFactorDemanded' }).waitFor()
  await page.getByRole('button', { name: 'Ubah access.twoFactorDemanded' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ubah aturan' })
  await dialog.getByLabel('Nilai baru').selectOption('Tidak wajib')
  await dialog.getByRole('button', { name: 'Batal' }).click()
  await page.getByRole('searchbox', { name: 'Cari aturan' }).fill('zqx')
  await page.getByText('Tidak ada aturan yang cocok').waitFor()
  await close()
})

test('settings: the fee of a top-up method changes at once, and a new bank account waits for a second administrator', async () => {
  const { page, close } = await open()
  await page.goto('/admin/pengaturan?tab=metode')
  const list = page.getByRole('list', { name: 'Metode topup' })
  const first = list.getByRole('listitem').filter({ hasText: 'a.n.' }).first()
  await first.getByRole('button', { name: /^Ubah / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Biaya tetap').fill('1500')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByText('Tulis alasannya').waitFor()
  await dialog.getByLabel('Alasan').fill('Bank menaikkan biayanya')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Metode pembayaran disimpan').waitFor()
  await first.getByText('Biaya Rp 1.500').waitFor()
  await first.getByRole('button', { name: /^Ubah / }).click()
  await dialog.getByLabel('Nomor rekening').fill('9988776655')
  await dialog.getByLabel('Alasan').fill('Rekening baru kantor')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'Menunggu admin kedua').waitFor()
  await first.getByRole('link', { name: 'Menunggu admin kedua' }).waitFor()
  expect(await first.textContent()).not.toContain('9988776655')
  await close()
})

test('settings: every adapter shows its state, and can be tested by a button', async () => {
  const { page, close } = await open()
  await page.goto('/admin/pengaturan?tab=penghubung')
  const gateway = page.getByRole('region', { name: 'Penyedia pembayaran' })
  await gateway.getByText('Sandbox', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'E-mail' }).getByText('Tidak diatur').waitFor()
  await gateway.getByRole('button', { name: 'Tes Penyedia pembayaran' }).click()
  await gateway.getByText(/^Berhasil: menjawab/).waitFor()
  await gateway.getByText('baru saja').waitFor()
  await close()
})

test('settings: an adapter shows its last failure and how long ago it happened', async () => {
  const { page, close } = await open()
  await page.route('**/api/admin/v1/adapters', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object[] }
    const gagal = { at: new Date().toISOString(), pesan: 'tidak menjawab' }
    await route.fulfill({ json: { ...body, data: body.data.map((adapter) => ({ ...adapter, gagal })) } })
  })
  await page.goto('/admin/pengaturan?tab=penghubung')
  const gateway = page.getByRole('region', { name: 'Penyedia pembayaran' })
  await gateway.getByText('tidak menjawab').waitFor()
  expect(await gateway.textContent()).toContain('Gagal terakhirbaru saja: tidak menjawab')
  await close()
})
