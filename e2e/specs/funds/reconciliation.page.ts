import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { createBank } from '../../../simulators/src/bank.ts'
import { type AppOptions, alertMessage, phone } from '../../fixtures/app.ts'
import { newShopName } from '../../fixtures/becoming-seller.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const developmentSecret = 'lapak-development-bank-feed'
const dayMs = 86_400_000
/** Months since the year 0. */
const monthOf = (days: number) => {
  const [year, month] = dayAgo(days).split('-').map(Number)
  return (year ?? 0) * 12 + (month ?? 0)
}
/** The label of the day in the calendar. */
const dayLabel = (days: number) =>
  new Date(dayAgo(days)).toLocaleDateString('id', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const open = async (options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(admin), ...options })

interface Listed {
  content: { id: number }[]
}

const differences = async (query: string) => {
  const token = await lapak.signIn(admin)
  return (await lapak.call<Listed>(token, 'GET', `/api/admin/v1/reconciliation/differences?${query}`)).content.length
}

/** The most recent day, at least `from` days ago, that has no row of an earlier run. */
async function freeDay(from: number, filter = ''): Promise<number> {
  for (let days = from; ; days++) {
    const query = `${filter}&awal=${dayAgo(days)}&akhir=${dayAgo(days)}`
    if ((await differences(query)) + (await differences(`${query}&open=0`)) === 0) return days
  }
}

/** Starts the check, and waits until it has found a difference that matches the filters. */
async function check(page: Page, query: string): Promise<void> {
  await page.getByRole('button', { name: 'Periksa sekarang' }).click()
  await alertMessage(page, 'Pemeriksaan dimulai').waitFor()
  await expect.poll(() => differences(query), { timeout: 40_000 }).toBeGreaterThan(0)
}

/** The button that opens a difference: in a table row, or its card on a phone. */
const opens = (page: Page): Locator =>
  page.getByRole('button', { name: page.viewportSize()?.width === phone.width ? /Tidak ada di pembukuan/ : /^Selisih \d+$/ }).first()

/** Only visible elements, because the options of filters contain the same texts. */
const seen = (page: Page, text: string): Locator => page.getByText(text).filter({ visible: true }).first()

test('reconciliation: the statement of a bank is compared with the ledger, and a difference is resolved with a reason', async () => {
  const code = '02'
  const days = await freeDay(5, `bankcode=${code}`)
  const text = `SETORAN ${newShopName()}`
  const bank = createBank({
    url: lapak.info.address,
    secret: developmentSecret,
    code,
    account: `88100${code}20260`,
    opening: 250_000,
    name: text,
  })
  bank.move(75_500.5, text, new Date(Date.now() - days * dayMs))
  expect(await bank.deliver()).toMatchObject({ status: 200 })

  const { page, close } = await open({ viewport: phone })
  await page.goto('/home')
  await page.goto('/rekonsiliasi')
  await page.getByRole('heading', { name: 'Rekonsiliasi' }).waitFor()
  await check(page, `bankcode=${code}&awal=${dayAgo(days)}&akhir=${dayAgo(days)}`)
  await page.goto(`/rekonsiliasi?bankcode=${code}&awal=${dayAgo(days)}&akhir=${dayAgo(days)}`)
  await page.getByText('Rp 75.500,50').first().waitFor()
  await page.getByText('Rp 325.500,50').first().waitFor()

  await page.getByRole('link', { name: 'Lihat 2 selisih' }).first().click()
  await page.getByRole('tab', { name: 'Selisih', selected: true }).waitFor()
  await seen(page, 'Tidak ada di pembukuan').waitFor()
  await seen(page, 'Saldo bank tidak sesuai barisnya').waitFor()

  await page.goto(`/rekonsiliasi?tab=selisih&search=${encodeURIComponent(text)}`)
  await opens(page).click()
  const dialog = page.getByRole('dialog', { name: /^Selisih/ })
  await dialog.getByText(text).waitFor()
  await dialog.getByRole('button', { name: 'Selesaikan' }).click()
  await dialog.getByText('Tulis alasannya').waitFor()
  await dialog.getByLabel('Alasan').fill('Setoran modal, sudah dijelaskan')
  await dialog.getByRole('button', { name: 'Selesaikan' }).click()
  await alertMessage(page, 'Selisih diselesaikan').waitFor()
  await page.getByText('Tidak ada selisih yang cocok').waitFor()
  await page.goto(`/rekonsiliasi?tab=selisih&open=0&search=${encodeURIComponent(text)}`)
  await opens(page).click()
  await page.getByRole('dialog').getByText('Setoran modal, sudah dijelaskan').waitFor()
  await close()
})

test('reconciliation: a large difference is ended once a second administrator agrees', async () => {
  const code = '05'
  const days = await freeDay(5, `bankcode=${code}`)
  const day = dayAgo(days)
  const text = `TARIK ${newShopName()}`
  const bank = createBank({
    url: lapak.info.address,
    secret: developmentSecret,
    code,
    account: `88100${code}20260`,
    opening: 0,
    name: text,
  })
  bank.move(-25_000_000.5, text, new Date(Date.now() - days * dayMs))
  expect(await bank.deliver()).toMatchObject({ status: 200 })

  const first = await open()
  await first.page.goto('/rekonsiliasi')
  await check(first.page, `bankcode=${code}&kind=not_in_books&awal=${day}&akhir=${day}`)
  await first.page.goto(`/rekonsiliasi?tab=selisih&search=${encodeURIComponent(text)}`)
  await opens(first.page).click()
  const dialog = first.page.getByRole('dialog', { name: /^Selisih/ })
  const [, id] = /(\d+)/.exec((await dialog.getByRole('heading').textContent()) ?? '') ?? []
  await dialog.getByLabel('Alasan').fill('Ditarik untuk modal')
  await dialog.getByRole('button', { name: 'Selesaikan' }).click()
  await alertMessage(first.page, 'Menunggu admin kedua').waitFor()
  await first.page.getByRole('row').getByText('Menunggu admin kedua').first().waitFor()
  await opens(first.page).click()
  await dialog.getByText('Diminta oleh').waitFor()
  expect(await dialog.getByRole('button', { name: 'Selesaikan' }).count()).toBe(0)

  const second = await openApp(lapak, { as: await lapak.signIn('kasir@lapak.test') })
  await second.page.goto('/persetujuan')
  const asked = second.page.getByText(`Selesaikan selisih ${id} (Tidak ada di pembukuan, mutasi `)
  await asked.click()
  const drawer = second.page.getByRole('dialog', { name: /^Permintaan / })
  await drawer.getByRole('link', { name: `Lihat selisih ${id}` }).click()
  await second.page.getByRole('tab', { name: 'Selisih', selected: true }).waitFor()
  await seen(second.page, 'Menunggu admin kedua').waitFor()
  await second.page.goBack()
  await asked.click()
  await drawer.getByLabel('Alasan').fill('Sudah saya cek di bank')
  await drawer.getByRole('button', { name: 'Setujui' }).click()
  await second.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  await first.page.goto(`/rekonsiliasi?tab=selisih&open=0&search=${encodeURIComponent(text)}`)
  await opens(first.page).click()
  await dialog.getByText('Ditarik untuk modal').waitFor()
  await second.close()
  await first.close()
})

interface Transaction {
  id: number
  sellername: string
  sellprice: number
  transactionrc: number
  attempts: { id: number; state: string }[]
}

/** A purchase at a demo seller, with the seller's reference. Waits for it, because the demo may have only just begun to sell. */
async function sale(): Promise<Transaction & { reference: string }> {
  const token = await lapak.signIn(admin)
  const sold = await vi.waitFor(
    async () => {
      const { content } = await lapak.call<Listed>(token, 'GET', '/api/admin/v1/transactions?size=50&sort=id,ASC')
      const all = await Promise.all(content.map(({ id }) => lapak.call<Transaction>(token, 'GET', `/api/admin/v1/transactions/${id}`)))
      const done = all.filter(({ transactionrc, attempts }) => transactionrc === 1 && attempts.length === 1)[0]
      if (!done) throw new Error('the demo has not traded')
      return done
    },
    { timeout: 60_000, interval: 1_000 },
  )
  const { invoice } = await lapak.call<{ invoice: string }>(token, 'POST', '/api/v1/payment/tiket', {
    jumlah: 50_000,
    methode: 1,
    methodetext: 'BCA',
  })
  return { ...sold, reference: `${invoice.split('-')[1]}${sold.attempts[0]?.id}` }
}

test("reconciliation: a seller's list is shown before it is stored, and the downloaded file contains its differences", async () => {
  const sold = await sale()
  const days = await freeDay(2)
  const foreign = `ASING${Date.now()}`
  const { page, close } = await open()
  await page.goto('/rekonsiliasi?tab=suplier')
  await page.getByRole('button', { name: 'Unggah file suplier' }).click()
  const dialog = page.getByRole('dialog', { name: 'File suplier' })
  await dialog.getByRole('combobox', { name: 'Suplier' }).fill(sold.sellername)
  await page.getByRole('option', { name: sold.sellername, exact: true }).click()
  const day = dialog.getByRole('button', { name: 'Hari' })
  expect(await day.textContent(), 'written as everywhere else').toBe(dayAgo(1).replaceAll('-', '/'))
  await day.click()
  const wanted = page.getByRole('button', { name: dayLabel(days), exact: true })
  for (let month = monthOf(1); month > monthOf(days); month--) await page.getByRole('button', { name: 'Bulan sebelumnya' }).click()
  await wanted.click()
  await wanted.waitFor({ state: 'hidden' })
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'suplier.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('reference,price,status\nada spasi,100,sukses\n')
  await dialog.getByText('Baris 2: referensi tidak terbaca').waitFor()
  await choose('<html>bukan file</html>')
  await dialog.getByText('File suplier tidak terbaca').waitFor()
  await choose(`reference,number,price,status\n${sold.reference},0812,${sold.sellprice + 25},sukses\n${foreign},0812,9000,sukses\n`)
  await dialog.getByText(`${sold.reference}: Harga beda`).waitFor()
  await dialog.getByText(`${foreign}: Tidak ada di Lapak`).waitFor()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await alertMessage(page, 'File disimpan, 2 selisih').waitFor()
  await page.getByText(sold.sellername).first().waitFor()

  await page.goto(`/rekonsiliasi?tab=selisih&search=${foreign}`)
  await seen(page, 'Tidak ada di Lapak').waitFor()
  await page.getByLabel('Rentang tanggal, semua hari').getByText('Semua hari').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh CSV' }).filter({ visible: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('rekonsiliasi.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`"${foreign}"`)
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  await close({ statuses: [422] })
})

test('reconciliation: a search text that is too short for a search over all days is refused at its field, and works within 31 days', async () => {
  const { page, close } = await open()
  await page.goto('/rekonsiliasi?tab=selisih')
  const search = page.getByRole('searchbox', { name: 'Cari referensi, keterangan, atau suplier' })
  await search.fill('zq')
  const hint = page.getByText('Ketik minimal 3 huruf atau angka, atau pilih paling lama 31 hari')
  await hint.waitFor()
  expect(await search.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('button', { name: /^Rentang tanggal/ }).click()
  await page.getByRole('button', { name: '30 hari terakhir' }).click()
  await seen(page, 'Tidak ada selisih yang cocok').waitFor()
  expect(await hint.count()).toBe(0)
  await page.goto('/rekonsiliasi?tab=selisih')
  await search.fill('zqx')
  await seen(page, 'Tidak ada selisih yang cocok').waitFor()
  await close()
})

test('reconciliation: without a payment provider that keeps a record, its tab says so', async () => {
  const { page, close } = await open()
  await page.goto('/rekonsiliasi')
  await page.getByRole('tab', { name: 'Penyedia' }).click()
  await seen(page, 'Belum ada penyedia pembayaran').waitFor()
  await close()
})

test('reconciliation: it opens from the menu of administrators', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('menuitem', { name: 'Rekonsiliasi' }).click()
  // The demo has only payments of today, and a day is not checked before it ends.
  await seen(page, 'Belum diperiksa').waitFor()
  await page.getByRole('tab', { name: 'Suplier' }).click()
  await page.getByRole('tab', { name: 'Suplier', selected: true }).waitFor()
  await close()
})
