import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOfJakartaDay } from '#shared/clock.ts'
import { comparedDayAgo, withinOneDay } from '../../../../test/one-day.ts'
import { PayoutInstance } from '../../../../test/payout-instance.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

let instance: PayoutInstance

beforeAll(async () => {
  instance = await PayoutInstance.start({ XENDIT_SHARED_WITH: '00FF, 0000' })
})
afterAll(() => instance?.stop())

test('transactions of installations that share the account by configuration are left out, and the balance is not compared', async () => {
  const { app, provider, ayu } = instance
  const yesterday = comparedDayAgo(1)
  const created = new Date(startOfJakartaDay(yesterday).getTime() + 43_200_000).toISOString()
  provider.addTransaction({ reference_id: 'TP-0000-15', amount: 90_000, created })
  provider.addTransaction({ reference_id: 'CO-00FF-7', amount: 20_000, type: 'DISBURSEMENT', cashflow: 'MONEY_OUT', created })
  provider.addTransaction({ reference_id: 'TP-0001-3', amount: 70_000, created })
  await runJob(app, 'reconcile-provider')
  const contentOf = async (path: string) =>
    (await app.call('GET', `/api/admin/v1/reconciliation/${path}`, { token: ayu.token })).body.data.content
  expect(await contentOf('differences?scope=provider')).toMatchObject([{ kind: 'not_in_books', theirs: 70_000 }])
  expect(await contentOf(`provider?awal=${yesterday}&akhir=${yesterday}`)).toMatchObject([
    { transaksi: 1, masukpenyedia: 70_000, sisa: null },
  ])
})
