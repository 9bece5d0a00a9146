// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { notifyIfUnread } from './away.ts'
import { countPlatformUnread, countUnread, findContacts, listChats, listPlatformChats, readMessages } from './chat.queries.ts'
import { type ChatDeps, findConversation, markRead, sendMessage } from './chat.ts'

/** The tests check that a conversation can be opened by reading few rows among very many conversations, with query plans made for empty tables. */
let crowded: Crowded
const many = process.env.NIGHTLY ? 1_000_000 : 60_000
/** A member with some conversations, and the id of a very long one (`long`). */
const member = 77n
const long = 5n
/** The id of a conversation between a member and the platform. */
const last = 776n

beforeAll(async () => {
  crowded = await startCrowded(['conversation', 'message', 'participant', 'member', 'member_role', 'purchase', 'push_device', 'session'])
  const { tables } = crowded
  await sql`
    insert into member (id, name, email, password_hash) overriding system value
    select n, 'Toko ' || n, n || '@banyak.test', '' from generate_series(1, ${many}::integer / 4) n`.execute(tables)
  await sql`
    insert into member_role (member_id, role_id)
    select n, role.id from generate_series(1, 200) n, role where role.name = 'ROLE_SELLER'`.execute(tables)
  // Each member has written to the platform, which has not read some of these messages, and to the next 3 members.
  await sql`
    insert into conversation (first_id, second_id, last_seq, last_at, last_text, last_sender_id, platform_read_seq)
    select n, null, 1, now() - n * interval '1 second', 'Halo', n, case when n % 5000 = 1 then 0 else 1 end
    from generate_series(1, ${many}::integer / 4) n`.execute(tables)
  await sql`
    insert into conversation (first_id, second_id, last_seq, last_at, last_text, last_sender_id)
    select n, n + more, 1, now() - n * interval '1 second', 'Halo', n
    from generate_series(1, ${many}::integer / 4 - 3) n, generate_series(1, 3) more`.execute(tables)
  await sql`
    insert into participant (conversation_id, member_id, read_seq)
    select id, side, 1 from conversation, unnest(array[first_id, second_id]) side where side is not null`.execute(tables)
  await sql`
    insert into message (conversation_id, seq, sender_id, client_id, body)
    select id, 1, last_sender_id, gen_random_uuid(), 'Halo' from conversation`.execute(tables)
  await sql`
    insert into message (conversation_id, seq, sender_id, client_id, body)
    select ${long}, n, ${long}, gen_random_uuid(), 'Halo' from generate_series(2, ${many}::integer) n`.execute(tables)
  await sql`update conversation set last_seq = ${many}, platform_read_seq = ${many} where id = ${long}`.execute(tables)
  // Every second member has a push device.
  await sql`
    insert into session (token_hash, member_id) select sha256(n::text::bytea), 2 * n from generate_series(1, ${many}::integer / 8 - 1) n`.execute(
    tables,
  )
  await sql`
    insert into push_device (session_hash, member_id, endpoint, host, p256dh, auth)
    select token_hash, member_id, 'https://push.test/' || member_id, 'push.test', '', '' from session`.execute(tables)
}, 300_000)
afterAll(() => crowded?.drop())

const page = { page: 0, size: 20, sort: { field: 'createat', descending: true } } as const

test('conversations, messages, unread counts and contacts are found by reading only few rows', async () => {
  const { db, looking } = crowded
  const { read } = db
  const deps = { db, settings: { get: () => 1_000 } } as unknown as ChatDeps
  const caller = { memberId: member, roles: [], test: false, sessionHash: null, sessionId: null, ipAddress: '' }
  const side = { memberId: long, forPlatform: false }
  const content = { msg: 'Halo', image: null, clientid: undefined, idtrx: null }
  for (const [name, work] of Object.entries({
    list: () => listChats(read, member, page),
    'unread of a member': () => countUnread(read, member),
    'who waits for the house': () => listPlatformChats(read, { ...page, belumdibaca: true }),
    'how many wait for the house': () => countPlatformUnread(read),
    newest: () => readMessages(read, side, { ...page, groupid: long, before: undefined, after: undefined }),
    older: () => readMessages(read, side, { ...page, groupid: long, before: 20_000, after: undefined }),
    conversation: () => findConversation(deps, caller, { dengan: 1n, idtrx: undefined }),
    'said to a new one': () => sendMessage(deps, caller, { ...content, touser: 1n, groupid: null }),
    'said in one': () => sendMessage(deps, { ...caller, memberId: long }, { ...content, touser: null, groupid: long }),
    'told to who is away': () =>
      db.transaction((tx) => notifyIfUnread(tx, { conversationId: last, memberId: last, seq: 2, at: Date.now() })),
    'told to the house': () => db.transaction((tx) => notifyIfUnread(tx, { conversationId: last, memberId: null, seq: 2, at: Date.now() })),
    read: () => markRead(deps, side, long, undefined),
    'a name': () => findContacts(read, member, 'Toko 12345'),
  })) {
    const { looked, entries } = await looking<unknown>(work)
    expect(Math.max(looked, entries), name).toBeLessThan(1_000)
  }
})
