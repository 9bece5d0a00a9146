import { setTimeout as pause } from 'node:timers/promises'
import { jakartaDayOf, startOfJakartaDay } from '#shared/clock.ts'

/** The maximum time of a test file that counts by days, on a busy machine. */
const fileTakesMs = 180_000
const dayMs = 86_400_000

/** The day so many days before the current one. In its first hour a day counts as the one before it, since the provider's list of that is not complete. */
export const comparedDayAgo = (days: number): string => jakartaDayOf(new Date(Date.now() - 3_600_000 - days * dayMs))

/**
 * Keeps a whole test file within one day in Jakarta: shortly before midnight it waits for the next day. Call it before the file first reads the
 * clock.
 */
export async function withinOneDay(now = Date.now()): Promise<void> {
  const midnight = startOfJakartaDay(jakartaDayOf(new Date(now + dayMs))).getTime()
  if (midnight - now < fileTakesMs) await pause(midnight - now + 1_000)
}
