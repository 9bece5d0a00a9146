import { sql } from 'kysely'

export interface Days {
  awal?: string | undefined
  akhir?: string | undefined
}

/**
 * Two tables of a `with` clause: `summed` contains the days that have sums, and `gap` the periods between them, whose purchases must be counted. Read
 * both in one statement, so that a day that is summed concurrently is counted once.
 */
export function summedAndGaps({ awal, akhir }: Days) {
  const first = sql`${awal ?? '-infinity'}::date`
  const last = sql`${akhir ?? 'infinity'}::date`
  return sql`
    summed as (
      select day from purchase_day_summed where day between ${first} and ${last}
    ),
    edge as (
      select day, lag(day) over (order by day) as before
      from (select ${first} - 1 as day union all select day from summed union all select ${last} + 1) days
    ),
    gap as (
      select (before + 1)::timestamp at time zone 'Asia/Jakarta' as from_at, day::timestamp at time zone 'Asia/Jakarta' as until_at
      from edge where day > before + 1
    )`
}

/** Each gap together with `ids`, the id range of its purchases. */
export const idsOfGaps = sql`gap cross join lateral purchase_ids(gap.from_at, gap.until_at) ids`

export const purchasesOfGaps = sql`
  ${idsOfGaps} join purchase on purchase.id >= ids.first and purchase.id < ids.beyond
    and purchase.created_at >= gap.from_at and purchase.created_at < gap.until_at`
