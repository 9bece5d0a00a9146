import { type RawBuilder, sql } from 'kysely'
import { databaseFunction } from '#db/functions.ts'
import { jakartaMinuteOf } from '#shared/clock.ts'

/** Within these minutes of each day in Jakarta an offer takes no order. It may span midnight, and its last minute still counts. */
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
 * The same for looks at many offers, by the minute that it is; null where there is no cut-off. One expression, so that PostgreSQL puts it where it is
 * called.
 */
export const offerCutOff = databaseFunction(
  'offer_cut_off',
  `(cutoff_from time, cutoff_to time, clock time) returns boolean language sql immutable parallel safe
as $$
  select case when cutoff_from <= cutoff_to then clock between cutoff_from and cutoff_to else clock >= cutoff_from or clock <= cutoff_to end
$$`,
)

/** The minute in Jakarta, worked out once and not for each offer. */
export const clockAt = (moment: RawBuilder<unknown>) => sql`date_trunc('minute', ${moment} at time zone 'Asia/Jakarta')::time`
