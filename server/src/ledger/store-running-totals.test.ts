import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../test/app.ts'
import { deposit } from '../../test/money.ts'
import { storeRunningTotals } from './store-running-totals.ts'
import { checkLedger } from './verification/verification.ts'

let app: TestApp
let slow: TestMember
let quick: TestMember

beforeAll(async () => {
  // Starts without a worker, since its job would store sums.
  app = await startTestApp({}, ['http'])
  slow = await app.member()
  quick = await app.member()
})
afterAll(() => app?.stop())

const newestSet = async () => (await sql<{ set: bigint }>`select max(set_id) as set from entry`.execute(app.db.read)).rows[0]?.set
const newestKept = async () =>
  (await sql<{ set: bigint }>`select max(set_id) as set from account_checkpoint`.execute(app.db.read)).rows[0]?.set

test('sums are stored only after earlier set numbers were committed', async () => {
  let keeping: Promise<void> | undefined
  await app.db.transaction(async (tx) => {
    await deposit(tx, slow.id, 5_000n)
    await app.db.transaction((other) => deposit(other, quick.id, 7_000n))
    keeping = storeRunningTotals(app.db)
    // Waits, so that `storeRunningTotals` could finish too early.
    await Promise.race([keeping, pause(500)])
  })
  await keeping
  expect(await newestKept()).toBe(await newestSet())
  expect(await checkLedger(app.db)).toEqual([])
})

test('sums are stored without waiting for a transaction that only reads', async () => {
  await app.tables
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (reader) => {
      await sql`select count(*) from entry`.execute(reader)
      await app.db.transaction((tx) => deposit(tx, quick.id, 9_000n))
      await storeRunningTotals(app.db)
      expect(await newestKept()).toBe(await newestSet())
    })
})
