import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../test/app.ts'
import { deposit } from '../../test/money.ts'
import { storeCheckpoint } from './checkpoints.ts'
import { storeDays } from './store-running-totals.ts'
import { checkLedger } from './verification/verification.ts'

let app: TestApp
let admin: TestMember
let member: TestMember

beforeAll(async () => {
  // Starts without a worker, since a worker would store sums before the test is ready.
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  member = await app.member()
})

afterAll(() => app?.stop())

/** Books a deposit at noon of that day and creates a checkpoint. */
async function receive(day: string): Promise<bigint> {
  await app.db.transaction((tx) => deposit(tx, member.id, 10_000n, { bank: '01' }))
  const set = await app.tables.transaction().execute(async (tx) => {
    await sql`alter table entry disable trigger user`.execute(tx)
    const noon = sql`${`${day} 12:00:00+07`}::timestamptz`
    await sql`update entry set at = ${noon} where set_id = (select max(set_id) from entry)`.execute(tx)
    await sql`update top_up set approved_at = ${noon} where id = (select max(id) from top_up)`.execute(tx)
    await sql`alter table entry enable trigger user`.execute(tx)
    const { rows } = await sql<{ set: bigint }>`select max(set_id) as set from entry`.execute(tx)
    return rows[0]?.set ?? 0n
  })
  await storeCheckpoint(app.db, set)
  return set
}

async function marks(): Promise<bigint[]> {
  const { rows } = await sql<{ set_id: bigint }>`select distinct set_id from account_checkpoint order by 1`.execute(app.db.read)
  return rows.map(({ set_id }) => set_id)
}

const history = async (): Promise<Json> =>
  (await app.call('GET', '/api/admin/v1/account/histories?code=01&size=100&sort=id,ASC', { token: admin.token })).body.data

test('only one checkpoint is kept for a day that is more than a week old, and the account balances are unchanged', async () => {
  const days = Array.from({ length: 10 }, (_, n) => `2025-03-${String(n + 1).padStart(2, '0')}`)
  const kept = new Map<string, bigint[]>()
  for (const day of days) kept.set(day, [await receive(day), await receive(day), await receive(day)])
  const before = await history()
  const newest = kept.get('2025-03-10')?.at(-1) ?? 0n
  await storeDays(app.db, newest)
  // Only the first two days are older than the week in which all checkpoints are kept.
  expect(await marks()).toEqual(days.flatMap((day, n) => kept.get(day)?.slice(n < 2 ? -1 : 0) ?? []))
  expect(await history()).toEqual(before)
  expect(before.content.map(({ saldo }: Json) => saldo)).toEqual(Array.from({ length: 30 }, (_, n) => (n + 1) * 10_000))
  expect(await checkLedger(app.db)).toEqual([])
})
