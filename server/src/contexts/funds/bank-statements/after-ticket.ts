import { type RawBuilder, sql } from 'kysely'

/** When a bank booked a row, as the bank reports it. */
interface Happened {
  at: RawBuilder<Date>
  /** False if the bank reports only the day. */
  hasTime: RawBuilder<boolean>
}

/** The clocks of a bank and of Lapak may differ by so many minutes. */
export const clocksDifferByMinutes = 10

const clocksDifferBy = sql`make_interval(mins => ${sql.lit(clocksDifferByMinutes)})`

/**
 * A row pays a ticket only if the money came after the ticket was created, and a row with a time in the future pays no ticket. Both
 * allow for a difference of the clocks. If only the day of the row is known, the days are compared.
 */
export const isAfterTicket = ({ at, hasTime }: Happened, createdAt: RawBuilder<Date>) => sql<boolean>`
  (${at} <= now() + ${clocksDifferBy} and case when ${hasTime} then ${at} >= ${createdAt} - ${clocksDifferBy}
    else ${at} >= date_trunc('day', ${createdAt}, 'Asia/Jakarta') end)`
