/** Jakarta time is UTC+7 without daylight saving time. */
const jakartaOffsetMs = 7 * 3_600_000

/** `2026/11/21 09:05:00` in WIB, independent of the device's time zone. For files whose header contains the time zone. */
export function wibBare(moment: Date): string {
  const iso = new Date(moment.getTime() + jakartaOffsetMs).toISOString()
  return `${iso.slice(0, 10).replaceAll('-', '/')} ${iso.slice(11, 19)}`
}

/** `2026/11/21 09:05:00 WIB`, for all texts that people read. Indonesia has three time zones, so the time zone is always written. */
export const wib = (moment: Date): string => `${wibBare(moment)} WIB`
