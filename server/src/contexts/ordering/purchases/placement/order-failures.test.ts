import { expect, test } from 'vitest'
import { Refusal } from '#http/refusal.ts'
import { createOrderFailures } from './order-failures.ts'

const databaseError = (code: string) => Object.assign(new Error('from the database'), { code })

function start() {
  let at = 0
  const reported: unknown[] = []
  const failures = createOrderFailures(
    (error) => reported.push(error),
    () => at,
  )
  return { ...failures, reported, pass: (ms: number) => (at += ms) }
}

test('one order on a full disk is enough to fail, and the pause ends by itself', () => {
  const orders = start()
  orders.recordFailure(1n, databaseError('53100'))
  expect(orders.failing()).toBe(true)
  orders.pass(5_000)
  expect(orders.failing()).toBe(false)
  expect(orders.reported).toHaveLength(1)
})

test('five failures in a row of two buyers fail; those of one buyer, and failures between placed orders, do not', () => {
  const orders = start()
  for (let n = 0; n < 20; n++) orders.recordFailure(1n, new Error('defect'))
  expect(orders.failing()).toBe(false)
  orders.recordPlaced()
  for (let n = 0; n < 4; n++) orders.recordFailure(BigInt(n), new Error('defect'))
  orders.recordPlaced()
  for (let n = 0; n < 4; n++) orders.recordFailure(BigInt(n), new Error('defect'))
  expect(orders.failing()).toBe(false)
  orders.recordFailure(1n, new Error('defect'))
  expect(orders.failing()).toBe(true)
})

test('refusals, lock time-outs and lost connections never fail', () => {
  const orders = start()
  for (let n = 0; n < 20; n++)
    for (const error of [new Refusal('system.busy'), databaseError('55P03'), databaseError('57P01')]) orders.recordFailure(BigInt(n), error)
  expect(orders.failing()).toBe(false)
})

test('the pause doubles up to a minute while no order is placed after it, and begins anew with a placed one', () => {
  const orders = start()
  const pauseOf = () => {
    orders.recordFailure(1n, databaseError('53100'))
    for (let ms = 0; ; ms += 1_000, orders.pass(1_000)) if (!orders.failing()) return ms
  }
  expect([pauseOf(), pauseOf(), pauseOf(), pauseOf(), pauseOf(), pauseOf()]).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
  orders.recordPlaced()
  expect(pauseOf()).toBe(5_000)
})
