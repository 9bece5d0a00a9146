import { doctorChecks } from '@lapak/contract/backoffice/doctor'
import { expect, test } from 'vitest'
import { phone } from '../../fixtures/app.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = await lapak.signIn('admin@lapak.test')
const order = ['Gagal', 'Perhatikan', 'Baik']
const sections = ['Pesanan', 'Suplier istirahat', 'Callback', 'Surat dan kode', 'Tugas', 'Feed mutasi bank', 'Pembukuan', 'Penghubung']

test('health: an administrator sees the state of every part of the system, and opens the settings of a part', async () => {
  const { page, close } = await openApp(lapak, { as: admin })
  await page.goto('/home')
  await page.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('menuitem', { name: 'Kesehatan' }).click()
  for (const name of sections) await page.getByRole('region', { name, exact: true }).waitFor()
  // The demo sends no e-mail, and its gateway is the sandbox.
  const adapters = page.getByRole('region', { name: 'Penghubung' })
  expect(await adapters.textContent()).toContain('E-mailTidak diatur')
  expect(await adapters.textContent()).toContain('Penyedia pembayaransandbox')
  await page.setViewportSize(phone)
  await page.getByRole('link', { name: 'Pengaturan' }).click()
  await page.getByRole('button', { name: 'Ubah health.feedHours' }).waitFor()
  await close()
})

test('health: the checks of the doctor run when an administrator asks for them, and show what is wrong first', async () => {
  const { page, requestsTo, close } = await openApp(lapak, { as: admin, viewport: phone })
  await page.goto('/admin/kesehatan')
  const doctor = page.getByRole('region', { name: 'Pemeriksaan' })
  await doctor.waitFor()
  const asked = () => requestsTo('POST', '/api/admin/v1/doctor').length
  expect(asked()).toBe(0)
  await doctor.getByRole('button', { name: 'Periksa sekarang' }).click()
  const rows = doctor.getByRole('list', { name: 'Hasil pemeriksaan' }).getByRole('listitem')
  await rows.first().waitFor()
  expect([asked(), await rows.count()]).toEqual([1, doctorChecks.length])
  const states = (await rows.allTextContents()).map((text) => /(Gagal|Perhatikan|Baik)$/.exec(text)?.[1] ?? text)
  expect(states).toEqual(states.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
  expect(states).toContain('Baik')
  await close()
})
