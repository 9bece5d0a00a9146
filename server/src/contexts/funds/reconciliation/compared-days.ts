import type { BankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import type { Unit } from './differences.ts'
import type { Days } from './statement-days.queries.ts'

/**
 * Stores the start time of the comparison, which is the start of the transaction. So rows that come during the comparison do not count as compared.
 */
export const storeComparedDay = (tx: Tx, { key, day }: Unit, leftOut: number) =>
  sql`
    insert into compared_bank_day (bank_code, day, left_out) values (${key}, ${day}::date, ${leftOut})
    on conflict (bank_code, day) do update set at = excluded.at, left_out = excluded.left_out`.execute(tx)

export interface ComparedDay {
  at: Date
  /** The number of differences that were found but not listed. */
  leftOut: number
}

/** The time of the last comparison for each day of a bank; days that were never compared are not included. */
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
