import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { createBank } from '../../../simulators/src/bank.ts'
import { type AppOptions, desk, message, phone } from '../../fixtures/app.ts'
import { between, openApp } from '../../fixtures/browser.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const developmentSecret = 'lapak-development-bank-feed'
const dayMs = 86_400_000
/** As the calendar reads it out. */
const dayInWords = (days: number) =>
  new Date(dayAgo(days)).toLocaleDateString('id', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const open = async (options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(admin), ...options })

interface Listed {
  content: { id: number }[]
}

/** Has the worker look, and waits until it has found what the filters name. */
async function found(page: Page, query: string): Promise<void> {
  const token = await lapak.signIn(admin)
  await page.getByRole('button', { name: 'Periksa sekarang' }).click()
  await message(page, 'Pemeriksaan dimulai').waitFor()
  const differences = () => lapak.call<Listed>(token, 'GET', `/api/admin/v1/reconciliation/differences?${query}`)
  await expect.poll(async () => (await differences()).content.length, { timeout: 40_000 }).toBeGreaterThan(0)
}

/** The way into a difference: in the row of a table, or the card that stands for it on a phone. */
const opens = (page: Page): Locator =>
  page.getByRole('button', { name: page.viewportSize()?.width === phone.width ? /Tidak ada di pembukuan/ : /^Selisih \d+$/ }).first()

/** Filters have the same words, which nobody sees. */
const seen = (page: Page, text: string): Locator => page.getByText(text).filter({ visible: true }).first()

test.each([
  [phone, '02', 5],
  [desk, '05', 6],
] as const)(
  'what a bank says is laid beside the books, and a difference ends with a reason, at $width px',
  async (viewport, code, days) => {
    const bank = createBank({
      url: lapak.info.address,
      secret: developmentSecret,
      code,
      account: `88100${code}20260`,
      opening: 250_000,
      name: `rekonsiliasi-${code}`,
    })
    bank.move(75_500.5, `SETORAN ${code}`, new Date(Date.now() - days * dayMs))
    expect(await bank.tell()).toMatchObject({ status: 200 })

    const { page, look, close } = await open({ viewport })
    await page.goto('/home')
    await page.goto('/rekonsiliasi')
    await page.getByRole('heading', { name: 'Rekonsiliasi' }).waitFor()
    await found(page, `bankcode=${code}&awal=${dayAgo(days)}&akhir=${dayAgo(days)}`)
    await page.goto(`/rekonsiliasi?bankcode=${code}&awal=${dayAgo(days)}&akhir=${dayAgo(days)}`)
    await page.getByText('Rp 75.500,50').first().waitFor()
    await page.getByText('Rp 325.500,50').first().waitFor()
    await look('/rekonsiliasi, banks', between(viewport))

    await page.getByRole('link', { name: 'Lihat 2 selisih' }).first().click()
    await page.getByRole('tab', { name: 'Selisih', selected: true }).waitFor()
    await seen(page, 'Tidak ada di pembukuan').waitFor()
    await seen(page, 'Saldo bank tidak sesuai barisnya').waitFor()
    await look('/rekonsiliasi, differences', between(viewport))

    await page.goto(`/rekonsiliasi?tab=selisih&search=SETORAN%20${code}`)
    if (viewport === desk) await page.getByLabel('Rentang tanggal, semua hari').getByText('Semua hari').waitFor()
    await opens(page).click()
    const dialog = page.getByRole('dialog', { name: /^Selisih/ })
    await dialog.getByText(`SETORAN ${code}`).waitFor()
    await look('a difference')
    await dialog.getByRole('button', { name: 'Selesaikan' }).click()
    await dialog.getByText('Tulis alasannya').waitFor()
    await dialog.getByLabel('Alasan').fill('Setoran modal, sudah dijelaskan')
    await dialog.getByRole('button', { name: 'Selesaikan' }).click()
    await message(page, 'Selisih diselesaikan').waitFor()
    await page.getByText('Tidak ada selisih yang cocok').waitFor()
    await page.goto(`/rekonsiliasi?tab=selisih&open=0&search=SETORAN%20${code}`)
    await opens(page).click()
    await page.getByRole('dialog').getByText('Setoran modal, sudah dijelaskan').waitFor()
    await close()
  },
)

interface Trx {
  id: number
  sellername: string
  sellprice: number
  transactionrc: number
  attempts: { id: number; state: string }[]
}

/** Something that a demo's buyer bought, and the number by which its seller knows it. The demo may just have begun to trade. */
async function sale(place: number): Promise<Trx & { reference: string }> {
  const token = await lapak.signIn(admin)
  const sold = await vi.waitFor(
    async () => {
      const { content } = await lapak.call<Listed>(token, 'GET', '/api/admin/v1/transactions?size=50&sort=id,ASC')
      const all = await Promise.all(content.map(({ id }) => lapak.call<Trx>(token, 'GET', `/api/admin/v1/transactions/${id}`)))
      const done = all.filter(({ transactionrc, attempts }) => transactionrc === 1 && attempts.length === 1)[place]
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

test.each([
  [phone, 0],
  [desk, 1],
] as const)(
  "a seller's list is shown before it is kept, and what differs is in the file rekonsiliasi, at $width px",
  async (viewport, place) => {
    const sold = await sale(place)
    const { page, look, close } = await open({ viewport })
    await page.goto('/rekonsiliasi?tab=suplier')
    await page.getByRole('button', { name: 'Unggah file suplier' }).click()
    const dialog = page.getByRole('dialog', { name: 'File suplier' })
    await dialog.getByRole('combobox', { name: 'Suplier' }).fill(sold.sellername)
    await page.getByRole('option', { name: sold.sellername, exact: true }).click()
    // Both may have bought from one seller; each has a day of its own.
    const day = dialog.getByRole('button', { name: 'Hari' })
    expect(await day.textContent(), 'written as everywhere else').toBe(dayAgo(1).replaceAll('-', '/'))
    await day.click()
    const wanted = page.getByRole('button', { name: dayInWords(place + 1), exact: true })
    const isShown = dayAgo(place + 1).slice(0, 7) === dayAgo(1).slice(0, 7)
    if (!isShown) await page.getByRole('button', { name: 'Bulan sebelumnya' }).click()
    await wanted.click()
    await wanted.waitFor({ state: 'hidden' })
    const choose = (text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name: 'suplier.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('reference,price,status\nada spasi,100,sukses\n')
    await dialog.getByText('Baris 2: referensi tidak terbaca').waitFor()
    await look('a list with wrong lines')
    await choose('<html>bukan file</html>')
    await dialog.getByText('File suplier tidak terbaca').waitFor()
    await look('no list at all')
    await choose(`reference,number,price,status\n${sold.reference},0812,${sold.sellprice + 25},sukses\nASING${place},0812,9000,sukses\n`)
    await dialog.getByText(`${sold.reference}: Harga beda`).waitFor()
    await dialog.getByText(`ASING${place}: Tidak ada di Lapak`).waitFor()
    await look('a list beside our sales')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await message(page, 'File disimpan, 2 selisih').waitFor()
    await page.getByText(sold.sellername).first().waitFor()
    await look('/rekonsiliasi, sellers', between(viewport))

    await page.goto(`/rekonsiliasi?tab=selisih&search=ASING${place}`)
    await seen(page, 'Tidak ada di Lapak').waitFor()
    if (viewport === phone) await page.getByRole('button', { name: 'Filter' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Unduh CSV' }).filter({ visible: true }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('rekonsiliasi.csv')
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(`"ASING${place}"`)
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
    await close({ statuses: [422] })
  },
)

test('a word that is too short for all days says so below its field, and is found among few days', async () => {
  const { page, look, close } = await open()
  await page.goto('/rekonsiliasi?tab=selisih')
  const search = page.getByRole('searchbox', { name: 'Cari referensi, keterangan, atau suplier' })
  await search.fill('zq')
  const hint = page.getByText('Ketik minimal 3 huruf atau angka, atau pilih paling lama 31 hari')
  await hint.waitFor()
  expect(await search.getAttribute('aria-invalid')).toBe('true')
  await look('a search that is too short', phone)
  await page.getByRole('button', { name: /^Rentang tanggal/ }).click()
  await page.getByRole('button', { name: '30 hari terakhir' }).click()
  await seen(page, 'Tidak ada selisih yang cocok').waitFor()
  expect(await hint.count()).toBe(0)
  await page.goto('/rekonsiliasi?tab=selisih')
  await search.fill('zqx')
  await seen(page, 'Tidak ada selisih yang cocok').waitFor()
  await close()
})

test('the way to it is in the menu of administrators', async () => {
  const { page, close } = await open()
  await page.goto('/home')
  await page.getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('menuitem', { name: 'Rekonsiliasi' }).click()
  // The demo was paid today, and today is not over.
  await seen(page, 'Belum diperiksa').waitFor()
  await page.getByRole('tab', { name: 'Suplier' }).click()
  await page.getByRole('tab', { name: 'Suplier', selected: true }).waitFor()
  await close()
})
