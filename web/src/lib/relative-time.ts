const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The age of a time as text: `baru saja`, `5 menit lalu`, `kemarin`. */
export function relativeTime(moment: Date, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  if (seconds < minute) return 'baru saja'
  if (seconds < hour) return `${Math.floor(seconds / minute)} menit lalu`
  if (seconds < day) return `${Math.floor(seconds / hour)} jam lalu`
  const days = Math.floor(seconds / day)
  if (days === 1) return 'kemarin'
  if (days < 31) return `${days} hari lalu`
  return days < 365 ? `${Math.floor(days / 30)} bulan lalu` : 'lebih dari setahun lalu'
}
