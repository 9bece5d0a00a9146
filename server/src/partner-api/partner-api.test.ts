import { orderChannels } from '@lapak/contract/shared/order-channels'
import { expect, test } from 'vitest'
import { channelAdapters } from '#partner-api/partner-api.ts'

test('every channel has a unique number', () => {
  const numbers = [orderChannels.page, ...channelAdapters.map(({ channel }) => channel)]
  expect(new Set(numbers).size).toBe(numbers.length)
})
