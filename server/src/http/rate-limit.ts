import { Refusal } from './refusal.ts'

const burstSeconds = 10

interface Allowance {
  left: number
  at: number
}

/**
 * Rate limit by token bucket, per subject and process. A bucket refills steadily and has a capacity of ten seconds. `times` is how many times the limit
 * applies to a subject, and is always the same for it.
 */
export interface RateLimit<Subject> {
  /** Throws when the bucket is empty. */
  require(subject: Subject, times?: number): void
  /** Takes one token; throws when the bucket is empty. */
  spend(subject: Subject, times?: number): void
  forget(subject: Subject): void
}

/**
 * `perSecond` is averaged over `burstSeconds`. Above `cachedMax` subjects all buckets are reset, which bounds the memory against ever new subjects.
 */
export function createRateLimit<Subject>(perSecond: number, cachedMax = Number.MAX_SAFE_INTEGER): RateLimit<Subject> {
  const allowances = new Map<Subject, Allowance>()

  function left(subject: Subject, now: number, times: number): number {
    const refill = perSecond * times
    const full = refill * burstSeconds
    const before = allowances.get(subject) ?? { left: full, at: now }
    const left = Math.min(full, before.left + ((now - before.at) / 1000) * refill)
    if (left < 1) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: Math.ceil((1 - left) / refill) })
    return left
  }

  return {
    require: (subject, times = 1) => void left(subject, Date.now(), times),
    spend(subject, times = 1) {
      const now = Date.now()
      const before = left(subject, now, times)
      if (allowances.size >= cachedMax) allowances.clear()
      allowances.set(subject, { left: before - 1, at: now })
    },
    forget: (subject) => void allowances.delete(subject),
  }
}
