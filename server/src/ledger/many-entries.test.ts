import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../test/crowded.ts'
import { cashTotalsByDay } from './cash.ts'
import { platformBalances } from './checkpoints.ts'

const days = 60
const setsEachDay = 1_000

let crowded: Crowded

const dayOf = (day: RawBuilder<unknown>) => sql`date '2026-01-01' + ${day}`

beforeAll(async () => {
  crowded = await startCrowded(['entry'])
  const { tables } = crowded
  await sql`
    insert into entry (set_id, leg, account_id, amount, event, reference, at)
    select n, leg, case leg when 1 then -101 else -102 end, case leg when 1 then -1000 else 1000 end, 'cash.transferred', n,
      (${dayOf(sql`(n - 1) / ${setsEachDay}`)})::timestamp at time zone 'Asia/Jakarta' + interval '1 hour'
    from generate_series(1, ${days * setsEachDay}) n, generate_series(1, 2) leg`.execute(tables)
  await sql`
    insert into ledger_day (day, first_set) select ${dayOf(sql`n`)}, n * ${setsEachDay} + 1 from generate_series(0, ${days}) n`.execute(
    tables,
  )
  await sql`
    insert into account_checkpoint (account_id, set_id, balance)
    select id, ${days * setsEachDay}, case id when -101 then -1000 else 1000 end * ${days * setsEachDay}
    from system_account where id in (-101, -102)`.execute(tables)
})

afterAll(() => crowded?.drop())

test('platform balances are read from the last checkpoint and the entries since, even with a query plan that was made for empty tables', async () => {
  const { found, looked } = await crowded.looking(() => crowded.db.snapshot(platformBalances))
  expect(found.find(({ code }) => code === '01')?.balance).toBe(BigInt(-1000 * days * setsEachDay))
  expect(looked).toBe(0)
})

test('the movements of a bank in a week are read by day, even with a query plan that was made for empty tables', async () => {
  const { found, looked } = await crowded.looking(() =>
    crowded.db.snapshot((read) => cashTotalsByDay(read, '01', { awal: '2026-02-01', akhir: '2026-02-07' })),
  )
  expect(found.map(({ amount }) => amount)).toEqual(Array.from({ length: 7 }, () => BigInt(1000 * setsEachDay)))
  expect(looked).toBe(7 * setsEachDay)
})
