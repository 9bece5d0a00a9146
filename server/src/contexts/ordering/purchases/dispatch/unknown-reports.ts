import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { networksOf } from '#http/network.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * Counts reports about attempts that do not belong to the seller. References are consecutive, so anyone who knows a seller's report URL could try all
 * of them, detect which belong to the seller, and settle these orders. Reports without a readable reference count too, because they cost as much to
 * read. After some such reports within an hour, reports from that network, or from the site of an IPv6 network, are refused. Each process remembers a
 * refused network in memory, so valid reports cost no additional query.
 */
export interface UnknownReportLimiter {
  /** Seconds until reports from this source are accepted again; 0 means now. */
  retryAfterSeconds(source: ReportSource): number
  /** Counts one more such report, and returns the seconds like `retryAfterSeconds`. */
  count(source: ReportSource): Promise<number>
}

/** The seller whose report URL is used, and the IP address of the sender. */
export interface ReportSource {
  sellerId: bigint
  address: string
}

const hourSeconds = 3600
const stoppedMax = 10_000

export function createUnknownReportLimiter({ db, settings }: { db: Database; settings: Settings }): UnknownReportLimiter {
  const stopped = new Map<string, number>()

  const subjectsOf = ({ sellerId, address }: ReportSource) =>
    networksOf(address).map(({ network, times }) => ({ subject: `unknown reports of ${sellerId} from ${network}`, times }))

  const secondsLeft = (subject: string) => Math.max(0, Math.ceil(((stopped.get(subject) ?? 0) - Date.now()) / 1000))

  const retryAfterSeconds = (source: ReportSource) =>
    stopped.size === 0 ? 0 : Math.max(...subjectsOf(source).map(({ subject }) => secondsLeft(subject)))

  /** Returns false above the limit. */
  async function countOne(subject: string, max: number): Promise<boolean> {
    try {
      await rateLimit(db, subject, max, hourSeconds)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (stopped.size >= stoppedMax) stopped.clear()
      stopped.set(subject, Date.now() + (error.retryAfterSeconds ?? hourSeconds) * 1000)
      return false
    }
  }

  return {
    retryAfterSeconds,
    async count(source) {
      const max = settings.get('sellerApi.unknownReportsPerHour')
      // The reports of a network above its limit do not count for its site, so that they do not stop the other networks.
      for (const { subject, times } of subjectsOf(source)) if (!(await countOne(subject, times * max))) break
      return retryAfterSeconds(source)
    },
  }
}
