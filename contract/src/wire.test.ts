import { expect, test } from 'vitest'
import { chatCalls } from './chat.ts'
import { purchaseCalls } from './purchases.ts'
import { userCalls } from './users.ts'

const sizeOf = (query: { parse(asked: unknown): { size: number } }, size: string, more: object = {}) => query.parse({ size, ...more }).size

test('a list gives at most its maximum, whichever size is asked for [B-CONST-15, A-OPEN-28]', () => {
  for (const size of ['-1', '100', '10000', '999999999']) expect(sizeOf(chatCalls.messages.query, size, { groupid: '1' })).toBe(100)
  for (const size of ['-1', '10000', '10001']) expect(sizeOf(purchaseCalls.list.query, size)).toBe(10_000)
  expect(sizeOf(purchaseCalls.list.query, '100')).toBe(100)
  // Ten of "all", and as many as are asked for by number.
  expect(sizeOf(userCalls.list.query, '-1')).toBe(10)
  expect(sizeOf(userCalls.list.query, '100')).toBe(100)
})
