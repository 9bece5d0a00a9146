import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { networksOf } from './network.ts'
import { Refusal } from './refusal.ts'

interface Counted {
  counted: boolean
  ends_in: number
}

/** Subject of a member's allowance under a setting, as counted for calls with a `limit`. */
export const allowanceOf = (setting: string, memberId: bigint): string => `${setting}:${memberId}`

/**
 * Counts `amount` (default one) for `subject` and throws `rate.too_many`, or the given refusal, above `max` within the window. Counted in the
 * database, so that the limit applies to all processes and survives restarts; counted before the work and in one statement, so that concurrent
 * requests are all counted. An amount that exceeds the limit is not counted, so a smaller amount may still be accepted. The commit is asynchronous:
 * after a power failure the last counts may be lost.
 */
export async function rateLimit(
  db: Database,
  subject: string,
  max: number,
  windowSeconds: number,
  refuse = tooMany,
  amount = 1,
): Promise<void> {
  const hurried = sql`select set_config('synchronous_commit', 'off', true)`
  const { rows } = await db.transaction((tx) => more(amount, subject, max, windowSeconds, hurried).execute(tx))
  const seconds = waitOf(rows)
  if (seconds > 0) throw refuse(seconds)
}

/** Counts one for the network of this address, and for the site of an IPv6 network; throws `rate.too_many` above `max` of the network. */
export async function rateLimitByNetwork(db: Database, what: string, address: string, max: number, windowSeconds: number): Promise<void> {
  for (const { network, times } of networksOf(address)) await rateLimit(db, `${what} from ${network}`, times * max, windowSeconds)
}

/**
 * `rateLimitByNetwork` within the transaction of the counted work, so that only work that was done counts. Returns the seconds until the limit allows
 * more; 0 if the limit was not exceeded.
 */
export async function rateLimitByNetworkInTx(tx: Tx, what: string, address: string, max: number, windowSeconds: number): Promise<number> {
  for (const { network, times } of networksOf(address)) {
    const seconds = await rateLimitInTx(tx, `${what} from ${network}`, times * max, windowSeconds)
    if (seconds > 0) return seconds
  }
  return 0
}

/**
 * Counts one for `subject` within the transaction of the counted work, so that both commit together. Returns the seconds until the limit allows more;
 * 0 if the limit was not exceeded.
 */
export async function rateLimitInTx(tx: Tx, subject: string, max: number, windowSeconds: number): Promise<number> {
  const { rows } = await more(1, subject, max, windowSeconds, sql`select`).execute(tx)
  return waitOf(rows)
}

const waitOf = ([row]: Counted[]): number => (row && !row.counted ? Math.max(1, Math.ceil(row.ends_in)) : 0)

function more(amount: number, subject: string, max: number, windowSeconds: number, before: RawBuilder<unknown>) {
  const over = (row: RawBuilder<unknown>) => sql`${row}.began_at < now() - ${windowSeconds} * interval '1 second'`
  const already = (row: RawBuilder<unknown>) => sql`case when ${row}.began_at is null or ${over(row)} then 0 else ${row}.count end`
  const wanted = sql`${amount}::integer`
  const known = sql`known`
  return sql<Counted>`
    with before as materialized (${before})
    insert into rate_count as known (subject, began_at, count)
    select ${subject}, now(), case when ${wanted} <= ${max} then ${wanted} else 0 end from before
    on conflict (subject) do update set
      began_at = case when ${over(known)} then now() else known.began_at end,
      -- What is full stays one beyond, as a sign that somebody asked for more.
      count = case when ${already(known)} + ${wanted} <= ${max} then ${already(known)} + ${wanted}
        when ${already(known)} >= ${max} then ${max} + 1 else ${already(known)} end
    returning ${already(sql`old`)} + ${wanted} <= ${max} as counted,
      extract(epoch from began_at + ${windowSeconds} * interval '1 second' - now())::float8 as ends_in`
}

export async function deleteRateCounts(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('rate_count').where('subject', 'in', subjects).execute()
}

const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })
