import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import type { ListedOrder } from './seller-differences.ts'

/** The orders in a seller's files of a day. If several files contain the same order, the newest file counts. */
export async function listedOrders(read: Reader, sellerId: bigint, day: string): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select reference, number, price, state from (
      select row.*, max(row.report_id) over (partition by row.reference) as newest
      from seller_report report join seller_report_row row on row.report_id = report.id
      where report.seller_id = ${sellerId} and report.day = ${day}::date
    ) listed
    where report_id = newest order by report_id, line`.execute(read)
  return rows
}
