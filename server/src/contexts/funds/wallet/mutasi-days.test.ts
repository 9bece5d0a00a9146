import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeDays, storeRunningTotals } from '#ledger/store-running-totals.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { adjust } from '../../../../test/money.ts'

let app: TestApp
let member: TestMember
let other: TestMember

beforeAll(async () => {
  // Starts without a worker, since a worker would store the sums of days before the test is ready.
  app = await startTestApp({}, ['http'])
  member = await app.member()
  other = await app.member()
})

afterAll(() => app?.stop())

/** Books a movement at this time, with the next set number. */
async function move(who: TestMember, amount: bigint, at: string) {
  await app.db.transaction((tx) => adjust(tx, who.id, amount))
  await app.tables.transaction().execute(async (tx) => {
    for (const table of ['entry', 'adjustment']) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await sql`update entry set at = ${at}::timestamptz where set_id = (select max(set_id) from entry)`.execute(tx)
    await sql`update adjustment set created_at = ${at}::timestamptz where id = (select max(id) from adjustment)`.execute(tx)
    for (const table of ['entry', 'adjustment']) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })
}

const days = ['2025-03-01', '2025-03-02', '2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06'] as const
/** The member's movements of each day: none on the third day, and on the last day no member has any. */
const moves: bigint[][] = [[50_000n, -20_000n], [7_000n, -1n, -2n], [], [-6_000n, 1_000n], [250n], []]

const ask = async (query: string): Promise<Json> =>
  (await app.call('GET', `/api/v1/payment/mutasisaldo?size=100&sort=waktu,ASC&${query}`, { token: member.token })).body.data

const sumOf = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

/**
 * Checks all ranges of days, including open ranges: the opening balance plus the movements is the closing balance, and each movement belongs to
 * exactly one day.
 */
async function everyStatementHolds() {
  for (const [first, awal] of days.entries())
    for (const [last, akhir] of days.entries()) {
      if (last < first) continue
      await holds(`awal=${awal}&akhir=${akhir}`, first, last)
      if (last === days.length - 1) await holds(`awal=${awal}`, first, last)
      if (first === 0) await holds(`akhir=${akhir}`, first, last)
    }
}

async function holds(query: string, first: number, last: number) {
  const inside = moves.slice(first, last + 1).flat()
  const opening = sumOf(moves.slice(0, first).flat())
  const statement = await ask(query)
  expect({ query, ...statement, content: statement.content.map(({ mutasi }: Json) => BigInt(mutasi)) }).toEqual({
    query,
    content: inside,
    totalElements: inside.length,
    saldoawal: Number(opening),
    masuk: Number(sumOf(inside.filter((amount) => amount > 0n))),
    keluar: Number(-sumOf(inside.filter((amount) => amount < 0n))),
    saldoakhir: Number(opening + sumOf(inside)),
  })
}

const read = async (query: string): Promise<Json> =>
  (await app.call('GET', `/api/v1/payment/mutasisaldo?${query}`, { token: member.token })).body.data

/** Any day, including days before and after the books, or an open end. */
const anyDay = fc.constantFrom('', '2020-01-01', '2025-02-28', ...days, '2030-01-01')

/** Checks that every page of every statement has the same rows as that part of the whole statement. */
async function everyPageFollows() {
  const page = fc.record({
    awal: anyDay,
    akhir: anyDay,
    statustrx: fc.constantFrom('', '1', '2'),
    sort: fc.constantFrom('waktu,ASC', 'waktu,DESC'),
    size: fc.integer({ min: 1, max: 4 }),
    page: fc.integer({ min: 0, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(page, async ({ size, page, ...filters }) => {
      const query = String(new URLSearchParams(filters))
      const whole = await read(`${query}&size=100`)
      const { content, ...sums } = await read(`${query}&size=${size}&page=${page}`)
      expect(sums).toEqual({ ...whole, content: undefined })
      expect(content).toEqual(whole.content.slice(page * size, (page + 1) * size))
    }),
    { numRuns: 250 },
  )
}

test('the statement of any range of days adds up, with and without stored sums [B-API-39, B-OPEN-37]', async () => {
  for (const [index, day] of days.slice(0, -1).entries()) {
    if (day !== '2025-03-03') await move(other, 5_000n, `${day} 00:00:00+07`)
    else {
      await move(other, 5_000n, `${day} 00:00:01+07`)
      // The transaction began before midnight, but its set number belongs to this day.
      await move(other, 5_000n, '2025-03-02 23:59:59.9+07')
    }
    for (const amount of moves[index] ?? []) await move(member, amount, `${day} 12:00:00+07`)
  }
  await everyStatementHolds()

  await storeRunningTotals(app.db)
  const kept = await app.db.read.selectFrom('ledger_day').select(sql<string>`day::text`.as('day')).orderBy('ledger_day.day').execute()
  expect(kept.map(({ day }) => day)).toEqual(days.slice(0, -1))
  expect(await app.db.read.selectFrom('wallet_day').select('day').where('member_id', '=', member.id).execute()).toHaveLength(3)
  await everyStatementHolds()
  expect(await checkLedger(app.db)).toEqual([])

  // All ended days are stored now. Later movements must be counted in addition to the stored sums.
  await storeRunningTotals(app.db)
  await move(member, -250n, '2025-03-06 09:00:00+07')
  moves[5]?.push(-250n)
  await everyStatementHolds()
  await everyPageFollows()
  expect(await checkLedger(app.db)).toEqual([])
})

test('the sum of a day is stored once the day can no longer change', async () => {
  const waiting = await app.db.read.selectFrom('ledger_day').select(sql<bigint>`count(*)`.as('days')).executeTakeFirstOrThrow()
  const drawn = await app.tables
    .selectFrom('entry')
    .select(({ fn }) => fn.max('set_id').as('set'))
    .executeTakeFirstOrThrow()
  // The sixth day begins with the last set, so it cannot be stored if only the sets before it are settled.
  await storeDays(app.db, BigInt(drawn.set) - 1n)
  expect(await app.db.read.selectFrom('ledger_day').select(sql<bigint>`count(*)`.as('days')).executeTakeFirstOrThrow()).toEqual(waiting)
  await storeDays(app.db, BigInt(drawn.set))
  expect(await app.db.read.selectFrom('ledger_day').select('first_set').where('first_set', '=', BigInt(drawn.set)).execute()).toHaveLength(
    1,
  )
  await everyStatementHolds()
})

test('the statement of a range of days in reverse order is empty', async () => {
  const statement = await ask('awal=2025-03-04&akhir=2025-03-02')
  expect(statement).toMatchObject({ content: [], totalElements: 0, masuk: 0, keluar: 0 })
  expect(statement.saldoawal).toBe(statement.saldoakhir)
})

test('pages that are read during concurrent movements are consistent, and earlier rows keep their positions', async () => {
  const pages: Json[] = []
  const reader = async (size: number) => {
    for (let page = 0; page < 12; page += 1) pages.push({ size, page, ...(await read(`sort=waktu,ASC&size=${size}&page=${page}`)) })
  }
  const writer = async () => {
    for (let times = 0; times < 10; times += 1) await app.db.transaction((tx) => adjust(tx, member.id, 10n))
  }
  await Promise.all([writer(), reader(1), reader(2), reader(3)])
  const { content: all } = await read('sort=waktu,ASC&size=100')
  for (const { size, page, content, totalElements } of pages)
    expect(content, `page ${page} of ${size}`).toEqual(all.slice(page * size, Math.min((page + 1) * size, totalElements)))
})
