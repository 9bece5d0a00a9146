import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { cashOut, deposit } from '../../../../test/money.ts'
import { withinOneDay } from '../../../../test/one-day.ts'

await withinOneDay()

let app: TestApp
let admin: TestMember
let member: TestMember

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  // Entries are inserted in the order of their days, so entries of past days come first.
  await plant(1_000, '2025-03-01 23:59:59.9+07')
  await plant(1, '2025-03-02 00:00:00+07')
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  member = await app.member()
  await app.tables.updateTable('member').set({ name: '=1+1' }).where('id', '=', member.id).execute()
  await app.db.transaction((tx) => deposit(tx, member.id, 70_000n, { bank: '04', fee: 1_500n }))
  await app.db.transaction((tx) => cashOut(tx, member.id, 20_000n))
})

afterAll(() => app?.stop())

/** Inserts this number of entry sets, each with three legs and this time. */
async function plant(sets: number, at: string) {
  await app.tables.transaction().execute(async (tx) => {
    await sql`alter table entry disable trigger user`.execute(tx)
    await sql`
      with drawn as materialized (select nextval('entry_set_id') as id from generate_series(1, ${sets}))
      insert into entry (set_id, leg, account_id, amount, event, reference, at)
      select id, leg, account, amount, 'purchase.settled', id, ${at}::timestamptz
      from drawn, (values (1, -1, -3), (2, -4, 1), (3, -7, 2)) legs (leg, account, amount)`.execute(tx)
    await sql`alter table entry enable trigger user`.execute(tx)
  })
}

const parsed = (text: string): string[][] => parse(text, { recordDelimiter: '\r\n' })

const today = () => new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

const download = (awal: string, akhir: string, token = admin.token) =>
  fetch(`${app.url}/api/admin/v1/accounts/ledger/export?awal=${awal}&akhir=${akhir}`, { headers: { authorization: `Bearer ${token}` } })

const rowsOf = async (awal: string, akhir: string) => parsed(await (await download(awal, akhir)).text())
const sumOf = (rows: string[][], column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0)

test('the general ledger of some days is a file in which every entry set has equal debits and credits', async () => {
  const answer = await download(today(), today())
  expect(answer.headers.get('content-disposition')).toContain(`jurnal-${today()}-${today()}.csv`)
  const { body: audit } = await app.call('GET', '/api/admin/v1/audit?event=books.exported', { token: admin.token })
  expect(audit.data.content).toMatchObject([{ after: { awal: today(), akhir: today() } }])
  const [headings, ...rows] = parsed(await answer.text())
  expect(headings).toEqual(['Set', 'Waktu (WIB)', 'Kejadian', 'Referensi', 'Akun', 'Nama akun', 'Debit', 'Kredit'])
  const deposited = rows.filter(([, , event]) => event === 'Topup').map((row) => row.slice(4))
  expect(deposited).toEqual(
    expect.arrayContaining([
      ['04', 'BRI', '70000', ''],
      // The name of the member starts like a spreadsheet formula.
      [`member ${member.id}`, "'=1+1", '', '68500'],
      ['fee_income', 'Pendapatan biaya', '', '1500'],
    ]),
  )
  expect(new Set(rows.map(([, , event]) => event))).toEqual(new Set(['Topup', 'Penarikan diajukan', 'Penarikan dibayar']))
  for (const set of new Set(rows.map(([id]) => id))) {
    const legs = rows.filter(([id]) => id === set)
    expect(sumOf(legs, 6)).toBe(sumOf(legs, 7))
  }
})

test('the general ledger is read in batches without duplicates or gaps', async () => {
  const rows = (await rowsOf('2025-03-01', '2025-03-01')).slice(1)
  expect(rows).toHaveLength(3_000)
  expect(new Set(rows.map((row) => `${row[0]} ${row[4]}`)).size).toBe(3_000)
  expect(sumOf(rows, 6)).toBe(sumOf(rows, 7))
  expect(await rowsOf('2025-03-02', '2025-03-02')).toHaveLength(1 + 3)
  expect(await rowsOf('2025-02-01', '2025-02-28')).toHaveLength(1)
  expect(await rowsOf('2025-03-02', '2025-03-01')).toHaveLength(1)
})

test('the general ledger is available to administrators only, and only for given days', async () => {
  expect((await download(today(), today(), member.token)).status).toBe(403)
  expect((await download('', today())).status).toBe(400)
})

test('the download of the general ledger is refused, not truncated, if it has more rows than a spreadsheet can have', async () => {
  await plant(333_334, new Date().toISOString())
  const answer = await download(today(), today())
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ success: false, code: 'download.too_many', msg: expect.stringContaining('1.000.000') })
  expect(await rowsOf('2025-03-02', '2025-03-02')).toHaveLength(1 + 3)
})
