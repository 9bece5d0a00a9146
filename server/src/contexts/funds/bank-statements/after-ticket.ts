import { type RawBuilder, sql } from 'kysely'

/** When a row of a bank happened, as its bank tells it. */
interface Happened {
  at: RawBuilder<Date>
  /** Else only the day is known. */
  hasTime: RawBuilder<boolean>
}

/**
 * An old row never pays a new ticket, nor does one of a time that has not come. Clocks differ by some minutes, and where only the day is
 * known the day decides.
 */
export const isAfterTicket = ({ at, hasTime }: Happened, createdAt: RawBuilder<Date>) => sql<boolean>`
  (${at} <= now() + interval '10 minutes' and case when ${hasTime} then ${at} >= ${createdAt} - interval '10 minutes'
    else ${at} >= date_trunc('day', ${createdAt}, 'Asia/Jakarta') end)`
