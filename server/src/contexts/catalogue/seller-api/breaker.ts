import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Log } from '#shared/log.ts'

/**
 * After failures of `sellerApi.restAfter` orders in a row to reach a seller's server it is rested for a while, and orders route
 * round it. One order alone, asked about for ever, says nothing of its seller. Whose rest was ended by hand is rested again by its first failure: that a
 * server tells its balance does not say that it takes orders.
 */
export interface Breaker {
  reached(sellerId: bigint): void
  missed(sellerId: bigint, attemptId: bigint): Promise<void>
}

/** Afterwards one failure is again no more than one. */
const trialMs = 10 * 60_000

export function createBreaker(db: Database, settings: Settings, log: Log): Breaker {
  const failures = new Map<bigint, Set<bigint>>()
  const reachedAt = new Map<bigint, number>()

  /** Somebody ended its rest a short while ago, and as far as this process knows nothing reached it since. */
  async function isOnTrial(sellerId: bigint): Promise<boolean> {
    const row = await db.read.selectFrom('seller_api').select('circuit_reset_at').where('seller_id', '=', sellerId).executeTakeFirst()
    const endedAt = row?.circuit_reset_at?.getTime() ?? 0
    return endedAt > Date.now() - trialMs && endedAt > (reachedAt.get(sellerId) ?? 0)
  }

  return {
    reached(sellerId) {
      failures.delete(sellerId)
      reachedAt.set(sellerId, Date.now())
    },
    async missed(sellerId, attemptId) {
      const missed = (failures.get(sellerId) ?? new Set()).add(attemptId)
      failures.set(sellerId, missed)
      if (missed.size < settings.get('sellerApi.restAfter') && !(await isOnTrial(sellerId))) return
      failures.delete(sellerId)
      const until = new Date(Date.now() + settings.get('sellerApi.restSeconds') * 1000)
      await db.transaction((tx) =>
        tx
          .updateTable('seller_api')
          .set({ circuit_open_since: new Date(), circuit_open_until: until, circuit_reset_at: null, failures: missed.size })
          .where('seller_id', '=', sellerId)
          .execute(),
      )
      log.warn({ seller: sellerId, until }, 'a seller is rested after repeated failures')
    },
  }
}
