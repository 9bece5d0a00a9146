/** Java's time zones have no summer time. */
const jakartaOffsetMs = 7 * 3_600_000

/** `2026/11/21 09:05:00`, in WIB whatever the clock of the device says: on screens, receipts and in files. */
export function wib(moment: Date): string {
  const iso = new Date(moment.getTime() + jakartaOffsetMs).toISOString()
  return `${iso.slice(0, 10).replaceAll('-', '/')} ${iso.slice(11, 19)}`
}
