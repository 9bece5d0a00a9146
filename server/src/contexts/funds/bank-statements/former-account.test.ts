import { createBank } from '@lapak/simulators/bank'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

const secret = 'rahasia-mutasi-untuk-uji-saja'
const [former, present, foreign] = ['8810012345', '9990009999', '1110001111']

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startTestApp({ BANKFEED_SECRET: secret })
  member = await app.member({ complete: true })
})

afterAll(() => app?.stop())

const payTo = (account: string) =>
  app.tables.updateTable('payment_method').set({ account_no: account, account_name: 'PT LAPAK' }).where('id', '=', 1).execute()

test('a transfer to a former account is credited if its ticket has that account, and a transfer to an account of somebody else is not', async () => {
  await payTo(former)
  const ticketOf = async (jumlah: number) =>
    (await app.call('POST', '/api/v1/payment/tiket', { token: member.token, body: { jumlah, methode: 1 } })).body.data
  const [first, second] = [await ticketOf(100_000), await ticketOf(200_000)]
  await payTo(present)
  const bankOf = (account: string) => createBank({ url: app.url, secret, code: '01', account, opening: 1_000_000, name: account })
  const [old, other] = [bankOf(former), bankOf(foreign)]
  expect((await other.pay(second.nominal)).status).toBe(200)
  expect((await old.pay(first.nominal)).status).toBe(200)
  await expect.poll(() => app.balance(member)).toBe(BigInt(first.nominal))
  const rows = () => app.db.read.selectFrom('bank_statement').select(['account_no', 'explained', 'why']).orderBy('account_no').execute()
  await expect
    .poll(async () => (await rows()).map(({ account_no, explained }) => [account_no, explained]))
    .toEqual([
      [foreign, 'new'],
      [former, 'deposit'],
    ])
  expect(await checkLedger(app.db)).toEqual([])
})
