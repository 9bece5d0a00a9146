import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#ledger/verification/verification.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { suspend } from '../../../../test/suspensions.ts'

let app: TestApp
let admin: TestMember

beforeAll(async () => {
  // No worker runs, so waiting rows are not processed.
  app = await startTestApp({}, ['http'])
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(() => app?.stop())

const health = async () => {
  const { status, body } = await app.call('GET', '/api/admin/v1/health', { token: admin.token })
  expect(status).toBe(200)
  return body.data
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

test('the health report is well when nothing waits, except for banks without a feed', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(app.tables)
  const found = await health()
  expect(found).toMatchObject({
    pesanan: { jml: 0, tidakdiketahui: 0, tertua: null, baik: true },
    peringatan: { jml: 0, baik: true },
    suplier: { jml: 0, istirahat: [] },
    callback: { jml: 0, tertua: null, baik: true },
    tugas: { jml: 0, gagal: 0, tertua: null, baik: true },
    pembukuan: null,
  })
  expect(found.bank).not.toEqual([])
  expect(found.bank).toEqual(found.bank.map(({ bankcode }: { bankcode: string }) => ({ bankcode, terakhir: null, baik: false })))
})

test('the health report is bad for a callback that waits longer than the setting allows', async () => {
  const member = await app.member()
  const due = minutesAgo(40)
  await app.tables
    .insertInto('delivery')
    .values({ member_id: member.id, event: 'purchase', url: 'https://toko.test/', body: '{}', due_at: due, first_due_at: due })
    .execute()
  expect((await health()).callback).toEqual({ jml: 1, tertua: due.toISOString(), baik: false })
  await app.setting('health.callbacksMinutes', 60)
  expect((await health()).callback.baik).toBe(true)
})

test('the health report includes an order whose outcome has been unknown for long, and the alert about this order', async () => {
  const since = minutesAgo(20)
  await sql`insert into attempt (id, purchase_id, seller_id, offer_id, price, number, state, created_at) values (1, 1, 1, 1, 1000, 1, 3, ${since})`.execute(
    app.tables,
  )
  await sql`insert into purchase_alert (purchase_id, attempt_id, kind, message) values (1, 1, 'unknown_too_long', 'Belum ada kepastian')`.execute(
    app.tables,
  )
  const { pesanan, peringatan } = await health()
  expect(pesanan).toEqual({ jml: 1, tidakdiketahui: 1, tertua: since.toISOString(), baik: false })
  expect(peringatan).toEqual({ jml: 1, baik: false })
  await sql`delete from purchase_alert`.execute(app.tables)
  await sql`delete from attempt`.execute(app.tables)
})

test('the health report lists a suspended seller with the start and the end of the suspension', async () => {
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9' })
  const until = new Date(Date.now() + 600_000)
  await suspend(app.tables, seller.id, { since: minutesAgo(5), until, failures: 7 })
  const { suplier } = await health()
  expect(suplier).toMatchObject({ jml: 1, istirahat: [{ sellerid: Number(seller.id), sampai: until.toISOString(), gagal: 7 }] })
})

test('the health report counts late jobs, and separately the jobs that failed permanently', async () => {
  await sql`select graphile_worker.add_job('sum-days', run_at => now() - interval '1 hour')`.execute(app.tables)
  await sql`select graphile_worker.add_job('verify-days', run_at => now() - interval '1 hour', max_attempts => 1)`.execute(app.tables)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where max_attempts = 1`.execute(app.tables)
  const { tugas } = await health()
  expect(tugas).toMatchObject({ jml: 1, gagal: 1, baik: false })
})

test('the health report covers all banks that members can transfer to, and a bank is well after data from its feed', async () => {
  const reportedAt = minutesAgo(60)
  await app.tables.updateTable('payment_method').set({ enabled: false }).where('cash_code', '<>', '01').execute()
  await sql`
    insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, created_at)
    values ('01', '', now(), true, 1000, 'x', '', 'own', '\\x01', 1, ${reportedAt})`.execute(app.tables)
  expect((await health()).bank).toEqual([{ bankcode: '01', terakhir: reportedAt.toISOString(), baik: true }])
})

test('the health report lists the configured adapters without their credentials', async () => {
  const { penghubung } = await health()
  expect(penghubung).toContainEqual({ nama: 'mail', jalan: null })
  expect(JSON.stringify(penghubung)).not.toMatch(/secret|token|rahasia|lapak-development/i)
})

test('the health report is well if the books were verified recently and had no errors', async () => {
  expect(await checkLedger(app.db)).toEqual([])
  await sql`insert into ledger_check (took_ms, rules, breaches) values (12, 30, '[]')`.execute(app.tables)
  expect((await health()).pembukuan).toMatchObject({ langgar: 0, baik: true })
  await sql`insert into ledger_check (took_ms, rules, breaches) values (12, 30, '[{"rule": "a", "row": "b"}]')`.execute(app.tables)
  expect((await health()).pembukuan).toMatchObject({ langgar: 1, baik: false })
})

test('the health report can be read by administrators only', async () => {
  const { token } = await app.member()
  expect((await app.call('GET', '/api/admin/v1/health', { token })).status).toBe(403)
})
