import { expect, test } from 'vitest'
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { type AttemptState, attemptState } from '../attempt-state.ts'
import { type AttemptSnapshot, decideOutcome, type Outcome, type Timing } from './decide.ts'

const now = new Date('2026-11-21T05:00:00Z')
const timing: Timing = { statusRequestAfterMs: 1_000, inTransitMs: 60_000, maxClockSkewMs: 300_000 }
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const attempt = (changes: Partial<AttemptSnapshot> = {}): AttemptSnapshot => ({
  state: attemptState.sending,
  calls: 0,
  claims: 1,
  sentAt: before(0),
  lastSentAt: null,
  needsCode: false,
  codeMissing: false,
  partial: false,
  isFromBeforeRestore: false,
  referenceKeptMs: 24 * 3_600_000,
  ...changes,
})

const decided = (
  attemptNow: AttemptSnapshot,
  result: SupplierOutcome,
  source: Outcome['source'] = 'order',
  claim: number | null = attemptNow.claims,
  at = now,
) => decideOutcome(attemptNow, { source, claim, result }, at, timing)

const notFound = (days: string[] = []): SupplierOutcome => ({ state: 'not-found', message: 'TIDAK ADA transaksi', days })
const aboutTheCall: SupplierOutcome[] = [
  { state: 'unsent', message: 'Server tidak dapat dihubungi' },
  { state: 'refused', message: 'IP tidak sesuai' },
]
const known = attempt({ state: attemptState.unknown, sentAt: before(10) })

test.each(aboutTheCall)('a call that bought nothing ($state) ends the attempt only if no other call can have been sent', (result) => {
  expect(decided(attempt(), result)).toMatchObject({ do: 'fail' })
  expect(decided(attempt({ claims: 2 }), result)).toMatchObject({ do: 'wait', state: attemptState.unknown })
  expect(decided(attempt({ claims: 2 }), result, 'status')).toMatchObject({ do: 'wait' })
  // Another worker has claimed the attempt during this call.
  expect(decided(attempt({ claims: 2 }), result, 'order', 1)).toEqual({ do: 'nothing' })
  // The seller had reported that it is processing the order.
  expect(decided(attempt({ state: attemptState.waiting }), result)).toMatchObject({ do: 'wait', state: attemptState.waiting })
})

test('a failure with an unknown reason ends the attempt only if it answers the only call of the attempt', () => {
  const result: SupplierOutcome = { state: 'failed', message: 'GAGAL. OTP Error', ofCall: true }
  expect(decided(attempt(), result)).toMatchObject({ do: 'fail', state: attemptState.failed })
  expect(decided(attempt({ claims: 2 }), result)).toMatchObject({ do: 'wait', state: attemptState.unknown })
  expect(decided(attempt({ state: attemptState.waiting }), result)).toMatchObject({ do: 'wait', state: attemptState.waiting })
  expect(decided(attempt({ claims: 2 }), result, 'order', 1)).toEqual({ do: 'nothing' })
})

test('a report with an unknown reason ends the attempt only if the order is the only call of the attempt', () => {
  const result: SupplierOutcome = { state: 'failed', message: 'GAGAL. Provider Error 88', ofCall: true }
  for (const state of [attemptState.sending, attemptState.unknown, attemptState.waiting]) {
    expect(decided(attempt({ state }), result, 'report', null)).toMatchObject({ do: 'fail', state: attemptState.failed })
    expect(decided(attempt({ state, claims: 2 }), result, 'report', null)).toMatchObject({ do: 'wait' })
  }
})

test('a refusal that arrives as a report does not end the attempt, because it may concern any call', () => {
  const result: SupplierOutcome = { state: 'refused', message: 'Saldo tidak cukup' }
  for (const state of [attemptState.sending, attemptState.unknown, attemptState.waiting])
    for (const claims of [1, 2]) expect(decided(attempt({ state, claims }), result, 'report', null)).toMatchObject({ do: 'wait' })
})

test('an unclear answer keeps the hold and schedules a status request, and does not change the state of a reported "pending"', () => {
  const pending: SupplierOutcome = { state: 'pending', message: '', supplierReference: null }
  const unknown: SupplierOutcome = { state: 'unknown', message: 'Tidak terbaca' }
  const wait = { do: 'wait', dueInMs: 1_000, alert: null }
  expect(decided(attempt(), pending)).toEqual({ ...wait, state: attemptState.waiting })
  expect(decided(attempt(), unknown)).toEqual({ ...wait, state: attemptState.unknown })
  expect(decided(attempt({ state: attemptState.waiting }), unknown, 'status')).toEqual({ ...wait, state: attemptState.waiting })
  expect(decided(attempt({ claims: 2 }), unknown, 'order', 1)).toEqual({ do: 'nothing' })
})

test('an outcome of the order ends the attempt, however often the order was sent', () => {
  expect(decided(attempt({ claims: 7 }), { state: 'failed', message: 'GAGAL' })).toMatchObject({ do: 'fail' })
  expect(
    decided(attempt({ claims: 7 }), { state: 'success', message: '', serialNumber: '1', supplierReference: null }, 'order', 3),
  ).toMatchObject({ do: 'succeed' })
})

test('an order that its seller’s server does not know is sent again once it can no longer be in transit since it was last sent', () => {
  const longAgo = attempt({ ...known, sentAt: before(10) })
  expect(decided(longAgo, notFound(), 'status')).toEqual({ do: 'send-again' })
  expect(decided({ ...longAgo, sentAt: before(0.9) }, notFound(), 'status')).toMatchObject({ do: 'wait', alert: null })
  expect(decided({ ...longAgo, lastSentAt: before(0.9) }, notFound(), 'status')).toMatchObject({ do: 'wait', alert: null })
  expect(decided({ ...longAgo, lastSentAt: before(2) }, notFound(), 'status')).toEqual({ do: 'send-again' })
  expect(decided(longAgo, notFound(), 'status', longAgo.claims - 1)).toEqual({ do: 'nothing' })
  // The order was sent exactly as long ago as the limit, or was never sent.
  expect(decided({ ...longAgo, sentAt: before(1) }, notFound(), 'status')).toMatchObject({ do: 'wait', alert: null })
  expect(decided({ ...longAgo, sentAt: null }, notFound(), 'report', null)).toMatchObject({ do: 'wait', alert: null })
})

test('an order is not sent again once its seller may have forgotten it since it was first sent, and an alert is raised', () => {
  const forPeople = { do: 'wait', alert: 'status_too_old' }
  for (const hours of [24, 25, 72, 30 * 24]) {
    const day = new Date(now.getTime() - hours * 3_600_000)
    const named = [new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(day)]
    expect(decided({ ...known, sentAt: day }, notFound(named), 'status')).toMatchObject(forPeople)
    expect(decided({ ...known, sentAt: day, lastSentAt: before(10) }, notFound(), 'status')).toMatchObject(forPeople)
  }
  // Applies within one day as well: sending an order again does not extend the time for which the seller remembers its reference.
  const forgetful = { ...known, referenceKeptMs: 2 * 3_600_000, lastSentAt: before(10) }
  expect(decided({ ...forgetful, sentAt: before(179) }, notFound(), 'status')).toMatchObject(forPeople)
  expect(decided({ ...forgetful, sentAt: before(119) }, notFound(), 'status')).toEqual({ do: 'send-again' })
  expect(decided({ ...known, referenceKeptMs: 0 }, notFound(), 'status')).toMatchObject(forPeople)
  expect(decided({ ...known, state: attemptState.waiting }, notFound(), 'status')).toMatchObject(forPeople)
})

test('an order is not sent again after midnight if its seller’s server searched only one day', () => {
  const midnight = new Date('2026-11-21T17:00:00Z')
  const at = (minutes: number) => new Date(midnight.getTime() + minutes * 60_000)
  const asked = (sentAt: number, askedAt: number, days: string[] = [], lastSentAt: number | null = null) =>
    decided(
      { ...known, sentAt: at(sentAt), lastSentAt: lastSentAt === null ? null : at(lastSentAt) },
      notFound(days),
      'status',
      1,
      at(askedAt),
    ).do
  expect(asked(-30, -10)).toBe('send-again')
  expect(asked(-30, 10)).toBe('wait')
  expect(asked(-30, 10, ['2026-11-21'])).toBe('send-again')
  expect(asked(-30, 10, ['2026-11-22'])).toBe('wait')
  expect(asked(10, 30, ['2026-11-22'])).toBe('send-again')
  // Near midnight clocks may disagree about the day, and an answer about one day does not cover an order that was sent on two days.
  expect(asked(-30, -3)).toBe('wait')
  expect(asked(3, 30)).toBe('wait')
  expect(asked(-30, 20, ['2026-11-21'], 10)).toBe('wait')
  expect(asked(-30, 20, ['2026-11-22'], 10)).toBe('wait')
  expect(asked(-30, 30, [], 10)).toBe('wait')
})

test('a success without the code that the buyer needs leads to one more status request, and then raises an alert', () => {
  const success = (serialNumber: string | null): SupplierOutcome => ({
    state: 'success',
    message: 'SUKSES',
    serialNumber,
    supplierReference: null,
  })
  const waiting = attempt({ state: attemptState.waiting, needsCode: true, codeMissing: true })
  expect(decided(attempt({ needsCode: true }), success(null))).toEqual({
    ...{ do: 'wait', state: attemptState.waiting, dueInMs: 1_000, alert: null, codeMissing: true },
  })
  // A repeated report of the same delivery is not an answer to the status request.
  expect(decided(waiting, success(null), 'report', null)).toMatchObject({ do: 'wait', dueInMs: 1_000, alert: null })
  expect(decided(attempt({ needsCode: true }), success(null), 'status')).toMatchObject({ do: 'wait', dueInMs: 1_000, alert: null })
  expect(decided(waiting, success(null), 'status')).toMatchObject({ do: 'wait', dueInMs: null, alert: 'code_missing' })
  for (const source of ['order', 'status', 'report'] as const)
    expect(decided(waiting, success('1234'), source)).toEqual({ do: 'succeed', serialNumber: '1234' })
  expect(decided(waiting, success(null), 'force', null)).toEqual({ do: 'succeed', serialNumber: null })
  expect(decided(attempt(), success(null))).toEqual({ do: 'succeed', serialNumber: null })
})

test('a failure after a success without a code is a contradiction and raises an alert', () => {
  const failed: SupplierOutcome = { state: 'failed', message: 'GAGAL. Nomor salah' }
  const waiting = attempt({ state: attemptState.waiting, needsCode: true, codeMissing: true })
  expect(decided(waiting, failed, 'status')).toMatchObject({ do: 'wait', alert: 'contradiction' })
  expect(decided(waiting, failed, 'force', null)).toMatchObject({ do: 'fail' })
})

test('after a partial delivery a person decides: no answer of the seller ends the attempt or sends the order again', () => {
  const partial: SupplierOutcome = { state: 'unknown', message: 'SUKSES SEBAGIAN', partial: true }
  const person = { do: 'wait', dueInMs: null, alert: 'partial', partial: true }
  for (const source of ['order', 'status', 'report'] as const) expect(decided(attempt(), partial, source)).toMatchObject(person)
  // Another call was sent since; its answer does not say that the rest arrived.
  expect(decided(attempt({ claims: 2 }), partial, 'order', 1)).toMatchObject(person)
  const doubtful = attempt({ state: attemptState.unknown, sentAt: before(10), partial: true })
  const answers: SupplierOutcome[] = [
    { state: 'success', message: 'SUKSES', serialNumber: '1234', supplierReference: null },
    { state: 'failed', message: 'GAGAL. Nomor salah' },
    { state: 'pending', message: 'Proses', supplierReference: null },
    { state: 'unknown', message: '' },
    notFound(['2026-11-21']),
    ...aboutTheCall,
  ]
  for (const answer of answers) expect(decided(doubtful, answer, 'status'), answer.state).toMatchObject(person)
  for (const state of [attemptState.success, attemptState.failed])
    expect(decided(attempt({ state }), partial, 'report', null)).toEqual({ do: 'alert-contradiction' })
  expect(decided(doubtful, answers[0] as SupplierOutcome, 'force', null)).toMatchObject({ do: 'succeed' })
  expect(decided(doubtful, answers[1] as SupplierOutcome, 'force', null)).toMatchObject({ do: 'fail' })
})

test('a person’s decision about an ended attempt is refused, and raises no alert', () => {
  const failed = attempt({ state: attemptState.failed })
  const success: SupplierOutcome = { state: 'success', message: '', serialNumber: null, supplierReference: null }
  expect(decided(failed, success, 'force', null)).toEqual({ do: 'nothing' })
  expect(decided(failed, success, 'report', null)).toEqual({ do: 'alert-contradiction' })
})

test('a contradiction is raised only for the opposite final state, not for the same state or an outcome that is not final', () => {
  const ended = (state: AttemptState, result: SupplierOutcome) => decided(attempt({ state }), result, 'report', null).do
  const success: SupplierOutcome = { state: 'success', message: '', serialNumber: null, supplierReference: null }
  const failed: SupplierOutcome = { state: 'failed', message: 'GAGAL' }
  const pending: SupplierOutcome = { state: 'pending', message: '', supplierReference: null }
  expect(ended(attemptState.success, failed)).toBe('alert-contradiction')
  expect(ended(attemptState.success, success)).toBe('nothing')
  expect(ended(attemptState.success, pending)).toBe('nothing')
  for (const state of [attemptState.failed, attemptState.unsent]) {
    expect(ended(state, success)).toBe('alert-contradiction')
    expect(ended(state, failed)).toBe('nothing')
    expect(ended(state, pending)).toBe('nothing')
  }
})

test('a status request that could not be sent does not end the attempt, even if it is the first claim', () => {
  for (const result of aboutTheCall) expect(decided(attempt(), result, 'status')).toMatchObject({ do: 'wait', state: attemptState.unknown })
})

test('the status of an order that only a person can decide is still requested, unless such a request would place an order', () => {
  const result: SupplierOutcome = { state: 'unsent', message: 'Terlalu lama' }
  const asked = (mayAsk: boolean) =>
    decideOutcome(
      { ...known, claims: 3 },
      { source: 'status', claim: 3, result, manualReview: { alert: 'status_too_old', mayRequestStatus: mayAsk } },
      now,
      timing,
    )
  expect(asked(true)).toMatchObject({ do: 'wait', alert: 'status_too_old', dueInMs: 1_000 })
  expect(asked(false)).toMatchObject({ do: 'wait', alert: 'status_too_old', dueInMs: null })
})

test.each<SupplierOutcome>([
  { state: 'pending', message: 'Proses', supplierReference: null },
  { state: 'unknown', message: '' },
  { state: 'not-found', message: 'TIDAK ADA transaksi', days: [] },
  { state: 'success', message: 'SUKSES', serialNumber: null, supplierReference: null },
])('the pause before the next status request doubles with each request that was answered with $state', (result) => {
  for (const [calls, dueInMs] of [
    [1, 2_000],
    [2, 4_000],
    [5, 32_000],
    [99, 900_000],
  ] as const)
    expect(decided(attempt({ calls, needsCode: true }), result, 'status')).toMatchObject({ do: 'wait', dueInMs })
})

test('after a restore, a failure of an order from before it waits for a person, and a success still ends it', () => {
  const restored = attempt({ isFromBeforeRestore: true })
  const failed: SupplierOutcome = { state: 'failed', message: 'Nomor salah' }
  for (const result of [failed, ...aboutTheCall])
    expect(decided(restored, result)).toMatchObject({ do: 'wait', dueInMs: null, alert: 'status_too_old' })
  expect(decided(restored, failed, 'force', null)).toMatchObject({ do: 'fail' })
  expect(decided(restored, { state: 'success', message: 'Sukses', serialNumber: '77', supplierReference: null })).toMatchObject({
    do: 'succeed',
  })
})
