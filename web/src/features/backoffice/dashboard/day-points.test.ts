import { expect, test } from 'vitest'
import { chartPoints } from './transaction-chart.tsx'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    hari: new Date(Date.parse(first) + at * 86_400_000).toISOString().slice(0, 10),
    jml: 1,
    amount: 1_000n,
    gagal: 2,
  }))

test('shows a period of 30 days with one bar per day', () => {
  const points = chartPoints(daysFrom('2026-10-25', 30))
  expect(points).toHaveLength(30)
  expect(points[0]).toEqual({ name: '25 Okt 2026', awal: '2026-10-25', akhir: '2026-10-25', jml: 1, amount: 1_000n, gagal: 2 })
})

test('shows a period of 80 days with one bar per month and counts each day exactly once', () => {
  const points = chartPoints(daysFrom('2026-01-15', 80))
  expect(points.map(({ name, awal, akhir, jml }) => [name, awal, akhir, jml])).toEqual([
    ['Jan 2026', '2026-01-15', '2026-01-31', 17],
    ['Feb 2026', '2026-02-01', '2026-02-28', 28],
    ['Mar 2026', '2026-03-01', '2026-03-31', 31],
    ['Apr 2026', '2026-04-01', '2026-04-04', 4],
  ])
  expect(points.reduce((sum, { amount }) => sum + amount, 0n)).toBe(80_000n)
  expect(points.reduce((sum, { gagal }) => sum + gagal, 0)).toBe(160)
})
