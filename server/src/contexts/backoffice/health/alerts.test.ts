import { tmpdir } from 'node:os'
import { handshake } from '@lapak/contract/shared/events'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { runJob } from '../../../../test/run-job.ts'

/** The tests insert rows that cause health problems, and then run the same check as the scheduled job. */
let app: TestApp
let ayu: TestMember
let bima: TestMember
const sockets: Socket[] = []

beforeAll(async () => {
  app = await startTestApp({ DATA_DIR: tmpdir() })
  ayu = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'], complete: true })
  bima = await app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app?.stop()
})

afterEach(async () => {
  // These tables are append-only, so their triggers are disabled first.
  for (const table of ['health_alert_step', 'health_alert', 'ledger_check', 'outbox', 'rate_count', 'purchase_alert', 'bank_statement']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(app.tables)
    await sql`delete from ${sql.table(table)}`.execute(app.tables)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(app.tables)
  }
  await app.tables.updateTable('seller_api').set({ circuit_open_since: null, circuit_open_until: null }).execute()
})

const api = '/api/admin/v1/health/alerts'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const lookAtOnce = () => runJob(app, 'check-health')
/** A check does nothing while the scheduled job checks, so this waits for the lock of the job first. */
const look = async () => {
  await sql`select pg_advisory_xact_lock(hashtext('check-health'))`.execute(app.tables)
  await lookAtOnce()
}
const list = async (query = '') => (await app.call('GET', `${api}${query}`, { token: ayu.token })).body.data.content
const step = (who: TestMember, id: number, path: '' | '/take', body: object) =>
  app.call('PATCH', `${api}/${id}${path}`, { token: who.token, body })
const alertEmails = async (who: TestMember) =>
  (await emailsTo(app, who.email)).filter(({ subject }) => subject.startsWith('Peringatan Lapak'))
/** Moves the timestamp in this column of all alerts into the past. */
const age = (column: 'notified_at' | 'well_since' | 'ended_at', minutes: number) =>
  sql`update health_alert set ${sql.ref(column)} = ${sql.ref(column)} - ${minutes} * interval '1 minute'`.execute(app.tables)
const deleteEmail = () => sql`delete from rate_count where subject = 'health letter'`.execute(app.tables)

let sellers = 0
async function suspended(since = 20): Promise<TestMember> {
  sellers += 1
  const seller = await app.seller({ apiUrl: 'http://127.0.0.1:9', name: `Toko Diam ${sellers}` })
  await rest(seller, since)
  return seller
}
const rest = (seller: TestMember, since: number) =>
  app.tables
    .updateTable('seller_api')
    .set({ circuit_open_since: minutesAgo(since), circuit_open_until: new Date(Date.now() + 600_000), failures: 7 })
    .where('seller_id', '=', seller.id)
    .execute()
const recover = (seller: TestMember) =>
  app.tables
    .updateTable('seller_api')
    .set({ circuit_open_since: null, circuit_open_until: null })
    .where('seller_id', '=', seller.id)
    .execute()

/** Collects the alert events that a page of this member receives. */
async function heard({ id, token }: TestMember): Promise<unknown[]> {
  const events: unknown[] = []
  const socket = io(app.url, { transports: ['websocket'], reconnection: false })
  sockets.push(socket)
  socket.on('peringatan', (data) => events.push(data))
  socket.on(handshake.ask, () => socket.emit(handshake.answer, { token, userid: id.toString() }))
  await new Promise<void>((done) => socket.once(handshake.accepted, () => done()))
  return events
}

const purchaseAlert = (attempt: number) =>
  sql`insert into purchase_alert (purchase_id, attempt_id, kind, message) values (${attempt}, ${attempt}, 'contradiction', 'x')`.execute(
    app.tables,
  )

test('a health problem opens one alert despite repeated and concurrent checks, with one e-mail and WhatsApp message per administrator', async () => {
  const seller = await suspended()
  const another = await app.startAnother(['worker'])
  await Promise.all([lookAtOnce(), lookAtOnce(), lookAtOnce()])
  await another.stop()
  await look()
  const alerts = await list()
  expect(alerts).toMatchObject([{ matter: 'seller', subject: seller.id.toString(), takenby: null, endedat: null, baiksejak: null }])
  expect(alerts[0].langkah).toMatchObject([{ step: 'opened', by: null }])
  expect(alerts[0].message).toContain(seller.name)
  expect(await alertEmails(ayu)).toHaveLength(1)
  expect(await alertEmails(bima)).toHaveLength(1)
  // Only Ayu has a verified phone number.
  const lines = await app.db.read.selectFrom('outbox').select('member_id').where('carrier', '=', 'whatsapp').execute()
  expect(lines).toEqual([{ member_id: ayu.id }])
})

test('a check does nothing while another process is checking, so that older observations do not overwrite newer ones', async () => {
  await suspended()
  await app.tables.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('check-health'))`.execute(tx)
    await lookAtOnce()
    expect(await list()).toEqual([])
  })
  await look()
  expect(await list()).toHaveLength(1)
})

test('an alert opens if less disk space is free than the setting requires', async () => {
  const free = async () => (await app.call('GET', '/api/admin/v1/health', { token: ayu.token })).body.data.disk
  expect(await free()).toMatchObject({ bebas: expect.any(Number), total: expect.any(Number), baik: true })
  await look()
  expect(await list()).toEqual([])
  // The setting now requires more space than any disk has today.
  await app.setting('health.diskFreeMegabytes', 10_000_000)
  expect(await free()).toMatchObject({ baik: false })
  await look()
  expect(await list()).toMatchObject([{ matter: 'disk', message: expect.stringMatching(/MB bebas dari/) }])
  await app.setting('health.diskFreeMegabytes', 1_024)
})

test('a suspended seller opens an alert only after the number of minutes in the setting', async () => {
  await suspended(5)
  await look()
  expect(await list()).toEqual([])
  await app.setting('health.sellersMinutes', 5)
  await look()
  expect(await list()).toHaveLength(1)
  await app.setting('health.sellersMinutes', 10)
})

test('an outage of many sellers causes one e-mail, and alerts that open soon afterwards are collected for the next e-mail', async () => {
  for (let nth = 0; nth < 5; nth += 1) await suspended()
  await look()
  expect(await list()).toHaveLength(5)
  const [first] = await alertEmails(ayu)
  expect(first?.facts).toHaveLength(5)
  for (let nth = 0; nth < 3; nth += 1) {
    await suspended()
    await look()
  }
  expect(await list()).toHaveLength(8)
  expect(await alertEmails(ayu)).toHaveLength(1)
  await deleteEmail()
  await look()
  const [, second, ...more] = await alertEmails(ayu)
  expect(second?.facts).toHaveLength(3)
  expect(more).toEqual([])
})

test('an alert ends by itself after the problem was gone for a while, but stays open if the problem returns before', async () => {
  const seller = await suspended()
  await look()
  await recover(seller)
  await look()
  expect(await list()).toMatchObject([{ endedat: null, baiksejak: expect.any(String) }])
  await rest(seller, 20)
  await look()
  await recover(seller)
  await look()
  const [again] = await list()
  expect(again.langkah).toHaveLength(1)
  expect(await alertEmails(ayu)).toHaveLength(1)
  await age('well_since', 11)
  await look()
  expect(await list()).toEqual([])
  const [ended] = await list('?status=selesai')
  expect(ended.id).toBe(again.id)
  expect(ended.langkah.at(-1)).toMatchObject({ step: 'ended', by: null, word: 'Baik lagi, sudah 10 menit' })
})

test('one of two concurrent administrators takes an alert, the other is refused with the name of the first, and a takeover is recorded', async () => {
  await suspended()
  await look()
  const [{ id }] = await list()
  const takes = await Promise.all([ayu, bima].map((who) => step(who, id, '/take', { dari: null, reason: 'Menelepon suplier' })))
  expect(takes.map(({ status }) => status).sort()).toEqual([200, 409])
  const [holder, other] = takes[0]?.status === 200 ? [ayu, bima] : [bima, ayu]
  expect(takes.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'alert.taken',
    msg: `Peringatan ini baru saja diambil ${holder.name}`,
  })
  expect((await step(other, id, '/take', { dari: Number(holder.id), reason: 'Gantian jaga' })).status).toBe(200)
  const [taken] = await list('?status=diambil')
  expect(taken).toMatchObject({
    takenby: other.name,
    langkah: [{ step: 'opened' }, { step: 'taken' }, { step: 'taken', by: other.name, word: 'Gantian jaga' }],
  })
  expect(await list('?status=terbuka')).toEqual([])
  const { rows } = await sql<{
    event: string
  }>`select event from audit where event = 'health_alert.taken' and subject = ${String(id)}`.execute(app.tables)
  expect(rows).toHaveLength(2)
})

test('a reminder about an alert is mailed unless an administrator takes the alert', async () => {
  await suspended()
  await look()
  await age('notified_at', 31)
  await look()
  expect(await alertEmails(ayu)).toHaveLength(1)
  await deleteEmail()
  await look()
  const [, reminder] = await alertEmails(ayu)
  expect(reminder?.facts?.[0]?.label).toContain('belum ada yang mengambil')
  const [{ id }] = await list()
  await step(bima, id, '/take', { dari: null, reason: 'Menelepon suplier' })
  await age('notified_at', 31)
  await deleteEmail()
  await look()
  expect(await alertEmails(ayu)).toHaveLength(2)
})

test('an ended alert keeps the reason, cannot be taken, and opens again only after the number of hours in the setting', async () => {
  await suspended()
  await look()
  const [{ id }] = await list()
  expect((await step(ayu, id, '', { reason: 'Suplier pindah server, besok kembali' })).status).toBe(200)
  expect((await step(bima, id, '', { reason: 'Saya juga' })).body).toMatchObject({
    code: 'alert.ended',
    msg: 'Peringatan ini sudah diakhiri Ayu',
  })
  expect((await step(bima, id, '/take', { dari: null, reason: 'Saya tangani' })).status).toBe(409)
  await look()
  expect(await list()).toEqual([])
  expect((await list('?status=selesai'))[0].langkah.at(-1)).toMatchObject({ by: 'Ayu', word: 'Suplier pindah server, besok kembali' })
  await age('ended_at', 241)
  await look()
  const open = await list()
  expect(open).toHaveLength(1)
  expect(open[0].id).not.toBe(id)
})

test('all problems with purchases are one alert, and the next e-mail mentions it again if their number has grown', async () => {
  for (const attempt of [1, 2, 3]) await purchaseAlert(attempt)
  await look()
  expect(await list()).toMatchObject([{ matter: 'purchases', message: '3 transaksi menunggu orang' }])
  await purchaseAlert(4)
  await look()
  expect(await alertEmails(ayu)).toHaveLength(1)
  await deleteEmail()
  await look()
  await look()
  const [, more, ...others] = await alertEmails(ayu)
  expect(more?.facts).toEqual([{ label: 'Transaksi perlu orang (bertambah)', value: '4 transaksi menunggu orang' }])
  expect(others).toEqual([])
  await sql`update purchase_alert set taken_at = now(), taken_by = ${ayu.id}`.execute(app.tables)
  await look()
  expect(await list()).toMatchObject([{ baiksejak: expect.any(String) }])
})

test('an alert about wrong books must be ended by a person, even if the next verification finds no errors', async () => {
  await sql`insert into ledger_check (took_ms, rules, breaches) values (12, 30, '[{"rule": "a", "row": "b"}]')`.execute(app.tables)
  await look()
  expect(await list()).toMatchObject([{ matter: 'books' }])
  await sql`insert into ledger_check (took_ms, rules, breaches) values (12, 30, '[]')`.execute(app.tables)
  await look()
  await age('well_since', 600)
  await look()
  const [{ id }] = await list()
  expect((await step(ayu, id, '', { reason: 'Dibetulkan dengan koreksi 7' })).status).toBe(200)
})

test('a bank feed that stopped sending opens an alert, but a bank that never had a feed does not', async () => {
  await sql`
    insert into bank_statement (bank_code, account_no, happened_at, has_time, amount, description, reff, source, fingerprint, nth, created_at)
    values ('01', '', now(), true, 1000, 'x', '', 'own', '\\x01', 1, ${minutesAgo(60 * 30)})`.execute(app.tables)
  await look()
  expect(await list()).toMatchObject([{ matter: 'bankfeed', subject: '01' }])
  // After some days without data the state of the feed counts as unknown, and an unknown state does not count as well.
  await sql`update bank_statement set created_at = now() - interval '4 days'`.execute(app.tables)
  await look()
  expect(await list()).toMatchObject([{ matter: 'bankfeed', baiksejak: null }])
})

test('pages of administrators receive alert events at once, and pages of other members do not', async () => {
  const [first, second, outsider] = await Promise.all([ayu, bima, await app.member()].map(heard))
  // The event of the previous test's check may still arrive.
  const events = () => [first?.length ?? 0, second?.length ?? 0]
  let [before, known] = [events(), [-1, -1]]
  while (before.join() !== known.join()) {
    known = before
    await new Promise((done) => setTimeout(done, 500))
    before = events()
  }
  await suspended()
  await look()
  await expect.poll(events).toEqual(before.map((count) => count + 1))
  const [{ id }] = await list()
  await step(ayu, id, '/take', { dari: null, reason: 'Menelepon suplier' })
  await expect.poll(events).toEqual(before.map((count) => count + 2))
  expect(outsider).toEqual([])
})

test('pages of administrators can read the number of waiting alerts and the newest alert, and other members are refused', async () => {
  await suspended()
  await look()
  const waiting = async () => (await app.call('GET', `${api}/waiting`, { token: bima.token })).body.data
  expect(await waiting()).toMatchObject({ jml: 1, terbaru: { matter: 'seller' } })
  const { id } = (await waiting()).terbaru
  await step(bima, id, '/take', { dari: null, reason: 'Menelepon suplier' })
  expect(await waiting()).toEqual({ jml: 0, terbaru: null })
  const member = await app.member()
  for (const path of ['', '/waiting']) expect((await app.call('GET', `${api}${path}`, { token: member.token })).status).toBe(403)
  expect((await step(member, id, '/take', { dari: null, reason: 'Bukan urusan saya' })).status).toBe(403)
  expect((await step(ayu, 999_999, '/take', { dari: null, reason: 'Tidak ada' })).body.code).toBe('not_found.alert')
})

test('the recorded steps of an alert cannot be changed', async () => {
  await suspended()
  await look()
  await expect(sql`update health_alert_step set word = 'lain'`.execute(app.tables)).rejects.toThrow('append only')
})
