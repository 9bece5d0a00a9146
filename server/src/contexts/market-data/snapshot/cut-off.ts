import { type RawBuilder, sql } from 'kysely'
import { databaseFunction } from '#db/functions.ts'
import { jakartaMinuteOf } from '#shared/clock.ts'

/** The minutes of the day in Jakarta during which an offer cannot be ordered. The period may span midnight and includes its last minute. */
export interface CutOff {
  from: number
  to: number
}

export function isCutOff(cutoff: CutOff | null, now: Date): boolean {
  if (cutoff === null) return false
  const minute = jakartaMinuteOf(now)
  return cutoff.from <= cutoff.to ? minute >= cutoff.from && minute <= cutoff.to : minute >= cutoff.from || minute <= cutoff.to
}

/**
 * The SQL version of `isCutOff`, for queries of many offers. The result is null for an offer without a cut-off. The function is a single expression,
 * so that PostgreSQL can inline it.
 */
export const offerCutOff = databaseFunction(
  'offer_cut_off',
  `(cutoff_from time, cutoff_to time, clock time) returns boolean language sql immutable parallel safe
as $$
  select case when cutoff_from <= cutoff_to then clock between cutoff_from and cutoff_to else clock >= cutoff_from or clock <= cutoff_to end
$$`,
)

/** The current minute in Jakarta, computed once per query instead of once per offer. */
export const clockAt = (moment: RawBuilder<unknown>) => sql`date_trunc('minute', ${moment} at time zone 'Asia/Jakarta')::time`
