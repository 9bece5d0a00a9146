import { setTimeout as pause } from 'node:timers/promises'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'

/** As long as a file that counts by days may take on a busy machine. */
const fileTakesMs = 180_000
const dayMs = 86_400_000

/**
 * All that a file does belongs to one day of Jakarta: shortly before midnight it waits for the next one. Stands before the file's first
 * look at a clock.
 */
export async function withinOneDay(now = Date.now()): Promise<void> {
  const midnight = startOfJakartaDay(jakartaDayOf(new Date(now + dayMs))).getTime()
  if (midnight - now < fileTakesMs) await pause(midnight - now + 1_000)
}
