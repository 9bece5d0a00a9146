import { type GatewaySimulator, startGateway } from '@lapak/simulators/gateway'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutgoing, type Outgoing } from '#http/outgoing.ts'
import type { Disbursement, Payout } from '#integrations/payment-gateway/payment-gateway.ts'
import { createDisbursement } from '#integrations/payment-gateway/providers.ts'
import { sandboxDisbursement } from '#integrations/payment-gateway/sandbox.ts'

let provider: GatewaySimulator
let outgoing: Outgoing
let disbursement: Disbursement

beforeEach(async () => {
  provider = await startGateway({ secretKey: 'xnd_test_1', callbackToken: 'token' })
  outgoing = createOutgoing({ allowedHosts: ['127.0.0.1'] })
  disbursement = createDisbursement(outgoing, { secretKey: 'xnd_test_1', url: provider.url, disburse: true })
})
afterEach(async () => {
  await outgoing.close()
  await provider.close()
})

const payout: Payout = {
  reference: 'CO-AB-7-1',
  bankCode: '04',
  accountNo: '1234567890',
  accountName: 'BUDI',
  amount: 250_000n,
  description: 'Penarikan CO-AB-7',
}

test('a payout is accepted and waits until the bank reports its result', async () => {
  const taken = { id: 'payout-1', reference: payout.reference, amount: 250_000n, state: 'waits', failure: null }
  expect(await disbursement.sendPayout(payout)).toEqual({ kind: 'answer', value: taken })
  expect(await disbursement.getPayout(payout)).toEqual({ kind: 'answer', value: taken })
})

test.each([
  ['SUCCEEDED', 'succeeded'],
  ['FAILED', 'failed'],
  ['COMPLIANCE_REJECTED', 'failed'],
  ['REVERSED', 'reversed'],
  ['LOCKED', 'waits'],
])('a payout with the status %s has the state %s', async (status, state) => {
  await disbursement.sendPayout(payout)
  provider.endPayout(payout.reference, status)
  expect(await disbursement.getPayout(payout)).toMatchObject({ kind: 'answer', value: { state } })
})

test('two requests with the same reference create one payout', async () => {
  await disbursement.sendPayout(payout)
  expect(await disbursement.sendPayout(payout)).toMatchObject({ kind: 'answer', value: { id: 'payout-1' } })
})

test('a payout is unknown if the answer to its request was lost, and is found later by its reference', async () => {
  provider.mood = 'loses'
  expect(await disbursement.sendPayout(payout)).toMatchObject({ kind: 'unknown' })
  provider.mood = 'answers'
  expect(await disbursement.getPayout(payout)).toMatchObject({ kind: 'answer', value: { id: 'payout-1' } })
})

test('a payout request that could not be sent is reported as unsent', async () => {
  await provider.goDown()
  expect(await disbursement.sendPayout(payout)).toMatchObject({ kind: 'unsent' })
})

test('a payout that the provider refuses is reported as refused, and a query for an unknown reference returns no payout', async () => {
  expect(await disbursement.getPayout(payout)).toEqual({ kind: 'answer', value: null })
  provider.mood = 'refuses'
  expect(await disbursement.sendPayout(payout)).toMatchObject({ kind: 'refused', code: 'other' })
})

test.each([
  ['the provider has a payout of this name already', 'duplicate', 'refused'],
  ['somebody between us says no', 'stranger', 'unknown'],
  ['the answer is in another form', 'garbles', 'unknown'],
] as const)('a payout request is classified correctly if %s', async (_, mood, kind) => {
  provider.mood = mood
  expect(await disbursement.sendPayout(payout)).toMatchObject({ kind, ...(mood === 'duplicate' && { code: 'duplicate' }) })
})

test('the sandbox pays at once, but fails for bank accounts whose number ends in 0000', async () => {
  expect(await sandboxDisbursement.sendPayout(payout)).toMatchObject({ value: { state: 'succeeded', amount: 250_000n } })
  const wrong = { ...payout, accountNo: '1234560000' }
  expect(await sandboxDisbursement.sendPayout(wrong)).toMatchObject({ value: { state: 'failed' } })
  expect(await sandboxDisbursement.getPayout(wrong)).toMatchObject({ value: { state: 'failed' } })
})

test.each([
  ['CANCELLED', 'failed'],
  ['COMPLIANCE_REJECTED', 'failed'],
  ['PENDING_COMPLIANCE_ASSESSMENT', 'waits'],
  ['constructor', 'waits'],
])('a payout with the less common status %s has the state %s', async (status, state) => {
  await disbursement.sendPayout(payout)
  provider.endPayout(payout.reference, status)
  expect(await disbursement.getPayout(payout)).toMatchObject({ kind: 'answer', value: { state } })
})

test('if a reference has several payouts, a payout that may be paid takes precedence, and an unreadable payout makes it unknown', async () => {
  const one = { id: 'payout-1', reference_id: payout.reference, amount: 250_000, status: 'FAILED' }
  const outcomeOf = async (...list: object[]) => {
    provider.shownPayouts = list
    return disbursement.getPayout(payout)
  }
  expect(await outcomeOf(one, { ...one, id: 'payout-2', status: 'SUCCEEDED' })).toMatchObject({
    value: { id: 'payout-2', state: 'succeeded' },
  })
  expect(await outcomeOf(one, { ...one, id: 'payout-2', status: 'ACCEPTED' })).toMatchObject({ value: { id: 'payout-2', state: 'waits' } })
  expect(await outcomeOf({ ...one, status: 'REVERSED' }, { ...one, id: 'payout-2', status: 'SUCCEEDED' })).toMatchObject({
    value: { id: 'payout-2', state: 'succeeded' },
  })
  expect(await outcomeOf(one, { reference_id: payout.reference, status: 'SUCCEEDED' })).toMatchObject({ kind: 'unknown' })
  expect(await outcomeOf({ ...one, currency: 'PHP', status: 'SUCCEEDED' })).toMatchObject({ kind: 'unknown' })
  expect(await outcomeOf(one, one)).toMatchObject({ value: { state: 'failed' } })
})

test('a provider error about a missing reference means that the payout does not exist', async () => {
  provider.mood = 'missing'
  expect(await disbursement.getPayout(payout)).toEqual({ kind: 'answer', value: null })
})
