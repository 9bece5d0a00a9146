import { startGateway } from '@lapak/simulators/gateway'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { comparedDayAgo } from '../../../server/test/one-day.ts'
import { type AppOptions, alertMessage, desktop, phone } from '../../fixtures/app.ts'
import { isolatedLapak } from '../../fixtures/lapak.ts'
import { openApp } from '../../fixtures/page.ts'

const admin = 'admin@lapak.test'
const keys = { secretKey: 'xnd_test_1', callbackToken: 'token-of-callbacks' }

const provider = await startGateway(keys)
afterAll(() => provider.close())

// An instance of its own, because the demo's provider keeps no record of its own.
const lapak = await isolatedLapak({
  NODE_ENV: 'development',
  GATEWAY: 'xendit',
  XENDIT_SECRET_KEY: keys.secretKey,
  XENDIT_CALLBACK_TOKEN: keys.callbackToken,
  XENDIT_URL: provider.url,
  OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
})

const open = async (options: AppOptions = {}) => openApp(lapak, { as: await lapak.signIn(admin), ...options })
const seen = (page: Page, text: string) => page.getByText(text).filter({ visible: true }).first()
const yesterday = comparedDayAgo(1)
const noon = `${yesterday}T12:00:00+07:00`

const open06 = async () => {
  const token = await lapak.signIn(admin)
  const path = `/api/admin/v1/reconciliation/differences?scope=provider&open=1`
  return (await lapak.call<{ content: object[] }>(token, 'GET', path)).content.length
}

test('reconciliation: a day of the payment provider is compared with the ledger, and its fee names the correction to book', async () => {
  const created = new Date(noon).toISOString()
  provider.addTransaction({ reference_id: 'WD-77', type: 'WITHDRAWAL', cashflow: 'MONEY_OUT', amount: 250_000, created })
  provider.addTransaction({ reference_id: '', type: 'ADJUSTMENT', amount: 1_000.5, created })
  provider.addTransaction({
    reference_id: 'WD-78',
    type: 'WITHDRAWAL',
    cashflow: 'MONEY_OUT',
    amount: 10_000,
    fee: { xendit_fee: 2_500, value_added_tax: 275, status: 'COMPLETED' },
    created,
  })

  const { page, close } = await open({ viewport: phone })
  await page.goto('/rekonsiliasi?tab=penyedia')
  await seen(page, 'Belum ada transaksi di penyedia').waitFor()
  await page.getByRole('button', { name: 'Periksa sekarang' }).click()
  await alertMessage(page, 'Pemeriksaan dimulai').waitFor()
  await expect.poll(open06, { timeout: 40_000 }).toBe(4)
  await page.goto(`/rekonsiliasi?tab=penyedia&awal=${yesterday}&akhir=${yesterday}`)
  await seen(page, 'Rp 260.000').waitFor()
  await seen(page, 'Rp 2.775').waitFor()

  await page.getByRole('link', { name: 'Lihat 4 selisih' }).first().click()
  await page.getByRole('tab', { name: 'Selisih', selected: true }).waitFor()
  await seen(page, 'Biaya penyedia belum dibukukan').waitFor()
  await close()

  const { page: wide, close: closeWide } = await open({ viewport: desktop })
  await wide.goto('/rekonsiliasi?tab=penyedia')
  await wide
    .getByRole('button', { name: /^Rincian penyedia/ })
    .first()
    .click()
  await seen(wide, 'Beda saldo di luar biaya dan dana berjalan').waitFor()
  await wide.goto('/rekonsiliasi?tab=selisih&scope=provider&kind=fee')
  await wide
    .getByRole('button', { name: /^Selisih \d+$/ })
    .first()
    .click()
  const dialog = wide.getByRole('dialog', { name: /^Selisih/ })
  await dialog.getByText('Menurut penyedia').waitFor()
  await dialog.getByText('Bukukan koreksi kas KARTU −Rp 2.775, jenis Biaya gateway').waitFor()
  await dialog.getByLabel('Alasan').fill('Dibukukan di akhir bulan')
  await dialog.getByRole('button', { name: 'Selesaikan' }).click()
  await alertMessage(wide, 'Selisih diselesaikan').waitFor()
  expect(await open06()).toBe(3)
  await closeWide()
})
