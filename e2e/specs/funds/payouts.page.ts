import { createBank } from '@lapak/simulators/bank'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { type App, alertMessage } from '../../fixtures/app.ts'
import { dayAgo } from '../../fixtures/jakarta-days.ts'
import { buyer, changeSetting, isolatedLapak } from '../../fixtures/lapak.ts'
import { codeSentTo } from '../../fixtures/new-member.ts'
import { openApp } from '../../fixtures/page.ts'

type Tables = ReturnType<typeof openTables>

const admin = 'admin@lapak.test'
const cashier = 'kasir@lapak.test'

// An instance of its own, because limits of money are global settings.
const lapak = await isolatedLapak()
await changeSetting(lapak, 'cashOut.fromHour', 0)
await changeSetting(lapak, 'cashOut.untilHour', 24)
await changeSetting(lapak, 'topup.openMax', 20)
await changeSetting(lapak, 'cashOut.perDay', 100)

async function withTables<Result>(work: (tables: Tables) => Promise<Result>): Promise<Result> {
  const tables = openTables(lapak.info.databaseUrl)
  return work(tables).finally(() => tables.destroy())
}

interface Seller {
  email: string
  number: string
}

/** Several sellers, because a member has one open cash-out at a time, and may request a code once a minute. */
const sellers = [
  { email: 'penjual@lapak.test', number: '081230003001' },
  { email: 'penjual2@lapak.test', number: '082120003002' },
] as const

const longAgo = () => new Date(Date.now() - 25 * 3_600_000)

/** Noon of yesterday in Jakarta, independent of the local time. */
const yesterday = () => new Date(Date.parse(`${dayAgo(1)}T12:00:00+07:00`))

/** A cash-out of Rp 100.000 to BCA that is not processed yet. */
async function cashOut({ email, number }: Seller): Promise<number> {
  const token = await lapak.signIn(email)
  const account = { bankcode: '01', accountno: '8290123456', accountname: 'HENDRA WIJAYA' }
  const [known] = await lapak.call<{ id: number }[]>(token, 'GET', '/api/v1/seller/banks')
  const { id } = known ?? (await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/banks', account))
  // Backdates the bank account, which must be old enough for a cash-out, and the last code, because a code may be sent once a minute.
  await withTables(async (tables) => {
    await tables.updateTable('bank_account').set({ updated_at: longAgo() }).where('id', '=', BigInt(id)).execute()
    await tables.updateTable('otp').set({ created_at: longAgo() }).execute()
  })
  const { sid } = await lapak.call<{ sid: string }>(token, 'GET', '/api/v1/otp?purpose=cash_out')
  const body = { id, amount: 100_000, key: sid, otp: await codeSentTo(lapak, number) }
  return (await lapak.call<{ id: number }>(token, 'POST', '/api/v1/seller/cashout', body)).id
}

let amount = 700_000

interface TopUp {
  id: number
  invoice: string
  nominal: number
}

async function topup(methode = 1, methodetext = 'BCA'): Promise<TopUp> {
  amount += 1_000
  const body = { jumlah: amount, methode, methodetext }
  const made = await lapak.call<Omit<TopUp, 'id'>>(await lapak.signIn(buyer), 'POST', '/api/v1/payment/tiket', body)
  return { ...made, id: Number(made.invoice.split('-').at(-1)) }
}

const open = async (email: string) => openApp(lapak, { as: await lapak.signIn(email) })

const drawerOf = (page: Page, id: number) => page.getByRole('dialog', { name: `Tiket ${id}` })
const question = (page: Page) => page.getByRole('dialog', { name: 'Warning' })
const press = (within: Locator, name: string) => within.getByRole('button', { name, exact: true }).click()

/** Presses the close button with a text, below the content; the close button at the top has no text. */
const closeDialog = (within: Locator) => within.getByText('Tutup', { exact: true }).click()

const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent')

/** Confirms a step, with its note if it has one. */
async function confirm(page: Page, id: number, step: string, note?: [label: string, text: string]) {
  await press(drawerOf(page, id), step)
  if (note) await question(page).getByLabel(note[0]).fill(note[1])
  await press(question(page), 'Yes')
  await question(page).waitFor({ state: 'hidden' })
}

test('cash-outs: every step requires a confirmation, and shows what a second administrator has done in the meantime [A-CO-01, A-CO-02, A-CO-05, A-CO-06, A-CO-07, A-CO-08, A-CO-09, A-CO-10, A-CO-11, A-CO-12, A-CO-13, A-CO-14]', async () => {
  const [seller] = sellers
  const id = await cashOut(seller)
  const { page, requestsTo, close } = await open(admin)
  const other = await open(cashier)
  const drawer = drawerOf(page, id)
  await page.goto('/cashout')
  await page.getByRole('heading', { name: 'CashOut Saldo' }).waitFor()
  for (const label of ['Jumlah', 'Amount', 'Pending']) await page.locator('dl').getByText(label, { exact: true }).waitFor()
  await page.getByText('Pending', { exact: true }).last().waitFor()
  await page.goto(`/cashout?tiket=${id}`)
  await drawer.getByText('••••3456').first().waitFor()
  await drawer.getByText('Pending', { exact: true }).waitFor()
  await press(drawer, 'Proses')
  await expect.poll(() => focused(page)).toBe('No')
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Proses')
  await press(drawer, 'Proses')
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'hidden' })
  await drawer.getByText('Pending', { exact: true }).waitFor()
  const otherDrawer = drawerOf(other.page, id)
  await other.page.goto(`/cashout?tiket=${id}`)
  await press(otherDrawer, 'Reject')
  await question(other.page).getByText('Member membaca catatan ini').waitFor()
  await question(other.page).getByLabel('Alasan').fill('Rekening tidak cocok')
  await confirm(page, id, 'Proses')
  await drawer.getByText('Diproses', { exact: true }).waitFor()
  await drawer.getByText(/^Diproses oleh .+ WIB$/).waitFor()
  await question(other.page)
    .getByText(/^Diproses oleh /)
    .waitFor()
  await question(other.page).getByText('Catatan Anda tidak tersimpan: Rekening tidak cocok').waitFor()
  expect(await question(other.page).getByRole('button', { name: 'Yes' }).count()).toBe(0)
  await closeDialog(question(other.page))
  await press(otherDrawer, 'Reject')
  await question(other.page).getByLabel('Alasan').fill('Rekening tidak cocok')
  await press(drawer, 'Approve')
  await press(question(page), 'Yes')
  await question(page).getByText('Tulis catatan referensinya').waitFor()
  await question(page).getByText('sudah ditransfer ke BCA ••••3456 atas nama HENDRA WIJAYA?', { exact: false }).waitFor()
  expect(await question(page).getByLabel('Dibayar dari').inputValue()).toBe('01')
  // The gateway account is not offered: it is only for the provider's payouts, not for manual transfers.
  expect(await question(page).getByLabel('Dibayar dari').locator('option').allTextContents()).toEqual(['BCA', 'BNI', 'BRI', 'MANDIRI'])
  await question(page).getByLabel('Dibayar dari').selectOption('02')
  await question(page).getByLabel('Catatan referensi').fill('Transfer BNI 991')
  await press(question(page), 'Yes')
  await alertMessage(page, 'Approve Ok!').waitFor()
  await drawer.getByText('Approve', { exact: true }).waitFor()
  expect(requestsTo('POST', '/api/admin/v1/payment/tiket/approve')[0]?.postDataJSON()).toMatchObject({ sumber: '02' })
  await question(other.page)
    .getByText(/^Dibayar oleh /)
    .waitFor()
  await closeDialog(question(other.page))
  await expect.poll(() => focused(other.page)).toContain('Dibayar oleh')
  await other.close()

  await confirm(page, id, 'Cancel', ['Alasan', 'Rekening tutup'])
  await drawer.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'hidden' })
  await drawer.getByText('Cancel', { exact: true }).waitFor()
  const rejected = await cashOut(seller)
  await page.goto(`/cashout?tiket=${rejected}`)
  await press(drawerOf(page, rejected), 'Reject')
  await press(question(page), 'Yes')
  await question(page).getByText('Tulis alasannya').waitFor()
  await question(page).getByLabel('Alasan').fill('Nama tidak cocok')
  await page.keyboard.press('Enter')
  expect(requestsTo('PATCH', `/api/admin/v1/payment/tiket/update/${rejected}/3`)).toEqual([])
  await press(question(page), 'Yes')
  await alertMessage(page, 'Reject Ok!').waitFor()
  await drawerOf(page, rejected).getByText('Reject', { exact: true }).waitFor()
  // The reason of the rejection does not replace the destination.
  for (const fact of ['Nama tidak cocok', /^Penarikan ke/]) await drawerOf(page, rejected).getByText(fact).waitFor()
  expect(requestsTo('PATCH', `/api/admin/v1/payment/tiket/update/${rejected}/3`).map((request) => request.postDataJSON())).toEqual([
    { from: 0, description: 'Nama tidak cocok' },
  ])
  await close()
})

test('cash-outs: all payouts are shown, and nothing can be decided while the provider contradicts the failure of one', async () => {
  const id = await cashOut(sellers[1])
  await lapak.call(await lapak.signIn(admin), 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/1`, {})
  const payout = (number: number, more: { failure: string; contradiction: string | null }) =>
    withTables(async (tables) => {
      const { id: asked_by } = await tables.selectFrom('member').select('id').where('email', '=', admin).executeTakeFirstOrThrow()
      const row = { cash_out_id: BigInt(id), number, reference: `CO-UJI-${id}-${number}`, amount: 100_000n, asked_by, reason: 'Uji' }
      await tables
        .insertInto('payout')
        .values({ ...row, ...more, state: 'failed', due_at: null })
        .execute()
    })
  await payout(1, { failure: 'Penyedia menyatakan: sudah dibayar', contradiction: 'succeeded' })
  await payout(2, { failure: 'INVALID_DESTINATION', contradiction: null })
  const { page, close } = await open(admin)
  const drawer = drawerOf(page, id)
  await page.goto(`/cashout?tiket=${id}`)
  await drawer.getByText('Pembayaran ke-1 lewat penyedia').waitFor()
  await drawer.getByText(`CO-UJI-${id}-1: gagal, Penyedia menyatakan: sudah dibayar`).waitFor()
  await drawer.getByText('Gagal (INVALID_DESTINATION)').waitFor()
  await drawer.getByText('Kabar penyedia bertentangan').waitFor()
  await drawer.getByText('penarikan ini tidak bisa dibayar atau ditolak', { exact: false }).waitFor()
  await drawer.getByText('Penyedia ditanya lagi paling lambat tiap jam', { exact: false }).waitFor()
  expect(await drawer.getByRole('button', { name: /Approve|Reject|Bayar|Tandai/ }).count()).toBe(0)
  await withTables((tables) =>
    tables
      .updateTable('payout')
      .set({ contradicted_at: new Date(Date.now() - 30 * 86_400_000) })
      .where('reference', '=', `CO-UJI-${id}-1`)
      .execute(),
  )
  await page.reload()
  await drawer.getByText('Cek di halaman penyedia, lalu tandai tidak terkirim bila uangnya tidak keluar', { exact: false }).waitFor()
  await drawer.getByRole('button', { name: 'Tandai tidak terkirim' }).waitFor()
  // The provider reports the failure again.
  await withTables((tables) => tables.updateTable('payout').set({ contradiction: null }).where('cash_out_id', '=', BigInt(id)).execute())
  await confirm(page, id, 'Reject', ['Alasan', 'Rekening tidak dikenal'])
  await drawer.getByText('Reject', { exact: true }).waitFor()
  await close()
})

test('top-ups: a ticket is rejected with a reason, and an approved ticket is cancelled with a reason [A-CI-06, A-CI-08, A-CI-09, A-CI-10, A-CI-12, A-CI-13]', async () => {
  const [rejected, cancelled] = [await topup(), await topup()]
  const { page, close } = await open(admin)
  await page.goto(`/cashin?tiket=${rejected.id}`)
  await drawerOf(page, rejected.id).getByText('Pending', { exact: true }).waitFor()
  await confirm(page, rejected.id, 'Reject', ['Alasan', 'Bukti palsu'])
  await alertMessage(page, 'Reject Ok!').waitFor()
  await drawerOf(page, rejected.id).getByText('Reject', { exact: true }).waitFor()
  await page.goto(`/cashin?tiket=${cancelled.id}`)
  await drawerOf(page, cancelled.id).getByText('Belum ada mutasi bank untuk tiket ini').waitFor()
  await press(drawerOf(page, cancelled.id), 'Approve')
  await question(page).getByText('Belum ada mutasi bank untuk tiket ini').waitFor()
  await question(page).getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  // The server executes the approval, and its answer is lost.
  await page.route('**/payment/tiket/approve', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await press(question(page), 'Yes')
  await question(page)
    .getByText(/^Disetujui oleh /)
    .waitFor()
  expect(await question(page).getByText('Catatan Anda tidak tersimpan', { exact: false }).count()).toBe(0)
  await closeDialog(question(page))
  await drawerOf(page, cancelled.id).getByText('Approve', { exact: true }).waitFor()
  await confirm(page, cancelled.id, 'Cancel', ['Alasan', 'Salah orang'])
  await drawerOf(page, cancelled.id).getByRole('button', { name: 'Cancel' }).waitFor({ state: 'hidden' })
  await drawerOf(page, cancelled.id).getByText('Cancel', { exact: true }).waitFor()
  await close()
  const member = await open(buyer)
  await member.page.goto(`/confmdeposit/${cancelled.invoice}`)
  await member.page.getByText('yang sudah masuk keluar lagi dari saldo.', { exact: false }).waitFor()
  await member.close()
})

/** The filters of a list, and a function that checks which of these tickets the list shows. */
function filtersOf(page: Page, ids: number[]) {
  const is = (id: number) => page.getByRole('button', { name: `Tiket ${id}`, exact: true }).first()
  const shown = async () => {
    const all = await Promise.all(ids.map(async (id) => ((await is(id).count()) > 0 ? [id] : [])))
    return all.flat()
  }
  const leaves = (...left: number[]) => expect.poll(shown, { timeout: 30_000 }).toEqual(left)
  const choose = (filter: string, label: string) => page.getByLabel(filter, { exact: true }).selectOption({ label })
  return { leaves, choose, search: page.getByRole('searchbox'), days: page.getByRole('button', { name: /^Rentang tanggal/ }) }
}

interface Account {
  name: string
  accountinitial: string
}

/** The choices are the cash accounts of the ledger, by name and code. */
async function offersAccounts({ page, requestsTo }: App) {
  const accounts = await lapak.call<Account[]>(await lapak.signIn(admin), 'GET', '/api/admin/v1/accounts')
  const options = page.getByLabel('Metode', { exact: true }).locator('option')
  await expect.poll(() => options.allTextContents()).toEqual(['Semua metode', ...accounts.map(({ name }) => name)])
  const codes = await options.evaluateAll((all) => all.map((option) => (option as unknown as { value: string }).value))
  expect(codes).toEqual(['', ...accounts.map(({ accountinitial }) => accountinitial)])
  expect(requestsTo('GET', '/api/admin/v1/accounts').length).toBeGreaterThan(0)
}

test('top-ups: the table filters by text, account, status and days [A-CI-03, A-CI-04]', async () => {
  const [bca, bni, old] = [await topup(), await topup(2, 'BNI'), await topup()]
  const token = await lapak.signIn(admin)
  await lapak.call(token, 'PATCH', `/api/admin/v1/payment/tiket/update/${bca.id}/3`, { description: 'Bukti palsu', from: 1 })
  await withTables((tables) => tables.updateTable('top_up').set({ created_at: yesterday() }).where('id', '=', BigInt(old.id)).execute())
  const app = await open(admin)
  const { page, close } = app
  await page.goto('/cashin?size=100')
  const { leaves, choose, search, days } = filtersOf(page, [bca.id, bni.id, old.id])
  await leaves(bca.id, bni.id)
  await offersAccounts(app)

  await search.fill(bni.invoice)
  await leaves(bni.id)
  await search.fill(`${bca.nominal}`)
  await leaves(bca.id)
  await search.fill(buyer)
  await leaves(bca.id, bni.id)
  await choose('Metode', 'BNI')
  await leaves(bni.id)
  await choose('Metode', 'MANDIRI')
  await leaves()
  await page.getByText('Tidak ada tiket yang cocok').waitFor()
  await choose('Metode', 'Semua metode')
  await choose('Status', 'Reject')
  await leaves(bca.id)
  await choose('Status', 'Pending')
  await leaves(bni.id, old.id)
  await days.click()
  await page.getByRole('button', { name: 'Kemarin' }).click()
  await leaves(old.id)
  await choose('Status', 'Semua status')
  await leaves(old.id)
  await close()
})

test('cash-outs: the table filters by text, account, status and days [A-CO-03]', async () => {
  const [first, second] = sellers
  const [bca, bri] = [await cashOut(first), await cashOut(second)]
  await withTables((tables) => tables.updateTable('cash_out').set({ bank_code: '04' }).where('id', '=', BigInt(bri)).execute())
  const token = await lapak.signIn(admin)
  const app = await open(admin)
  const { page, close } = app
  await page.goto('/cashout?size=100')
  const { leaves, choose, search, days } = filtersOf(page, [bca, bri])
  await leaves(bca, bri)
  await offersAccounts(app)

  await search.fill(second.email)
  await leaves(bri)
  await search.fill(`${bca}`)
  await leaves(bca)
  await search.fill('')
  await leaves(bca, bri)
  await choose('Metode', 'BRI')
  await leaves(bri)
  await choose('Metode', 'MANDIRI')
  await leaves()
  await choose('Metode', 'Semua metode')
  await lapak.call(token, 'PATCH', `/api/admin/v1/payment/tiket/update/${bca}/3`, { description: 'Nama tidak cocok', from: 0 })
  await choose('Status', 'Reject')
  await leaves(bca)
  await choose('Status', 'Pending')
  await leaves(bri)
  await withTables((tables) => tables.updateTable('cash_out').set({ created_at: yesterday() }).where('id', '=', BigInt(bca)).execute())
  await choose('Status', 'Semua status')
  await leaves(bri)
  await days.click()
  await page.getByRole('button', { name: 'Kemarin' }).click()
  await leaves(bca)
  await lapak.call(token, 'PATCH', `/api/admin/v1/payment/tiket/update/${bri}/3`, { description: 'Nama tidak cocok', from: 0 })
  await close()
})

test('tickets: the lists show today at first, all waiting tickets on request, and download as files [A-CI-05, A-CO-04, B-CONST-19]', async () => {
  const { invoice, id } = await topup()
  await withTables((tables) => tables.updateTable('top_up').set({ created_at: yesterday() }).where('id', '=', BigInt(id)).execute())
  const { page, requestsTo, close } = await open(admin)
  await page.goto(`/cashin?search=${invoice}`)
  await page.getByText('Tidak ada tiket yang cocok').waitFor()
  const list = requestsTo('GET', '/api/admin/v1/payment/histories/0').at(-1)?.url() ?? ''
  const today = dayAgo(0)
  expect(list).toContain(`awal=${today}&akhir=${today}`)
  await page.getByRole('button', { name: 'Semua yang menunggu' }).click()
  await page
    .getByRole('button', { name: `Tiket ${id}` })
    .first()
    .waitFor()
  for (const [path, name] of [
    ['/cashin', 'cashin.csv'],
    ['/cashout', 'cashout.csv'],
  ] as const) {
    await page.goto(path)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    expect((await download).suggestedFilename()).toBe(name)
  }
  await close()
})

test('top-ups: tickets with received money are approved together', async () => {
  // With this limit the bank rows of the tickets wait for an administrator.
  await changeSetting(lapak, 'topup.autoApproveMax', 1)
  const { id, nominal, invoice } = await topup()
  const token = await lapak.signIn(buyer)
  const { bank } = await lapak.call<{ bank: { accountno: string } }>(token, 'GET', `/api/v1/payment/tiket/${invoice}`)
  const teller = createBank({
    url: lapak.info.address,
    secret: 'lapak-development-bank-feed',
    code: '01',
    account: bank.accountno,
    opening: 1_000_000,
    name: 'pengujian',
  })
  await teller.pay(nominal, 'TRSF')
  const { page, close } = await open(admin)
  const all = page.getByRole('button', { name: 'Setujui semua yang cocok (1)' })
  await expect
    .poll(
      async () => {
        await page.goto('/cashin')
        return all.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        )
      },
      { timeout: 45_000, interval: 500 },
    )
    .toBe(true)
  await page.getByText('Uang sudah masuk').first().waitFor()
  await all.click()
  await question(page).getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  await press(question(page), 'Yes')
  await alertMessage(page, '1 topup disetujui').waitFor()
  await page.goto(`/cashin?tiket=${id}`)
  await drawerOf(page, id).getByText('Approve', { exact: true }).waitFor()
  await close()
})

test('top-ups: an amount above a limit requires a confirmation and the approval of a second administrator', async () => {
  await changeSetting(lapak, 'money.secondAdminFrom', 100_000)
  const { id, invoice } = await topup()
  const { page, close } = await open(admin)
  await page.goto(`/cashin?tiket=${id}`)
  await confirm(page, id, 'Approve', ['Catatan referensi', 'Mutasi BCA pagi'])
  await alertMessage(page, 'Menunggu admin kedua').waitFor()
  await drawerOf(page, id).getByText('meminta: Approve', { exact: false }).waitFor()
  await close()
  const second = await open(cashier)
  await second.page.goto(`/cashin?tiket=${id}`)
  await drawerOf(second.page, id).getByLabel('Alasan').fill('Sudah saya periksa')
  await press(drawerOf(second.page, id), 'Setujui')
  await question(second.page).getByText(invoice, { exact: false }).waitFor()
  await second.page.keyboard.press('Escape')
  await question(second.page).waitFor({ state: 'hidden' })
  await press(drawerOf(second.page, id), 'Setujui')
  await press(question(second.page), 'Yes')
  await alertMessage(second.page, 'Keputusan dicatat').waitFor()
  await drawerOf(second.page, id).getByText('Approve', { exact: true }).waitFor()
  await second.close()
})

test('top-ups: a second administrator sees in the drawer what the first one confirmed about the money', async () => {
  await changeSetting(lapak, 'money.secondAdminFrom', 100_000)
  const { id } = await topup()
  const body = { id, description: 'Mutasi BCA pagi', notown: 'mutasi 12' }
  await lapak.call(await lapak.signIn(admin), 'POST', '/api/admin/v1/payment/tiket/approve', body)
  const { page, close } = await open(cashier)
  await page.goto(`/cashin?tiket=${id}`)
  await drawerOf(page, id).getByText('Sudah dikonfirmasi', { exact: true }).waitFor()
  await drawerOf(page, id).getByText('bukan uang kita sendiri (mutasi 12)', { exact: true }).waitFor()
  await close()
})
