import type { BankCode } from '@lapak/contract/shared/banks'
import { sql } from 'kysely'
import { platformAccount, rowIsOfPlatform } from '#contexts/funds/bank-statements/bank-statements.ts'
import type { Reader } from '#db/db.ts'
import { jakartaRange } from '#shared/clock.ts'
import { senOf } from '#shared/money/sen.ts'

export interface Days {
  awal: string
  akhir: string
}

/** The rows of a bank on one day; sums in sen. */
export interface StatementDay {
  day: string
  rows: number
  paidIn: bigint
  paidOut: bigint
  credited: bigint
  waiting: bigint
  unexplained: number
  /** When the newest row of the day was stored. */
  newest: Date
}

/** Days on which the platform's accounts have rows, the oldest first. */
export async function statementDays(read: Reader, bank: BankCode, { awal, akhir }: Days): Promise<StatementDay[]> {
  const { from, until } = jakartaRange(awal, akhir)
  const account = await platformAccount(read, bank)
  const { rows } = await sql<
    Record<'paid_in' | 'paid_out' | 'credited' | 'waiting', string> & Pick<StatementDay, 'day' | 'rows' | 'unexplained' | 'newest'>
  >`
    select (happened_at at time zone 'Asia/Jakarta')::date::text as day, count(*)::integer as rows,
      max(created_at) as newest, count(*) filter (where explained = 'new')::integer as unexplained,
      coalesce(sum(amount) filter (where amount > 0), 0)::numeric(20,2)::text as paid_in,
      coalesce(-sum(amount) filter (where amount < 0), 0)::numeric(20,2)::text as paid_out,
      coalesce(sum(amount) filter (where explained = 'deposit'), 0)::numeric(20,2)::text as credited,
      coalesce(sum(amount) filter (where explained = 'unmatched'), 0)::numeric(20,2)::text as waiting
    from bank_statement
    where bank_code = ${bank} and happened_at >= ${from} and happened_at < ${until} and ${rowIsOfPlatform(account)}
    group by 1 order by 1`.execute(read)
  return rows.map(({ paid_in, paid_out, credited, waiting, ...day }) => ({
    ...day,
    paidIn: senOf(paid_in),
    paidOut: senOf(paid_out),
    credited: senOf(credited),
    waiting: senOf(waiting),
  }))
}

/** The movement and closing balance of one of the platform's accounts on a day, from the bank's rows, in sen. */
export interface AccountDay {
  day: string
  account: string
  moved: bigint
  /** Null if a row has no balance, or if the rows of the day do not form a single chain of balances. */
  closing: bigint | null
}

/**
 * The days of each account, the oldest first. A file lists the rows of a day in ascending or descending order, and the order of rows without times is
 * unknown. So the closing balance is the balance from which no other row continues. After a change of the account number, a day may have rows of two
 * accounts, each with balances of its own.
 */
export async function accountDays(read: Reader, bank: BankCode, { awal, akhir }: Days): Promise<AccountDay[]> {
  const { from, until } = jakartaRange(awal, akhir)
  const ownAccount = await platformAccount(read, bank)
  const { rows } = await sql<{ day: string; account: string; moved: string; closing: string | null }>`
    with row as materialized (
      select (happened_at at time zone 'Asia/Jakarta')::date as day, ltrim(coalesce(nullif(account_no, ''), ${ownAccount}), '0') as account, amount, balance
      from bank_statement
      where bank_code = ${bank} and happened_at >= ${from} and happened_at < ${until} and ${rowIsOfPlatform(ownAccount)}
    ),
    chain_end as (
      select day, account, value, sum(n) as n
      from (select day, account, balance as value, 1 as n from row union all select day, account, balance - amount, -1 from row) balances
      group by day, account, value having sum(n) > 0
    ),
    ended as (select day, account, case when sum(n) = 1 then max(value) end as closing from chain_end group by day, account),
    moved as (
      select day, account, sum(amount) as moved, count(balance) = count(*) as told from row group by day, account
    )
    select day::text as day, account, moved::numeric(20,2)::text as moved, case when told then closing end::text as closing
    from moved left join ended using (day, account)
    order by moved.day, account`.execute(read)
  return rows.map(({ day, account, moved, closing }) => ({
    day,
    account,
    moved: senOf(moved),
    closing: closing === null ? null : senOf(closing),
  }))
}
