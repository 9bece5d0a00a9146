import { sql } from 'kysely'
import type { Database, Statement } from './db.ts'
import { Refusal } from './refusal.ts'

/** Failures before a subject has to wait, and the longest wait. Waits double from a second. */
export const freeGuesses = 5
const waitMaxSeconds = 15 * 60

/**
 * In one round trip: of many guesses at once the last is counted before the wait of the first is over. They are counted one
 * after the other, so a free one leaves no wait to those that began before it, and a wait begins when it is counted, not
 * when its statement began to stand in line.
 */
const countOne: Statement = {
  name: 'guessing.count',
  text: `
  insert into sign_in_failure as known (subject, failures, blocked_until) values ($1, 1, 'epoch')
  on conflict (subject) do update set
    failures = case when known.at < now() - interval '1 day' then 1 else known.failures + 1 end,
    blocked_until = case when known.at < now() - interval '1 day' or known.failures + 1 < $2::integer then 'epoch'
      else clock_timestamp() + least(power(2, least(known.failures + 1 - $2::integer, 20)), $3::integer) * interval '1 second' end,
    at = now()
  where known.blocked_until <= now()
  returning failures`,
}

/**
 * Counts a guess at something secret before it is looked at, in one statement: a thousand guesses sent at once are a
 * thousand guesses. Throws `access.too_many` while the subject has to wait. After a day without a guess the count starts anew.
 */
export async function countGuess(db: Database, subject: string, free = freeGuesses): Promise<void> {
  const rows = await db.transaction((tx) => tx.run(countOne, [subject, free, waitMaxSeconds]))
  if (rows.length > 0) return
  const blocked = await db.read.selectFrom('sign_in_failure').select('blocked_until').where('subject', '=', subject).executeTakeFirst()
  const seconds = Math.max(1, Math.ceil(((blocked?.blocked_until.getTime() ?? 0) - Date.now()) / 1000))
  throw new Refusal('access.too_many', { seconds }, { retryAfterSeconds: seconds })
}

/** The guess was right: the subject starts anew. */
export async function forgetGuesses(db: Database, subject: string): Promise<void> {
  await db.transaction((tx) => tx.deleteFrom('sign_in_failure').where('subject', '=', subject).execute())
}

/** The guess was right, but only this one is forgotten. */
export async function forgetGuess(db: Database, subject: string): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`delete from sign_in_failure where subject = ${subject} and failures <= 1`.execute(tx)
    await sql`update sign_in_failure set failures = failures - 1, blocked_until = 'epoch' where subject = ${subject}`.execute(tx)
  })
}
