import { reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { listDifferences } from './differences.queries.ts'

const differencesCount = 100_000
const ofSeller = 5

let crowded: Crowded

beforeAll(async () => {
  crowded = await startCrowded(['reconciliation_difference'])
  await sql`insert into member (id, name, email, password_hash) overriding system value values (7, 'Toko Melati', 'melati@lapak.test', '-')`.execute(
    crowded.tables,
  )
  await sql`
    insert into reconciliation_difference (scope, key, day, kind, reference, ours, detail)
    select case when n < ${ofSeller} then 'seller' else 'bank' end, case when n < ${ofSeller} then '7' else '01' end,
      date '2026-01-01' + n / 100, 'status', 'mutasi ' || n, n, 'TRSF ' || md5(n::text)
    from generate_series(0, ${differencesCount - 1}) n`.execute(crowded.tables)
})

afterAll(() => crowded?.drop())

test.each([
  ['what it is about', 'mutasi 99999', 1],
  ["its seller's name", 'melati', ofSeller],
  ['a word that none has', 'tidak ada', 0],
])('a difference is found by %s among very many differences, even with a query plan made for empty tables', async (_, search, total) => {
  const query = reconciliationCalls.differences.query.parse({ search })
  const { found, looked } = await crowded.looking(() => listDifferences(crowded.db, query))
  expect(found.totalElements).toBe(total)
  expect(found.content).toHaveLength(total)
  expect(looked).toBeLessThan(300)
})
