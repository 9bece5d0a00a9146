import { expect, test } from 'vitest'
import { demoSellers } from '../../../server/src/demo/people.ts'
import { openTables } from '../../../server/test/database.ts'
import { type App, alertMessage, desktop, openWithRealtime, phone } from '../../fixtures/app.ts'
import {
  approveApplication,
  choosePicture,
  fillServerForm,
  newShopName,
  openApplication,
  registrationStep,
  saveServer,
  sendDocuments,
  serverForm,
  testServer,
} from '../../fixtures/becoming-seller.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { password, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'
import { expireStepUps } from '../../fixtures/step-up.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'

test('seller applications: a member sends documents, reads a rejection, is approved without a reload, connects the server, and sells [A-RT-02, S-REG-01, S-REG-02, S-REG-03, S-REG-04, S-REG-05, S-REG-06, S-REG-07, S-REG-08, S-REG-14, S-REG-15, S-REG-16, S-REG-17, S-REG-18, S-ROLE-07, B-ROLE-17, A-USR-02, A-USR-03, A-USR-04, A-USR-05, A-USR-15, A-ROLE-02, A-MSG-06, A-MSG-07]', async () => {
  const name = newShopName()
  const { email, token } = await completeMember(lapak, name)
  const member = await openApp(lapak, { as: token })
  const { page } = member
  await openWithRealtime(member, '/penjualan')
  await page.waitForURL('**/regseller')
  await registrationStep(page, 1).waitFor()
  expect(await registrationStep(page, 1).getByRole('listitem').locator('span:last-child').allTextContents()).toEqual([
    'Dokumen identitas',
    'Verifikasi',
    'Integrasi API',
    'Selesai',
  ])

  // A file that is not a picture is refused at its field.
  await page.getByRole('button', { name: 'Kirim dokumen' }).click()
  await page.getByRole('form').getByRole('alert').getByText('Unggah foto KTP').waitFor()
  await choosePicture(page, 'KTP').setInputFiles({ name: 'ktp.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') })
  await page.getByText('File harus gambar JPEG, PNG atau WebP').waitFor()
  await choosePicture(page, 'KTP').setInputFiles({ name: 'ktp.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) })
  await page.getByText('Gambar paling besar 5 MB').waitFor()
  await sendDocuments(page, ['KTP'])
  await page.getByText('Dokumen Anda sedang diperiksa').waitFor()

  const office = await openApp(lapak, { as: await lapak.signIn(admin) })
  await openWithRealtime(office, `/usermanagement?tab=pengajuan&search=${encodeURIComponent(email)}`)
  await office.page.getByRole('tab', { name: /^Seller Applications \(\d+\)$/ }).waitFor()
  for (const title of ['ID', 'Nama', 'E-mail', 'Aktif', 'Dibuat', 'Diperbarui', 'Aksi'])
    await office.page.getByRole('columnheader', { name: title }).waitFor()
  const first = await openApplication(office, desktop, name)
  await first.getByText(email).waitFor()
  await first.getByText('Tidak dikirim').waitFor()
  await first.getByRole('button', { name: 'Tolak' }).click()
  await first.getByRole('button', { name: 'Tolak pengajuan' }).click()
  await first.getByText('Tulis alasannya').waitFor()
  await first.getByLabel('Alasan').fill('Foto KTP buram, ambil lagi')
  await first.getByLabel('Alasan').press('Enter')
  await office.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(office.page, 'Reject Ok!').waitFor()
  await first.waitFor({ state: 'hidden' })

  // The member's page was not reloaded.
  await registrationStep(page, 1).waitFor()
  await page.getByText('Alasan: Foto KTP buram, ambil lagi').waitFor()
  await sendDocuments(page, ['KTP', 'NPWP'])

  // The list updates by a realtime event.
  const second = await openApplication(office, desktop, name)
  await second.getByRole('button', { name: 'Perbesar foto KTP' }).click()
  const zoomed = office.page.getByRole('dialog', { name: 'Foto KTP' })
  await zoomed.getByRole('button', { name: 'Perbesar' }).click()
  await zoomed.getByText('150%').waitFor()
  await office.page.keyboard.press('Escape')
  await zoomed.waitFor({ state: 'hidden' })
  await second.getByRole('button', { name: 'Perbesar foto NPWP' }).waitFor()
  await approveApplication(office, second, name)
  await office.page.getByText('Tidak ada yang cocok').waitFor()
  await office.close()

  await registrationStep(page, 3).waitFor()
  await connectServer(member)
  await registrationStep(page, 4).waitFor()
  await page.getByText('Anda suplier di Lapak').waitFor()
  // The page was not reloaded, and accepts the new role.
  await page.getByRole('link', { name: 'Ke Penjualan' }).click()
  await page.getByRole('heading', { name: 'Penjualan' }).waitFor()
  await page.goto('/regseller')
  await registrationStep(page, 4).waitFor()
  // The page logs the refused uploads.
  await member.close({ errors: /^upload / })
})

test('seller applications: identity cards are shown to an administrator after a recent step-up authentication', async () => {
  const name = newShopName()
  const { token } = await completeMember(lapak, name)
  const member = await openApp(lapak, { as: token })
  await member.page.goto('/regseller')
  await sendDocuments(member.page, ['KTP'])
  await member.close()
  const office = await openApp(lapak, { as: await lapak.signIn(admin) })
  await expireStepUps(lapak)
  await office.page.goto(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(name)}`)
  const application = await openApplication(office, desktop, name)
  await application.getByRole('button', { name: 'Tampilkan foto identitas' }).click()
  const stepUp = office.page.getByRole('dialog', { name: 'Konfirmasi bahwa ini Anda' })
  await stepUp.getByLabel('Password', { exact: true }).fill(password)
  await stepUp.getByRole('button', { name: 'Konfirmasi' }).click()
  await application.getByRole('button', { name: 'Perbesar foto KTP' }).waitFor()
  await office.close()
})

/** Connects a server of the demo, with a wrong PIN at first. */
async function connectServer({ page }: App) {
  const form = serverForm(page)
  const [seller] = demoSellers
  if (!seller) throw new Error('the demo has no sellers')
  for (const [type, name] of [
    ['1', 'IRS'],
    ['2', 'OTOMAX'],
  ] as const)
    expect(await form.getByLabel('Jenis API').locator(`option[value="${type}"]`).textContent()).toBe(name)
  await fillServerForm(lapak, form, seller)
  await form.getByLabel('PIN').fill('999999')
  await form.getByText('Simpan API hanya jika respon test bukan kesalahan user, password, atau PIN.').waitFor()
  await form.getByRole('button', { name: 'Test' }).click()
  await page.getByRole('region', { name: 'Hasil test' }).getByText('Ditolak').waitFor()
  await form.getByLabel('PIN').fill(seller.supplier.pin)
  await testServer(page)
  await saveServer(page)
}

test('seller applications: a member connects the server while the approval is pending', async () => {
  const { token } = await completeMember(lapak, newShopName())
  const member = await openApp(lapak, { as: token })
  const { page } = member
  await page.goto('/regseller')
  await sendDocuments(page, ['KTP'])
  await page.getByRole('button', { name: 'Hubungkan server sekarang' }).click()
  await registrationStep(page, 3).waitFor()
  await page.getByText('Server Anda boleh dihubungkan sekarang').waitFor()
  await page.getByRole('button', { name: 'Kembali ke verifikasi' }).click()
  await registrationStep(page, 2).waitFor()
  await page.getByRole('button', { name: 'Hubungkan server sekarang' }).click()
  await connectServer(member)
  await registrationStep(page, 3).waitFor()
  await member.close()
})

test('seller applications: the current step depends on the level of approval and on the test of the server [S-REG-09, S-REG-10, S-REG-11, S-REG-12, S-REG-13]', async () => {
  const { email, token } = await completeMember(lapak, newShopName())
  const { page, close } = await openApp(lapak, { as: token })
  const tables = openTables(lapak.info.databaseUrl)
  try {
    for (const [admin_confirmation, api_test, nth] of [
      [0, 1, 1],
      [1, 1, 1],
      [2, 1, 2],
      [2, 0, 3],
      [3, 1, 3],
      [3, 0, 4],
    ] as const) {
      await tables.updateTable('member').set({ admin_confirmation, api_test }).where('email', '=', email).execute()
      await page.goto('/regseller')
      await registrationStep(page, nth).waitFor()
    }
  } finally {
    await tables.updateTable('member').set({ admin_confirmation: 0, api_test: 1 }).where('email', '=', email).execute()
    await tables.destroy()
  }
  await close()
})

test('seller applications: an applicant is listed as active while the account is complete [A-USR-22]', async () => {
  const { email } = await completeMember(lapak, newShopName())
  const tables = openTables(lapak.info.databaseUrl)
  const { page, close } = await openApp(lapak, { as: await lapak.signIn(admin) })
  try {
    for (const [status, word] of [
      [2, 'Aktif'],
      [1, 'Tidak aktif'],
    ] as const) {
      await tables.updateTable('member').set({ status, admin_confirmation: 2 }).where('email', '=', email).execute()
      await page.goto(`/usermanagement?tab=pengajuan&search=${encodeURIComponent(email)}`)
      await page.getByRole('row').filter({ hasText: email }).getByText(word, { exact: true }).waitFor()
    }
  } finally {
    await tables.updateTable('member').set({ status: 2, admin_confirmation: 0 }).where('email', '=', email).execute()
    await tables.destroy()
  }
  await close()
})

test('seller applications: a seller whose approval is revoked sees the reason without a reload, cannot sell, and may cash out', async () => {
  const name = newShopName()
  const { email, token } = await completeMember(lapak, name)
  const tables = openTables(lapak.info.databaseUrl)
  try {
    const { id } = await tables
      .updateTable('member')
      .set({ admin_confirmation: 3, api_test: 0 })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tables.insertInto('member_role').values({ member_id: id, role_id: 2n }).execute()
  } finally {
    await tables.destroy()
  }
  const member = await openApp(lapak, { as: token })
  await openWithRealtime(member, '/regseller')
  await registrationStep(member.page, 4).waitFor()

  const office = await openApp(lapak, { as: await lapak.signIn(admin), viewport: phone })
  await office.page.goto(`/usermanagement?tab=pengajuan&adminconfirmation=3&search=${encodeURIComponent(email)}`)
  const dialog = await openApplication(office, phone, name)
  await dialog.getByRole('button', { name: 'Cabut persetujuan' }).click()
  await dialog.getByText('Pesanan yang berjalan diselesaikan').waitFor()
  await dialog.getByLabel('Alasan').fill('Identitas dipakai orang lain')
  await dialog.getByRole('button', { name: 'Cabut persetujuan' }).click()
  await office.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(office.page, 'Reject Ok!').waitFor()
  await office.close()

  await registrationStep(member.page, 1).waitFor()
  await member.page.getByText('Alasan: Identitas dipakai orang lain').waitFor()
  await member.page.getByRole('button', { name: 'Cashout' }).waitFor()
  await member.page.getByRole('button', { name: 'Transaksi', exact: true }).click()
  await member.page.getByRole('menuitem', { name: 'Penjualan' }).click()
  await member.page.waitForURL('**/regseller')
  await member.close()
})
