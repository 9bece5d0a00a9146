import { Refusal } from '#core/refusal.ts'

const minuteMs = 60_000

/** At most `max` times a minute for each member, in this process. Throws `rate.too_many` with the seconds to wait. */
export function perMinute(max: number): (memberId: bigint) => void {
  const timesOf = new Map<bigint, number[]>()
  return (memberId) => {
    const now = performance.now()
    const recent = (timesOf.get(memberId) ?? []).filter((time) => now - time < minuteMs)
    const [first] = recent
    if (first !== undefined && recent.length >= max)
      throw new Refusal('rate.too_many', {}, { retryAfterSeconds: Math.ceil((first + minuteMs - now) / 1000) })
    timesOf.set(memberId, [...recent, now])
  }
}
