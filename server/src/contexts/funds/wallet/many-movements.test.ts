import { type MutasiQuery, searchedRowsMax, walletCalls } from '@lapak/contract/funds/wallet'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { readMutasi } from './mutasi.queries.ts'

const movementsCount = 4 * searchedRowsMax

let crowded: Crowded

beforeAll(async () => {
  crowded = await startCrowded(['entry', 'top_up'])
  const { tables } = crowded
  await sql`insert into member (id, name, email, password_hash) overriding system value values (1, 'Budi', 'budi@lapak.test', '-')`.execute(
    tables,
  )
  await sql`
    insert into entry (set_id, leg, account_id, amount, balance_after, event, reference)
    select n, leg, case leg when 1 then -101 else 1 end, case leg when 1 then -1000 else 1000 end, case leg when 2 then 1000 * n end,
      'deposit.approved', n
    from generate_series(1, ${movementsCount}) n, generate_series(1, 2) leg`.execute(tables)
  await sql`
    insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at)
    select n, 1, 1, 'transfer', '01', 1000, 0, 1000, 2, 1000, 1000, 'admin', now() from generate_series(1, ${movementsCount}) n`.execute(
    tables,
  )
  await sql`insert into ledger_day (day, first_set) values (current_date + 1, ${movementsCount + 1})`.execute(tables)
})

afterAll(() => crowded?.drop())

/** The number of rows that a text search may read: the newest movements and their tickets, once for the page and once for the count. */
const readForWords = 4 * searchedRowsMax + 10

test.each([
  ['a word that none has', 'h1', 0],
  ['a sum that none has', '99.999.999', 0],
  ['what all say', 'Topup BCA', searchedRowsMax],
])('a search for %s reads only the newest movements, even with a query plan that was made for empty tables', async (_, search, total) => {
  const query = walletCalls.mutasi.query.parse({ search }) as MutasiQuery
  const { found, looked } = await crowded.looking(() => readMutasi({ db: crowded.db, installation: 'LPK' }, 1n, query))
  expect(found).toMatchObject({ totalElements: total, saldoakhir: BigInt(1000 * movementsCount) })
  expect(looked).toBeLessThan(readForWords)
})
