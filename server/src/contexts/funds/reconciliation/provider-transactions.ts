import type { ProviderName } from '@lapak/contract/funds/reconciliation'
import { type RawBuilder, sql } from 'kysely'
import { installationInReference } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { ProviderTransaction } from '#integrations/payment-gateway/payment-gateway.ts'
import { jakartaRange } from '#shared/clock.ts'
import { decimalOf, senOf } from '#shared/money/sen.ts'
import { batches } from './batches.ts'

/** Whose transactions are read. */
export interface ProviderAsked {
  provider: ProviderName
  /** The codes of the other installations that use the account. */
  sharedWith: readonly string[]
}

/**
 * Stores each transaction once, and again only if the provider has changed it since. An answer that is older than the stored version is not stored,
 * so that two concurrent runs leave the newest state.
 */
export async function storeTransactions(
  tx: Tx,
  provider: ProviderName,
  seenAt: Date,
  listed: readonly ProviderTransaction[],
): Promise<void> {
  for (const some of batches(listed))
    await sql`
      insert into provider_transaction (provider, transaction_id, version, product_id, reference, type, direction, status, amount, fee, happened_at,
        settles_at, seen_at)
      select ${provider}, listed.*, ${seenAt}
      from (
        select id, coalesce(newest.version, 0) + 1, listed.product_id, listed.reference, listed.type, listed.direction, listed.status, listed.amount,
          listed.fee, listed.happened_at, listed.settles_at
        from unnest(
          ${some.map(({ id }) => id)}::text[], ${some.map(({ productId }) => productId)}::text[], ${some.map(({ reference }) => reference)}::text[],
          ${some.map(({ type }) => type)}::text[], ${some.map(({ direction }) => direction)}::text[], ${some.map(({ status }) => status)}::text[],
          ${some.map(({ amount }) => decimalOf(amount))}::numeric(20,2)[],
          ${some.map(({ fee }) => (fee === null ? null : decimalOf(fee)))}::numeric(20,2)[],
          ${some.map(({ happenedAt }) => happenedAt)}::timestamptz[], ${some.map(({ settlesAt }) => settlesAt)}::timestamptz[]
        ) as listed(id, product_id, reference, type, direction, status, amount, fee, happened_at, settles_at)
        left join lateral (
          select * from provider_transaction known
          where known.provider = ${provider} and known.transaction_id = listed.id order by version desc limit 1
        ) newest on true
        where newest.version is null or (
          newest.seen_at < ${seenAt}
          and (newest.product_id, newest.reference, newest.type, newest.direction, newest.status, newest.amount, newest.fee, newest.happened_at, newest.settles_at)
            is distinct from (listed.product_id, listed.reference, listed.type, listed.direction, listed.status, listed.amount, listed.fee,
              listed.happened_at, listed.settles_at)
        )
      ) listed
      on conflict do nothing`.execute(tx)
}

/** The newest version of the transactions that meet a condition, as a subquery. `foreign_ref`: of an installation that shares the account. */
export const newestTransactions = ({ provider, sharedWith }: ProviderAsked, where: RawBuilder<unknown>) => sql`(
  select distinct on (transaction_id) *,
    coalesce(substring(reference from ${installationInReference}) = any(${sharedWith}::text[]), false) as foreign_ref
  from provider_transaction where provider = ${provider} and ${where} order by transaction_id, version desc
)`

/** The sums of a day at the provider, in sen. */
export interface TransactionDay {
  day: string
  count: number
  paidIn: bigint
  paidOut: bigint
  fee: bigint
  /** True if the provider has not decided a transaction or charged a fee yet. */
  pending: boolean
}

/** Days that have transactions, the oldest first; without those of other installations. */
export async function transactionDays(
  read: Reader,
  asked: ProviderAsked,
  { awal, akhir }: { awal: string; akhir: string },
): Promise<TransactionDay[]> {
  const { from, until } = jakartaRange(awal, akhir)
  const { rows } = await sql<Record<'paidIn' | 'paidOut' | 'fee', string> & Pick<TransactionDay, 'day' | 'count' | 'pending'>>`
    select (happened_at at time zone 'Asia/Jakarta')::date::text as day, (count(*) filter (where status = 'success'))::integer as count,
      coalesce(sum(amount) filter (where status = 'success' and direction = 'in'), 0)::numeric(20,2)::text as "paidIn",
      coalesce(sum(amount) filter (where status = 'success' and direction = 'out'), 0)::numeric(20,2)::text as "paidOut",
      coalesce(sum(fee), 0)::numeric(20,2)::text as fee, bool_or(status = 'pending' or fee is null) as pending
    from ${newestTransactions(asked, sql`happened_at >= ${from} and happened_at < ${until}`)} newest
    where not foreign_ref group by 1 order by 1`.execute(read)
  return rows.map(({ paidIn, paidOut, fee, ...day }) => ({ ...day, paidIn: senOf(paidIn), paidOut: senOf(paidOut), fee: senOf(fee) }))
}

/** What the comparison of a day has stored. */
export interface ComparedProviderDay {
  at: Date
  leftOut: number
  balance: bigint
  rest: bigint | null
}

/** The compared days, the oldest first; null means no limit on that side. */
export async function comparedProviderDays(
  read: Reader,
  provider: ProviderName,
  { awal, akhir }: { awal: string | null; akhir: string | null },
): Promise<Map<string, ComparedProviderDay>> {
  const rows = await read
    .selectFrom('compared_provider_day')
    .select([sql<string>`day::text`.as('day'), 'at', 'left_out as leftOut', 'balance', 'rest'])
    .where('provider', '=', provider)
    .$if(awal !== null, (days) => days.where('day', '>=', sql<Date>`${awal}::date`))
    .$if(akhir !== null, (days) => days.where('day', '<=', sql<Date>`${akhir}::date`))
    .orderBy('compared_provider_day.day')
    .execute()
  return new Map(
    rows.map(({ day, balance, rest, ...compared }) => [
      day,
      { ...compared, balance: senOf(balance), rest: rest === null ? null : senOf(rest) },
    ]),
  )
}
