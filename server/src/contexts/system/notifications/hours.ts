import { wibBare } from '@lapak/contract/shared/time-text'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'

/*
 * Frequent events are summarized by the hour: one notification for each full hour, with its final sum. The rows of an hour are a range of ids that
 * continues from hour to hour, so that every row belongs to exactly one hour.
 */

export interface Hour {
  from: Date
  until: Date
  /** The ids of the rows of this hour: above `after`, up to `upTo`. */
  after: bigint
  upTo: bigint
  /** Distinguishes the notification of this hour from those of other hours. */
  key: string
}

interface Batched {
  name: string
  /** The largest id of a row before this moment. */
  numberBefore(tx: Tx, moment: Date): Promise<bigint>
  notifyHour(tx: Tx, hour: Hour): Promise<void>
}

const hourMs = 3_600_000
/** After this time, transactions that began within the hour have ended. */
const lateMs = 120_000

/** Processes all past hours that were not processed yet, each in a transaction of its own. The first call ever begins with the last full hour. */
export async function notifyHours(db: Database, batched: Batched, now: Date): Promise<void> {
  const last = Math.floor((now.getTime() - lateMs) / hourMs) * hourMs
  while (await db.transaction((tx) => notifyNext(tx, batched, last)));
}

async function notifyNext(tx: Tx, { name, numberBefore, notifyHour }: Batched, last: number): Promise<boolean> {
  // Makes PostgreSQL read ranges of ids by index, even if its statistics are from a time when the large tables were small.
  await sql`set local enable_seqscan = off`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hours of ${name}`}, 0))`.execute(tx)
  const digest = await tx.selectFrom('notification_digest').select(['until', 'mark']).where('name', '=', name).executeTakeFirst()
  const from = digest?.until ?? new Date(last - hourMs)
  if (from.getTime() >= last) return false
  const until = new Date(from.getTime() + hourMs)
  const after = digest?.mark ?? (await numberBefore(tx, from))
  const number = await numberBefore(tx, until)
  // biome-ignore lint/complexity/useMathMinMax: Math knows no bigint.
  const upTo = number > after ? number : after
  await notifyHour(tx, { from, until, after, upTo, key: from.toISOString().slice(0, 13) })
  await tx
    .insertInto('notification_digest')
    .values({ name, until, mark: upTo })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ until, mark: upTo }))
    .execute()
  return until.getTime() < last
}

/** In the usual Indonesian form: `pukul 13.00–14.00 WIB`. */
export const hourLabel = ({ from, until }: Pick<Hour, 'from' | 'until'>): string => `pukul ${clock(from)}–${clock(until)} WIB`

const clock = (moment: Date) => wibBare(moment).slice(11, 16).replace(':', '.')
