import { expect, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { startLoop } from './polling-loop.ts'

const log = createLog('silent')

/** A loop that records the start of each round; a round is one call of `tick`. */
function counted({ minIntervalMs = 0, work = () => Promise.resolve(false) }: { minIntervalMs?: number; work?: () => Promise<boolean> }) {
  const begun: number[] = []
  const loop = startLoop({
    name: 'counted',
    everyMs: 60_000,
    minIntervalMs,
    log,
    tick() {
      begun.push(performance.now())
      return work()
    },
  })
  return { loop, begun }
}

test('a loop that is woken during a round runs another round, and a failed round does not stop the loop', async () => {
  let rounds = 0
  const { loop, begun } = counted({
    work: async () => {
      await Promise.resolve()
      rounds += 1
      if (rounds === 1) loop.wake()
      if (rounds === 2) throw new Error('no connection')
      return false
    },
  })
  await expect.poll(() => begun.length).toBe(2)
  loop.wake()
  await expect.poll(() => begun.length).toBe(3)
  await loop.stop()
})

test('rounds start at least the minimum interval apart, however often the loop is woken', async () => {
  const { loop, begun } = counted({ minIntervalMs: 100 })
  while (begun.length < 3) {
    loop.wake()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await loop.stop()
  for (const [nth, at] of begun.slice(1).entries()) expect(at - (begun[nth] as number)).toBeGreaterThan(98)
})

test('a stopped loop does not start another round', async () => {
  const { loop, begun } = counted({ minIntervalMs: 20 })
  await loop.stop()
  loop.wake()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(begun).toHaveLength(1)
})
