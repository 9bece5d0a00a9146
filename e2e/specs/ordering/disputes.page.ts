import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage, expectFocused, openWithRealtime, phone } from '../../fixtures/app.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'

const lapak = await sharedLapak()
const [admin, seller, customer] = await Promise.all(['admin@lapak.test', 'penjual@lapak.test', buyer].map((email) => lapak.signIn(email)))

/** A card of the list on a phone. */
const cardOf = (page: Page, target: string) =>
  page
    .getByRole('list', { name: 'Daftar sengketa' })
    .getByRole('button')
    .filter({ hasText: target.replace(/(\d{4})(?=\d)/g, '$1 ') })

const yes = (page: Page) => page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()

test('disputes: a buyer reports a success, the seller replies, an administrator refunds, and each sees it without a reload', async () => {
  const { id, target } = await placePurchase(lapak)
  const { totalElements: waiting } = await lapak.call<{ totalElements: number }>(
    seller as string,
    'GET',
    '/api/v1/seller/disputes?tahap=menunggu&size=1',
  )
  const buying = await openApp(lapak, { as: customer, viewport: phone })
  const selling = await openApp(lapak, { as: seller, viewport: phone })
  await openWithRealtime(selling, '/penjualan?tab=sengketa&tahap=menunggu')
  await selling.page.getByRole('tab', { name: waiting === 0 ? 'Sengketa' : `Sengketa (${waiting})`, exact: true }).waitFor()
  await openWithRealtime(buying, `/trxpembelian?trx=${id}`)
  const { page } = buying
  await page.getByRole('button', { name: 'Laporkan masalah' }).click()
  const report = page.getByRole('dialog', { name: 'Laporkan masalah' })
  await report.getByRole('button', { name: 'Kirim laporan' }).click()
  await report.getByText('Pilih masalahnya').waitFor()
  await report.getByRole('radio', { name: 'Belum diterima pelanggan' }).check()
  await report.getByLabel('Penjelasan').fill('Pulsa belum masuk sampai sekarang')
  // Neither a click outside nor Escape discards typed text: Escape applies to the topmost dialog.
  const question = page.getByRole('dialog', { name: 'Warning' })
  await page.locator('[class*="-overlay"]').last().click()
  await page.keyboard.press('Escape')
  await expectFocused(question.getByRole('button', { name: 'No' }))
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await report.getByLabel('Penjelasan').inputValue()).toBe('Pulsa belum masuk sampai sekarang')
  await report.getByRole('button', { name: 'Kirim laporan' }).click()
  await alertMessage(page, 'Laporan terkirim ke suplier').waitFor()
  const drawer = page.getByRole('dialog', { name: `Transaksi ${id}` })
  await drawer.getByText('Menunggu suplier').waitFor()

  // The realtime connection updates the page.
  await selling.page.getByRole('tab', { name: `Sengketa (${waiting + 1})` }).waitFor()
  await cardOf(selling.page, target).click()
  const sale = selling.page.getByRole('dialog', { name: /^Sengketa \d+/ })
  await sale.getByText(/Pulsa belum masuk sampai sekarang/).waitFor()
  await sale.getByRole('button', { name: 'Sudah terkirim' }).click()
  await sale.getByText(/^Tulis alasannya/).waitFor()
  await sale.getByLabel('Jawaban').fill('SN sudah diterima operator')
  await sale.getByRole('button', { name: 'Sudah terkirim' }).click()
  await expectFocused(selling.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }))
  await selling.page.keyboard.press('Escape')
  await selling.page.getByRole('dialog', { name: 'Warning' }).waitFor({ state: 'hidden' })
  expect(await sale.getByLabel('Jawaban').inputValue()).toBe('SN sudah diterima operator')
  await sale.getByRole('button', { name: 'Sudah terkirim' }).click()
  await yes(selling.page)
  await sale.getByText('Menunggu admin').waitFor()
  await selling.close()

  await drawer.getByText('Menunggu admin').waitFor()
  const admins = await openApp(lapak, { as: admin, viewport: phone })
  await admins.page.goto('/trxadm?tab=sengketa&tahap=menunggu')
  await cardOf(admins.page, target).waitFor()
  await cardOf(admins.page, target).click()
  const open = admins.page.getByRole('dialog', { name: /^Sengketa \d+/ })
  await open.getByText('SN sudah diterima operator').waitFor()
  await open.getByLabel('Jawaban').fill('Operator memastikan tidak masuk')
  await open.getByRole('button', { name: 'Kembalikan dana' }).click()
  await yes(admins.page)
  await open.getByText('Dana kembali').waitFor()
  await admins.close()

  await drawer.getByText('Dana kembali').waitFor()
  await drawer.getByRole('link', { name: 'Lihat laporan' }).click()
  await page
    .getByRole('dialog', { name: /^Sengketa \d+/ })
    .getByText('Operator memastikan tidak masuk')
    .waitFor()
  await buying.close()
})

test('disputes: a buyer withdraws a report, and the seller refunds another report', async () => {
  const [first, second] = [await placePurchase(lapak), await placePurchase(lapak)]
  for (const { id } of [first, second])
    await lapak.call(customer as string, 'POST', '/api/v1/disputes', { idtrx: id, reason: 'serial', msg: 'Token tidak bisa dipakai' })
  const buying = await openApp(lapak, { as: customer })
  const { page } = buying
  await page.goto('/trxpembelian?tab=sengketa&tahap=berjalan')
  await page
    .getByRole('row')
    .filter({ hasText: first.target })
    .getByRole('button', { name: /^Sengketa \d+/ })
    .click()
  await page.getByRole('button', { name: 'Batalkan laporan' }).click()
  await yes(page)
  await page
    .getByRole('dialog', { name: /^Sengketa \d+/ })
    .getByText('Dibatalkan pembeli')
    .waitFor()
  await buying.close()

  const selling = await openApp(lapak, { as: seller })
  await selling.page.goto('/penjualan?tab=sengketa&tahap=menunggu')
  await selling.page
    .getByRole('row')
    .filter({ hasText: second.target })
    .getByRole('button', { name: /^Sengketa \d+/ })
    .click()
  const sale = selling.page.getByRole('dialog', { name: /^Sengketa \d+/ })
  await sale.getByLabel('Jawaban').fill('Token salah cetak')
  await sale.getByRole('button', { name: 'Kembalikan dana' }).click()
  await yes(selling.page)
  await sale.getByText('Dana kembali').waitFor()
  await selling.close()
})

test('returns: a buyer claims a return after withdrawing a report, and seller and administrator see that it is a return', async () => {
  const { id, target } = await placePurchase(lapak)
  const reported = await lapak.call<{ id: number }>(customer as string, 'POST', '/api/v1/disputes', {
    idtrx: Number(id),
    reason: 'missing',
    msg: 'Belum masuk',
  })
  await lapak.call(customer as string, 'PATCH', `/api/v1/disputes/${reported.id}/batal`)
  const buying = await openApp(lapak, { as: customer, viewport: phone })
  const { page } = buying
  await page.goto(`/trxpembelian?trx=${id}`)
  const drawer = page.getByRole('dialog', { name: `Transaksi ${id}` })
  await drawer.getByText('Dibatalkan pembeli').waitFor()
  expect(await drawer.getByRole('button', { name: 'Laporkan masalah' }).count()).toBe(0)
  await drawer.getByRole('button', { name: 'Ajukan retur' }).click()
  const claim = page.getByRole('dialog', { name: 'Ajukan retur' })
  await claim.getByRole('radio', { name: 'Masalah lain' }).check()
  await claim.getByLabel('Penjelasan').fill('Token belum dipakai, mohon retur')
  await claim.getByRole('button', { name: 'Ajukan retur' }).click()
  await alertMessage(page, 'Retur diajukan ke suplier').waitFor()
  await drawer.getByText('Retur: Masalah lain').waitFor()
  await drawer.getByRole('link', { name: 'Lihat retur' }).click()
  await page
    .getByRole('dialog', { name: /^Retur \d+/ })
    .getByRole('button', { name: 'Batalkan retur' })
    .waitFor()
  await buying.close()

  for (const [as, path] of [
    [seller, '/penjualan?tab=sengketa&tahap=menunggu'],
    [admin, '/trxadm?tab=sengketa&tahap=berjalan'],
  ] as const) {
    const other = await openApp(lapak, { as, viewport: phone })
    await other.page.goto(path)
    await cardOf(other.page, target).filter({ hasText: 'Retur' }).click()
    const claimed = other.page.getByRole('dialog', { name: /^Retur \d+/ })
    await claimed.getByText('Token belum dipakai, mohon retur').waitFor()
    await claimed.getByLabel('Jawaban').fill('Token sudah dipakai')
    await claimed.getByRole('button', { name: 'Tolak retur' }).click()
    await yes(other.page)
    if (as === seller) await claimed.getByText(/^Anda sudah menjawab, admin yang memutuskan/).waitFor()
    else await alertMessage(other.page, 'Retur ditolak').waitFor()
    await other.close()
  }
})

test('returns: a withdrawn return is called a return in its message and its drawer', async () => {
  const { id } = await placePurchase(lapak)
  const claim = { idtrx: id, jenis: 'return', reason: 'other', msg: 'Tidak jadi dipakai' }
  const claimed = await lapak.call<{ id: number }>(customer as string, 'POST', '/api/v1/disputes', claim)
  const { page, close } = await openApp(lapak, { as: customer, viewport: phone })
  await page.goto(`/trxpembelian?tab=sengketa&sengketa=${claimed.id}`)
  await page.getByRole('button', { name: 'Batalkan retur' }).click()
  await yes(page)
  await alertMessage(page, 'Retur dibatalkan').waitFor()
  await page
    .getByRole('dialog', { name: `Retur ${claimed.id}` })
    .getByText('Retur dibatalkan.')
    .waitFor()
  await close()
})

/** The second administrator of the demo asks for a rejection, as above the limit. */
async function askRejection(dispute: number, purchase: number): Promise<string> {
  const tables = openTables(lapak.info.databaseUrl)
  try {
    const asker = await tables.selectFrom('member').select(['id', 'name']).where('email', '=', 'kasir@lapak.test').executeTakeFirstOrThrow()
    const asked = { kind: 'dispute.reject', subject: String(dispute), payload: { purchase } }
    await tables
      .insertInto('approval_request')
      .values({ ...asked, amount: 6_000_000n, asked_by: asker.id, reason: 'Sudah masuk menurut operator' })
      .execute()
    return asker.name
  } finally {
    await tables.destroy()
  }
}

test('disputes: an administrator sees who asked for a rejection in place of the form, approves it and sees the dispute rejected', async () => {
  const { id } = await placePurchase(lapak)
  const report = { idtrx: id, reason: 'missing', msg: 'Belum masuk juga' }
  const dispute = await lapak.call<{ id: number }>(customer as string, 'POST', '/api/v1/disputes', report)
  const asker = await askRejection(dispute.id, id)
  const { page, close } = await openApp(lapak, { as: admin, viewport: phone })
  await page.goto(`/trxadm?tab=sengketa&sengketa=${dispute.id}`)
  const drawer = page.getByRole('dialog', { name: `Sengketa ${dispute.id}` })
  await drawer.getByText(`${asker} sudah meminta keputusan atas laporan ini`).waitFor()
  expect(await drawer.getByRole('button', { name: /Kembalikan dana|Tolak/ }).count()).toBe(0)
  await drawer.getByRole('link', { name: 'Menunggu admin kedua' }).click()
  await page.getByText(`Tolak sengketa ${dispute.id} atas transaksi ${id}`).click()
  const request = page.getByRole('dialog', { name: /^Permintaan / })
  await request.getByLabel('Alasan').fill('SN sudah saya cek')
  await request.getByRole('button', { name: 'Setujui' }).click()
  await yes(page)
  await alertMessage(page, 'Keputusan dicatat').waitFor()
  await page.goto('/persetujuan?tab=diputuskan')
  await page.getByText(`Tolak sengketa ${dispute.id} atas transaksi ${id}`).click()
  await request.getByRole('link', { name: `Lihat sengketa ${dispute.id}` }).click()
  await drawer.getByText('Ditolak', { exact: true }).waitFor()
  await close()
})
