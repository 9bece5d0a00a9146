import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#db/schema.ts'
import { startTestApp, type TestApp } from './app.ts'
import { runJob } from './run-job.ts'

/* The jobs of all features, run by a worker as at their scheduled time. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const sweeps = [
  'purge-rate-counters',
  'purge-sessions',
  'purge-otp-codes',
  'purge-messages',
  'purge-orders',
  'purge-deliveries',
  'purge-found-buyers',
]

test('the nightly purge deletes expired rows only', async () => {
  const who = await app.member()
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  const keys = async (from: keyof DB) =>
    (
      await app.db.read
        .selectFrom(from)
        .select((of) => of.fn.countAll<bigint>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows
  await app.tables
    .insertInto('recent_order')
    .values([
      { key: 1n, purchase_id: 1n, until: days(-1) },
      { key: 2n, purchase_id: 2n, until: days(1) },
    ])
    .execute()
  await app.tables
    .insertInto('sign_in_failure')
    .values([
      { subject: 'email:old', failures: 9, blocked_until: days(-91), at: days(-91) },
      { subject: 'email:new', failures: 9, blocked_until: days(0), at: days(-89) },
    ])
    .execute()
  await app.tables
    .insertInto('session')
    .values([
      { token_hash: Buffer.from('old'), member_id: who.id, used_at: days(-31) },
      { token_hash: Buffer.from('new'), member_id: who.id, used_at: days(-29) },
      { token_hash: Buffer.from('used for long'), member_id: who.id, created_at: days(-91) },
    ])
    .execute()
  await app.tables
    .insertInto('network_attempt')
    .values([
      { network: '203.0.113.1', account_hash: Buffer.from('old'), at: days(-1.1) },
      { network: '203.0.113.1', account_hash: Buffer.from('new'), at: days(-0.9) },
    ])
    .execute()
  await app.tables
    .insertInto('device')
    .values([
      { token_hash: Buffer.from('old'), member_id: who.id, used_at: days(-181) },
      { token_hash: Buffer.from('new'), member_id: who.id, used_at: days(-179) },
    ])
    .execute()
  const owned = { member_id: who.id, created_at: days(-40) }
  await app.tables
    .insertInto('email_token')
    .values([
      { ...owned, token_hash: Buffer.from('used'), purpose: 'reset', expires_at: days(1), used_at: days(-8) },
      { ...owned, token_hash: Buffer.from('old'), purpose: 'sign_in', expires_at: days(-8) },
      { ...owned, token_hash: Buffer.from('late'), purpose: 'sign_in', expires_at: days(-6) },
    ])
    .execute()
  const form = { member_id: who.id, name: 'Budi', password_hash: 'x' }
  await app.tables
    .insertInto('sign_up')
    .values([
      { ...form, created_at: days(-11) },
      { ...form, created_at: days(-10) },
    ])
    .execute()
  const code = { ...owned, purpose: 'confirm', channel: 'mail', destination: who.email, code_hash: Buffer.from('x') }
  await app.tables
    .insertInto('otp')
    .values([
      { ...code, sid: 'old', expires_at: days(-8) },
      { ...code, sid: 'late', expires_at: days(-6) },
    ])
    .execute()
  await app.tables
    .insertInto('mfa_challenge')
    .values([
      { ...owned, token_hash: Buffer.from('old'), expires_at: days(-8) },
      { ...owned, token_hash: Buffer.from('late'), expires_at: days(-6) },
    ])
    .execute()
  await app.tables
    .insertInto('rate_count')
    .values([
      { subject: 'old', began_at: days(-3), count: 1 },
      { subject: 'late', began_at: days(-1), count: 1 },
    ])
    .execute()
  const message = { carrier: 'mail', destination: who.email, subject: 'Surat', state: 'sent' }
  await app.tables
    .insertInto('outbox')
    .values([
      { ...message, created_at: days(-31) },
      { ...message, created_at: days(-29) },
    ])
    .execute()
  const callback = { member_id: who.id, event: 'ping', url: 'http://127.0.0.1:9/', body: '{}' }
  const deliveries = await app.tables
    .insertInto('delivery')
    .values([
      { ...callback, state: 1, created_at: days(-91) },
      { ...callback, state: 2, created_at: days(-89) },
    ])
    .returning('id')
    .execute()
  await app.tables
    .insertInto('delivery_attempt')
    .values(deliveries.map(({ id }) => ({ delivery_id: id, status: 200, took_ms: 3, answer: 'OK' })))
    .execute()
  const [early, late] = [await app.member(), await app.member()]
  // Deletes the counters of the tests' members' sign-ins, too.
  await app.tables.deleteFrom('rate_count').where('subject', 'like', 'sign-ins of %').execute()
  await app.tables
    .insertInto('buyer_found')
    .values([
      { seller_id: who.id, member_id: early.id, at: days(-2) },
      { seller_id: who.id, member_id: late.id },
    ])
    .execute()
  const origin = { member_id: who.id, url: 'http://127.0.0.1:9/' }
  await app.tables
    .insertInto('callback_endpoint')
    .values([
      { ...origin, origin: 'old', created_at: days(-91) },
      { ...origin, origin: 'late', created_at: days(-91), asked_at: days(-89) },
      { ...origin, origin: 'proved', created_at: days(-91), verified_at: days(-91) },
    ])
    .execute()
  const left = () =>
    Promise.all(
      (['email_token', 'otp', 'mfa_challenge', 'rate_count', 'network_attempt', 'outbox', 'delivery', 'delivery_attempt'] as const).map(
        keys,
      ),
    )
  expect(await left()).toEqual([3n, 2n, 2n, 2n, 2n, 2n, 2n, 2n])
  const [sessions, devices] = [await keys('session'), await keys('device')]
  for (const purge of sweeps) await runJob(app, purge)
  expect([await keys('recent_order'), await keys('sign_in_failure'), await keys('session')]).toEqual([1n, 1n, sessions - 2n])
  expect(await left()).toEqual([1n, 1n, 1n, 1n, 1n, 1n, 1n, 1n])
  expect(await keys('device')).toBe(devices - 1n)
  expect([await keys('buyer_found'), await keys('callback_endpoint')]).toEqual([1n, 2n])
  // The newest sign-up form of an e-mail address stays, so that its link can be requested again.
  expect(await keys('sign_up')).toBe(1n)
  expect((await app.call('GET', '/api/v1/user', { token: who.token })).status).toBe(200)
})

test('the nightly purge deletes jobs that failed for good a week ago, and keeps those that may still succeed', async () => {
  const failed = async (key: string, attempts: number, days: number) => {
    await sql`select graphile_worker.add_job('measure-quality', job_key => ${key}, run_at => now() + interval '1 year', max_attempts => 3)`.execute(
      app.tables,
    )
    await sql`update graphile_worker._private_jobs set attempts = ${attempts}, updated_at = now() - ${days} * interval '1 day' where key = ${key}`.execute(
      app.tables,
    )
  }
  await failed('sweep dead', 3, 8)
  await failed('sweep fresh', 3, 6)
  await failed('sweep waiting', 2, 8)
  await runJob(app, 'purge-failed-jobs')
  const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs where key like 'sweep %' order by key`.execute(
    app.db.read,
  )
  expect(rows.map(({ key }) => key)).toEqual(['sweep fresh', 'sweep waiting'])
})

test('finished days are summed, and the current day is not', async () => {
  const who = await app.member()
  const order = (reffclient: string, days: number) =>
    sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, transactionrc, channel, created_at, reffclient, product_code, target)
    values (nextval('purchase_id'), ${who.id}, 1, 1, 1, 700, 1, 0, now() - ${days} * interval '1 day', ${reffclient}, 'S5', '0812')`.execute(
      app.tables,
    )
  await order('BEFORE', 2)
  await order('TODAY', 0)
  await runJob(app, 'sum-days')
  const { rows } = await sql<{ ago: number; amount: bigint }>`
    select (now() at time zone 'Asia/Jakarta')::date - day as ago, amount from purchase_day join purchase_day_summed using (day)`.execute(
    app.db.read,
  )
  expect(rows).toEqual([{ ago: 2, amount: 700n }])
  await sql`delete from purchase`.execute(app.tables)
})

test('two workers share the jobs over one prepared database', async () => {
  await app.startAnother(['worker'])
  await Promise.all(['measure-quality', 'sum-days', 'verify-books', 'verify-days'].map((name) => runJob(app, name)))
})

test('a failed job is retried later and does not stop the others', async () => {
  await sql`select graphile_worker.add_job('deliver-message', json_build_object('id', 'nonsense'), job_key => 'broken')`.execute(app.tables)
  const broken = async () =>
    (
      await sql<{
        attempts: number
        last_error: string | null
      }>`select attempts, last_error from graphile_worker.jobs where key = 'broken'`.execute(app.db.read)
    ).rows
  await expect.poll(broken, { interval: 20 }).toMatchObject([{ attempts: 1, last_error: expect.any(String) }])
  await runJob(app, 'measure-quality')
})

test('a message that a dead process had locked is sent minutes later', async () => {
  const front = await startTestApp({}, ['http'])
  try {
    const member = await front.member()
    await front.call('GET', '/api/v1/otp', { token: member.token })
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes', locked_by = 'worker-dead', attempts = 1`.execute(
      front.tables,
    )
    await front.startAnother(['worker'])
    await sql`select graphile_worker.add_job('release-locked-jobs')`.execute(front.tables)
    await expect
      .poll(() => front.db.read.selectFrom('outbox').select(['state', 'tries']).execute(), { interval: 20 })
      .toEqual([{ state: 'kept', tries: 1 }])
  } finally {
    await front.stop()
  }
})
