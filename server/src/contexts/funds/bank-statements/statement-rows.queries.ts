import type { BankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

/** For the audit of what holds money back (`newest`). Null without any row. */
export const newestStatement = sql<bigint>`(select max(id) from bank_statement)`

export interface LastDelivery {
  bank: BankCode
  /** Null if no feed delivered for days; the query does not search further back. */
  at: Date | null
}

/** The time of the last feed delivery for each bank to which members can transfer. */
export async function lastDeliveries(read: Reader): Promise<LastDelivery[]> {
  const { rows } = await sql<LastDelivery>`
    with told as (
      select bank_code, max(created_at) as at from bank_statement
      where created_at > now() - interval '3 days' and file_id is null group by bank_code
    )
    select distinct cash_code as bank, told.at from payment_method left join told on told.bank_code = cash_code
    where channel = 'transfer' and enabled order by cash_code`.execute(read)
  return rows
}
