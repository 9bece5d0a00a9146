import { setTimeout as pause } from 'node:timers/promises'
import { slowness } from '../../tools/testing/yardstick.ts'

/**
 * For limits of duration, which were measured on one fast machine: `measure` returns the duration in milliseconds. On a slower machine, or next to
 * other programs that use its memory, the limit is scaled. One fast try is enough: a busy machine may slow down some tries, but a program that is too
 * slow is slow each time. The pauses between the tries grow to half a minute in total, because other programs can disturb a whole second.
 */
export async function within(milliseconds: number, measure: () => Promise<number>, tries = 10): Promise<void> {
  const took: string[] = []
  while (took.length < tries) {
    const measured = await measure()
    if (measured < milliseconds) return
    const slower = slowness()
    if (measured < milliseconds * slower) return
    took.push(`${Math.round(measured)} (${slower.toFixed(1)} times as slow)`)
    await pause(15 * 2 ** took.length)
  }
  throw new Error(`not once within ${milliseconds} ms: ${took.join(', ')} ms`)
}

/** Milliseconds of CPU time of this thread, without other processes. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const since = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}
