import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { askCashOut, askTopUp, cancelTopUp, deposit, endTopUp, payCashOut, rejectCashOut } from '../../../../test/money.ts'

let app: TestApp
let member: TestMember

let admin: TestMember

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(() => app?.stop())

beforeEach(async () => {
  // Ends open tickets, because two open transfers to a bank cannot have the same sum.
  const open = await app.db.read.selectFrom('top_up').select('id').where('state', '=', 1).execute()
  for (const { id } of open) await endTopUp(app.tables, id, 'expired')
  member = await app.member({ name: 'Budi' })
})

const book = <T>(work: (tx: Tx) => Promise<T>) => app.db.transaction(work)
const ask = (query = '', who = member) => app.call('GET', `/api/v1/payment/histories?${query}`, { token: who.token })
const rows = async (query = '', who = member): Promise<Json[]> => (await ask(query, who)).body.data.content
const shown = async (query = '') => (await rows(query)).map((row) => [row.historytipe, row.nominal, row.status])

/** Creates a ticket in every state. */
async function live() {
  await book(async (tx) => {
    await deposit(tx, member.id, 300_500n, { fee: 500n })
    await cancelTopUp(tx, await deposit(tx, member.id, 100_000n, { bank: '05' }))
    await payCashOut(tx, await askCashOut(tx, member.id, 50_000n))
    await rejectCashOut(tx, await askCashOut(tx, member.id, 60_000n))
    await askCashOut(tx, member.id, 70_000n)
  })
  await askTopUp(app.tables, member.id, { bank: '04', amount: 80_000n, code: 123 })
  const path = `/api/admin/v1/payment/tiket/update/${await askTopUp(app.tables, member.id, { bank: '02', amount: 89_877n, code: 123 })}/3`
  const rejected = await app.call('PATCH', path, { token: admin.token, body: { description: 'Dana tidak ditemukan' } })
  expect(rejected.status).toBe(200)
}

test('the history contains money in and out in every state, newest first [B-API-41, B-ENT-20]', async () => {
  await live()
  expect(await shown()).toEqual([
    [0, 90_000, 3],
    [0, 80_123, 1],
    [1, 70_000, 0],
    [1, 60_000, 3],
    [1, 50_000, 2],
    [0, 100_000, 4],
    [0, 300_500, 2],
  ])
  const all = await rows()
  expect(all.at(-1)).toEqual({
    id: expect.any(Number),
    invoice: expect.stringMatching(/^TP-\w+-\d+$/),
    paymenthistorydatetime: expect.stringMatching(/Z$/),
    nominal: 300_500,
    credited: 300_000,
    method: 'BCA',
    description: 'Topup BCA',
    approveddescription: null,
    endedreason: null,
    historytipe: 0,
    status: 2,
    updateat: expect.stringMatching(/Z$/),
    member: { membername: 'Budi' },
  })
  expect(all[0]).toMatchObject({ description: 'Topup BNI', endedreason: 'Dana tidak ditemukan', credited: null })
  expect(all[4]).toMatchObject({ method: 'BRI', description: 'Penarikan ke BRI ••••7890', credited: null })
  expect(JSON.stringify(all)).not.toContain('1234567890')
})

test.each([
  ['statustrx=3', [90_000, 60_000]],
  ['tipe=1', [70_000, 60_000, 50_000]],
  ['tipe=0&statustrx=1', [80_123]],
  ['search=80.123', [80_123]],
  ['search=mandiri', [100_000]],
  ['search=bri', [80_123, 70_000, 60_000, 50_000]],
  ['search=Topup', [90_000, 80_123, 100_000, 300_500]],
  ['search=penarikan', [70_000, 60_000, 50_000]],
  ['search=Penarikan ke BRI ••••7890', [70_000, 60_000, 50_000]],
  ['search=tidak ditemukan', [90_000]],
  ['search=tidak ada yang begini', []],
  ['status=3', [90_000, 60_000]],
  ['method=05', [100_000]],
  ['methode=04', [80_123, 70_000, 60_000, 50_000]],
  ['size=20000&tipe=1', [70_000, 60_000, 50_000]],
  ['sort=nominal,ASC&size=2', [50_000, 60_000]],
  ['sort=nominal,ASC&size=2&page=3', [300_500]],
  ['awal=2020-01-01&akhir=2020-01-02', []],
])('the query %s finds the matching tickets [B-ENT-22, B-OPEN-36]', async (query, nominals) => {
  await live()
  expect((await rows(query)).map(({ nominal }) => nominal)).toEqual(nominals)
})

test('a ticket is found by its number, but only by its owner', async () => {
  await live()
  const [newest] = await rows()
  expect(await rows(`search=${newest?.invoice}`)).toEqual([newest])
  expect(await rows(`search=${newest?.id}`)).toEqual([newest])
  // The part after the first dash is enough.
  expect(await rows(`search=${newest?.invoice.slice(3).toLowerCase()}`)).toEqual([newest])
  expect(await rows(`search=${newest?.invoice}`, await app.member())).toEqual([])
})

test('the days of a filter are days in Asia/Jakarta', async () => {
  await live()
  await app.tables
    .updateTable('top_up')
    .set({ created_at: sql<Date>`'2025-03-01 17:00:00Z'` })
    .where('member_id', '=', member.id)
    .where('nominal', '=', 80_123n)
    .execute()
  expect(await shown('awal=2025-03-02&akhir=2025-03-02')).toEqual([[0, 80_123, 1]])
  expect(await shown('akhir=2025-03-01')).toEqual([])
})

test('the downloaded history has the same rows as the list [B-API-42, B-API-43]', async () => {
  await live()
  const answer = await fetch(`${app.url}/api/v1/payment/histories/download?tipe=0&sort=nominal,ASC`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="mutasisaldo.csv"')
  const [head, ...lines]: string[][] = parse(await answer.text(), { bom: true })
  expect(head).toEqual([
    'ID',
    'Waktu (WIB)',
    'Jenis',
    'Metode',
    'Nominal',
    'Masuk saldo',
    'Status',
    'Invoice',
    'Keterangan',
    'Alasan',
    'Catatan admin',
    'Diperbarui (WIB)',
  ])
  expect(lines.map((line) => [line[2], line[3], line[4], line[5], line[6]])).toEqual([
    ['CASHIN', 'BRI', '80123', '', 'PROSES'],
    ['CASHIN', 'BNI', '90000', '', 'GAGAL'],
    ['CASHIN', 'MANDIRI', '100000', '', 'REFUND'],
    ['CASHIN', 'BCA', '300500', '300000', 'SUKSES'],
  ])
})
