// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { correctCash } from '../../../../test/money.ts'
import { bankDifferences } from './bank-differences.ts'

/** The nightly run has more bookings than were ever read at once. */
const bookings = process.env.NIGHTLY === '1' ? 1_000_001 : 50_001

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})

afterAll(() => app?.stop())

test('a booking without a bank row is found even if it is the last of very many bookings of a day', async () => {
  await app.tables.transaction().execute(async (tx) => {
    await sql`alter table entry disable trigger user`.execute(tx)
    await sql`
      with drawn as materialized (select nextval('entry_set_id') as id from generate_series(1, ${bookings}::int))
      insert into entry (set_id, leg, account_id, amount, event, reference) select id, 1, -105, -1, 'unmatched.received', id from drawn`.execute(
      tx,
    )
    await sql`alter table entry enable trigger user`.execute(tx)
  })
  await app.db.transaction((tx) => correctCash(tx, '05', 'interest', 250n))
  const asked = { installation: 'LPK', bank: '05', day: jakartaDayOf(new Date()) } as const
  expect(await bankDifferences(app.db.read, asked)).toMatchObject({ found: [{ kind: 'no_statement', ours: 25_000n }], leftOut: 0 })
})
