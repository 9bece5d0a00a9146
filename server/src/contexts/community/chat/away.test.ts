import { type PushBrowser, type PushService, startPushService } from '@lapak/simulators/push-service'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { chatOf } from '../../../../test/chat.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

/** Tests of the browser push about a new message: a member without an open page gets one push per conversation until it reads the conversation. */
let market: TestMarket
let service: PushService
let seller: TestMember
let admin: TestMember
beforeAll(async () => {
  service = await startPushService()
  market = await startMarket({ DATABASE_POOL: '8', PUSH_HOSTS: '127.0.0.1', PUSH_SUBJECT: 'mailto:jaga@lapak.test' })
  seller = (await market.addSeller()).seller
  admin = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
})
afterAll(async () => {
  await market?.stop()
  await service?.close()
})

const { call, write, messages, markRead } = chatOf(() => market.app)

async function browserOf(who: TestMember): Promise<PushBrowser> {
  const { kunci } = (await call(who, 'GET', '/api/v1/push')).body.data
  const browser = service.subscribe(kunci)
  const { endpoint, keys } = browser
  expect((await call(who, 'PATCH', '/api/v1/push/device', { alamat: endpoint, ...keys })).status).toBe(200)
  return browser
}

const activeAgo = ({ id }: TestMember, minutes: number) =>
  market.app.tables
    .updateTable('member')
    .set({ last_active_at: sql`now() - ${minutes} * interval '1 minute'` })
    .where('id', '=', id)
    .execute()

/** A member with a push device that was last active this many minutes ago. */
async function away(minutes = 10) {
  const member = await market.app.member()
  const browser = await browserOf(member)
  await activeAgo(member, minutes)
  return { member, browser }
}

const toMember = (member: TestMember, text = 'Stok S10 ada lagi') => write(seller, { touser: Number(member.id), msg: text })
const texts = (browser: PushBrowser): Json[] => browser.received.map(({ text }) => JSON.parse(text))
const arrived = (browser: PushBrowser, many = 1) => expect.poll(() => browser.received.length).toBe(many)
const waiting = async () =>
  (
    await sql<{ id: string; run_at: Date }>`
      select id, run_at from graphile_worker.jobs where task_identifier = 'notify-unread-message' order by id`.execute(market.app.tables)
  ).rows
const nothingDue = () =>
  expect
    .poll(
      async () =>
        (
          await sql`
            select from graphile_worker.jobs
            where task_identifier in ('notify-unread-message', 'send-push') and run_at <= now()`.execute(market.app.tables)
        ).rows.length,
    )
    .toBe(0)

/** Makes all waiting jobs about unread messages due now. */
async function hourComes() {
  await sql`
    update graphile_worker._private_jobs set run_at = now() where id in (
      select id from graphile_worker.jobs where task_identifier = 'notify-unread-message')`.execute(market.app.tables)
  await sql`select graphile_worker.add_job('purge-notifications')`.execute(market.app.tables)
  await nothingDue()
}

/** Sends a first message of the member to the seller, after which the seller may write to this member. */
async function known(member: TestMember): Promise<number> {
  const { body } = await write(member, { touser: Number(seller.id), msg: 'Apakah stok ada?' })
  await markRead(seller, body.data.groupid)
  return body.data.groupid
}

test('a message is pushed once per conversation until the member reads it, however many messages follow, and without its text', async () => {
  const { member, browser } = await away()
  const groupid = await known(member)
  await activeAgo(member, 10)
  await toMember(member, 'Rahasia 0812')
  await arrived(browser)
  expect(texts(browser)).toMatchObject([
    { jenis: 'message', judul: 'Pesan baru', teks: 'Pesan', tautan: `/chat?dengan=${seller.id}`, tag: expect.any(String) },
  ])
  for (const text of ['Masih ada?', 'Halo?']) await toMember(member, text)
  await hourComes()
  expect(browser.received).toHaveLength(1)
  await markRead(member, groupid)
  await activeAgo(member, 10)
  await toMember(member, 'Sekali lagi')
  await arrived(browser, 2)
  expect(texts(browser)[1].tag).toBe(texts(browser)[0].tag)
})

test('an answer of Customer Service is pushed in the name of Customer Service, without the name of the administrator', async () => {
  const { member, browser } = await away()
  const { body } = await write(member, { touser: 'cso', msg: 'Topup saya belum masuk' })
  await activeAgo(member, 10)
  const answer = { msg: 'Sudah kami cek' }
  expect((await call(admin, 'POST', `/api/admin/v1/chats/${body.data.groupid}/message`, answer)).status).toBe(200)
  await arrived(browser)
  expect(texts(browser)).toMatchObject([{ judul: 'Customer Service menjawab', tautan: '/chat?dengan=cso' }])
})

test('a message is not pushed while the member has a page open, but later if the member left the page without reading it', async () => {
  const { member, browser } = await away()
  const groupid = await known(member)
  await activeAgo(member, 0)
  await toMember(member)
  await nothingDue()
  expect(browser.received).toEqual([])
  const [job] = await waiting()
  expect(job?.run_at.getTime()).toBeGreaterThan(Date.now() + 120_000)
  expect(job?.run_at.getTime()).toBeLessThan(Date.now() + 240_000)
  await markRead(member, groupid)
  await activeAgo(member, 10)
  await hourComes()
  expect([browser.received, await waiting()]).toEqual([[], []])
  await activeAgo(member, 0)
  await toMember(member, 'Sudah?')
  await nothingDue()
  await activeAgo(member, 4)
  await hourComes()
  await arrived(browser)
})

test('a message is pushed if the page was open for half an hour and the message was not read', async () => {
  const { member, browser } = await away()
  await known(member)
  await activeAgo(member, 0)
  await toMember(member)
  await nothingDue()
  expect(browser.received).toEqual([])
  await sql`
    update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{at}', to_jsonb((extract(epoch from now()) - 1801)::bigint * 1000))::json
    where id in (select id from graphile_worker.jobs where task_identifier = 'notify-unread-message')`.execute(market.app.tables)
  await hourComes()
  await arrived(browser)
})

const clock = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' })

test('a message is pushed after the quiet hours if it was not read during them', async () => {
  const { member, browser } = await away()
  const groupid = await known(member)
  const quiet = (from: string | null, until: string | null) =>
    call(member, 'PATCH', '/api/v1/notifications/quiet', { tenangdari: from, tenangsampai: until })
  expect((await quiet(clock(-60), clock(60))).status).toBe(200)
  await activeAgo(member, 10)
  await toMember(member)
  await nothingDue()
  expect(browser.received).toEqual([])
  expect((await waiting()).map(({ run_at }) => Math.round((run_at.getTime() - Date.now()) / 600_000))).toEqual([6])
  await markRead(member, groupid)
  await quiet(null, null)
  await activeAgo(member, 10)
  await hourComes()
  expect([browser.received, await waiting()]).toEqual([[], []])
})

test('a message is not pushed if the member turned this notification off in the settings or has no push device', async () => {
  const { member, browser } = await away()
  await known(member)
  const choice = { jenis: 'message', kanal: 'push', aktif: false }
  const off = await call(member, 'PATCH', '/api/v1/notifications/settings', choice)
  expect(off.body.data.find(({ jenis }: Json) => jenis === 'message').kanal).toEqual([{ nama: 'push', wajib: false, aktif: false }])
  await activeAgo(member, 10)
  await toMember(member)
  await nothingDue()
  expect([browser.received, await waiting()]).toEqual([[], []])
  const without = await market.app.member()
  await known(without)
  await activeAgo(without, 10)
  await toMember(without)
  expect(await waiting()).toEqual([])
})

test('a message to Customer Service notifies administrators once after some minutes, unless one of them has read it', async () => {
  const [member, patient] = [await market.app.member(), await market.app.member()]
  const numbers = () => [asked, other].map(({ body }) => `/admin/layanan?grup=${body.data.groupid}`)
  const notifications = async () =>
    (await call(admin, 'GET', '/api/v1/notifications')).body.data.content.filter(({ tautan }: Json) => numbers().includes(tautan))
  const asked = await write(member, { touser: 'cso', msg: 'Topup saya belum masuk' })
  await write(member, { touser: 'cso', msg: 'Halo?' })
  const other = await write(patient, { touser: 'cso', msg: 'Saya juga' })
  await call(admin, 'PATCH', `/api/admin/v1/chats/${other.body.data.groupid}/read`, {})
  await nothingDue()
  expect(await notifications()).toEqual([])
  await hourComes()
  expect(await notifications()).toMatchObject([
    { jenis: 'waiting', judul: 'Pesan menunggu Customer Service', tautan: numbers()[0], jml: 1 },
  ])
  expect((await messages(member, asked.body.data.groupid)).totalElements).toBe(2)
})
