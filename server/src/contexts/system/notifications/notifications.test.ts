import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { runJob } from '../../../../test/run-job.ts'
import { shutOut } from '../../../../test/shut-out.ts'
import { type MemberNotification, notifyAdmins, notifyMembers } from './notifications.ts'

/**
 * Tests the inbox of a member: its content, marking as read, and concurrent changes. The other tests of this folder cover the causes of
 * notifications.
 */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' })
})
afterAll(() => app?.stop())

const pages: Socket[] = []
afterEach(() => {
  for (const page of pages.splice(0)) page.close()
})

const ask = async (who: TestMember, method: string, path: string, body?: unknown): Promise<Json> =>
  (await app.call(method, `/api/v1/notifications${path}`, { token: who.token, body })).body
const list = async (who: TestMember, query = '') => (await ask(who, 'GET', `?size=200${query}`)).data.content
const unread = async (who: TestMember) => (await ask(who, 'GET', '/unread')).data.belumdibaca

const about = ({ id }: TestMember, key: string, more: Partial<MemberNotification> = {}): MemberNotification => ({
  memberId: id,
  kind: 'review',
  key,
  title: 'Ulasan baru',
  text: `Tentang ${key}`,
  link: '/penjualan',
  ...more,
})
const give = (...notifications: MemberNotification[]) => app.db.transaction(async (tx) => notifyMembers(tx, ...notifications))

async function page(who: TestMember): Promise<{ numbers: number[] }> {
  const socket = io(app.url, { reconnection: false, forceNew: true, transports: ['websocket'] })
  pages.push(socket)
  const numbers: number[] = []
  socket.on('notifikasi', ({ belumdibaca }: { belumdibaca: number }) => numbers.push(belumdibaca))
  await new Promise<void>((done) => {
    socket.on('logonok', () => done())
    socket.emit('logon', { token: who.token })
  })
  return { numbers }
}

test('a notification is listed for its member only, has a link, and stays unread until it is read', async () => {
  const member = await app.member()
  const other = await app.member()
  await give(about(member, 'satu'), about(member, 'dua', { link: '/trxpembelian?tab=sengketa' }))
  expect(await list(member)).toEqual([
    {
      id: 2,
      jenis: 'review',
      judul: 'Ulasan baru',
      teks: 'Tentang dua',
      tautan: '/trxpembelian?tab=sengketa',
      jml: 1,
      createat: expect.any(String),
      dibaca: 0,
    },
    {
      id: 1,
      jenis: 'review',
      judul: 'Ulasan baru',
      teks: 'Tentang satu',
      tautan: '/penjualan',
      jml: 1,
      createat: expect.any(String),
      dibaca: 0,
    },
  ])
  expect([await list(other), await unread(other), await unread(member)]).toEqual([[], 0, 2])
  expect((await ask(member, 'PATCH', '/1/read')).data).toEqual({ belumdibaca: 1 })
  expect((await ask(other, 'PATCH', '/2/read')).data).toEqual({ belumdibaca: 0 })
  expect((await list(member, '&belumdibaca=1')).map(({ id }: Json) => id)).toEqual([2])
  expect((await list(member, '&belumdibaca=0')).map(({ id }: Json) => id)).toEqual([1])
})

test('a repeated notification moves to the top as unread, with a count and its newest text, and displaces no others', async () => {
  const member = await app.member()
  await give(about(member, 'perangkat', { kind: 'security' }))
  await give(about(member, 'ulasan'))
  await ask(member, 'PATCH', '/read', { sampai: 2 })
  for (let time = 0; time < 520; time += 1) await give(about(member, 'ulasan', { text: `Kali ${time}` }))
  expect((await list(member)).map(({ jenis, teks, jml, dibaca }: Json) => [jenis, teks, jml, dibaca])).toEqual([
    ['review', 'Kali 519', 521, 0],
    ['security', 'Tentang perangkat', 1, 1],
  ])
  await runJob(app, 'purge-notifications')
  expect(await list(member)).toHaveLength(2)
})

test('marking all as read covers the shown notifications, and later or repeated ones stay unread', async () => {
  const member = await app.member()
  await give(about(member, 'satu'), about(member, 'dua'))
  const [{ id: shown }] = await list(member)
  await give(about(member, 'tiga'), about(member, 'satu'))
  expect(await ask(member, 'PATCH', '/read', { sampai: shown })).toMatchObject({
    msg: 'Semua notifikasi ditandai dibaca',
    data: { belumdibaca: 2 },
  })
  // A later notification about the same matter has replaced the one that was shown.
  expect((await ask(member, 'PATCH', '/1/read')).data).toEqual({ belumdibaca: 2 })
  for (const wrong of [undefined, 'semua', -1, 1.5])
    expect(await ask(member, 'PATCH', '/read', { sampai: wrong })).toMatchObject({ success: false })
})

test('a rolled back cause creates no notification', async () => {
  const member = await app.member()
  const failed = app.db.transaction(async (tx) => {
    notifyMembers(tx, about(member, 'batal'))
    throw new Error('the cause failed')
  })
  await expect(failed).rejects.toThrow('the cause failed')
  expect(await list(member)).toEqual([])
})

test('the number on the bell is updated on all open pages of the member without a request, up and down, to at most a hundred', async () => {
  const member = await app.member()
  const [one, other] = [await page(member), await page(member)]
  await give(about(member, 'satu'))
  await expect.poll(() => [one.numbers.at(-1), other.numbers.at(-1)]).toEqual([1, 1])
  await ask(member, 'PATCH', '/read', { sampai: 1 })
  await expect.poll(() => [one.numbers.at(-1), other.numbers.at(-1)]).toEqual([0, 0])
  await give(...Array.from({ length: 150 }, (_, index) => about(member, `banyak ${index}`)))
  await expect.poll(() => one.numbers.at(-1)).toBe(100)
  expect(await unread(member)).toBe(100)
})

test('administrators are notified once each, except blocked administrators and the administrator who is the cause', async () => {
  const [asker, second, blocked] = [
    await app.member({ roles: ['ROLE_ADMIN'] }),
    await app.member({ roles: ['ROLE_ADMIN'] }),
    await app.member({ roles: ['ROLE_ADMIN'] }),
  ]
  await shutOut(app.tables, blocked.id)
  const { memberId: _, ...notification } = about(asker, 'menunggu', { kind: 'decision' })
  await app.db.transaction(async (tx) => {
    notifyAdmins(tx, notification, asker.id)
    notifyMembers(tx, about(second, 'menunggu', { kind: 'decision', text: 'Sekali lagi' }))
  })
  expect(await list(asker)).toEqual([])
  expect(await list(second)).toMatchObject([{ jenis: 'decision', teks: 'Sekali lagi', jml: 1 }])
  const { rows } = { rows: await app.tables.selectFrom('notification').select('seq').where('member_id', '=', blocked.id).execute() }
  expect(rows).toEqual([])
})

test('hundreds of notifications to the same members in any order, and concurrent reads, never deadlock', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => app.member({ roles: ['ROLE_ADMIN'] })))
  const { memberId: _, ...toAll } = about(members[0] as TestMember, 'semua', { kind: 'decision' })
  const telling = Array.from({ length: 240 }, (_, index) =>
    app.db.transaction(async (tx) => {
      // The order of a decision about a dispute: first one side, then all administrators, then the other side, after the business rows.
      const [one, other] = [members[index % 6] as TestMember, members[(index * 5 + 1) % 6] as TestMember]
      notifyMembers(tx, about(one, `sisi ${index % 7}`))
      if (index % 2 === 0) notifyAdmins(tx, toAll)
      notifyMembers(tx, about(other, `sisi ${index % 7}`), about(one, 'lagi'))
    }),
  )
  const reading = members.flatMap((member) => Array.from({ length: 20 }, () => ask(member, 'PATCH', '/read', { sampai: 1_000 })))
  const ended = await Promise.allSettled([...telling, ...reading])
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  for (const member of members) {
    const boxes = await app.tables.selectFrom('notification_inbox').select('last_seq').where('member_id', '=', member.id).execute()
    const ids = (await list(member)).map(({ id }: Json) => BigInt(id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(boxes).toEqual([{ last_seq: ids[0] }])
  }
}, 60_000)

test('old notifications are deleted by kind, and those about security and money are kept for at least a year, however short the setting is', async () => {
  const member = await app.member()
  await app.setting('notifications.keptDays', 7)
  await give(
    about(member, 'baru'),
    about(member, 'lama'),
    about(member, 'aman', { kind: 'security' }),
    about(member, 'topup', { kind: 'deposit' }),
  )
  const age = (key: string, days: number) =>
    app.tables
      .updateTable('notification')
      .set({ notified_at: new Date(Date.now() - days * 86_400_000) })
      .where('member_id', '=', member.id)
      .where('key', '=', key)
      .execute()
  await age('lama', 8)
  await age('aman', 300)
  await age('topup', 366)
  await runJob(app, 'purge-notifications')
  expect((await list(member)).map(({ teks }: Json) => teks)).toEqual(['Tentang aman', 'Tentang baru'])
})

test('a member switches off channels of optional kinds only', async () => {
  const member = await app.member()
  const kinds = async (who: TestMember) => (await ask(who, 'GET', '/settings')).data
  const before = await kinds(member)
  const of = (all: Json, jenis: string) => all.find((one: Json) => one.jenis === jenis)
  expect(of(before, 'low_balance').kanal).toEqual([
    { nama: 'mail', wajib: false, aktif: true },
    { nama: 'whatsapp', wajib: false, aktif: true },
    { nama: 'push', wajib: false, aktif: true },
  ])
  expect(of(before, 'security').kanal).toEqual([
    { nama: 'mail', wajib: true, aktif: true },
    { nama: 'push', wajib: true, aktif: true },
  ])
  expect([of(before, 'sale'), of(before, 'decision')]).toEqual([undefined, undefined])
  const choose = (body: object) => ask(member, 'PATCH', '/settings', body)
  expect(of((await choose({ jenis: 'low_balance', kanal: 'whatsapp', aktif: false })).data, 'low_balance').kanal[1].aktif).toBe(false)
  expect(of(await kinds(member), 'low_balance').kanal.map(({ aktif }: Json) => aktif)).toEqual([true, false, true])
  expect(of((await choose({ jenis: 'low_balance', kanal: 'whatsapp', aktif: true })).data, 'low_balance').kanal[1].aktif).toBe(true)
  for (const fixed of [
    { jenis: 'security', kanal: 'mail', aktif: false },
    { jenis: 'deposit', kanal: 'whatsapp', aktif: false },
    { jenis: 'review', kanal: 'mail', aktif: false },
  ])
    expect(await choose(fixed)).toMatchObject({ success: false, code: 'notice.required' })
  for (const wrong of [{ jenis: 'chat', kanal: 'mail', aktif: false }, { jenis: 'dispute', kanal: 'pigeon', aktif: false }, {}])
    expect(await choose(wrong)).toMatchObject({ success: false, code: 'input.invalid' })
  expect(of(await kinds(await app.member({ roles: ['ROLE_SELLER'] })), 'sale')).toBeDefined()
})
