import { expect, test } from 'vitest'
import { isOpenAt, refuseAmount, requiredRemainder } from './cash-outs.rules.ts'

const rules = { min: 100_000n, minRemaining: 50_000n, fromHour: 8, untilHour: 21, mistakenTransferMin: 1_000_000n, closingMin: 100_000n }

test.each([
  ['07:59:59', false],
  ['08:00:00', true],
  ['20:59:59', true],
  ['21:00:00', false],
  ['00:00:00', false],
])('at %s WIB, cash-outs can be requested: %s [B-OPEN-01]', (clock, open) => {
  expect(isOpenAt(new Date(`2026-11-22T${clock}+07:00`), rules)).toBe(open)
})

test.each([
  ['a seller', 100_000n, { free: null, kasus: null }, null],
  ['a seller', 99_999n, { free: null, kasus: null }, 'cash_out.too_small'],
  ['a buyer without a case', 2_000_000n, { free: 0n, kasus: null }, 'cash_out.case_needed'],
  ['a buyer who transferred by mistake', 1_000_000n, { free: 0n, kasus: 1 as const }, 'cash_out.case_amount'],
  ['a buyer who transferred by mistake', 1_000_001n, { free: 0n, kasus: 1 as const }, null],
  ['who sold and asks for its earnings', 300_000n, { free: 300_000n, kasus: null }, null],
  ['who sold and asks for more than its earnings', 300_001n, { free: 300_000n, kasus: null }, 'cash_out.not_earned'],
  ['a buyer who leaves', 100_000n, { free: 0n, kasus: 2 as const }, 'cash_out.case_amount'],
  ['a buyer who leaves', 100_001n, { free: 0n, kasus: 2 as const }, null],
])('the amount of a cash-out is checked against the limits: %s, amount %d [B-OPEN-02, B-OPEN-03]', (_, amount, who, code) => {
  const asking = () => refuseAmount(amount, who, rules)
  if (code === null) asking()
  else expect(asking).toThrow(expect.objectContaining({ code }))
})

test('a leaving member may take out the whole balance, and other members must keep a minimum balance', () => {
  expect([requiredRemainder(null, rules), requiredRemainder(1, rules), requiredRemainder(2, rules)]).toEqual([50_000n, 50_000n, 0n])
})
