import { dotted } from '@lapak/contract/shared/money'
import { expect, test } from 'vitest'
import { createBank } from '../../../simulators/src/bank.ts'
import { type App, alertMessage, desktop, openWithRealtime, phone, queryOf } from '../../fixtures/app.ts'
import { newShopName } from '../../fixtures/becoming-seller.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const address = '/api/admin/v1/bank/mutasi'

/** A unique amount, because two equal rows of a day count as one row, and rows of earlier runs remain. */
const newSum = () => 100_000 + (Math.floor(Date.now() / 100) % 800_000)

/** An amount below that of every ticket, so that it cannot match a ticket. */
const newSmallSum = () => 10_000 + (Math.floor(Date.now() / 100) % 38_000)

const open = async () => openApp(lapak, { as: await lapak.signIn(admin) })

interface Ticket {
  nominal: number
  invoice: string
  bank: { accountno: string }
}

/** A top-up by transfer that waits for its payment. */
async function ticketOf(token: string, jumlah: number): Promise<Ticket> {
  const { invoice } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/tiket', { jumlah, methode: 1, methodetext: 'BCA' })
  return lapak.call<Ticket>(token, 'GET', `/api/v1/payment/tiket/${invoice}`)
}

/** Moves money at the bank, whose feed reports it. */
async function move(sum: number, direction: 'in' | 'out', text: string) {
  const body = new URLSearchParams({ bank: '01', amount: String(sum), direction, text })
  const answer = await fetch(`${lapak.info.address}/dev/bank`, { method: 'POST', body })
  expect(await answer.text()).toContain('Mutasi terkirim.')
}

/** Waits until a worker has processed the bank row with this text and found no ticket for it. */
async function untilUnmatched(search: string) {
  const token = await lapak.signIn(admin)
  const path = `/api/admin/v1/bank/unmatched/list?search=${encodeURIComponent(search)}`
  const count = async () => (await lapak.call<{ totalElements: number }>(token, 'GET', path)).totalElements
  await expect.poll(count, { timeout: 30_000 }).toBe(1)
}

const balanceOf = ({ page }: App) => page.getByRole('banner').getByTitle('Lihat histori')

test("bank statements: a transfer in the bank's file pays its ticket, and the member's balance follows at once [A-ROLE-08]", async () => {
  const [name, jumlah] = [newShopName(), newSum()]
  const { token } = await completeMember(lapak, name)
  const ticket = await ticketOf(token, jumlah)
  const member = await openApp(lapak, { as: token })
  await openWithRealtime(member, '/home')

  const administrator = await open()
  const { page, close } = administrator
  await page.goto(`/mutasibank?search=${encodeURIComponent(name)}`)
  await page.getByRole('heading', { name: 'Mutasi bank' }).waitFor()
  await page.getByText('Tidak ada mutasi yang cocok').waitFor()
  await page.getByRole('button', { name: 'Unggah CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unggah CSV mutasi' })
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'mutasi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('<html>Sesi berakhir</html>')
  await dialog.getByText('File tidak dikenali sebagai mutasi BCA').waitFor()
  const bank = createBank({ url: '', secret: '', code: '01', account: ticket.bank.accountno })
  bank.move(ticket.nominal, `TRSF E-BANKING CR ${name}`)
  bank.move(-2_500, `BIAYA ADM ${name}`)
  await choose(bank.file('KlikBCA'))
  await dialog.getByText('2 (2 baru, 0 sudah ada)').waitFor()
  await dialog.getByRole('button', { name: 'Simpan 2 mutasi baru' }).click()
  await alertMessage(page, '2 mutasi ditambahkan').waitFor()
  await balanceOf(member)
    .getByText(`Rp ${dotted(ticket.nominal)}`)
    .waitFor()

  await page.getByText(`Nominal sama persis dengan tiket ${ticket.invoice}`).waitFor()
  await page.getByText(`+Rp ${dotted(ticket.nominal)}`).waitFor()
  await page.getByText('−Rp 2.500').waitFor()
  await member.close()
  await close({ statuses: [422] })
})

test('bank statements: an administrator maps the columns of an unknown header row once, and the mapping is stored for the bank', async () => {
  const name = newShopName()
  const head = `Tanggal,Berita ${name},Debit,Kredit,Kode Unik,Saldo`
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('/')
  const file = (text: string, sum: number) => `${head}\n${today},${text} ${name},,${sum}.00,7,${1_000_000 + sum}.00`
  const { page, close } = await open()
  await page.goto('/mutasibank')
  await page.getByRole('button', { name: 'Unggah CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unggah CSV mutasi' })
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'mutasi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByLabel('Bank').selectOption('05')
  await choose(file('SETORAN', newSmallSum()))
  await dialog.getByText('Judul kolom di baris 1 belum dikenal untuk MANDIRI').waitFor()
  const columns = dialog.getByRole('region', { name: 'Pemetaan kolom' })
  // Columns with known names are already mapped, and the first values of each column are shown next to it.
  expect(await columns.getByLabel('Isi kolom Kredit').inputValue()).toBe('credit')
  await columns.getByText(`SETORAN ${name}`).waitFor()
  const read = columns.getByRole('button', { name: 'Baca dengan pemetaan ini' })
  expect(await read.isDisabled()).toBe(true)
  await columns.getByLabel(`Isi kolom Berita ${name}`).selectOption('description')
  await columns.getByLabel('Isi kolom Kode Unik').selectOption('ignored')
  await columns.getByLabel('Isi kolom Debit').selectOption('credit')
  await read.click()
  await dialog.getByText('kolom "Debit" bukan kredit').waitFor()
  await columns.getByLabel('Isi kolom Debit').selectOption('debit')
  await read.click()
  await dialog.getByText('1 (1 baru, 0 sudah ada)').waitFor()
  await dialog.getByRole('button', { name: 'Simpan 1 mutasi baru' }).click()
  await alertMessage(page, '1 mutasi ditambahkan').waitFor()

  // The next file needs no mapping, and the mapping can be changed.
  await page.getByRole('button', { name: 'Unggah CSV' }).click()
  await dialog.getByLabel('Bank').selectOption('05')
  await choose(file('TRANSFER', newSmallSum()))
  await dialog.getByText('1 (1 baru, 0 sudah ada)').waitFor()
  await dialog.getByRole('button', { name: 'Ubah pemetaan kolom' }).click()
  expect(await columns.getByLabel('Isi kolom Kode Unik').inputValue()).toBe('ignored')
  await close({ statuses: [422] })
})

test('bank statements: money without a ticket is allocated to its owner, and an unrelated row is explained, each with a reason', async () => {
  const [name, sum] = [newShopName(), newSmallSum()]
  const { token } = await completeMember(lapak, name)
  const member = await openApp(lapak, { as: token })
  await openWithRealtime(member, '/home')
  await move(sum, 'in', `SETORAN ${name}`)
  // Another amount, because two rows with the same day and amount count as one row.
  await move(sum + 1, 'out', `BIAYA ${name}`)

  const { page, close } = await open()
  await untilUnmatched(name)
  await page.goto(`/mutasibank?tab=menunggu&search=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByRole('button', { name: 'Jodohkan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jodohkan' })
  await dialog.getByText('Tidak ada tiket yang mirip').waitFor()
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('radio', { name: new RegExp(`^${name} \\(`) }).check()
  // A member that no longer matches the search is deselected, because its name is not visible.
  await dialog.getByRole('searchbox').fill('tidak ada orangnya')
  await dialog.getByText('Tidak ada yang cocok').waitFor()
  expect(await dialog.getByRole('button', { name: 'Jodohkan' }).isDisabled()).toBe(true)
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('radio', { name: new RegExp(`^${name} \\(`) }).check()
  await dialog.getByRole('button', { name: 'Jodohkan' }).click()
  await dialog.getByText('Tulis alasannya').waitFor()
  await dialog.getByLabel('Alasan').fill('Menelepon, bukti transfer cocok')
  await dialog.getByRole('button', { name: 'Jodohkan' }).click()
  await alertMessage(page, 'Uang dijodohkan').waitFor()
  await balanceOf(member)
    .getByText(`Rp ${dotted(sum)}`)
    .waitFor()
  await page.getByText('Tidak ada yang cocok').waitFor()

  // Opens the row by keyboard.
  await page.goto(`/mutasibank?search=${encodeURIComponent(`BIAYA ${name}`)}`)
  await page.getByRole('button', { name: /^Detail mutasi/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Jelaskan' }).press('Enter')
  const explain = page.getByRole('dialog', { name: 'Jelaskan' })
  await explain.getByRole('radio', { name: /^Bukan urusan Lapak/ }).press('Space')
  await explain.getByLabel('Alasan').fill('Biaya admin bulanan')
  await page.keyboard.press('Enter')
  await alertMessage(page, 'Mutasi dijelaskan').waitFor()
  await page.getByText('Biaya admin bulanan').first().waitFor()

  await page.getByRole('button', { name: 'Buka lagi' }).press('Enter')
  const reopen = page.getByRole('dialog', { name: 'Buka lagi' })
  await reopen.getByLabel('Alasan').fill('Ternyata biaya kami')
  await page.keyboard.press('Enter')
  await alertMessage(page, 'Mutasi dibuka lagi').waitFor()
  await page.getByText('Belum jelas').filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: 'Jelaskan' }).waitFor()
  await member.close()
  await close()
})

test('bank statements: a large payment that is not of the platform is noted after a second administrator has seen its row', async () => {
  const [name, sum] = [newShopName(), 25_000_000 + newSum()]
  await move(sum, 'out', `TARIK ${name}`)
  const first = await open()
  await first.page.goto(`/mutasibank?search=${encodeURIComponent(`TARIK ${name}`)}`)
  await first.page.getByRole('button', { name: /^Detail mutasi/ }).click()
  await first.page.getByRole('button', { name: 'Jelaskan' }).click()
  const explain = first.page.getByRole('dialog', { name: 'Jelaskan' })
  await explain.getByRole('radio', { name: /^Bukan urusan Lapak/ }).click()
  await explain.getByLabel('Alasan').fill('Salah kirim dari rekening lain')
  // A turned phone shows the list as cards or as a table; the dialog and its text stay.
  await first.page.setViewportSize(phone)
  expect(await explain.getByLabel('Alasan').inputValue()).toBe('Salah kirim dari rekening lain')
  await first.page.setViewportSize(desktop)
  await explain.getByRole('button', { name: 'Jelaskan' }).click()
  await alertMessage(first.page, 'Menunggu admin kedua').waitFor()
  await first.page.getByRole('row').getByText('Menunggu admin kedua').first().waitFor()
  expect(await first.page.getByRole('button', { name: /^(Jodohkan|Jelaskan)$/ }).count()).toBe(0)

  const second = await openApp(lapak, { as: await lapak.signIn('kasir@lapak.test') })
  await second.page.goto('/persetujuan')
  await second.page.getByText(`Catat mutasi BCA −Rp ${dotted(sum)} sebagai bukan urusan Lapak`).click()
  const drawer = second.page.getByRole('dialog', { name: /^Permintaan / })
  await drawer.getByRole('link', { name: /^Lihat mutasi/ }).click()
  await second.page.getByText(`TARIK ${name}`).first().waitFor()
  // A search for the sum in whole rupiah would not find a row with a fraction of a rupiah.
  expect(new URL(second.page.url()).searchParams.has('search')).toBe(false)
  await second.page.goBack()
  await second.page.getByText(`Catat mutasi BCA −Rp ${dotted(sum)} sebagai bukan urusan Lapak`).click()
  await drawer.getByLabel('Alasan').fill('Sudah saya cek di bank')
  await drawer.getByRole('button', { name: 'Setujui' }).click()
  await second.page.getByRole('dialog', { name: 'Warning' }).getByRole('button', { name: 'Yes' }).click()
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  await first.page.reload()
  await first.page.getByRole('row').getByText('Dicatat').first().waitFor()
  await second.close()
  await first.close()
})

test('bank statements: a card payment of a wrong amount is explained as not belonging to Lapak, reopened, and allocated to its ticket', async () => {
  const { token } = await completeMember(lapak, 'Bu Kartu')
  const { invoice } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/invoice', { amount: 88_000 })
  await fetch(`${lapak.info.address}/dev/gateway/${invoice}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act: 'less', amount: '88000' }),
  })
  const { page, close } = await open()
  await untilUnmatched(invoice)
  const payer = await openApp(lapak, { as: token })
  await payer.page.goto(`/confmdeposit/${invoice}`)
  await payer.page.getByText('Rp 87.999 sudah diterima').waitFor()
  expect(await payer.page.getByText('Bayar sebesar').count()).toBe(0)
  await payer.close()
  await page.goto(`/mutasibank?tab=menunggu&search=${invoice}`)
  await page.getByText('Jumlahnya lain dari yang diminta').first().waitFor()
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByText('Nomor pembayaran').waitFor()
  await page.getByRole('button', { name: 'Jelaskan' }).click()
  await page.getByText('Uang ini keluar dari pembukuan').waitFor()
  await page.getByLabel('Alasan').fill('Penyedia mengembalikannya')
  await page.getByLabel('Alasan').press('Enter')
  await alertMessage(page, 'Uang dijelaskan').waitFor()
  await page.goto(`/mutasibank?tab=menunggu&selesai=1&search=${invoice}`)
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByRole('button', { name: 'Buka lagi' }).click()
  await page.getByLabel('Alasan').fill('Tidak jadi dikembalikan')
  await page.getByLabel('Alasan').press('Enter')
  await alertMessage(page, 'Uang dibuka lagi').waitFor()
  await page.goto(`/mutasibank?tab=menunggu&search=${invoice}`)
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByRole('button', { name: 'Jodohkan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jodohkan' })
  await dialog.getByRole('radio', { name: new RegExp(invoice) }).check()
  await dialog.getByLabel('Alasan').fill('Kurang satu rupiah')
  await dialog.getByLabel('Alasan').press('Enter')
  await alertMessage(page, 'Uang dijodohkan').waitFor()
  expect(await lapak.call(token, 'GET', `/api/v1/payment/tiket/${invoice}`)).toMatchObject({ status: 2, credited: 87_999 })
  await close()
})

test('bank statements: the list shows today in Jakarta at first, has the specified columns, and filters by bank, status, text and days [A-BS-01, A-BS-02, A-BS-03, A-BS-04, A-CONST-05, A-OPEN-18]', async () => {
  const text = `PAJAK ${newShopName()}`
  await move(newSum(), 'out', text)
  const { page, requestsTo, close } = await open()
  const last = () => queryOf(requestsTo('GET', address).at(-1))
  const today = dayAgo(0)
  await page.goto('/mutasibank')
  await page.getByText(text).first().waitFor()
  expect(last()).toMatchObject({ awal: today, akhir: today })
  const heads = await page.getByRole('table', { name: 'Mutasi bank' }).getByRole('columnheader').allTextContents()
  expect(heads).toEqual(['Rincian', 'ID', 'Waktu', 'Waktu transaksi', 'Bank', 'Keterangan', 'Mutasi', 'Referensi', 'Status'])
  const banks = page.getByLabel('Bank', { exact: true })
  const codes = await banks
    .locator('option')
    .evaluateAll((all) => all.map((one) => [one.textContent, (one as unknown as { value: string }).value]))
  expect(codes).toEqual([
    ['Semua bank', ''],
    ['BRI', '04'],
    ['MANDIRI', '05'],
    ['BCA', '01'],
    ['BNI', '02'],
  ])
  await banks.selectOption('04')
  await page.getByText('Tidak ada mutasi yang cocok').waitFor()
  expect(last()).toMatchObject({ bankcode: '04' })
  await banks.selectOption('01')
  await page.getByLabel('Status').selectOption('2')
  await expect.poll(last).toMatchObject({ bankcode: '01', statustrx: '2' })
  await page.goto('/mutasibank')
  const search = page.getByRole('searchbox')
  await search.fill(`bukan ${text}`)
  await page.getByText('Tidak ada mutasi yang cocok').waitFor()
  await search.fill(text)
  await page.getByText(text).first().waitFor()
  expect(last()).toMatchObject({ search: text, awal: today, akhir: today })
  await page.getByRole('button', { name: /^Rentang tanggal/ }).click()
  await page.getByRole('button', { name: 'Kemarin' }).click()
  await page.getByText('Tidak ada mutasi yang cocok').waitFor()
  expect(last()).toMatchObject({ search: text, awal: dayAgo(1), akhir: dayAgo(1) })
  await close()
})
