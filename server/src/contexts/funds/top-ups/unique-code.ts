import { randomInt } from 'node:crypto'
import { uniqueCodeMax } from '@lapak/contract/funds/top-ups'
import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

interface Wanted {
  cashCode: string
  /** What is to be paid before the code is added. */
  base: bigint
  /** A sum whose ticket ended this lately is given again only when nothing else is left: its transfer may be on its way. */
  restDays: number
}

/**
 * A number from 1 to `uniqueCodeMax` that makes the sum of a transfer unlike that of every other open ticket at its bank, and of all money that waits
 * there for its owner. Sums of other amounts lie in the same range, so sums are compared, not codes. The choosers of one bank come one after the other; the promise is
 * kept by the index `top_up_sum_open`.
 */
export async function chooseCode(tx: Tx, { cashCode, base, restDays }: Wanted): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`unique codes of ${cashCode}`}, 0))`.execute(tx)
  const [first, last] = [base + 1n, base + BigInt(uniqueCodeMax)]
  const { rows } = await sql<{ code: number; taken: boolean }>`
    select (sum - ${base})::integer as code, bool_or(taken) as taken
    from (
      select nominal as sum, state in (0, 1) as taken from top_up
      where cash_code = ${cashCode} and nominal between ${first} and ${last} and channel = 'transfer'
        and (state in (0, 1) or coalesce(ended_at, approved_at, created_at) > now() - ${restDays} * interval '1 day')
      union all
      select amount, true from suspense_item
      where cash_code = ${cashCode} and amount between ${first} and ${last} and closed_at is null
    ) sums
    group by sum`.execute(tx)
  const taken = new Set(rows.filter((row) => row.taken).map(({ code }) => code))
  const takenOrRecent = new Set(rows.map(({ code }) => code))
  const code = oneOf(free(takenOrRecent)) ?? oneOf(free(taken))
  if (code === undefined) throw new Refusal('deposit.codes_taken')
  return code
}

const free = (taken: ReadonlySet<number>) =>
  Array.from({ length: uniqueCodeMax }, (_, index) => index + 1).filter((code) => !taken.has(code))

const oneOf = (codes: number[]): number | undefined => (codes.length === 0 ? undefined : codes[randomInt(codes.length)])
