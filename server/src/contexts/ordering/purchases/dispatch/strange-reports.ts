import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { networkOf } from '#http/network.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * Counts reports about attempts that are not the seller's. References are consecutive, so anyone with a seller's report address could try them all,
 * learn which are the seller's, and settle them. After some such reports within an hour, reports from that network are refused. Each process keeps
 * this in memory after its first refusal, so valid reports cost nothing more.
 */
export interface StrangeReports {
  /** Seconds until reports from this source are accepted again; 0 means now. */
  waits(source: Source): number
  /** Counts one more and returns the seconds as `waits` does. */
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
