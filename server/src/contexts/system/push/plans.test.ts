// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushToBrowsers } from '#contexts/system/notifications/notifications.ts'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { deviceOfSession, dropDevice, readState, storeDevice } from './devices.ts'
import { havingDevices, refusingServices } from './push.ts'

/**
 * Tests that browsers of many members do not slow down queries for the browsers of one member, although all query plans were made while the tables
 * were empty.
 */
let crowded: Crowded
const many = process.env.NIGHTLY ? 1_000_000 : 60_000
const hosts = ['fcm.googleapis.com', 'updates.push.services.mozilla.com']

beforeAll(async () => {
  crowded = await startCrowded(['member', 'session', 'push_device', 'push_quiet'])
  const { tables } = crowded
  await sql`
    insert into member (id, name, email, password_hash) overriding system value
    select n, 'Toko ' || n, n || '@banyak.test', '' from generate_series(1, ${many}::integer / 2) n`.execute(tables)
  await sql`
    insert into session (token_hash, member_id) select sha256(n::text::bytea), 1 + n / 2 from generate_series(1, ${many}::integer - 2) n`.execute(
    tables,
  )
  // The last message was refused for one browser in a hundred, and for the newest browsers of one of the two push services.
  await sql`
    insert into push_device (session_hash, member_id, endpoint, host, p256dh, auth, taken_at, refused_at, refused_status)
    select sha256(n::text::bytea), 1 + n / 2, 'https://' || host || '/' || n, host, '', '', case when refused then null else at end,
      case when refused then at end, case when refused then 403 end
    from generate_series(1, ${many}::integer - 2) n, lateral (
      select (${hosts}::text[])[1 + n % 2] as host, now() - n * interval '1 second' as at, n % 100 = 0 or (n % 2 = 0 and n < 20) as refused
    ) told`.execute(tables)
  await sql`insert into push_quiet select n, 0, 300 from generate_series(1, ${many}::integer / 2) n`.execute(tables)
}, 300_000)
afterAll(() => crowded?.drop())

test('storing, reading, notifying and removing a browser, and finding a push service that refuses messages, read only a few rows', async () => {
  const { db, looking, tables } = crowded
  const session = await tables
    .selectFrom('session')
    .select(['token_hash', 'member_id'])
    .where('member_id', '=', 777n)
    .executeTakeFirstOrThrow()
  const caller = {
    memberId: session.member_id,
    sessionHash: session.token_hash,
    roles: [],
    test: false,
    sessionId: null,
    ipAddress: '',
  }
  const context = { db, publicKey: 'kunci', services: { hosts, production: true } }
  // An arbitrary point of the curve.
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
  const alamat = `https://${hosts[0]}/baru`
  const members = Array.from({ length: 500 }, (_, nth) => BigInt(1 + nth))
  for (const [name, work] of Object.entries({
    state: () => readState(context, caller),
    kept: () => storeDevice(context, caller, { alamat, p256dh, auth: 'A'.repeat(22) }),
    'of this session': () => deviceOfSession(db.read, caller),
    'who has one': () => db.transaction((tx) => havingDevices(tx, members)),
    // Includes the query for the member's quiet hours.
    pushed: () =>
      db.transaction((tx) => pushToBrowsers(tx, [{ memberId: 777n, kind: 'review', key: 'ulasan', title: 'Ulasan', link: '/penjualan' }])),
    'services that refuse': async () => expect(await refusingServices(db.read)).toMatchObject([{ host: hosts[0], status: 403 }]),
    'taken away': () => dropDevice(context, caller),
    'gone with its session': () => tables.deleteFrom('session').where('token_hash', '=', session.token_hash).execute(),
  })) {
    const { looked, entries } = await looking<unknown>(work)
    expect(Math.max(looked, entries), name).toBeLessThan(2_000)
  }
})
