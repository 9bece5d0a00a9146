import { expect, test } from 'vitest'
import { niceTop } from './bars.tsx'

test('an axis ends at a round number with a round half, and never below a bar', () => {
  expect([[], [0], [1], [3], [7, 2], [11], [99], [401], [1_250_000]].map(niceTop)).toEqual([2, 2, 2, 4, 8, 20, 100, 600, 2_000_000])
})
