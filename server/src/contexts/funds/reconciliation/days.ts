import { jakartaDayOf } from '#shared/clock.ts'

const dayMs = 86_400_000

/** The day so many days after this one; before it for a negative number. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** Both days included, the oldest first. */
export function daysBetween(first: string, last: string): string[] {
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  return Array.from({ length: Math.max(count, 0) }, (_, days) => dayAfter(first, days))
}

/** The last seven days, including today. */
export function lastWeek(): { awal: string; akhir: string } {
  const akhir = jakartaDayOf(new Date())
  return { awal: dayAfter(akhir, -6), akhir }
}

const firstDay = Date.UTC(2000, 0, 1)
const daysMax = 100_000n

/** A number for a day of a bank or seller that is unique within one list. */
export const idInList = (whose: bigint, day: string): bigint =>
  whose * daysMax + BigInt(Math.round((Date.parse(`${day}T00:00:00Z`) - firstDay) / dayMs))
