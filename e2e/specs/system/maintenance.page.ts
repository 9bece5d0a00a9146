import { onTestFinished, test } from 'vitest'
import { alertMessage, openWithRealtime, phone } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()
const token = await lapak.signIn('admin@lapak.test')

/** Withdraws the announcement, because maintenance stops orders for all members, also in the next files that use this Lapak. */
async function withdraw() {
  if ((await lapak.call<object | null>('', 'GET', '/public/maintenance')) === null) return
  const [newest] = await lapak.call<{ id: number }[]>(token, 'GET', '/api/admin/v1/maintenance')
  const [awal, akhir] = [new Date(), new Date(Date.now() + 60_000)]
  const body = { id: newest?.id, text: '', awal, akhir, jedapesanan: false, reason: 'Pengujian selesai' }
  await lapak.call(token, 'POST', '/api/admin/v1/maintenance', body)
}

test('maintenance: an announcement appears on every page, also before signing in, until it is withdrawn', async () => {
  onTestFinished(withdraw)
  const reason = `Sudah selesai ${Date.now()}`
  const admin = await openApp(lapak, { as: token })
  const member = await openApp(lapak, { as: await lapak.signIn(buyer), viewport: phone })
  const visitor = await openApp(lapak)
  await openWithRealtime(member, '/home')
  await openWithRealtime(admin, '/home')
  await admin.page.getByRole('button', { name: /^Administrator/ }).click()
  await admin.page.getByRole('menuitem', { name: 'Pengaturan' }).click()
  await admin.page.getByRole('tab', { name: 'Pemeliharaan' }).click()
  await admin.page.getByText('Tidak ada pengumuman.').waitFor()
  await admin.page.getByRole('button', { name: 'Umumkan' }).click()
  const dialog = admin.page.getByRole('dialog', { name: 'Umumkan pemeliharaan' })
  await dialog.getByRole('button', { name: 'Umumkan' }).click()
  await dialog.getByText('Tulis pengumumannya').waitFor()
  await dialog.getByLabel('Pengumuman').fill('Kami pindah server')
  await dialog.getByLabel('Hentikan pesanan baru').check()
  await dialog.getByLabel('Alasan').fill('Pindah server')
  await dialog.getByRole('button', { name: 'Umumkan' }).click()
  await alertMessage(admin.page, 'Pengumuman diperbarui').waitFor()
  await member.page.getByText('Kami pindah server').waitFor()
  await visitor.page.goto('/login')
  await visitor.page.getByText('Pesanan dihentikan sementara').waitFor()
  await admin.page.getByRole('button', { name: 'Cabut' }).click()
  const back = admin.page.getByRole('dialog', { name: 'Cabut pengumuman' })
  await back.getByLabel('Alasan').fill(reason)
  await back.getByRole('button', { name: 'Cabut' }).click()
  await member.page.getByText('Kami pindah server').waitFor({ state: 'hidden' })
  await admin.page.getByRole('region', { name: 'Riwayat pengumuman' }).getByText(reason).waitFor()
  for (const one of [admin, member, visitor]) await one.close()
})
