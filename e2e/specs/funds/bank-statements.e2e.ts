import { dotted } from '@lapak/contract/money'
import { expect, test } from 'vitest'
import { createBank } from '../../../simulators/src/bank.ts'
import { type App, type AppOptions, desk, message, openConnected, phone, queryOf } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const address = '/api/admin/v1/bank/mutasi'
let turn = 0

/** Of this try: what one leaves behind is not met by the next. */
function newNames(name: string) {
  turn += 1
  return { name: `${name} ${turn}`, sum: 71_000 + 100 * turn }
}

const open = async (options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(admin), ...options })

interface Ticket {
  nominal: number
  invoice: string
  bank: { accountno: string }
}

/** A transfer that waits for its payment. */
async function ticketOf(token: string, jumlah: number): Promise<Ticket> {
  const { invoice } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/tiket', { jumlah, methode: 1, methodetext: 'BCA' })
  return lapak.call<Ticket>(token, 'GET', `/api/v1/payment/tiket/${invoice}`)
}

/** Money moves at the bank, and its feed tells. */
async function move(sum: number, direction: 'in' | 'out', text: string) {
  const body = new URLSearchParams({ bank: '01', amount: String(sum), direction, text })
  const answer = await fetch(`${lapak.info.address}/dev/bank`, { method: 'POST', body })
  expect(await answer.text()).toContain('Mutasi terkirim.')
}

/** Until a worker has looked at what came. */
async function waits(search: string) {
  const token = await lapak.signIn(admin)
  const path = `/api/admin/v1/bank/unmatched/list?search=${encodeURIComponent(search)}`
  const count = async () => (await lapak.call<{ totalElements: number }>(token, 'GET', path)).totalElements
  await expect.poll(count, { timeout: 30_000 }).toBe(1)
}

const balanceOf = ({ page }: App) => page.getByRole('banner').getByTitle('Lihat histori')

test.each([phone, desk])(
  "a transfer that the bank's file shows pays its ticket, and the member's balance moves at once, at $width px [A-BS-04, A-ROLE-08]",
  async (viewport) => {
    const { name, sum: jumlah } = newNames('Bu Sri')
    const { token } = await completeMember(lapak, name)
    const ticket = await ticketOf(token, jumlah)
    const member = await openApp(lapak, { as: token, viewport })
    await openConnected(member, '/home')

    const administrator = await open({ viewport })
    const { page, look, close } = administrator
    await page.goto(`/mutasibank?search=${encodeURIComponent(name)}`)
    await page.getByRole('heading', { name: 'Mutasi bank' }).waitFor()
    await page.getByText('Tidak ada mutasi yang cocok').waitFor()
    await page.getByRole('button', { name: 'Unggah CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unggah CSV mutasi' })
    const choose = (text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name: 'mutasi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('<html>Sesi berakhir</html>')
    await dialog.getByText('File tidak dikenali sebagai mutasi BCA').waitFor()
    await look('a file that is refused')
    const bank = createBank({ url: '', secret: '', code: '01', account: ticket.bank.accountno })
    bank.move(ticket.nominal, `TRSF E-BANKING CR ${name}`)
    bank.move(-2_500, `BIAYA ADM ${name}`)
    await choose(bank.file('KlikBCA'))
    await dialog.getByText('2 (2 baru, 0 sudah ada)').waitFor()
    await look('a file before it is stored')
    await dialog.getByRole('button', { name: 'Simpan 2 mutasi baru' }).click()
    await message(page, '2 mutasi ditambahkan').waitFor()
    await balanceOf(member)
      .getByText(`Rp ${dotted(ticket.nominal)}`)
      .waitFor()

    await page.getByText(`Nominal sama persis dengan tiket ${ticket.invoice}`).waitFor()
    await page.getByText(`+Rp ${dotted(ticket.nominal)}`).waitFor()
    await page.getByText('−Rp 2.500').waitFor()
    await look('/mutasibank')
    await member.close()
    await close({ statuses: [422] })
  },
)

test.each([phone, desk])(
  'money that nobody asked for is given to its owner with a reason, and a row that is none of ours is explained, at $width px',
  async (viewport) => {
    const { name, sum } = newNames('Pak Joko')
    const { token } = await completeMember(lapak, name)
    const member = await openApp(lapak, { as: token, viewport })
    await openConnected(member, '/home')
    await move(sum, 'in', `SETORAN ${name}`)
    // Of a sum of its own: another teller's row of the same day and sum is the same row.
    await move(sum + 1, 'out', `BIAYA ${name}`)

    const { page, look, close } = await open({ viewport })
    await waits(name)
    await page.goto(`/mutasibank?tab=menunggu&search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: /^Detail uang/ }).click()
    await look('money without an owner')
    await page.getByRole('button', { name: 'Jodohkan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Jodohkan' })
    await dialog.getByText('Tidak ada tiket yang mirip').waitFor()
    await dialog.getByRole('searchbox').fill(name)
    await dialog.getByRole('radio', { name: new RegExp(`^${name} \\(`) }).check()
    // Who no longer stands there is not chosen: nobody would have read the name.
    await dialog.getByRole('searchbox').fill('tidak ada orangnya')
    await dialog.getByText('Tidak ada yang cocok').waitFor()
    expect(await dialog.getByRole('button', { name: 'Jodohkan' }).isDisabled()).toBe(true)
    await dialog.getByRole('searchbox').fill(name)
    await dialog.getByRole('radio', { name: new RegExp(`^${name} \\(`) }).check()
    await look('the dialog that gives money')
    await dialog.getByRole('button', { name: 'Jodohkan' }).click()
    await dialog.getByText('Tulis alasannya').waitFor()
    await dialog.getByLabel('Alasan').fill('Menelepon, bukti transfer cocok')
    await dialog.getByRole('button', { name: 'Jodohkan' }).click()
    await message(page, 'Uang dijodohkan').waitFor()
    await balanceOf(member)
      .getByText(`Rp ${dotted(sum)}`)
      .waitFor()
    await page.getByText('Tidak ada yang cocok').waitFor()

    // Without a pointer.
    await page.goto(`/mutasibank?search=${encodeURIComponent(`BIAYA ${name}`)}`)
    await page.getByRole('button', { name: /^Detail mutasi/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Jelaskan' }).press('Enter')
    const explain = page.getByRole('dialog', { name: 'Jelaskan' })
    await explain.getByRole('radio', { name: /^Bukan urusan Lapak/ }).press('Space')
    await explain.getByLabel('Alasan').fill('Biaya admin bulanan')
    await look('the dialog that explains')
    await page.keyboard.press('Enter')
    await message(page, 'Mutasi dijelaskan').waitFor()
    await page.getByText('Biaya admin bulanan').first().waitFor()

    await page.getByRole('button', { name: 'Buka lagi' }).press('Enter')
    const reopen = page.getByRole('dialog', { name: 'Buka lagi' })
    await reopen.getByLabel('Alasan').fill('Ternyata biaya kami')
    await look('the dialog that takes an explanation back')
    await page.keyboard.press('Enter')
    await message(page, 'Mutasi dibuka lagi').waitFor()
    await page.getByText('Belum jelas').filter({ visible: true }).first().waitFor()
    await page.getByRole('button', { name: 'Jelaskan' }).waitFor()
    await member.close()
    await close()
  },
)

test('a card that was paid with another sum waits with what the provider says of it, is let go and taken back, and is given to its ticket', async () => {
  const { token } = await completeMember(lapak, 'Bu Kartu')
  const { invoice } = await lapak.call<Ticket>(token, 'POST', '/api/v1/payment/invoice', { amount: 88_000 })
  await fetch(`${lapak.info.address}/dev/gateway/${invoice}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ act: 'less', amount: '88000' }),
  })
  const { page, look, close } = await open()
  await waits(invoice)
  const payer = await openApp(lapak, { as: token, viewport: phone })
  await payer.page.goto(`/confmdeposit/${invoice}`)
  await payer.page.getByText('Rp 87.999 sudah diterima').waitFor()
  expect(await payer.page.getByText('Bayar sebesar').count()).toBe(0)
  await payer.look('a ticket that was paid with another sum')
  await payer.close()
  await page.goto(`/mutasibank?tab=menunggu&search=${invoice}`)
  await page.getByText('Jumlahnya lain dari yang diminta').first().waitFor()
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByText('Nomor pembayaran').waitFor()
  await look('a payment without an owner')
  await page.getByRole('button', { name: 'Jelaskan' }).click()
  await page.getByText('Uang ini keluar dari pembukuan').waitFor()
  await look('the dialog that lets a payment go')
  await page.getByLabel('Alasan').fill('Penyedia mengembalikannya')
  await page.getByLabel('Alasan').press('Enter')
  await message(page, 'Uang dijelaskan').waitFor()
  await page.goto(`/mutasibank?tab=menunggu&selesai=1&search=${invoice}`)
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByRole('button', { name: 'Buka lagi' }).click()
  await page.getByLabel('Alasan').fill('Tidak jadi dikembalikan')
  await page.getByLabel('Alasan').press('Enter')
  await message(page, 'Uang dibuka lagi').waitFor()
  await page.goto(`/mutasibank?tab=menunggu&search=${invoice}`)
  await page.getByRole('button', { name: /^Detail uang/ }).click()
  await page.getByRole('button', { name: 'Jodohkan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Jodohkan' })
  await dialog.getByRole('radio', { name: new RegExp(invoice) }).check()
  await dialog.getByLabel('Alasan').fill('Kurang satu rupiah')
  await dialog.getByLabel('Alasan').press('Enter')
  await message(page, 'Uang dijodohkan').waitFor()
  expect(await lapak.call(token, 'GET', `/api/v1/payment/tiket/${invoice}`)).toMatchObject({ status: 2, credited: 87_999 })
  await close()
})

test('the list begins with today in Jakarta, and is narrowed by bank, status and words [A-BS-01, A-BS-02, A-BS-03, A-CONST-05, A-OPEN-18]', async () => {
  const { name: text, sum } = newNames('PAJAK HARI INI')
  await move(sum, 'out', text)
  const { page, requestsTo, close } = await open()
  const last = () => queryOf(requestsTo('GET', address).at(-1))
  const today = dayAgo(0)
  await page.goto('/mutasibank')
  await page.getByText(text).first().waitFor()
  expect(last()).toMatchObject({ awal: today, akhir: today })
  const heads = await page.getByRole('table', { name: 'Mutasi bank' }).getByRole('columnheader').allTextContents()
  expect(heads).toEqual(['Rincian', 'ID', 'Waktu', 'Waktu transaksi', 'Bank', 'Keterangan', 'Mutasi', 'Referensi', 'Status'])
  const banks = page.getByLabel('Bank', { exact: true })
  expect(await banks.locator('option').allTextContents()).toEqual(['Semua bank', 'BRI', 'MANDIRI', 'BCA', 'BNI'])
  await banks.selectOption('04')
  await page.getByText('Tidak ada mutasi yang cocok').waitFor()
  expect(last()).toMatchObject({ bankcode: '04' })
  await banks.selectOption('01')
  await page.getByLabel('Status').selectOption('2')
  await expect.poll(last).toMatchObject({ bankcode: '01', statustrx: '2' })
  await page.goto(`/mutasibank?search=${encodeURIComponent(text)}`)
  await page.getByText(text).first().waitFor()
  await close()
})
