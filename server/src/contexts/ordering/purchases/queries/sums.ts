import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import {
  allOf,
  conditionsOn,
  type Filters,
  isAllPending,
  isOverall,
  isSummedByDays,
  matchesFilters,
  type ResolvedFilters,
  resolveFilters,
  type Scope,
} from './filters.ts'
import { purchasesOfGaps, summedAndGaps } from './unsummed.ts'

interface Sum {
  jml: bigint
  /** The number of failed purchases, which `jml` includes. */
  gagal: bigint
  /** The sum of prices in whole rupiah, without failed purchases, which cost nothing. */
  amount: bigint
}

interface Sums {
  jml: number
  gagal: number
  amount: bigint
}

/**
 * Count and amount of the purchases that match the filters. Without requested days only today's purchases are included, but a filter for pending
 * purchases of all members includes purchases of any age.
 */
export async function sumPurchases(db: Database, scope: Scope, filters: Filters, now: Date): Promise<Sums> {
  const today = jakartaDayOf(now)
  const dated = filters.awal || filters.akhir || isAllPending({ scope, filters }) ? filters : { ...filters, awal: today, akhir: today }
  const { jml, gagal, amount } = await sumOf(db.read, await resolveFilters(db.read, scope, dated))
  return { jml: Number(jml), gagal: Number(gagal), amount }
}

/**
 * Adds up the sums of summed days and counts the purchases of the days between them. With filters that the sums do not support, all purchases are
 * counted directly.
 */
export const sumOf = (read: Reader, resolved: ResolvedFilters): Promise<Sum> =>
  isSummedByDays(resolved) ? sumByDays(read, resolved) : countDirectly(read, resolved)

async function countDirectly(read: Reader, resolved: ResolvedFilters): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*) as jml, count(*) filter (where transactionrc = 2) as gagal,
      coalesce(sum(price) filter (where transactionrc <> 2), 0)::bigint as amount
    from purchase where ${matchesFilters(resolved)}`.execute(read)
  return oneOf(rows)
}

async function sumByDays(read: Reader, resolved: ResolvedFilters): Promise<Sum> {
  const { filters } = resolved
  const table = isOverall(resolved) ? 'purchase_day_total' : 'purchase_day'
  const sums = sql.table(table)
  const { rows } = await sql<Sum>`
    with ${summedAndGaps(filters)},
    part as (
      select ${sums}.purchases as jml, case when transactionrc = 2 then ${sums}.purchases else 0 end as gagal,
        case when transactionrc <> 2 then ${sums}.amount else 0 end as amount
      from ${sums} join summed on summed.day = ${sums}.day
      where ${sums}.day between ${filters.awal ?? '-infinity'}::date and ${filters.akhir ?? 'infinity'}::date
        and ${allOf(conditionsOn(table, resolved))}
      union all
      select count(*), count(*) filter (where transactionrc = 2), sum(price) filter (where transactionrc <> 2)
      from ${purchasesOfGaps} where ${allOf(conditionsOn('purchase', resolved))}
    )
    select coalesce(sum(jml), 0)::bigint as jml, coalesce(sum(gagal), 0)::bigint as gagal,
      coalesce(sum(amount), 0)::bigint as amount from part`.execute(read)
  return oneOf(rows)
}

function oneOf(rows: Sum[]): Sum {
  const [sum] = rows
  if (sum === undefined) throw new Error('sum query returned no row')
  return sum
}
