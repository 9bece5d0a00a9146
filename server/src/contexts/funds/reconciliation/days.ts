import { jakartaDayOf } from '#shared/clock.ts'

const dayMs = 86_400_000

/** The day that is `days` days after this day; a negative number gives an earlier day. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** All days from `first` to `last`, both included, the oldest first. */
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

/** A number for a day of a bank or seller, unique within its list. */
export const idInList = (whose: bigint, day: string): bigint =>
  whose * daysMax + BigInt(Math.round((Date.parse(`${day}T00:00:00Z`) - firstDay) / dayMs))
