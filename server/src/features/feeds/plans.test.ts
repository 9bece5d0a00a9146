import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '#core/db.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { listComments, listPosts } from './feeds.queries.ts'

/** What was planned while nobody had written reads a page of a feed that is full, and not the feed. */
let app: TestApp
let member: TestMember
const rows = 60_000

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  await sql`analyze`.execute(app.tables)
  for (const table of ['post', 'post_comment', 'member'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(app.tables)
  member = await app.member()
  await sql`
    insert into member (name, email, password_hash) select 'Toko ' || n, n || '@banyak.test', '' from generate_series(1, 5000) n`.execute(
    app.tables,
  )
  const writers = sql`(select array_agg(id) from member)`
  await sql`
    insert into post (member_id, by_house, client_id, body, removed_at)
    select ${writers}[1 + n % 5000], false, gen_random_uuid(), 'Kiriman', case when n % 3 = 0 then now() end
    from generate_series(1, ${rows}::integer) n`.execute(app.tables)
  await sql`
    insert into post_comment (post_id, member_id, by_house, client_id, body, removed_at)
    select (select max(id) - 1 from post), ${writers}[1 + n % 5000], false, gen_random_uuid(), 'Komentar', case when n % 3 = 0 then now() end
    from generate_series(1, ${rows}::integer) n`.execute(app.tables)
})
afterAll(() => app?.stop())

/** How many rows were read in all for it. */
const readFor = (work: (read: Reader) => Promise<unknown>): Promise<number> =>
  app.db.transaction(async (tx) => {
    const readUntilNow = async () => {
      const { rows } = await sql<{ many: bigint }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as many
        from pg_stat_xact_user_tables where relname in ('post', 'post_comment', 'member')`.execute(tx)
      return Number(rows[0]?.many)
    }
    const before = await readUntilNow()
    await work(tx)
    return (await readUntilNow()) - before
  })

test('a page of the feed, and of a post that everybody answered, reads a few rows', async () => {
  const newest = await listPosts(app.db.read, member.id, { size: 1 })
  const last = newest.content[0]?.postid ?? 0n
  for (const [name, work] of Object.entries({
    newest: (read: Reader) => listPosts(read, member.id, { size: 10 }),
    older: (read: Reader) => listPosts(read, member.id, { size: 50, before: last - 30_000n }),
    comments: (read: Reader) => listComments(read, member.id, last, { size: 20 }),
    'older comments': (read: Reader) => listComments(read, member.id, last, { size: 20, before: 30_000n }),
  }))
    expect(await readFor(work), name).toBeLessThan(1_000)
})
