import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Log } from '#shared/log.ts'

/**
 * Circuit breaker for sellers' servers. If `sellerApi.suspendAfterFailures` different orders in a row fail to reach a server, the seller is suspended for a
 * while and orders are routed to other sellers. Repeated status requests about one order count once. After a suspension was ended manually, the first
 * failure suspends the seller again, because the balance request that ended the suspension does not show that the server accepts orders.
 */
export interface Breaker {
  recordSuccess(sellerId: bigint): void
  recordFailure(sellerId: bigint, attemptId: bigint): Promise<void>
}

/** After this time since a suspension was ended manually, a single failure no longer suspends the seller. */
const trialMs = 10 * 60_000

export function createBreaker(db: Database, settings: Settings, log: Log): Breaker {
  const failures = new Map<bigint, Set<bigint>>()
  const reachedAt = new Map<bigint, number>()

  /** True if a suspension was ended manually within the trial period and this process has not reached the server since. */
  async function isOnTrial(sellerId: bigint): Promise<boolean> {
    const row = await db.read.selectFrom('seller_api').select('circuit_reset_at').where('seller_id', '=', sellerId).executeTakeFirst()
    const endedAt = row?.circuit_reset_at?.getTime() ?? 0
    return endedAt > Date.now() - trialMs && endedAt > (reachedAt.get(sellerId) ?? 0)
  }

  return {
    recordSuccess(sellerId) {
      failures.delete(sellerId)
      reachedAt.set(sellerId, Date.now())
    },
    async recordFailure(sellerId, attemptId) {
      const recordFailure = (failures.get(sellerId) ?? new Set()).add(attemptId)
      failures.set(sellerId, recordFailure)
      if (recordFailure.size < settings.get('sellerApi.suspendAfterFailures') && !(await isOnTrial(sellerId))) return
      failures.delete(sellerId)
      const until = new Date(Date.now() + settings.get('sellerApi.suspensionSeconds') * 1000)
      await db.transaction((tx) =>
        tx
          .updateTable('seller_api')
          .set({ circuit_open_since: new Date(), circuit_open_until: until, circuit_reset_at: null, failures: recordFailure.size })
          .where('seller_id', '=', sellerId)
          .execute(),
      )
      log.warn({ seller: sellerId, until }, 'seller suspended after repeated failures')
    },
  }
}
