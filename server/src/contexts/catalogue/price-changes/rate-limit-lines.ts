import { lines } from '@lapak/contract/selling/offers'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { allowanceOf, rateLimit } from '#http/rate-limit-counts.ts'

/**
 * Limits the lines of a seller's bulk changes within an hour; throws above the limit. Called before the cache lock
 * is taken. Single changes are counted by the `limit` of their calls.
 */
export async function rateLimitLines(deps: { db: Database; settings: Settings }, sellerId: bigint, count: number): Promise<void> {
  if (count === 0) return
  await rateLimit(deps.db, allowanceOf(lines.setting, sellerId), deps.settings.get(lines.setting), lines.seconds, undefined, count)
}
