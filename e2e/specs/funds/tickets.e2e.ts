import { expect, test } from 'vitest'
import { type AppOptions, desk, message, phone } from '../../fixtures/app.ts'
import { openApp } from '../../fixtures/browser.ts'
import { buyer, sharedLapak } from '../../fixtures/lapak.ts'

const lapak = await sharedLapak()

const admin = 'admin@lapak.test'
const cashier = 'kasir@lapak.test'
let amount = 60_000

const open = async (email: string, options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(email), ...options })

/** A top-up that waits for its payment. */
async function ticket(email = buyer): Promise<{ id: number; invoice: string }> {
  amount += 1_000
  const body = { jumlah: amount, methode: 1, methodetext: 'BCA' }
  const { invoice } = await lapak.call<{ invoice: string }>(await lapak.signIn(email), 'POST', '/api/v1/payment/tiket', body)
  return { id: Number(invoice.split('-').at(-1)), invoice }
}

test.each([phone, desk])(
  'an administrator finds a top-up, approves it with a note, and another one sees it at once, at $width px [A-CI-01, A-CI-02, A-CI-06, A-CI-11, A-CI-15]',
  async (viewport) => {
    const { id, invoice } = await ticket()
    const { page, look, close } = await open(admin, { viewport })
    const second = await open(cashier, { viewport })
    await page.goto(`/cashin?search=${invoice}`)
    await page.getByRole('heading', { name: 'Topup Saldo' }).waitFor()
    for (const label of ['Jumlah', 'Amount', 'Pending']) await page.getByText(label, { exact: true }).first().waitFor()
    await look('/cashin')
    await second.page.goto(`/cashin?search=${invoice}&tiket=${id}`)
    const otherDrawer = second.page.getByRole('dialog', { name: `Tiket ${id}` })
    await otherDrawer.getByRole('button', { name: 'Approve' }).waitFor()

    await page.goto(`/cashin?search=${invoice}&tiket=${id}`)
    const drawer = page.getByRole('dialog', { name: `Tiket ${id}` })
    await drawer.getByRole('button', { name: 'Approve' }).click()
    const confirm = page.getByRole('dialog', { name: 'Warning' })
    await look('the confirmation of an approval')
    await confirm.getByRole('button', { name: 'Yes' }).click()
    await confirm.getByText('Tulis catatan referensinya').waitFor()
    await confirm.getByLabel('Catatan referensi').fill('Mutasi BCA pagi')
    await confirm.getByRole('button', { name: 'Yes' }).click()
    await message(page, 'Approve Ok!').waitFor()
    await drawer.getByRole('button', { name: 'Cancel' }).waitFor()
    await otherDrawer.getByText('Mutasi BCA pagi').waitFor()
    await second.close()
    await close()
  },
)

test('the filters of /cashin are those of its rows [A-CI-14]', async () => {
  const { invoice } = await ticket()
  const { page, requestsTo, close } = await open(admin)
  await page.goto(`/cashin?search=${invoice}`)
  const states = page.getByLabel('Status')
  await states.waitFor()
  expect(await states.locator('option').allTextContents()).toEqual(['Semua status', 'Pending', 'Approve', 'Reject', 'Cancel'])
  await states.selectOption('3')
  await page.getByText('Tidak ada tiket yang cocok').waitFor()
  await page.getByLabel('Metode').selectOption('01')
  await expect
    .poll(() => requestsTo('GET', '/api/admin/v1/payment/histories/0').some((request) => request.url().includes('method=01')))
    .toBe(true)
  await close()
})

test('/cashout has its states, ours behind those of the specification [A-CO-15, A-OPEN-03]', async () => {
  const { page, look, close } = await open(admin)
  await page.goto('/cashout')
  await page.getByRole('heading', { name: 'CashOut Saldo' }).waitFor()
  expect(await page.getByLabel('Status').locator('option').allTextContents()).toEqual([
    'Semua status',
    'Pending',
    'Approve',
    'Reject',
    'Cancel',
    'Diproses',
  ])
  await look('/cashout')
  await close()
})

test('an own ticket is for another administrator to decide about', async () => {
  const { id, invoice } = await ticket(admin)
  const { page, close } = await open(admin)
  await page.goto(`/cashin?search=${invoice}&tiket=${id}`)
  await page.getByText('Transaksi Anda sendiri harus diputuskan admin lain.').waitFor()
  await close()
})
