import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { networkOf } from '#http/network.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * Counts reports about attempts that do not belong to the seller. References are consecutive, so anyone who knows a seller's report URL could try all
 * of them, detect which belong to the seller, and settle these orders. Reports without a readable reference count too, because they cost as much to
 * read. After some such reports within an hour, reports from that network are refused. Each process remembers a refused network in memory, so valid
 * reports cost no additional query.
 */
export interface StrangeReports {
  /** Seconds until reports from this source are accepted again; 0 means now. */
  waits(source: ReportSource): number
  /** Counts one more such report, and returns the seconds like `waits`. */
  count(source: ReportSource): Promise<number>
}

/** The seller whose report URL is used, and the IP address of the sender. */
export interface ReportSource {
  sellerId: bigint
  address: string
}

const hourSeconds = 3600
const stoppedMax = 10_000

export function createStrangeReports({ db, settings }: { db: Database; settings: Settings }): StrangeReports {
  const stopped = new Map<string, number>()

  const subjectOf = ({ sellerId, address }: ReportSource) => `unknown reports of ${sellerId} from ${networkOf(address)}`

  function waits(source: ReportSource): number {
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
