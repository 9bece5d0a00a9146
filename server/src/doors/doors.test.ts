import { expect, test } from 'vitest'
import { pageChannel } from '#features/purchases/types.ts'
import { doors } from './doors.ts'

test('every door has a number of its own, by which its purchases are known', () => {
  const numbers = [pageChannel, ...doors.map(({ channel }) => channel)]
  expect(new Set(numbers).size).toBe(numbers.length)
})
