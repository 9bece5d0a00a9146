import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutgoing, type Outgoing } from '#http/outgoing.ts'
import type { ProviderAccount } from '#integrations/payment-gateway/payment-gateway.ts'
import { createXenditAccount } from '#integrations/payment-gateway/xendit-account.ts'

let provider: GatewaySimulator
let outgoing: Outgoing
let account: ProviderAccount

beforeEach(async () => {
  provider = await startGateway({ secretKey: 'xnd_test_1', callbackToken: 'token' })
  outgoing = createOutgoing({ allowedHosts: ['127.0.0.1'] })
  account = createXenditAccount(outgoing, { secretKey: 'xnd_test_1', url: provider.url, sharedWith: [] })
})
afterEach(async () => {
  await outgoing.close()
  await provider.close()
})

const [from, until] = [new Date('2026-11-28T17:00:00Z'), new Date('2026-11-29T17:00:00Z')]
const list = () => account.listTransactions(from, until)
const created = '2026-11-29T03:00:00.000Z'

test('a payment is listed with the fee that does not reach the account', async () => {
  provider.addTransaction({ reference_id: 'TP-AB12-7', product_id: 'inv-7', amount: 100_000.5, created })
  Object.assign(provider.transactions[0] ?? {}, {
    net_amount: 95_560.25,
    settlement_status: 'PENDING',
    fee: { xendit_fee: 4_000, value_added_tax: 440, status: 'COMPLETED' },
  })
  expect(await list()).toEqual({
    kind: 'answer',
    value: [
      {
        id: 'txn_1',
        productId: 'inv-7',
        reference: 'TP-AB12-7',
        type: 'PAYMENT',
        direction: 'in',
        status: 'success',
        amount: 10_000_050n,
        fee: 444_025n,
        happenedAt: new Date(created),
        settlesAt: null,
      },
    ],
  })
})

test.each([
  [
    'of a payout is its fee with the tax',
    { cashflow: 'MONEY_OUT', fee: { xendit_fee: 2_500, value_added_tax: 275, status: 'COMPLETED' } },
    277_500n,
  ],
  ['that is not charged yet is unknown', { fee: { xendit_fee: 4_000, value_added_tax: 440, status: 'PENDING' } }, null],
  ['of a transaction that is not decided yet is unknown', { status: 'PENDING' }, null],
  ['that is cancelled is none', { cashflow: 'MONEY_OUT', fee: { xendit_fee: 2_500, value_added_tax: 275, status: 'CANCELED' } }, 0n],
  ['that is not named is none', { cashflow: 'MONEY_OUT', fee: null }, 0n],
])('a fee %s', async (_, fields, fee) => {
  const one = provider.addTransaction({ amount: 10_000, created })
  Object.assign(one, fields)
  expect(await list()).toMatchObject({ value: [{ fee }] })
})

test('all pages are read, each transaction once, and nothing before or after the time', async () => {
  for (let n = 0; n < 101; n += 1) provider.addTransaction({ amount: 1, created: new Date(from.getTime() + n * 1000).toISOString() })
  provider.addTransaction({ amount: 2, created: new Date(from.getTime() - 1).toISOString() })
  provider.addTransaction({ amount: 3, created: until.toISOString() })
  const answer = await list()
  const listed = answer.kind === 'answer' ? answer.value : []
  expect(listed).toHaveLength(101)
  expect(new Set(listed.map(({ amount }) => amount))).toEqual(new Set([100n]))
  expect(provider.transactionQuestions).toBe(3)
})

test('the balance of a time is in sen, and anything else than a sum is unknown', async () => {
  provider.openingBalance = -12.5
  provider.addTransaction({ amount: 100_000, created })
  expect(await account.getBalance(new Date(created))).toEqual({ kind: 'answer', value: -1_250n })
  expect(await account.getBalance(until)).toEqual({ kind: 'answer', value: 9_998_750n })
  provider.openingBalance = Number.NaN
  expect(await account.getBalance(until)).toMatchObject({ kind: 'unknown' })
})
