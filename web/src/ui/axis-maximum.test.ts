import { expect, test } from 'vitest'
import { axisMaximum } from './bar-chart.tsx'

test('niceTop returns a round number with a round half that is not below the largest bar', () => {
  expect([[], [0], [1], [3], [7, 2], [11], [99], [401], [1_250_000]].map(axisMaximum)).toEqual([2, 2, 2, 4, 8, 20, 100, 600, 2_000_000])
})
