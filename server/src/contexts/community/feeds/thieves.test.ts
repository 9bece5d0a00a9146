import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameForAll } from '#contexts/members/shop-names/shop-names.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { feedOf } from '../../../../test/feeds.ts'

/** Attempts to write in the feed under a false identity. */
let app: TestApp
let reader: TestMember
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '4' }, ['http'])
  reader = await app.member({ name: 'Toko Biasa', complete: true })
})
afterAll(() => app?.stop())
const { post, one, comment, write } = feedOf(() => app)

const imitations = [
  'Lapak',
  'LAPAK',
  'L a p a k',
  'Lapak.',
  'Lapak™',
  'Iapak',
  'lapak ✅',
  '✔ Lapak',
  'Lapák',
  'Lараk',
  'L4p4k',
  'L@pak',
  'Lapak24',
  'Lapak 01',
  'Lapak Resmi',
  'LapakResmi',
  'Lapak Official',
  'Resmi Lapak',
  'Lapak.id',
  'PT Lapak Indonesia',
  'Admin',
  'Admin Lapak',
  'Admin-Lapak',
  'Lapak_Admin',
  'Admln',
  'Adm1n',
  'Admin Budi',
  'Administrator',
  'Moderator',
  'CS',
  'CS Lapak',
  'CSO',
  'Customer Service',
  'CustomerService',
  'Customer  Service Lapak',
  'Layanan Pelanggan',
  'Tim Bantuan Lapak',
  'Kantor Lapak',
  'Kasir Lapak',
  'Lapak Customer Care',
  'L\u202eapak',
  'La\u200bpak',
  'Lapak\u3164',
  '\u202ekapaL'.split('').reverse().join(''),
  '𝐋𝐚𝐩𝐚𝐤',
]

const honest = [
  'Lapak Pulsa Budi',
  'Lapaknya Siti',
  'Toko Sinar Pulsa',
  'Sinar Pulsa Nusantara',
  'Adminto Reload',
  'Suadmin Cell',
  'Cahaya Service HP',
  'Toko Resmi Samsung',
  'Info Cell',
  'Budi Santoso',
  'Kios Cahaya Digital',
  'Konter Berkah Cell',
  'CSI Pulsa',
  'Toko 24 Jam',
  'Indonesia Reload',
  'Bantuan Pulsa',
  'Пульса Москва',
  '東京プリペイド',
]

test('names that imitate the platform are replaced by a member number, and honest names are not', () => {
  for (const name of imitations) expect(nameForAll({ id: 42n, name }), name).toBe('Member 42')
  for (const name of honest) expect(nameForAll({ id: 42n, name }), name).toBe(name)
  expect(nameForAll({ id: 42n, name: 'Toko ✅ Budi 🛡' })).toBe('Toko Budi')
  expect(nameForAll({ id: 42n, name: '\u3164' })).toBe('Member 42')
  expect(nameForAll({ id: 42n, name: 'To\u202eko' })).toBe('Toko')
  expect(nameForAll({ id: 42n, name: `T\u0301${'\u0301'.repeat(50)}oko` }).length).toBeLessThan(10)
  expect(nameForAll({ id: 42n, name: 'lapak'.repeat(2_000) })).toBe('Member 42')
})

test('a member with the name of the platform is shown by member number in posts and comments, without the badge of the platform', async () => {
  for (const name of ['Lapak', 'Customer Service', 'Admin Lapak', 'Lapak Resmi', 'Lap\u202eak', '\u202eToko Gelap']) {
    const thief = await app.member({ complete: true })
    await sql`update member set name = ${name} where id = ${thief.id}`.execute(app.tables)
    const id = await post(thief, 'Kirim PIN Anda ke sini')
    await comment(thief, id, 'Segera')
    const { member, comment: comments } = (await one(reader, id)).body.data
    expect([member.resmi, comments[0].member.resmi], name).toEqual([0, 0])
    expect([member.name, comments[0].member.name], name).toEqual(Array(2).fill(name.includes('Toko') ? 'Toko Gelap' : `Member ${thief.id}`))
  }
})

test('the badge is shown for posts of an administrator only while the writer has the administrator role', async () => {
  const person = await app.member({ name: 'Lapak', complete: true })
  const before = await post(person, 'Sebelum jadi admin')
  await sql`insert into member_role (member_id, role_id) select ${person.id}, id from role where name = 'ROLE_ADMIN'`.execute(app.tables)
  const as = await post(person, 'Sebagai admin')
  const shown = async (id: number) => (await one(reader, id)).body.data.member
  expect(await shown(before)).toMatchObject({ resmi: 0, name: `Member ${person.id}` })
  expect(await shown(as)).toMatchObject({ resmi: 1, name: 'Lapak' })
  await sql`delete from member_role where member_id = ${person.id}`.execute(app.tables)
  expect(await shown(as)).toMatchObject({ resmi: 0, name: `Member ${person.id}` })
})

test('additional fields in a request cannot change the official badge, the counters or the writer of a post', async () => {
  const thief = await app.member({ name: 'Toko Curi', complete: true })
  const more = { by_platform: true, resmi: 1, totallike: 99, totalcomment: 99, suka: 1, alasan: null }
  const { data } = (await write(thief, { msg: 'Halo', member: { id: Number(reader.id), name: 'Lapak' }, ...more })).body
  expect(data).toMatchObject({ member: { id: Number(thief.id), name: 'Toko Curi', resmi: 0 }, totallike: 0, totalcomment: 0, suka: 0 })
})
