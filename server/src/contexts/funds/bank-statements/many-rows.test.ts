import { bankStatementCalls, type StatementQuery } from '@lapak/contract/funds/bank-statements'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { listStatements } from './bank-statements.queries.ts'
import { perhapsReturned } from './candidates.ts'
import { suggestBookings } from './suggest.ts'

const rowsCount = 30_000
/** For each kind, the number of rows that have the requested sum. */
const similarRows = 3

let crowded: Crowded

beforeAll(async () => {
  crowded = await startCrowded(['bank_statement', 'top_up', 'cash_out', 'cash_correction'])
  const { tables } = crowded
  await sql`insert into member (id, name, email, password_hash) overriding system value values (1, 'Budi', 'budi@lapak.test', '-')`.execute(
    tables,
  )
  const sum = sql`100000 + n / ${similarRows}`
  await sql`
    insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at)
    select n, 1, 1, 'transfer', '01', ${sum}, 0, ${sum}, 2, ${sum}, ${sum}, 'admin', now() from generate_series(0, ${rowsCount - 1}) n`.execute(
    tables,
  )
  await sql`
    insert into cash_out (id, member_id, bank_code, account_no, account_name, amount, state, paid_from, paid_how, paid_at, returned_at)
    select ${rowsCount} + n, 1, '01', '1', 'BUDI', ${sum}, 4, '01', 'hand', now(), now() from generate_series(0, ${rowsCount - 1}) n`.execute(
    tables,
  )
  await sql`
    insert into cash_correction (cash_code, amount, kind, reason) select '01', ${sum}, 'interest', 'bunga' from generate_series(0, ${rowsCount - 1}) n`.execute(
    tables,
  )
  await sql`
    insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, explained, why)
    select '01', '1', now() - n * interval '1 minute', true, ${sum}, 'TRSF ' || md5(n::text), 'FT' || n, 'bca', sha256(n::text::bytea), 1,
      case n % 1000 when 0 then 'unmatched' else 'new' end, 'Belum dikenal'
    from generate_series(0, ${rowsCount - 1}) n`.execute(tables)
})

afterAll(() => crowded?.drop())

const list = (asked: Record<string, string>) =>
  listStatements({ db: crowded.db, installation: 'LPK' }, bankStatementCalls.list.query.parse(asked) as StatementQuery)

test('suggestions for a bank row are found by bank and sum among many bookings, even with a query plan made for empty tables', async () => {
  const { found, looked } = await crowded.looking(() => suggestBookings({ db: crowded.db, installation: 'LPK' }, 3n))
  expect(found.map(({ kind }) => kind).toSorted()).toEqual([
    ...Array.from({ length: similarRows }, () => 'cash_out'),
    ...Array.from({ length: similarRows }, () => 'correction'),
    ...Array.from({ length: similarRows }, () => 'deposit'),
  ])
  expect(looked).toBeLessThan(100)
})

test('a possibly returned cash-out is found by its sum among many of any bank, even with a query plan made for empty tables', async () => {
  const wanted = { bank: '01', amount: 100_001n, at: new Date(), hasTime: true } as const
  const { found, looked } = await crowded.looking(() => perhapsReturned(crowded.db.read, wanted))
  expect(found[0]).toEqual({ id: BigInt(rowsCount + similarRows * 2 - 1) })
  expect(looked).toBeLessThan(100)
})

test.each([
  ['a word', { search: 'FT29999' }, 1],
  ['a word that no row has', { search: 'tidak ada' }, 0],
  ['a sum', { search: '100.100' }, similarRows],
  ['what waits for its owner', { statustrx: '2' }, rowsCount / 1000],
])('bank rows are found by %s among very many rows, even with a query plan made for empty tables', async (_, asked, total) => {
  const { found, looked } = await crowded.looking(() => list(asked))
  expect(found.totalElements).toBe(total)
  expect(found.content).toHaveLength(Math.min(total, 10))
  expect(looked).toBeLessThan(300)
})

test('the newest bank rows are sorted before other tables are joined', async () => {
  const { found } = await crowded.looking(() => list({ sort: 'mutasi,DESC', size: '2', page: '1' }))
  expect(found.totalElements).toBe(rowsCount)
  expect(found.content.map(({ mutasi }) => mutasi)).toEqual([10_999_900n, 10_999_800n])
})
