/**
 * `3600` seconds → `1 jam`, in the largest unit that divides it. Never in days: a link that is valid for `48 jam` expires after exactly 48 hours, and
 * not at the end of a day.
 */
export function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} jam`
  if (seconds % 60 === 0) return `${seconds / 60} menit`
  return `${seconds} detik`
}
