import { describe, expect, test } from 'vitest'
import { type Movement, pairBooked, pairUp } from './provider-pairs.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const maxMs = 4 * dayMs

interface Named extends Movement {
  name: string
}

const movement = (name: string, hours: number, one: Partial<Movement> = {}): Named => ({
  name,
  key: 'sum',
  productId: '',
  effect: -100n,
  at: new Date(hours * hourMs),
  ...one,
})

const alone = (pairs: [Named | null, Named | null][]) =>
  pairs.flatMap(([their, our]) => (their === null || our === null ? [(their ?? our)?.name] : []))

const days = Array.from({ length: 10 }, (_, day) => day)

describe.each<[string, number]>([
  ['on the same day', 15],
  ['while it is ordered', 9.9],
  ['the next morning', 24 + 9],
])('pairs of booked movements: ten days of one equal sum, each booked %s', (_, hour) => {
  const moved = days.map((day) => movement(`moved ${day}`, day * 24 + 10))
  const booked = days.map((day) => movement(`booked ${day}`, day * 24 + hour))
  const extra = movement('extra', 5 * 24 + hour + 0.5)
  const late = movement('late', 8 * 24 + 12)

  test.each<[string, Named[], Named[], string[]]>([
    ['without a fault leave nothing alone', moved, booked, []],
    ['of which one was never booked leave exactly that one alone', moved, booked.toSpliced(5, 1), ['moved 5']],
    ['of which one was booked twice leave exactly the second booking alone', moved, [...booked, extra], ['extra']],
    ['of which one never moved leave exactly its booking alone', moved.toSpliced(5, 1), booked, ['booked 5']],
    ['of which one was booked three days late leave nothing alone', moved, booked.toSpliced(5, 1, late), []],
    [
      'beyond the days of the bookings leave exactly what was not booked alone',
      moved,
      booked.slice(6).toSpliced(2, 1),
      [...days.slice(0, 6).map((day) => `moved ${day}`), 'moved 8'],
    ],
    [
      'beyond the days of the provider leave exactly what it does not have alone',
      moved.slice(4),
      booked.toSpliced(9, 1),
      ['moved 9', ...days.slice(0, 4).map((day) => `booked ${day}`)],
    ],
  ])('%s', (_, theirs, ours, expected) => {
    expect(alone(pairBooked(theirs, ours, maxMs))).toEqual(expected)
  })
})

test.each<[string, number, number]>([
  ['of which one was never booked', 9, 0],
  ['of which one was booked twice', 10, 1],
  ['without a fault', 10, 0],
])(
  'pairs of booked movements: days that are always booked after the next ones moved %s leave no more than the fault alone',
  (_, count, extra) => {
    const moved = days.map((day) => movement('moved', day * 24 + 10))
    const booked = days.map((day) => movement('booked', (day + 1) * 24 + 15)).toSpliced(5, 10 - count)
    const twice = extra === 0 ? [] : [movement('booked', 6 * 24 + 15.5)]
    const expected = count < 10 ? ['moved'] : extra > 0 ? ['booked'] : []
    expect(alone(pairBooked(moved, [...booked, ...twice], maxMs))).toEqual(expected)
  },
)

test.each<[string, number, number, string[]]>([
  ['four days later is no difference', 0, 96, []],
  ['more than four days later is one on both sides', 0, 97, ['moved', 'booked']],
  ['three days earlier is no difference', 72, 0, []],
  ['more than four days earlier is one on both sides', 97, 0, ['moved', 'booked']],
])('pairs of booked movements: a booking %s', (_, movedAt, bookedAt, expected) => {
  expect(alone(pairBooked([movement('moved', movedAt)], [movement('booked', bookedAt)], maxMs))).toEqual(expected)
})

test('pairs of requests: an equal sum comes before the id of the provider, and that before the time', () => {
  const theirs = [
    movement('their 1', 1, { productId: 'a', effect: 500n }),
    movement('their 2', 2, { productId: 'b', effect: 700n }),
    movement('their 3', 3, { productId: 'c', effect: null }),
    movement('their 4', 4, { productId: 'd', effect: 900n }),
  ]
  const ours = [
    movement('our 3', 4, { productId: 'c', effect: 600n }),
    movement('our 2', 1, { productId: '', effect: 700n }),
    movement('our 4', 1.5, { productId: 'd', effect: 800n }),
    movement('our 1', 9, { productId: 'a', effect: 500n }),
  ]
  expect(pairUp(theirs, ours, maxMs).map(([their, our]) => `${their?.name} ${our?.name}`)).toEqual([
    'their 1 our 1',
    'their 2 our 2',
    'their 3 our 3',
    'their 4 our 4',
  ])
})

test('pairs of requests: many equal payments of one virtual account are paired with the nearest ones in a short time', () => {
  const count = 20_000
  const payments = Array.from({ length: count }, (_, nth) => nth)
  const theirs = payments.map((nth) => movement(`${nth}`, nth / 100))
  const ours = payments.map((nth) => movement(`${nth}`, nth / 100 + (nth % 3) / 1000)).toReversed()
  const pairs = pairUp(theirs, ours, maxMs)
  expect(pairs.every(([their, our]) => their?.name === our?.name)).toBe(true)
  expect(pairs).toHaveLength(count)
})
