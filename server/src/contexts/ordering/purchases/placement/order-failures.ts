import { isConnectionLost, isLockOrPoolTimeout } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * Whether this process fails to place orders, for a reason that is ours or the database's. A refused order is no failure, nor is one that waited in vain
 * or lost its connection: both may be repeated, and the readiness check looks at the database itself.
 */
export interface OrderFailures {
  recordPlaced(): void
  recordFailure(buyerId: bigint, error: unknown): void
  /** True for a pause after orders failed. Then new orders show whether it is over; if they fail too, the pause doubles. */
  failing(): boolean
  /** True if an order was placed within this time. */
  placedWithin(ms: number): boolean
}

/** PostgreSQL's codes for a full disk, errors of the disk, and a read-only database: the next order will fail as well. */
const lastingCode = /^(?:53100|58\w{3}|25006)$/

/** Other failures count from this number in a row on, and of so many buyers: the orders of one buyer may fail for a reason of their own. */
const rowMin = 5
const buyersMin = 2
const firstPauseMs = 5_000
const longestPauseMs = 60_000

/** `now` is a monotonic clock in milliseconds. */
export function createOrderFailures(onFailing: (error: unknown) => void = () => {}, now = () => performance.now()): OrderFailures {
  let inRow = 0
  let buyers = new Set<bigint>()
  let pauseMs = firstPauseMs
  let failingUntil = Number.NEGATIVE_INFINITY
  let placedAt = Number.NEGATIVE_INFINITY

  function beginRow() {
    inRow = 0
    buyers = new Set()
  }

  return {
    recordPlaced() {
      beginRow()
      pauseMs = firstPauseMs
      placedAt = now()
    },
    recordFailure(buyerId, error) {
      if (error instanceof Refusal || isLockOrPoolTimeout(error) || isConnectionLost(error)) return
      inRow += 1
      buyers.add(buyerId)
      // Orders that were under way when the pause began do not prolong it.
      if (now() < failingUntil || !(isLasting(error) || (inRow >= rowMin && buyers.size >= buyersMin))) return
      beginRow()
      failingUntil = now() + pauseMs
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      onFailing(error)
    },
    failing: () => now() < failingUntil,
    placedWithin: (ms) => now() - placedAt < ms,
  }
}

const isLasting = (error: unknown): boolean => error instanceof Error && 'code' in error && lastingCode.test(String(error.code))
