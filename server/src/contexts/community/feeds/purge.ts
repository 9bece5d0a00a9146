import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { defaultBatchSize, runInBatches } from '#jobs/batches.ts'
import type { FeedDeps } from './feeds.ts'

const postsAtOnce = 500

/** Deletes posts and comments that were removed longer ago than the setting allows, with all rows that belong to them. */
export async function purgeRemoved({ db, settings }: Pick<FeedDeps, 'db' | 'settings'>): Promise<void> {
  const before = new Date(Date.now() - settings.get('feeds.removedKeptDays') * 86_400_000)
  while ((await purgePosts(db, before)) === postsAtOnce);
  await purgeComments(db, before)
}

/**
 * Deletes removed posts in batches. Their likes, comments and reports are deleted first, because one post may have very many; a removed post gets no
 * new ones.
 */
async function purgePosts(db: Database, before: Date): Promise<number> {
  const ids = await oldOnes(db, 'post', before, postsAtOnce)
  const of = (table: 'post_like' | 'post_report' | 'post_comment') =>
    sql`${gone(ids)} cross join lateral (select ctid, * from ${sql.table(table)} where post_id = gone.id offset 0) one`
  await runInBatches(db, (tx) => sql`delete from post_like where ctid = ${some(of('post_like'))}`.execute(tx))
  await runInBatches(db, (tx) => sql`delete from post_report where ctid = ${some(of('post_report'))}`.execute(tx))
  for (let found = defaultBatchSize; found === defaultBatchSize; ) {
    const { rows } = await sql<{ id: bigint }>`select one.id from ${of('post_comment')} limit ${defaultBatchSize}`.execute(db.read)
    found = rows.length
    await deleteComments(
      db,
      rows.map(({ id }) => id),
    )
  }
  if (ids.length > 0) await db.transaction((tx) => tx.deleteFrom('post').where('id', 'in', ids).execute())
  return ids.length
}

async function purgeComments(db: Database, before: Date): Promise<void> {
  for (let found = defaultBatchSize; found === defaultBatchSize; ) {
    const ids = await oldOnes(db, 'post_comment', before, defaultBatchSize)
    found = ids.length
    await deleteComments(db, ids)
  }
}

async function deleteComments(db: Database, ids: bigint[]): Promise<void> {
  const reports = sql`${gone(ids)} cross join lateral (select ctid from post_comment_report where comment_id = gone.id offset 0) one`
  await runInBatches(db, (tx) => sql`delete from post_comment_report where ctid = ${some(reports)}`.execute(tx))
  await db.transaction((tx: Tx) => sql`delete from post_comment where id = any(${ids}::bigint[])`.execute(tx))
}

async function oldOnes(db: Database, table: 'post' | 'post_comment', before: Date, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)} where removed_at < ${before} order by removed_at limit ${count}`.execute(db.read)
  return rows.map(({ id }) => id)
}

/** The lateral join looks up the rows of each id separately, whatever the statistics are. */
const gone = (ids: readonly bigint[]) => sql`unnest(${ids}::bigint[]) as gone(id)`
const some = (found: RawBuilder<unknown>) => sql`any(array(select one.ctid from ${found} limit ${defaultBatchSize}))`
