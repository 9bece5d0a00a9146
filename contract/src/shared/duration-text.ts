/** `3600` seconds → `1 jam`, in the largest unit that divides it. Never in days: a link of `48 jam` ends at an hour, not at the end of a day. */
export function durationText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} jam`
  if (seconds % 60 === 0) return `${seconds / 60} menit`
  return `${seconds} detik`
}
