import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from './db.ts'
import { Refusal } from './refusal.ts'

interface Counted {
  count: number
  ends_in: number
}

/**
 * Counts one more of `subject` and throws `rate.too_many`, or what is given instead, beyond `max` within the window. In the
 * database, so that it holds over all processes and restarts; counted before the work, in one statement, so that many at once are many. Nobody waits for the
 * disk: a machine that loses its power may lose the counts of its last moment.
 */
export async function countWithin(db: Database, subject: string, max: number, windowSeconds: number, refuse = tooMany): Promise<void> {
  const hurried = sql`select set_config('synchronous_commit', 'off', true)`
  const { rows } = await db.transaction((tx) => oneMore(subject, max, windowSeconds, hurried).execute(tx))
  const seconds = waitOf(rows, max)
  if (seconds > 0) throw refuse(seconds)
}

/**
 * The same within the transaction of what is counted, so that neither is there without the other. Answers the seconds until there is room
 * again; 0 where there was.
 */
export async function waitForRoom(tx: Tx, subject: string, max: number, windowSeconds: number): Promise<number> {
  const { rows } = await oneMore(subject, max, windowSeconds, sql`select`).execute(tx)
  return waitOf(rows, max)
}

const waitOf = ([row]: Counted[], max: number): number => (row && row.count > max ? Math.max(1, Math.ceil(row.ends_in)) : 0)

const oneMore = (subject: string, max: number, windowSeconds: number, before: RawBuilder<unknown>) => sql<Counted>`
    with before as materialized (${before})
    insert into rate_count as known (subject, began_at, count) select ${subject}, now(), 1 from before
    on conflict (subject) do update set
      began_at = case when known.began_at < now() - ${windowSeconds} * interval '1 second' then now() else known.began_at end,
      count = case when known.began_at < now() - ${windowSeconds} * interval '1 second' then 1 else least(known.count, ${max}) + 1 end
    returning count, extract(epoch from began_at + ${windowSeconds} * interval '1 second' - now())::float8 as ends_in`

export async function forgetCounts(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.deleteFrom('rate_count').where('subject', 'in', subjects).execute()
}

const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })
