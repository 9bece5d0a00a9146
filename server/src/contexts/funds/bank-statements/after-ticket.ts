import { type RawBuilder, sql } from 'kysely'

/** When a bank booked a row, as the bank reports it. */
interface Happened {
  at: RawBuilder<Date>
  /** False if the bank reports only the day. */
  hasTime: RawBuilder<boolean>
}

/**
 * A row pays a ticket only if the money came after the ticket was created, and a row with a time in the future pays no ticket. The clocks of the bank
 * and of Lapak may differ by 10 minutes. If only the day of the row is known, the days are compared.
 */
export const isAfterTicket = ({ at, hasTime }: Happened, createdAt: RawBuilder<Date>) => sql<boolean>`
  (${at} <= now() + interval '10 minutes' and case when ${hasTime} then ${at} >= ${createdAt} - interval '10 minutes'
    else ${at} >= date_trunc('day', ${createdAt}, 'Asia/Jakarta') end)`
