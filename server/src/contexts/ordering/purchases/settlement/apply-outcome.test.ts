import { expect, test } from 'vitest'
import { purchaseReleased, purchaseSettled } from '#ledger/money-events.ts'
import type { SellerCandidate } from '../routing/route.ts'
import type { Outcome } from './decide.ts'
import type { AttemptRow, Locked, LockedPurchase } from './locked.ts'
import { applyOutcome, type SettlementContext } from './settle.ts'
import { SettlementBatch } from './settlement-batch.ts'

const now = new Date('2026-11-21T05:00:00Z')

/** Sales of one seller at the same price, all in progress. */
function sales(count: number, { owed }: { owed: bigint }): { context: SettlementContext; outcomes: Outcome[] } {
  const ids = Array.from({ length: count }, (_, index) => BigInt(index + 1))
  const attempt = (id: bigint) => ({ id, purchase_id: id, seller_id: 7n, state: 1, asks: 0, claims: 1, claimed_by: 1 }) as AttemptRow
  const purchase = (id: bigint) => ({ id, buyer_id: 9n, seller_id: 7n, price: 10_000n, fee: 100n, version: 1 }) as LockedPurchase
  const locked: Locked = {
    now,
    attempts: new Map(ids.map((id) => [id, attempt(id)])),
    purchases: new Map(ids.map((id) => [id, purchase(id)])),
    balances: new Map(),
    debts: new Map([[7n, owed]]),
    candidates: new Map(),
  }
  const timing = { statusRequestAfterMs: 1_000, inTransitMs: 60_000, maxClockSkewMs: 0 }
  const catalogue = { sellerApis: new Map(), products: new Map() } as unknown as SettlementContext['catalogue']
  const result = { state: 'success', message: '', serialNumber: 'SN', supplierReference: null } as const
  return {
    // Deciding a success runs no query, so the transaction can be empty.
    context: { tx: {} as SettlementContext['tx'], catalogue, timing, restoredAt: null, locked, batch: new SettlementBatch() },
    outcomes: ids.map((id) => ({
      attemptId: id,
      purchaseId: id,
      source: 'report',
      claim: null,
      result,
      request: '',
      answer: '',
      tookMs: null,
    })),
  }
}

test.each([
  ['less than one sale', 3_000n, [3_000n, 0n]],
  ['more than one sale', 12_000n, [9_900n, 2_100n]],
  ['more than both', 30_000n, [9_900n, 9_900n]],
])('a seller that owes %s pays the debt once from two sales of one batch', async (_, owed, recovered) => {
  const { context, outcomes } = sales(2, { owed })
  for (const outcome of outcomes) expect(await applyOutcome(context, outcome)).toBe('succeed')
  const sale = { buyer: 9n, seller: 7n, price: 10_000n, fee: 100n }
  expect(context.batch.sets).toEqual(
    recovered.map((part, index) => purchaseSettled({ attempt: BigInt(index + 1), ...sale, recovered: part })),
  )
  expect(context.batch.paidDebts).toEqual(new Map([[7n, recovered.reduce((sum, part) => sum + part, 0n)]]))
})

test.each([
  ['of the first one what it got back as well', 499n, [2n]],
  ['one step', 500n, [1n]],
  ['one step and less than another', 999n, [1n]],
  ['both', 1_000n, [1n, 2n]],
])('two failures of one buyer in a batch move to more expensive sellers as far as the balance allows: %s', async (_, balance, further) => {
  const { context, outcomes } = sales(2, { owed: 0n })
  const { locked, batch } = context
  locked.balances.set(9n, balance)
  const offer = { id: 3n, sellerId: 8n, stocked: false }
  for (const { purchaseId } of outcomes) locked.candidates.set(purchaseId, [{ offer, price: 10_500n } as SellerCandidate])
  Object.assign(context.catalogue, { saleFee: () => 0n })
  const failures = outcomes.map((outcome) => ({ ...outcome, result: { state: 'failed', message: '' } as const }))
  for (const outcome of failures) expect(await applyOutcome(context, outcome)).toBe('fail')
  expect(batch.opened.map(({ purchase }) => purchase.id)).toEqual(further)
  expect([...batch.finished]).toEqual([1n, 2n].filter((id) => !further.includes(id)))
  expect(batch.sets).toEqual([1n, 2n].map((attempt) => purchaseReleased({ attempt, buyer: 9n, price: 10_000n })))
})

test('the pause before the next status request grows with the calls of the attempt, those of earlier batches included', async () => {
  const { context, outcomes } = sales(1, { owed: 0n })
  const { locked, batch } = context
  Object.assign(locked.attempts.get(1n) ?? {}, { asks: 2 })
  const [outcome] = outcomes as [Outcome]
  const pauses: (number | null | undefined)[] = []
  for (const claim of [null, 1, 1]) {
    const source = claim === null ? 'report' : 'status'
    expect(await applyOutcome(context, { ...outcome, source, claim, result: { state: 'unknown', message: '' } })).toBe('wait')
    pauses.push(batch.attempts.get(1n)?.dueInMs)
  }
  // A report is no call.
  expect(pauses).toEqual([4_000, 4_000, 8_000])
})
