// @module-tag nightly
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#db/db.ts'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { purgeXmpp } from './jabber.jobs.ts'
import { listXmppIds } from './jabber.queries.ts'
import {
  answerReceived,
  claimMessages,
  deliverResult,
  type Incoming,
  messageFailed,
  messagesTaken,
  openReceived,
  sendAgain,
  standingsOf,
  storeReceived,
  untakenSince,
  waitingResults,
} from './jabber.ts'
import { readStanding } from './received.ts'

/**
 * The tests check that Jabber messages of many years do not slow down current orders, even with query plans that were made while the tables were
 * empty.
 */
let crowded: Crowded
const many = process.env.NIGHTLY ? 1_000_000 : 60_000
const account = 'bot@lapak.test'
const last = BigInt(many)

beforeAll(async () => {
  crowded = await startCrowded(['jabber_id', 'jabber_received', 'jabber_message', 'jabber_result', 'jabber_bill', 'purchase'])
  const { tables } = crowded
  await sql`
    insert into member (id, name, email, password_hash) overriding system value
    select n, 'Toko ' || n, n || '@banyak.test', '' from generate_series(1, 5000) n`.execute(tables)
  await sql`
    insert into jabber_id (id, member_id, jid) overriding system value
    select n, n, n || '@jabber.test' from generate_series(1, 5000) n`.execute(tables)
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target, transactionrc)
    select n, 1 + n % 5000, 1, 1, 1, 1000, 3, 'R' || n, 'X', '1', 1 from generate_series(1, ${many}::integer) n`.execute(tables)
  // The newest messages are not answered, not sent or not acknowledged yet, and the newest results are not delivered yet.
  await sql`
    insert into jabber_received (account, stanza_id, jid_id, member_id, command, reffclient, sent_at, received_at, answered_at)
    select ${account}, n, 1 + n % 5000, 1 + n % 5000, '{}', 'R' || n, now(), at, case when n <= ${many} - 50 then at end
    from generate_series(1, ${many}::integer) n, lateral (select now() - (${many} - n) * interval '60 days' / ${many}) as moment(at)`.execute(
    tables,
  )
  await sql`
    insert into jabber_message (account, jid, member_id, body, purchase_id, purchase_version, created_at, sent_at, acked_at)
    select ${account}, 1 + n % 5000 || '@jabber.test', 1 + n % 5000, 'TRX', n, 1, at,
      case when n <= ${many} - 100 then at end, case when n <= ${many} - 200 then at end
    from generate_series(1, ${many}::integer) n, lateral (select now() - (${many} - n) * interval '60 days' / ${many}) as moment(at)`.execute(
    tables,
  )
  await sql`
    insert into jabber_result (member_id, purchase_id, reffclient, ordered)
    select 1 + n % 5000, n, 'R' || n, true from generate_series(${many}::integer - 199, ${many}::integer) n`.execute(tables)
  await sql`
    insert into jabber_bill (member_id, product_code, target, token, expires_at)
    select 1 + n % 5000, 'P', n, 't', now() + case when n % 2 = 0 then interval '1 hour' else interval '-1 hour' end
    from generate_series(1, ${many}::integer) n`.execute(tables)
}, 300_000)
afterAll(() => crowded?.drop())

test('storing, executing and answering a message, and sending answers, read only a few rows', async () => {
  const { db, looking } = crowded
  const address = { id: 7n, memberId: 7n, jid: '7@jabber.test', verified: true, receivesAll: false, ordersSince: new Date(0) }
  const incoming: Incoming = {
    account,
    stanzaId: 'baru',
    archiveId: 'baru',
    address,
    command: {},
    reffclient: 'BARU',
    sentAt: null,
    keyId: null,
  }
  const received = { id: last, account, jid: address.jid, memberId: 7n }
  const resultMessage = { purchase: { id: last, version: 2 }, body: 'TRX', to: [{ jid: address.jid, account }] }
  for (const [name, work] of Object.entries({
    standing: () => standingsOf(db, [address]),
    kept: () => db.transaction((tx) => storeReceived(tx, incoming)),
    'as it stands now': () => readStanding(db, { id: last, keyId: null }),
    answered: () => db.transaction((tx) => answerReceived(tx, received, { body: 'TRX' })),
    'not answered': () => openReceived(db, account),
    'said next': () => claimMessages(db, account),
    taken: () => messagesTaken(db, account, [`${last}`, `${last - 1n}`]),
    'could not be told': () => messageFailed(db, account, '1@jabber.test', `${last}`, 'gone'),
    'never acknowledged': () => untakenSince(db, account),
    'said again': () => sendAgain(db, account),
    'results that wait': () => waitingResults(db),
    'a result that is told': () =>
      db.transaction((tx) => deliverResult(tx, { id: 1n, memberId: 7n, reffclient: 'R', hearers: [] }, resultMessage)),
    addresses: () => listXmppIds(db, 7n),
  })) {
    const { looked, entries } = await looking<unknown>(work)
    expect(Math.max(looked, entries), name).toBeLessThan(1_000)
  }
})

test('old rows are found by age and deleted in batches, and unfinished rows are kept', async () => {
  const { db, looking, tables } = crowded
  const batches: bigint[] = []
  const watched: Database = {
    ...db,
    async transaction(work) {
      const done = await db.transaction(work)
      batches.push((done as { numAffectedRows?: bigint }).numAffectedRows ?? 0n)
      return done
    },
  }
  await tables.updateTable('jabber_received').set({ answered_at: null }).where('id', '=', 1n).execute()
  const { looked } = await looking(() => purgeXmpp(watched, 30))
  const swept = Number(batches.reduce((sum, rows) => sum + rows, 0n))
  expect(swept).toBeGreaterThan(1.4 * many)
  expect(swept).toBeLessThan(1.6 * many)
  expect(Math.max(...batches.map(Number))).toBe(5_000)
  // Each deleted row is read twice: when it is found and when it is deleted.
  expect(looked).toBeLessThan(2 * swept + 5_000)
  const left = await tables.selectFrom('jabber_received').select('id').where('id', '<', 100n).execute()
  expect(left).toEqual([{ id: 1n }])
}, 300_000)
