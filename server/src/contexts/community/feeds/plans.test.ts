// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { listComments, listPosts } from './feeds.queries.ts'
import { listForAdmins, readDetail } from './moderation.queries.ts'
import { purgeRemoved } from './purge.ts'

/** The tests check that a page of a very large feed reads only few rows, with query plans made for an empty feed. */
let crowded: Crowded
const rows = process.env.NIGHTLY ? 1_000_000 : 60_000
const member = 7n
/** The id of the last post, which all members comment on, like and report. */
const last = BigInt(rows - 1)
const hanging = ['post_comment', 'post_comment_report', 'post_like', 'post_report'] as const

beforeAll(async () => {
  crowded = await startCrowded(['post', 'member', 'member_role', ...hanging])
  const { tables } = crowded
  await sql`
    insert into member (id, name, email, password_hash) overriding system value
    select n, 'Toko ' || n, n || '@banyak.test', '' from generate_series(1, ${rows}::integer / 4) n`.execute(tables)
  const writer = sql`1 + n % (${rows}::integer / 4)`
  await sql`
    insert into post (id, member_id, by_platform, client_id, body, removed_at, hidden_at, hidden_by, hidden_reason) overriding system value
    select n, ${writer}, false, gen_random_uuid(), 'Kiriman', case when n % 3 = 0 and n < ${last} then now() - n % 60 * interval '1 day' end,
      case when hidden then now() end, case when hidden then 1 end, case when hidden then 'PIN' end
    from generate_series(1, ${rows}::integer - 1) n, lateral (select n % 50 = 1) as told(hidden)`.execute(tables)
  const post = sql`case when n % 2 = 0 then ${last} else n end`
  await sql`
    insert into post_comment (id, post_id, member_id, by_platform, client_id, body, removed_at, report_count) overriding system value
    select n, ${post}, ${writer}, false, gen_random_uuid(), 'Komentar', case when n % 3 = 0 then now() - n % 60 * interval '1 day' end,
      case when n % 10000 = 2 then 1 else 0 end
    from generate_series(1, ${rows}::integer - 1) n`.execute(tables)
  for (const table of ['post_like', 'post_report'])
    await sql`
      insert into ${sql.table(table)} ${sql.raw(table === 'post_like' ? '(post_id, member_id)' : '(post_id, member_id, reason)')}
      select distinct ${post}, ${writer} ${sql.raw(table === 'post_like' ? '' : ", 'spam'")} from generate_series(1, ${rows}::integer - 1) n`.execute(
      tables,
    )
  await sql`
    insert into post_comment_report (comment_id, member_id, reason)
    select n, ${writer}, 'spam' from generate_series(1, ${rows}::integer - 1) n`.execute(tables)
}, 300_000)
afterAll(() => crowded?.drop())

test('a page of the feed, of comments of a popular post, and of the lists of administrators, is read from few rows', async () => {
  const { db, looking } = crowded
  const page = { page: 0, size: 20, sort: { field: 'id', descending: true } } as const
  for (const [name, work] of Object.entries({
    newest: () => listPosts(db.read, member, { size: 10 }),
    older: () => listPosts(db.read, member, { size: 50, before: last - 30_000n }),
    comments: () => listComments(db.read, member, last, { size: 20 }),
    'older comments': () => listComments(db.read, member, last, { size: 20, before: 30_000n }),
    'of one member': () => listForAdmins(db.read, 1n, { ...page, tahap: undefined, memberid: member }),
    'that wait for administrators': () => listForAdmins(db.read, 1n, { ...page, tahap: 'dilaporkan', memberid: undefined }),
  })) {
    const { looked, entries } = await looking<unknown>(work)
    expect(Math.max(looked, entries), name).toBeLessThan(1_000)
  }
})

test('the detail of a post reads only its own comments and reports, and the members that are shown with them', async () => {
  const { db, looking } = crowded
  const { found, looked } = await looking(() => readDetail(db.read, 1n, last))
  expect(found.comments.slice(0, 2).map(({ laporan }) => laporan)).toEqual([1, 1])
  expect(found.comments).toHaveLength(100)
  // All reports of the post are sorted, and all names are read together if there are only a few thousand members.
  expect(looked).toBeLessThan(1.25 * rows)
})

test('the purge deletes posts and comments that their writers removed, and reads few other rows', async () => {
  const { db, looking, tables } = crowded
  const count = async () => {
    const { rows } = await sql<{ many: bigint }>`
      select ${sql.join(
        ['post', ...hanging].map((table) => sql`(select count(*) from ${sql.table(table)})`),
        sql` + `,
      )} as many`.execute(tables)
    return Number(rows[0]?.many)
  }
  const before = await count()
  const { looked } = await looking(() => purgeRemoved({ db, settings: { get: () => 30 } as never }))
  const swept = before - (await count())
  expect(swept).toBeGreaterThan(rows / 3)
  // Each deleted row is read when it is found, when it is deleted, and when references to it are checked.
  expect(looked).toBeLessThan(4 * swept)
}, 300_000)
