import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

/** The range of entry sets of a member's statement, and whether it shows credits, debits or both. */
interface Part {
  memberId: bigint
  first: bigint
  beyond: bigint
  side: 'in' | 'out' | undefined
}

interface Deep {
  descending: boolean
  offset: number
}

/**
 * For a page deep inside a statement, skips whole days by their stored sums, so that only one day is read. The entries before the first stored day
 * and after the last stored day are counted instead. Returns the remaining range of entry sets and the offset within that range.
 */
export async function skipDays(read: Reader, { memberId, first, beyond, side }: Part, { descending, offset }: Deep) {
  const way = side ?? 'both'
  const { rows } = await sql<{ first: bigint; beyond: bigint; passed: bigint }>`
    with book as (select day, first_set, lead(first_set) over (order by day) as beyond from ledger_day),
    known as (select min(first_set) as first, max(first_set) as beyond from ledger_day where first_set >= ${first} and first_set <= ${beyond}),
    part as (
      select first_set as first, beyond, coalesce(${keptOf[way]}, 0) as entries
      from book left join wallet_day on member_id = ${memberId} and wallet_day.day = book.day
      where first_set >= ${first} and beyond <= ${beyond}
      union all
      select edge.first, edge.beyond, (
        select count(*) from entry
        where account_id = ${memberId} and account_id > 0 and set_id >= edge.first and set_id < edge.beyond ${ofSide[way]}
      )
      from known, lateral (values (${first}::bigint, known.first), (coalesce(known.beyond, ${first}), ${beyond})) edge(first, beyond)
      where edge.first < edge.beyond
    )
    select first, beyond, passed::bigint as passed
    from (select *, sum(entries) over (order by first ${descending ? sql`desc` : sql`asc`}) - entries as passed from part) counted
    where passed <= ${offset} and passed + entries > ${offset}`.execute(read)
  const [found] = rows
  if (found === undefined) return { first, beyond, offset }
  return { first: descending ? first : found.first, beyond: descending ? found.beyond : beyond, offset: offset - Number(found.passed) }
}

const keptOf = { in: sql`entries_in`, out: sql`entries_out`, both: sql`entries_in + entries_out` }
const ofSide = { in: sql`and amount > 0`, out: sql`and amount < 0`, both: sql`` }
