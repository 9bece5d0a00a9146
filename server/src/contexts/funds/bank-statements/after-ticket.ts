import { type RawBuilder, sql } from 'kysely'

/** When a bank booked a row, as the bank reports it. */
interface Happened {
  at: RawBuilder<Date>
  /** False if only the day is known. */
  hasTime: RawBuilder<boolean>
}

/**
 * A row pays only a ticket that is not younger than the row, and no row of the future pays. Clocks may differ by 10 minutes. Where only the day of
 * the row is known, the day decides.
 */
export const isAfterTicket = ({ at, hasTime }: Happened, createdAt: RawBuilder<Date>) => sql<boolean>`
  (${at} <= now() + interval '10 minutes' and case when ${hasTime} then ${at} >= ${createdAt} - interval '10 minutes'
    else ${at} >= date_trunc('day', ${createdAt}, 'Asia/Jakarta') end)`
