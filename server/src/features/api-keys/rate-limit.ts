import { Refusal } from '#core/refusal.ts'

const burstSeconds = 10

interface Allowance {
  left: number
  at: number
}

/** How often keys may ask: a bucket per key and process, which refills steadily and holds ten seconds' worth. */
export interface RateLimit {
  /** Takes one request from the key's bucket; refused when that is empty. */
  spend(keyId: bigint): void
  forget(keyId: bigint): void
}

/** `perSecond`: requests that one key may make, averaged over `burstSeconds`. */
export function createRateLimit(perSecond: number): RateLimit {
  const allowances = new Map<bigint, Allowance>()
  const full = perSecond * burstSeconds
  return {
    spend(keyId) {
      const now = Date.now()
      const before = allowances.get(keyId) ?? { left: full, at: now }
      const left = Math.min(full, before.left + ((now - before.at) / 1000) * perSecond)
      if (left < 1) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: Math.ceil((1 - left) / perSecond) })
      allowances.set(keyId, { left: left - 1, at: now })
    },
    forget: (keyId) => void allowances.delete(keyId),
  }
}
