import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { type App, alertMessage, desktop, openWithRealtime, phone } from '../../fixtures/app.ts'
import { newShopName } from '../../fixtures/becoming-seller.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { emailsTo } from '../../fixtures/emails.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { newMember } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const cashier = 'kasir@lapak.test'

const openTab = (dialog: Locator, name: string) => dialog.getByRole('tab', { name, exact: true }).click()

async function withReason(place: Locator, form: string, reason: string) {
  const fields = place.getByRole('form', { name: form })
  await fields.getByRole('button', { name: form }).click()
  await fields.getByText('Tulis alasannya').waitFor()
  await fields.getByLabel('Alasan').fill(reason)
  await fields.getByRole('button', { name: form }).click()
}

async function confirm(page: Page, answer: 'Yes' | 'No') {
  const question = page.getByRole('dialog', { name: 'Warning' })
  await question.getByRole('button', { name: answer }).click()
  await question.waitFor({ state: 'hidden' })
}

/** Opens the dialog of a user; on a phone the whole card is the button. */
async function openUser({ page }: App, { email, name }: { email: string; name: string }): Promise<Locator> {
  await page.goto(`/usermanagement?search=${encodeURIComponent(email)}`)
  const main = page.getByRole('main')
  const opens =
    page.viewportSize()?.width === phone.width
      ? main.getByRole('button').filter({ hasText: email })
      : main.getByRole('button', { name: `Detail ${name}` })
  await opens.click()
  const dialog = page.getByRole('dialog', { name: /^Member \d+$/ })
  await dialog.getByText('Konfirmasi e-mail').waitFor()
  return dialog
}

const done = (page: Page) => alertMessage(page, 'update OK!').last().waitFor()

test.each([phone, desktop])(
  'users: an administrator finds a member, corrects the data, grants the seller role, opens the shop, blocks and unblocks the member, at $width px [A-USR-01, A-USR-02, A-USR-03, A-USR-04, A-USR-05, A-USR-06, A-USR-07, A-USR-08, A-USR-09, A-USR-10, A-USR-11, A-USR-12, A-USR-14, A-USR-21, A-USR-23, A-ROLE-03, A-ROLE-10, A-MSG-08]',
  async (viewport) => {
    const name = newShopName()
    const who = await completeMember(lapak, name)
    const member = await openApp(lapak, { as: who.token, viewport })
    await openWithRealtime(member, '/home')

    const office = await openApp(lapak, { as: await lapak.signIn(admin), viewport })
    const { page } = office
    await page.goto('/usermanagement')
    await page.getByRole('tab', { name: /^All Users \([\d.]+\)$/ }).waitFor()
    await page.getByRole('tab', { name: /^Seller Applications \(\d+\)$/ }).waitFor()
    for (const card of ['Total user', 'Total suplier', 'Pengajuan suplier']) await page.getByText(card, { exact: true }).waitFor()
    if (viewport === desktop)
      for (const title of ['ID', 'Nama', 'E-mail', 'Aktif', 'Dibuat', 'Diperbarui', 'Aksi'])
        await page.getByRole('columnheader', { name: title }).waitFor()

    const dialog = await openUser(office, { ...who, name })
    await dialog.getByText('Ya', { exact: true }).waitFor()
    await dialog.getByText('Virtual account').waitFor()
    const data = dialog.getByRole('form', { name: 'Data member' })
    await data.getByLabel('Kontak').fill('@toko')
    await data.getByRole('button', { name: 'Simpan' }).click()
    await data.getByText('Tulis alasannya').waitFor()
    await data.getByLabel('Alasan').fill('Permintaan lewat WhatsApp')
    await data.getByRole('button', { name: 'Simpan' }).click()
    await done(page)
    expect(await data.getByLabel('Kontak').inputValue()).toBe('@toko')
    await expect.poll(() => data.getByLabel('Alasan').inputValue()).toBe('')

    await openTab(dialog, 'Peran')
    await dialog.getByRole('button', { name: 'Tambah peran Suplier' }).click()
    await withReason(dialog, 'Tambah peran Suplier', 'Dokumen diperiksa di kantor')
    await dialog.getByRole('button', { name: 'Cabut peran Suplier' }).waitFor()

    await openTab(dialog, 'Suplier')
    await dialog.getByText('Disetujui').waitFor()
    await dialog.getByRole('heading', { name: 'KTP' }).waitFor()
    await dialog.getByRole('heading', { name: 'NPWP' }).waitFor()
    await dialog.getByRole('button', { name: 'Buka toko' }).click()
    await withReason(dialog, 'Buka toko', 'Sudah siap berjualan')
    await confirm(page, 'Yes')
    await dialog.getByRole('button', { name: 'Tutup toko' }).waitFor()

    await openTab(dialog, 'Peran')
    await dialog.getByRole('button', { name: 'Cabut peran Suplier' }).click()
    await withReason(dialog, 'Cabut peran Suplier', 'Tidak jadi berjualan')
    await confirm(page, 'Yes')
    await dialog.getByRole('button', { name: 'Tambah peran Suplier' }).waitFor()

    await openTab(dialog, 'Profil')
    await dialog.getByRole('button', { name: 'Blokir' }).click()
    await withReason(dialog, 'Blokir member', 'Laporan penipuan')
    await confirm(page, 'Yes')
    await dialog.getByText('Member ini diblokir').waitFor()
    await dialog.getByText(/Laporan penipuan/).waitFor()
    // The member's page redirects to the sign-in by itself, and the member cannot sign in.
    await member.page.waitForURL('**/login*')
    await expect(lapak.signIn(who.email)).rejects.toThrow()

    await dialog.getByRole('button', { name: 'Buka blokir' }).click()
    await withReason(dialog, 'Buka blokir', 'Sudah dijelaskan')
    await dialog.getByRole('button', { name: 'Blokir' }).waitFor()
    expect(await lapak.signIn(who.email)).not.toBe('')
    // The member's page logs the reason.
    await member.close({ statuses: [401], errors: /Token has expired/ })
    await office.close()
  },
)

test("users: the dialog shows a member's balance, tickets, transactions, sessions and audit, and changes nothing", async () => {
  const office = await openApp(lapak, { as: await lapak.signIn(admin) })
  const dialog = await openUser(office, { email: buyer, name: 'Konter Berkah Cell' })
  for (const [name, shows] of [
    ['Saldo', dialog.getByRole('list', { name: 'Mutasi saldo' })],
    ['Tiket', dialog.getByRole('list', { name: 'Tiket' })],
    ['Transaksi', dialog.getByRole('list', { name: 'Transaksi' }).or(dialog.getByText('Belum ada transaksi'))],
    ['Sesi & key', dialog.getByRole('list', { name: 'API key' })],
    ['Audit', dialog.getByRole('list', { name: 'Audit' })],
  ] as const) {
    await openTab(dialog, name)
    await shows.waitFor()
  }
  // Reading a member's data is audited as well.
  await dialog.getByText('Data member dilihat').first().waitFor()
  expect(await dialog.getByRole('tab', { name: 'Produk' }).count()).toBe(0)
  // The selected tab is in the address, so it survives a reload.
  await office.page.reload()
  await office.page.getByRole('dialog').getByText('Data member dilihat').first().waitFor()
  await office.close()
})

test('users: revoking a role and blocking require a reason and a confirmation [B-LAY-11]', async () => {
  const name = newShopName()
  const who = await completeMember(lapak, name)
  const office = await openApp(lapak, { as: await lapak.signIn(admin) })
  const { page } = office
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  const dialog = await openUser(office, { ...who, name })
  await openTab(dialog, 'Peran')
  await dialog.getByRole('button', { name: 'Tambah peran Suplier' }).click()
  await withReason(dialog, 'Tambah peran Suplier', 'Dokumen diperiksa di kantor')

  for (const [where, button, form, after, path] of [
    ['Peran', 'Cabut peran Suplier', 'Cabut peran Suplier', 'Tambah peran Suplier', '/users/role'],
    ['Profil', 'Blokir', 'Blokir member', 'Buka blokir', '/user/member'],
  ] as const) {
    await openTab(dialog, where)
    await dialog.getByRole('button', { name: button }).click()
    sent.length = 0
    await withReason(dialog, form, 'Laporan penipuan')
    await page.getByRole('dialog', { name: 'Warning' }).getByText(name).waitFor()
    await confirm(page, 'No')
    expect(sent.filter((call) => call.includes(path))).toEqual([])
    await dialog.getByRole('form', { name: form }).getByRole('button', { name: form }).click()
    await confirm(page, 'Yes')
    await dialog.getByRole('button', { name: after }).waitFor()
    expect(sent.filter((call) => call.includes(path))).toHaveLength(1)
  }
  await office.close()
})

test('users: only a member who has not activated the account gets a new activation link [A-USR-13]', async () => {
  const { email } = await newMember(lapak, newShopName())
  const tables = openTables(lapak.info.databaseUrl)
  try {
    const { id } = await tables
      .updateTable('member')
      .set({ activated: false })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await tables.insertInto('sign_up').values({ member_id: id, name: 'Belum aktif', password_hash: '-' }).execute()
  } finally {
    await tables.destroy()
  }
  const office = await openApp(lapak, { as: await lapak.signIn(admin), viewport: phone })
  const dialog = await openUser(office, { email, name: '' })
  await dialog.getByText('Belum', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Kirim ulang e-mail aktivasi' }).click()
  await alertMessage(office.page, 'E-mail aktivasi dikirim lagi').waitFor()
  await expect.poll(async () => (await emailsTo(lapak, email)).filter(({ subject }) => subject === 'Aktivasi akun Lapak').length).toBe(2)
  const activated = await openUser(office, { email: buyer, name: '' })
  expect(await activated.locator('dl > *').filter({ hasText: 'Konfirmasi e-mail' }).locator('dd').textContent()).toBe('Ya')
  expect(await activated.getByRole('button', { name: 'Kirim ulang e-mail aktivasi' }).count()).toBe(0)
  await office.close()
})

test('users: a new administrator requires the approval of a second administrator, and administrators cannot change their own account', async () => {
  const name = newShopName()
  const who = await completeMember(lapak, name)
  const office = await openApp(lapak, { as: await lapak.signIn(admin) })
  const dialog = await openUser(office, { ...who, name })
  await openTab(dialog, 'Peran')
  await dialog.getByRole('button', { name: 'Tambah peran Admin' }).click()
  await withReason(dialog, 'Tambah peran Admin', 'Admin baru untuk malam')
  await alertMessage(office.page, 'Menunggu admin kedua').first().waitFor()
  await dialog.getByText(/Diminta .*: Admin baru untuk malam/).waitFor()

  const second = await openApp(lapak, { as: await lapak.signIn(cashier) })
  await second.page.goto('/persetujuan')
  await second.page.getByText(`Beri peran admin ${name}`).first().click()
  await second.page.getByRole('dialog').getByLabel('Alasan').fill('Sudah saya periksa')
  await second.page.getByRole('dialog').getByRole('button', { name: 'Setujui' }).click()
  await second.page.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  await second.page.goto(`/usermanagement?search=${encodeURIComponent(who.email)}`)
  await second.page.getByRole('cell').getByText('Admin', { exact: true }).waitFor()
  // The e-mail of an administrator cannot be changed.
  await second.page.getByRole('button', { name: `Detail ${name}` }).click()
  expect(await second.page.getByRole('form', { name: 'Data member' }).getByLabel('E-mail').getAttribute('readonly')).not.toBe(null)
  await second.close()
  await office.close()

  const own = await openApp(lapak, { as: await lapak.signIn(admin), viewport: phone })
  const mine = await openUser(own, { email: admin, name: '' })
  await mine.getByText('Ini akun Anda sendiri').waitFor()
  expect(await mine.getByRole('button', { name: 'Blokir' }).count()).toBe(0)
  await openTab(mine, 'Peran')
  await mine.getByText('Peran Anda sendiri diubah admin lain').waitFor()
  expect(await mine.getByRole('button', { name: /peran/ }).count()).toBe(0)
  await own.close()
})
