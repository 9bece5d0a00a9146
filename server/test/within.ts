import { setTimeout as pause } from 'node:timers/promises'
import { slowness } from '../../tools/testing/yardstick.ts'

/**
 * For promises about time, of a machine as quick as that of the budgets: `measure` tells how long it took. A busy machine may keep the program from a
 * promise now and then, and a program that is too slow breaks it every time, so one try that keeps it is enough. On a slower machine, or beside
 * others that use its memory, everything takes longer, and so may what is measured. Pauses between the tries grow to half a minute in all: others may
 * disturb a whole second, and did.
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

/** Milliseconds of processor time of this thread, so that other processes are not counted. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const since = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}
