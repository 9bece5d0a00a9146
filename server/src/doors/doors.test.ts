import { orderChannels } from '@lapak/contract/order-channels'
import { expect, test } from 'vitest'
import { doors } from './doors.ts'

test('every door has a number of its own, by which its purchases are known', () => {
  const numbers = [orderChannels.page, ...doors.map(({ channel }) => channel)]
  expect(new Set(numbers).size).toBe(numbers.length)
})
