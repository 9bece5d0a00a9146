import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './db.ts'
import { Refusal } from './refusal.ts'

interface Counted {
  counted: boolean
  ends_in: number
}

/** Whose allowance by which setting, as the calls that declare it as their `limit` count. */
export const allowanceOf = (setting: string, memberId: bigint): string => `${setting}:${memberId}`

/**
 * Counts one more of `subject`, or `amount`, and throws `rate.too_many`, or what is given instead, beyond `max` within the window. In the
 * database, so that it holds over all processes and restarts; counted before the work, in one statement, so that many at once are many. What does
 * not fit is not counted, so that who asked for too much may ask for less. Nobody waits for the disk: a machine that loses its power may lose the
 * counts of its last moment.
 */
export async function countWithin(
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

/**
 * The same within the transaction of what is counted, so that neither is there without the other. Answers the seconds until there is room
 * again; 0 where there was.
 */
export async function waitForRoom(tx: Tx, subject: string, max: number, windowSeconds: number): Promise<number> {
  const { rows } = await more(1, subject, max, windowSeconds, sql`select`).execute(tx)
  return waitOf(rows)
}

const waitOf = ([row]: Counted[]): number => (row && !row.counted ? Math.max(1, Math.ceil(row.ends_in)) : 0)

/** Who was counted for the first time a moment ago is not in the snapshot of this statement, and waits for a whole window at most. */
const more = (amount: number, subject: string, max: number, windowSeconds: number, before: RawBuilder<unknown>) => sql<Counted>`
    with before as materialized (${before}),
    added as (
      insert into rate_count as known (subject, began_at, count) select ${subject}, now(), ${amount}::integer from before where ${amount}::integer <= ${max}
      on conflict (subject) do update set
        began_at = case when known.began_at < now() - ${windowSeconds} * interval '1 second' then now() else known.began_at end,
        count = case when known.began_at < now() - ${windowSeconds} * interval '1 second' then 0 else known.count end + ${amount}::integer
      where known.began_at < now() - ${windowSeconds} * interval '1 second' or known.count + ${amount}::integer <= ${max}
      returning subject
    )
    select exists (select from added) as counted, coalesce(
      (select extract(epoch from began_at + ${windowSeconds} * interval '1 second' - now())::float8 from rate_count where subject = ${subject}), ${windowSeconds}) as ends_in`

export async function forgetCounts(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('rate_count').where('subject', 'in', subjects).execute()
}

const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })
