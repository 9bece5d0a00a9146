import { wibBare } from '@lapak/contract/shared/time-text'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'

/*
 * What happens by the hundred is told by the hour: each whole hour once, with its final sum. Which rows are of an hour is a range of their
 * numbers, kept from hour to hour, so that every row is in one of them.
 */

export interface Hour {
  from: Date
  until: Date
  /** The numbers of its rows: above the one, up to the other. */
  after: bigint
  upTo: bigint
  /** What tells this hour's notice from those of others. */
  key: string
}

interface Batched {
  name: string
  /** The largest number of what happened before the moment. */
  numberBefore(tx: Tx, moment: Date): Promise<bigint>
  notifyHour(tx: Tx, hour: Hour): Promise<void>
}

const hourMs = 3_600_000
/** Transactions that began before the hour was over have ended by then. */
const lateMs = 120_000

/** Tells all hours that are over and were not told, each in a transaction of its own. The first one ever is the last that is over. */
export async function notifyHours(db: Database, batched: Batched, now: Date): Promise<void> {
  const last = Math.floor((now.getTime() - lateMs) / hourMs) * hourMs
  while (await db.transaction((tx) => notifyNext(tx, batched, last)));
}

async function notifyNext(tx: Tx, { name, numberBefore, notifyHour }: Batched, last: number): Promise<boolean> {
  // Ranges of numbers in large tables, whatever was known of these when they were small.
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

/** As people say it: `pukul 13.00–14.00 WIB`. */
export const hourLabel = ({ from, until }: Pick<Hour, 'from' | 'until'>): string => `pukul ${clock(from)}–${clock(until)} WIB`

const clock = (moment: Date) => wibBare(moment).slice(11, 16).replace(':', '.')
