import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { type Days, purchasesOfGaps, summedAndGaps } from './unsummed.ts'

export interface DaySum {
  day: string
  /** The number of purchases that did not fail, and the sum of their prices. */
  jml: bigint
  amount: bigint
  /** The number of failed purchases, which cost nothing. */
  gagal: bigint
}

/** The sums over all members, for each of these days on which there are purchases. */
export async function sumsByDay(read: Reader, days: Required<Days>): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    with ${summedAndGaps(days)},
    part as (
      select day, case when transactionrc <> 2 then purchases else 0 end as jml, case when transactionrc <> 2 then amount else 0 end as amount,
        case when transactionrc = 2 then purchases else 0 end as gagal
      from purchase_day_total join summed using (day)
      union all
      select (purchase.created_at at time zone 'Asia/Jakarta')::date, count(*) filter (where transactionrc <> 2),
        coalesce(sum(price) filter (where transactionrc <> 2), 0), count(*) filter (where transactionrc = 2)
      from ${purchasesOfGaps} group by 1
    )
    select day::text as day, sum(jml)::bigint as jml, sum(amount)::bigint as amount, sum(gagal)::bigint as gagal from part group by part.day order by part.day`.execute(
    read,
  )
  return rows
}
