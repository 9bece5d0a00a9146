import { sql } from 'kysely'
import type { Reader } from '#core/db.ts'
import { type Days, purchasesOfGaps, summedAndGaps } from './unsummed.ts'

export interface DaySum {
  day: string
  jml: bigint
  /** Failed purchases cost nothing and are not part of it. */
  amount: bigint
}

/** Of all purchases, for each of these days on which there were any. */
export async function sumsByDay(read: Reader, days: Required<Days>): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    with ${summedAndGaps(days)},
    part as (
      select day, purchases as jml, case when transactionrc <> 2 then amount else 0 end as amount from purchase_day_total join summed using (day)
      union all
      select (purchase.created_at at time zone 'Asia/Jakarta')::date, count(*), coalesce(sum(price) filter (where transactionrc <> 2), 0)
      from ${purchasesOfGaps} group by 1
    )
    select day::text as day, sum(jml)::bigint as jml, sum(amount)::bigint as amount from part group by part.day order by part.day`.execute(
    read,
  )
  return rows
}
