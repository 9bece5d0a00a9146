import type { Database } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * After failures of `sellerApi.restAfter` orders in a row to reach a seller's server it is rested for a while, and orders route
 * round it. One order alone, asked about for ever, says nothing of its seller.
 */
export interface Breaker {
  reached(sellerId: bigint): void
  missed(sellerId: bigint, attemptId: bigint): Promise<void>
}

export function createBreaker(db: Database, settings: Settings, log: Log): Breaker {
  const failures = new Map<bigint, Set<bigint>>()
  return {
    reached(sellerId) {
      failures.delete(sellerId)
    },
    async missed(sellerId, attemptId) {
      const missed = (failures.get(sellerId) ?? new Set()).add(attemptId)
      failures.set(sellerId, missed)
      if (missed.size < settings.get('sellerApi.restAfter')) return
      failures.delete(sellerId)
      const until = new Date(Date.now() + settings.get('sellerApi.restSeconds') * 1000)
      await db.transaction((tx) =>
        tx
          .updateTable('seller_api')
          .set({ rested_since: new Date(), rested_until: until, failures: missed.size })
          .where('seller_id', '=', sellerId)
          .execute(),
      )
      log.warn({ seller: sellerId, until }, 'a seller is rested after repeated failures')
    },
  }
}
