import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'

/** Orders in a row whose calls failed, after which a seller is rested. One order alone, asked about for ever, says nothing of its seller. */
const restAfter = 5

/** After repeated failures to reach a seller's server it is rested for a while, and orders route round it. */
export interface Breaker {
  reached(sellerId: bigint): void
  missed(sellerId: bigint, attemptId: bigint): Promise<void>
}

export function createBreaker(db: Database, restMs: number, log: Log): Breaker {
  const failures = new Map<bigint, Set<bigint>>()
  return {
    reached(sellerId) {
      failures.delete(sellerId)
    },
    async missed(sellerId, attemptId) {
      const missed = (failures.get(sellerId) ?? new Set()).add(attemptId)
      failures.set(sellerId, missed)
      if (missed.size < restAfter) return
      failures.delete(sellerId)
      const until = new Date(Date.now() + restMs)
      await db.transaction((tx) =>
        tx.updateTable('seller_api').set({ rested_until: until, failures: missed.size }).where('seller_id', '=', sellerId).execute(),
      )
      log.warn({ seller: sellerId, until }, 'a seller is rested after repeated failures')
    },
  }
}
