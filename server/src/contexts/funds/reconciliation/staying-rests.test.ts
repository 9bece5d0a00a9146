import { expect, test } from 'vitest'
import { stayingRests } from './staying-rests.ts'

/** Days are numbered from 1. */
const found = (...rests: number[]) =>
  [...stayingRests(rests.map((rest, at) => ({ day: `${at + 1}`, rest: BigInt(rest) })))].map(([day, growth]) => [
    Number(day),
    Number(growth),
  ])

test.each<[string, number[], number[][]]>([
  ['that crosses midnight once is not found', [0, 500, 0, -300, 0], []],
  ['that crosses midnight the other way on the next day is not found', [500, -500, 500, -500], []],
  ['of the first day is not found', [500], []],
  ['that stays is found once, on the second day', [500, 500, 500, 500], [[2, 500]]],
  ['that stays with other money around midnight is found by its common part', [500, 530, 500, 700], [[2, 500]]],
  [
    'that grows every day is found every day by its growth',
    [-100, -200, -300, -400],
    [
      [2, -100],
      [3, -100],
      [4, -100],
    ],
  ],
  ['that stayed and disappeared is not found any more', [500, 500, 0], []],
  ['that stayed and is missing now is found anew', [500, 500, -200, -200], [[4, -200]]],
  ['that came back after it disappeared is found anew', [500, 500, 0, 500, 500], [[5, 500]]],
  ['whose growth disappeared is found without the growth', [-100, -100, -400, -400, -100], [[2, -100]]],
  [
    'whose growth disappeared in part is still found whole',
    [-100, -100, -400, -400, -200],
    [
      [2, -100],
      [4, -300],
    ],
  ],
  [
    'that grows again after it shrank in part is found by its growth, up to its old height as well',
    [-100, -100, -400, -400, -200, -200, -400, -400],
    [
      [2, -100],
      [4, -300],
      [8, -200],
    ],
  ],
  [
    'that grows again in steps after it shrank almost to nothing is found by each step',
    [-5000, -5000, -1, -1, -4000, -4000, -5000, -5000],
    [
      [2, -5000],
      [6, -3999],
      [8, -1000],
    ],
  ],
  ['that is smaller for one day because other money crosses midnight is found once', [-400, -400, -200, -400, -400, -400], [[2, -400]]],
  ['that shrank in part and stays there is found once', [-400, -400, -200, -200, -200, -200], [[2, -400]]],
  ['that shrank after it grew again is found without the last growth', [-400, -400, -200, -200, -300, -300, -200, -200], [[2, -400]]],
])('balance: a rest %s', (_, rests, differences) => {
  expect(found(...rests)).toEqual(differences)
})
