const two = (count: number) => String(count).padStart(2, '0')

/** The remaining time as a countdown: `2 hari 23:59:59`, `01:02:03`. */
export function timeLeft(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
  return days > 0 ? `${days} hari ${clock}` : clock
}
