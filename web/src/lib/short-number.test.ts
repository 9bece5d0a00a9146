import { expect, test } from 'vitest'
import { shortNumber } from './short-number.ts'

test('abbreviates numbers in thousands, millions and more', () => {
  const texts = [0, 999, 1_000, 1_250_000, 12_345_678, 999_500_000, 2_000_000_000, 3_100_000_000_000].map(shortNumber)
  expect(texts).toEqual(['0', '999', '1 rb', '1,25 jt', '12,3 jt', '1000 jt', '2 M', '3,1 T'])
})
