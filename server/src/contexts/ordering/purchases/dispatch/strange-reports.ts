import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { networkOf } from '#http/network.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * Reports about attempts that are not the seller's. Numbers follow one another, so whoever has the address of a seller could go
 * through them, learn from the answers which are its own, and settle these. After some within an hour nothing more from
 * that network is read. Known to each process from its own first refusal on, so that the report of an order costs nothing more.
 */
export interface StrangeReports {
  /** Seconds until reports from there are read again; 0 is now. */
  waits(source: Source): number
  /** One more; answers likewise. */
  count(source: Source): Promise<number>
}

interface Source {
  sellerId: bigint
  address: string
}

const hourSeconds = 3600
const stoppedMax = 10_000

export function createStrangeReports({ db, settings }: { db: Database; settings: Settings }): StrangeReports {
  const stopped = new Map<string, number>()

  const subjectOf = ({ sellerId, address }: Source) => `unknown reports of ${sellerId} from ${networkOf(address)}`

  function waits(source: Source): number {
    const until = stopped.size === 0 ? undefined : stopped.get(subjectOf(source))
    return until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000))
  }

  return {
    waits,
    async count(source) {
      const subject = subjectOf(source)
      try {
        await rateLimit(db, subject, settings.get('sellerApi.unknownReportsPerHour'), hourSeconds)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (stopped.size >= stoppedMax) stopped.clear()
        stopped.set(subject, Date.now() + (error.retryAfterSeconds ?? hourSeconds) * 1000)
      }
      return waits(source)
    },
  }
}
