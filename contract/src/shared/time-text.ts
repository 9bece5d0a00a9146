/** Java's time zones have no summer time. */
const jakartaOffsetMs = 7 * 3_600_000

/** `2026/11/21 09:05:00`, in WIB whatever the clock of the device says: in files, whose heads name the zone. */
export function wibBare(moment: Date): string {
  const iso = new Date(moment.getTime() + jakartaOffsetMs).toISOString()
  return `${iso.slice(0, 10).replaceAll('-', '/')} ${iso.slice(11, 19)}`
}

/** `2026/11/21 09:05:00 WIB`: wherever a person reads it. Indonesia has three zones, and most devices show another clock beside it. */
export const wib = (moment: Date): string => `${wibBare(moment)} WIB`
