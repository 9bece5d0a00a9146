import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOf } from './first-in-order.ts'

test('`firstOf` returns the same items as the beginning of the sorted list', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 0, maxLength: 2000 })
  const order = (a: number, b: number) => a - b
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 60 }), (items, count) => {
      expect(firstOf(items, count, order)).toEqual(items.toSorted(order).slice(0, count))
    }),
  )
})
