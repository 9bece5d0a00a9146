import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'

/** Failures in a row after which a seller is rested. */
const restAfter = 5

/** After repeated failures to reach a seller's server it is rested for a while, and orders route round it. */
export interface Breaker {
  reached(sellerId: bigint): void
  missed(sellerId: bigint): Promise<void>
}

export function createBreaker(db: Database, restMs: number, log: Log): Breaker {
  const failures = new Map<bigint, number>()
  return {
    reached(sellerId) {
      failures.delete(sellerId)
    },
    async missed(sellerId) {
      const count = (failures.get(sellerId) ?? 0) + 1
      failures.set(sellerId, count)
      if (count < restAfter) return
      failures.delete(sellerId)
      const until = new Date(Date.now() + restMs)
      await db.transaction((tx) =>
        tx.updateTable('seller_api').set({ rested_until: until, failures: count }).where('seller_id', '=', sellerId).execute(),
      )
      log.warn({ seller: sellerId, until }, 'a seller is rested after repeated failures')
    },
  }
}
