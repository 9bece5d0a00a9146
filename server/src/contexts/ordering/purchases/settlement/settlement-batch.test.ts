import { expect, test } from 'vitest'
import type { Outcome } from './decide.ts'
import type { AttemptRow, LockedPurchase } from './locked.ts'
import { SettlementBatch } from './settlement-batch.ts'

const attempt = (): AttemptRow => ({
  id: 1n,
  purchase_id: 2n,
  seller_id: 3n,
  offer_id: 4n,
  price: 1000n,
  number: 1,
  state: 1,
  asks: 0,
  claims: 1,
  claimed_by: 7,
  sent_at: new Date(),
  last_sent_at: null,
  stocked: false,
  code_missing: false,
  partial: false,
})

const answer: Outcome = {
  attemptId: 1n,
  purchaseId: 2n,
  source: 'order',
  claim: 1,
  result: { state: 'pending', message: 'akan diproses', supplierReference: 'T#88' },
  request: '',
  answer: '',
  tookMs: 120,
}
const report: Outcome = {
  ...answer,
  source: 'report',
  claim: null,
  result: { state: 'pending', message: 'proses', supplierReference: null },
  tookMs: null,
}

test('a report after the answer neither restores the claim that the answer ended, nor loses values of the answer', () => {
  const plan = new SettlementBatch()
  const row = attempt()
  plan.changeAttempt(row, answer, 2, 5_000)
  plan.changeAttempt(row, report, 2, 5_000)
  expect(plan.attempts.get(1n)).toMatchObject({
    keepsClaim: false,
    called: true,
    tookMs: 120,
    supplierReference: 'T#88',
    message: 'proses',
  })
  expect(row).toMatchObject({ claimed_by: null, asks: 1 })
})

test('a report without an answer keeps the claim of the worker', () => {
  const plan = new SettlementBatch()
  const row = attempt()
  plan.changeAttempt(row, report, 2, 5_000)
  expect(plan.attempts.get(1n)).toMatchObject({ keepsClaim: true, called: false })
  expect(row).toMatchObject({ claimed_by: 7, asks: 0 })
})

test('a purchase that changes twice in a batch gets one new version', () => {
  const plan = new SettlementBatch()
  const purchase = { id: 2n, version: 3, updated_at: new Date(0) } as LockedPurchase
  plan.openAttempt(purchase, { after: attempt(), stocked: false }, new Date(1))
  plan.finishPurchase(purchase, { transactionrc: 1, serialnumber: 'SN', description: null }, new Date(2))
  expect(purchase).toMatchObject({ version: 4, updated_at: new Date(2), transactionrc: 1 })
  expect([...plan.finished]).toEqual([2n])
})
