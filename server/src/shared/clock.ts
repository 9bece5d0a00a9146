/** All business days and hours are in Asia/Jakarta (UTC+7, no daylight saving). */
const jakartaOffsetMs = 7 * 3_600_000

/** `YYYY-MM-DD` in Jakarta. */
export const jakartaDayOf = (at: Date): string => new Date(at.getTime() + jakartaOffsetMs).toISOString().slice(0, 10)

/** Start of a Jakarta day. */
export const startOfJakartaDay = (day: string): Date => new Date(`${day}T00:00:00+07:00`)

/** Minutes since midnight in Jakarta. */
export function jakartaMinuteOf(at: Date): number {
  const shifted = new Date(at.getTime() + jakartaOffsetMs)
  return shifted.getUTCHours() * 60 + shifted.getUTCMinutes()
}

/** `22:05` or `22:05:00` → minutes since midnight. */
export const minuteOfClock = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Minutes since midnight → `22:05`. */
export const clockOfMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** 0 is Monday. */
export const jakartaWeekdayOf = (at: Date): number => (new Date(at.getTime() + jakartaOffsetMs).getUTCDay() + 6) % 7

/** The moments [from, until) of a range of Jakarta days; a missing end is open. */
export function jakartaRange(first: string | undefined, last: string | undefined): { from: Date | undefined; until: Date | undefined } {
  const dayMs = 86_400_000
  return {
    from: first === undefined ? undefined : startOfJakartaDay(first),
    until: last === undefined ? undefined : new Date(startOfJakartaDay(last).getTime() + dayMs),
  }
}
