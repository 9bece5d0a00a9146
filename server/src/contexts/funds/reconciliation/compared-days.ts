import type { BankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { Unit } from './differences.ts'
import type { Days } from './statement-days.queries.ts'

/** With the time at which the look began, so that what comes meanwhile is not taken for looked at. */
export const keepCompared = (tx: Tx, { key, day }: Unit, leftOut: number) =>
  sql`
    insert into compared_bank_day (bank_code, day, left_out) values (${key}, ${day}::date, ${leftOut})
    on conflict (bank_code, day) do update set at = excluded.at, left_out = excluded.left_out`.execute(tx)

export interface ComparedDay {
  at: Date
  /** Differences that were found and not listed. */
  leftOut: number
}

/** When the days of a bank were last compared; those that never were are not in it. */
export async function comparedDays(read: Reader, bank: BankCode, { awal, akhir }: Days): Promise<Map<string, ComparedDay>> {
  const rows = await read
    .selectFrom('compared_bank_day')
    .select([sql<string>`day::text`.as('day'), 'at', 'left_out as leftOut'])
    .where('bank_code', '=', bank)
    .where('day', '>=', sql<Date>`${awal}::date`)
    .where('day', '<=', sql<Date>`${akhir}::date`)
    .execute()
  return new Map(rows.map(({ day, ...compared }) => [day, compared]))
}
