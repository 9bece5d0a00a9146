import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTables } from '../../../server/test/database.ts'
import { alertMessage } from '../../fixtures/app.ts'
import { completeMember } from '../../fixtures/complete-member.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'
import { placePurchase } from '../../fixtures/place-purchase.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const cashier = 'kasir@lapak.test'

const open = async (email: string) => openApp(lapak, { as: await lapak.signIn(email) })

/** A top-up that waits for its payment. */
async function ticketOf(token: string): Promise<{ id: number; invoice: string }> {
  const body = { jumlah: 61_000, methode: 1, methodetext: 'BCA' }
  const { invoice } = await lapak.call<{ invoice: string }>(token, 'POST', '/api/v1/payment/tiket', body)
  return { id: Number(invoice.split('-').at(-1)), invoice }
}

/** Only an import writes the state 0, and no call does. */
async function becomeImported(id: number): Promise<void> {
  const tables = openTables(lapak.info.databaseUrl)
  await tables
    .updateTable('top_up')
    .set({ state: 0 })
    .where('id', '=', BigInt(id))
    .execute()
    .finally(() => tables.destroy())
}

/** The choices of a filter, with the codes that they send. */
const offeredBy = (choice: Locator) =>
  choice.locator('option').evaluateAll((all) => all.map((one) => [one.textContent, (one as unknown as { value: string }).value]))

const newTicket = async () => ticketOf((await completeMember(lapak)).token)

test('tickets: an administrator finds a top-up and approves it with a note, and another administrator sees it at once [A-CI-01, A-CI-02, A-CI-06, A-CI-11, A-CI-15]', async () => {
  const { id, invoice } = await newTicket()
  const { page, close } = await open(admin)
  const second = await open(cashier)
  await page.goto(`/cashin?search=${invoice}`)
  await page.getByRole('heading', { name: 'Topup Saldo' }).waitFor()
  for (const label of ['Jumlah', 'Amount', 'Pending']) await page.getByText(label, { exact: true }).first().waitFor()
  await second.page.goto(`/cashin?search=${invoice}&tiket=${id}`)
  const otherDrawer = second.page.getByRole('dialog', { name: `Tiket ${id}` })
  await otherDrawer.getByRole('button', { name: 'Approve' }).waitFor()

  await page.goto(`/cashin?search=${invoice}&tiket=${id}`)
  const drawer = page.getByRole('dialog', { name: `Tiket ${id}` })
  await drawer.getByRole('button', { name: 'Approve' }).click()
  const confirm = page.getByRole('dialog', { name: 'Warning' })
  await confirm.getByRole('button', { name: 'Yes' }).click()
  await confirm.getByText('Tulis catatan referensinya').waitFor()
  await confirm.getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
  await confirm.getByRole('button', { name: 'Yes' }).click()
  await alertMessage(page, 'Approve Ok!').waitFor()
  await drawer.getByRole('button', { name: 'Cancel' }).waitFor()
  await otherDrawer.getByText('Mutasi BCA pagi').waitFor()
  await second.close()
  await close()
})

test('tickets: a top-up that waits is Pending in the list, in the state 1 of this software and in the state 0 of imported rows [A-CI-07]', async () => {
  const { token } = await completeMember(lapak)
  const { id, invoice } = await ticketOf(token)
  const { page, close } = await open(admin)
  const rows = page.getByRole('table')
  for (const state of [1, 0]) {
    if (state === 0) await becomeImported(id)
    await page.goto(`/cashin?search=${invoice}`)
    await rows.getByText('Pending', { exact: true }).waitFor()
    await page.goto('/home')
  }
  await close()
})

test("tickets: an administrator sees what is held back for open claims of a seller's buyers", async () => {
  const { id: idtrx } = await placePurchase(lapak)
  const report = { idtrx, reason: 'missing', msg: 'Pulsa belum masuk' }
  await lapak.call(await lapak.signIn(buyer), 'POST', '/api/v1/disputes', report)
  const { id } = await ticketOf(await lapak.signIn('penjual@lapak.test'))
  const { page, close } = await open(admin)
  await page.goto(`/cashin?tiket=${id}`)
  await page
    .getByRole('dialog', { name: `Tiket ${id}` })
    .getByText(/^Rp [\d.]+, termasuk /)
    .waitFor()
  await close()
})

test('tickets: /cashin filters its rows by status and method [A-CI-14]', async () => {
  const { invoice } = await newTicket()
  const { page, requestsTo, close } = await open(admin)
  await page.goto(`/cashin?search=${invoice}`)
  const states = page.getByLabel('Status')
  await states.waitFor()
  expect(await offeredBy(states)).toEqual([
    ['Semua status', ''],
    ['Pending', '1'],
    ['Approve', '2'],
    ['Reject', '3'],
    ['Cancel', '4'],
  ])
  await states.selectOption('3')
  await page.getByText('Tidak ada tiket yang cocok').waitFor()
  await page.getByLabel('Metode').selectOption('01')
  await expect
    .poll(() => requestsTo('GET', '/api/admin/v1/payment/histories/0').some((request) => request.url().includes('method=01')))
    .toBe(true)
  await close()
})

test('tickets: the filter of /cashout lists the state Diproses after the states of the specification [A-CO-15, A-OPEN-03]', async () => {
  const { page, close } = await open(admin)
  await page.goto('/cashout')
  await page.getByRole('heading', { name: 'CashOut Saldo' }).waitFor()
  await expect
    .poll(() => offeredBy(page.getByLabel('Status')))
    .toEqual([
      ['Semua status', ''],
      ['Pending', '0'],
      ['Approve', '2'],
      ['Reject', '3'],
      ['Cancel', '4'],
      ['Diproses', '1'],
    ])
  await close()
})

test('tickets: administrators cannot decide on their own ticket', async () => {
  const { id, invoice } = await ticketOf(await lapak.signIn(admin))
  const { page, close } = await open(admin)
  await page.goto(`/cashin?search=${invoice}&tiket=${id}`)
  await page.getByText('Transaksi Anda sendiri harus diputuskan admin lain.').waitFor()
  // Rejects it afterwards, because a member has a limited number of open tickets.
  await lapak.call(await lapak.signIn(cashier), 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/3`, { description: 'Tidak ditransfer' })
  await close()
})
