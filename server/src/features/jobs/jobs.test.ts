import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Runs a job as its hour would, in the worker. */
async function run(name: string) {
  const { rows } = await sql<{ id: string }>`select id from graphile_worker.add_job(${name}, job_key => ${`test ${name}`})`.execute(
    app.db.read,
  )
  const waiting = async () => (await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(app.db.read)).rows.length
  await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(0)
}

test('the nightly sweep takes what has run out, and nothing that still counts', async () => {
  const who = await app.member()
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  const keys = async (from: 'recent_order' | 'sign_in_failure' | 'session') =>
    (
      await app.db.read
        .selectFrom(from)
        .select((of) => of.fn.countAll<bigint>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  await app.db.read
    .insertInto('recent_order')
    .values([
      { key: 1n, purchase_id: 1n, until: days(-1) },
      { key: 2n, purchase_id: 2n, until: days(1) },
    ])
    .execute()
  await app.db.read
    .insertInto('sign_in_failure')
    .values([
      { subject: 'email:old', failures: 9, blocked_until: days(-8), at: days(-8) },
      { subject: 'email:new', failures: 9, blocked_until: days(0), at: days(-1) },
    ])
    .execute()
  await app.db.read
    .insertInto('session')
    .values([
      { token_hash: Buffer.from('old'), member_id: who.id, used_at: days(-31) },
      { token_hash: Buffer.from('new'), member_id: who.id, used_at: days(-29) },
    ])
    .execute()
  const sessions = await keys('session')
  await run('sweep-old')
  expect([await keys('recent_order'), await keys('sign_in_failure'), await keys('session')]).toEqual([1n, 1n, sessions - 1n])
  expect((await app.call('GET', '/api/v1/user', { token: who.token })).status).toBe(200)
})

test('two workers share the jobs; the second finds everything prepared', async () => {
  await app.startAnother(['worker'])
  await Promise.all(['measure-quality', 'prove-books'].map(run))
})
