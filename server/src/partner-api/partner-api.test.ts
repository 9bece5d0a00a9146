import { orderChannels } from '@lapak/contract/shared/order-channels'
import { expect, test } from 'vitest'
import { doors } from '#partner-api/partner-api.ts'

test('every door has a number of its own, by which its purchases are known', () => {
  const numbers = [orderChannels.page, ...doors.map(({ channel }) => channel)]
  expect(new Set(numbers).size).toBe(numbers.length)
})
