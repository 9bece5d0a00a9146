import { expect, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { startPump } from './polling-loop.ts'

const log = createLog('silent')

/** A pump whose rounds are counted, with when each began. */
function counted({ minIntervalMs = 0, work = () => Promise.resolve(false) }: { minIntervalMs?: number; work?: () => Promise<boolean> }) {
  const begun: number[] = []
  const pump = startPump({
    name: 'counted',
    everyMs: 60_000,
    minIntervalMs,
    log,
    round() {
      begun.push(performance.now())
      return work()
    },
  })
  return { pump, begun }
}

test('a pump that is woken during a round runs another one, and one that fails goes on', async () => {
  let rounds = 0
  const { pump, begun } = counted({
    work: async () => {
      await Promise.resolve()
      rounds += 1
      if (rounds === 1) pump.wake()
      if (rounds === 2) throw new Error('no connection')
      return false
    },
  })
  await expect.poll(() => begun.length).toBe(2)
  pump.wake()
  await expect.poll(() => begun.length).toBe(3)
  await pump.stop()
})

test('rounds begin no sooner than the interval after one another, however often the pump is woken', async () => {
  const { pump, begun } = counted({ minIntervalMs: 100 })
  while (begun.length < 3) {
    pump.wake()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await pump.stop()
  for (const [nth, at] of begun.slice(1).entries()) expect(at - (begun[nth] as number)).toBeGreaterThan(98)
})

test('a pump that is stopped begins no round any more', async () => {
  const { pump, begun } = counted({ minIntervalMs: 20 })
  await pump.stop()
  pump.wake()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(begun).toHaveLength(1)
})
