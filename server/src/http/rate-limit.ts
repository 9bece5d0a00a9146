import { Refusal } from './refusal.ts'

const burstSeconds = 10

interface Allowance {
  left: number
  at: number
}

/** Rate limit by token bucket, per subject and process. A bucket refills steadily and has a capacity of ten seconds. */
export interface RateLimit<Subject> {
  /** Throws when the bucket is empty. */
  require(subject: Subject): void
  /** Takes one token; throws when the bucket is empty. */
  spend(subject: Subject): void
  forget(subject: Subject): void
}

/**
 * `perSecond` is averaged over `burstSeconds`. Above `cachedMax` subjects all buckets are reset, which bounds the memory against ever new subjects.
 */
export function createRateLimit<Subject>(perSecond: number, cachedMax = Number.MAX_SAFE_INTEGER): RateLimit<Subject> {
  const allowances = new Map<Subject, Allowance>()
  const full = perSecond * burstSeconds

  function left(subject: Subject, now: number): number {
    const before = allowances.get(subject) ?? { left: full, at: now }
    const left = Math.min(full, before.left + ((now - before.at) / 1000) * perSecond)
    if (left < 1) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: Math.ceil((1 - left) / perSecond) })
    return left
  }

  return {
    require: (subject) => void left(subject, Date.now()),
    spend(subject) {
      const now = Date.now()
      const before = left(subject, now)
      if (allowances.size >= cachedMax) allowances.clear()
      allowances.set(subject, { left: before - 1, at: now })
    },
    forget: (subject) => void allowances.delete(subject),
  }
}
