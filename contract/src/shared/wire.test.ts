import { expect, test } from 'vitest'
import { userCalls } from '../backoffice/users.ts'
import { chatCalls } from '../community/chat.ts'
import { purchaseCalls } from '../ordering/purchases.ts'
import { rupiahAsked } from './wire.ts'

const sizeOf = (query: { parse(asked: unknown): { size: number } }, size: string, more: object = {}) => query.parse({ size, ...more }).size

test('a list returns at most its maximum, for every requested size [B-CONST-15, A-OPEN-28]', () => {
  for (const size of ['-1', '100', '10000', '999999999']) expect(sizeOf(chatCalls.messages.query, size, { groupid: '1' })).toBe(100)
  for (const size of ['-1', '10000', '10001']) expect(sizeOf(purchaseCalls.list.query, size)).toBe(10_000)
  expect(sizeOf(purchaseCalls.list.query, '100')).toBe(100)
  // For this list, the maximum is 10 if the client requests "all" (-1), and larger if it requests a number.
  expect(sizeOf(userCalls.list.query, '-1')).toBe(10)
  expect(sizeOf(userCalls.list.query, '100')).toBe(100)
})

test.each([
  ['10500', 10_500n],
  ['10.500', 10_500n],
  ['1,050,000', 1_050_000n],
  ['050000', 50_000n],
  [50_000, 50_000n],
])('reads the rupiah amount from %j', (wire, sum) => {
  expect(rupiahAsked.parse(wire)).toBe(sum)
})

test.each(['0.050.000', '0,500', '000.500', '1.000,000', '10.50', '1.0000', '10.500,5', '', '-5', '0'])('refuses the amount %j', (wire) => {
  expect(rupiahAsked.safeParse(wire).success).toBe(false)
})
