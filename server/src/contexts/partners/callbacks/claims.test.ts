import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../../../test/database.ts'
import { pagesOf } from '../../../../test/pages.ts'
import { type Claimed, claimDeliveries, hostOf, recordAttempts } from './claims.ts'

let database: TestDatabase
let tables: Kysely<DB>
let sender: Database
let other: Database

/** A database with one connection, which keeps the query plans that it made first. */
const open = () => openDatabase({ url: database.url, pool: 1, fastPool: 1, log: createLog('fatal') })

// The worst case for query plans: the tables are analyzed while they are empty (as autovacuum does on a new installation), and `sender` and `other`
// cache their plans before the tests insert rows.
beforeEach(async () => {
  database = await createTestDatabase()
  tables = openTables(database.ownerUrl)
  await sql`vacuum (analyze) delivery, delivery_attempt`.execute(tables)
  sender = await open()
  other = await open()
  for (const { fast } of [sender, other]) {
    await claimDeliveries(fast, places)
    await recordAttempts(fast, 1, [])
  }
})

afterEach(async () => {
  await Promise.all([sender.close(), other.close(), tables.destroy()])
  await database.drop()
})

const places = { worker: 1, free: 125, perHost: 20, taken: new Map<string, number>(), after: '' }

const store = (count: number, hosts: number) =>
  sql`
    insert into delivery (member_id, event, url, body, due_at)
    select 1, 'ping', 'http://host' || n % ${hosts}::integer || '.test/cb', '{}', now() - n * interval '1 second' from generate_series(1, ${count}::integer) n`.execute(
    tables,
  )

const mostOfOneHost = (claimed: Claimed[]) =>
  Math.max(...[...Map.groupBy(claimed, ({ url }) => hostOf(url)).values()].map((of) => of.length))

const tried = (delivery: Claimed) => ({ delivery, state: 1, dueAt: new Date(), status: 200, answer: 'ok', tookMs: 5 })

test('a sender claims at most as many deliveries as it has free places, and at most the maximum per host', async () => {
  await store(5000, 9)
  const claimed = await claimDeliveries(sender.fast, places)
  expect(claimed.length).toBe(125)
  expect(mostOfOneHost(claimed)).toBeLessThanOrEqual(20)
  const next = await claimDeliveries(sender.fast, {
    ...places,
    free: 200,
    taken: new Map([
      ['host1.test', 18],
      ['host2.test', 20],
    ]),
  })
  const perHost = Map.groupBy(next, ({ url }) => hostOf(url))
  expect(perHost.get('host1.test')?.length).toBe(2)
  expect(perHost.has('host2.test')).toBe(false)
  expect(next.length).toBe(7 * 20 + 2)
  expect((await tables.selectFrom('delivery').select('id').where('claimed_by', 'is not', null).execute()).length).toBe(125 + 142)
})

test('two concurrent senders keep their limits and claim each delivery once', async () => {
  await store(3000, 40)
  const taken: Claimed[] = []
  for (let round = 0; round < 10; round += 1) {
    const claims = await Promise.all([claimDeliveries(sender.fast, places), claimDeliveries(other.fast, { ...places, worker: 2 })])
    for (const claimed of claims) {
      expect(claimed.length).toBeLessThanOrEqual(125)
      expect(mostOfOneHost(claimed)).toBeLessThanOrEqual(20)
      taken.push(...claimed)
    }
    expect(Math.max(...claims.map(({ length }) => length)), 'one of two always finds something').toBe(125)
  }
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
  expect(taken.every(({ tries }) => tries === 1)).toBe(true)
})

test('a sender skips deliveries that another sender is claiming', async () => {
  await store(300, 30)
  const locked = await tables.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('delivery').select('id').orderBy('due_at').limit(200).forUpdate().execute()
    const claimed = await claimDeliveries(sender.fast, places)
    expect(claimed.length).toBe(100)
    return new Set([...rows, ...claimed].map(({ id }) => id))
  })
  expect(locked.size).toBe(300)
})

test('claiming and recording read few pages, whatever the number of deliveries', async () => {
  await store(2000, 50)
  const costs = async () => {
    const claimed = await claimDeliveries(sender.fast, places)
    const given = claimed.toSorted((a, b) => Number(a.id - b.id)).map(tried)
    const column = <Key extends keyof ReturnType<typeof tried>>(key: Key) => given.map((one) => one[key])
    const recording = [
      given.map(({ delivery }) => delivery.id),
      column('state'),
      column('dueAt'),
      column('status'),
      column('tookMs'),
      column('answer'),
      1,
    ]
    return {
      record: await pagesOf(sender.fast, 'callbacks.record', recording),
      claim: await pagesOf(sender.fast, 'callbacks.claim', [2, 125, 20, [], [], '']),
    }
  }
  const few = await costs()
  await store(30_000, 50)
  await sql`update delivery set state = 1 where id > 2500`.execute(tables)
  // Autovacuum would do this in time; without it, the number of dead rows that are read would be random.
  await sql`vacuum delivery`.execute(tables)
  const many = await costs()
  // Twice as many pages are allowed, because the indexes have one more level.
  expect(many.claim, `${few.claim} pages before`).toBeLessThan(few.claim * 2)
  expect(many.record, `${few.record} pages before`).toBeLessThan(few.record * 2)
})

test('a host without a free place does not increase the cost of claims, however long its queue is', async () => {
  const queue = (count: number) =>
    sql`insert into delivery (member_id, event, url, body, due_at)
      select 1, 'ping', 'http://slow.test/cb', '{}', now() - interval '1 day' - n * interval '1 second' from generate_series(1, ${count}::integer) n`.execute(
      tables,
    )
  const busy = { ...places, taken: new Map([['slow.test', 20]]) }
  const cost = () => pagesOf(sender.fast, 'callbacks.claim', [1, 125, 20, ['slow.test'], [20], 'host2.test'])
  await queue(1_500)
  await store(600, 30)
  const claimed = await claimDeliveries(sender.fast, busy)
  expect(claimed.length).toBe(125)
  expect(mostOfOneHost(claimed)).toBeLessThanOrEqual(20)
  expect(claimed.some(({ url }) => hostOf(url) === 'slow.test')).toBe(false)
  const few = await cost()
  await queue(30_000)
  expect(await cost(), `${few} pages before`).toBeLessThan(few * 2)
  const rest = await claimDeliveries(sender.fast, { ...busy, free: 1_000 })
  expect(rest.length).toBe(600 - 125 - 125 - 125)
})

test('deliveries that wait for verification do not increase the cost of claims, however many there are', async () => {
  await store(2000, 50)
  const cost = () => pagesOf(sender.fast, 'callbacks.claim', [2, 125, 20, [], [], ''])
  await claimDeliveries(sender.fast, places)
  const few = await cost()
  await sql`insert into delivery (member_id, event, url, body, state, held_origin)
    select 2, 'ping', 'http://unproved.test/cb', '{}', 3, 'http://unproved.test' from generate_series(1, 100000)`.execute(tables)
  expect(await cost(), `${few} pages before`).toBeLessThan(few * 2)
  const claimed = await claimDeliveries(sender.fast, { ...places, free: 2000, perHost: 2000 })
  expect(claimed.some(({ url }) => hostOf(url) === 'unproved.test')).toBe(false)
})

test('a sender skips hosts without due deliveries and takes the other hosts in rotation', async () => {
  await sql`insert into delivery (member_id, event, url, body, due_at)
    select 1, 'ping', 'http://slow.test/cb', '{}', now() - interval '1 day' from generate_series(1, 1500) n
    union all select 1, 'ping', 'http://a' || n || '.test/cb', '{}', now() + interval '1 hour' from generate_series(1, 3000) n`.execute(
    tables,
  )
  await store(10, 10)
  const slow = { ...places, free: 3, taken: new Map([['slow.test', 20]]) }
  const asked: string[] = []
  for (let after = 'host4.test'; asked.length < 10; after = asked.at(-1) ?? '')
    asked.push(...(await claimDeliveries(sender.fast, { ...slow, after })).map(({ url }) => hostOf(url)))
  expect(asked.slice(0, 3).toSorted()).toEqual(['host5.test', 'host6.test', 'host7.test'])
  expect(new Set(asked).size).toBe(10)
})

test('the result of each delivery is recorded in the row of that delivery', async () => {
  await store(300, 20)
  const claimed = await claimDeliveries(sender.fast, places)
  const tries = claimed.map((delivery, index) => ({
    ...tried(delivery),
    state: index % 3,
    answer: `answer ${delivery.id}`,
    dueAt: new Date(1e12 + index * 1000),
  }))
  await recordAttempts(sender.fast, 1, tries)
  const rows = await tables.selectFrom('delivery').select(['id', 'state', 'due_at', 'claimed_by']).orderBy('id').execute()
  const attempts = await tables.selectFrom('delivery_attempt').selectAll().execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { delivery, state, dueAt } of tries)
    expect(known.get(delivery.id)).toEqual({ id: delivery.id, state, due_at: dueAt, claimed_by: null })
  expect(attempts.length).toBe(tries.length)
  expect(attempts.every(({ delivery_id, answer }) => answer === `answer ${delivery_id}`)).toBe(true)
  expect(rows.filter(({ state }) => state === 0).length).toBe(300 - tries.filter(({ state }) => state !== 0).length)
})

test('a late sender does not overwrite the result of a delivery that another sender has completed', async () => {
  await store(1, 1)
  const [late] = await claimDeliveries(sender.fast, places)
  await sql`update delivery set due_at = now() - interval '1 second'`.execute(tables)
  const [again] = await claimDeliveries(other.fast, { ...places, worker: 2 })
  expect(again?.id).toBe(late?.id)
  await recordAttempts(other.fast, 2, [tried(again as Claimed)])
  await recordAttempts(sender.fast, 1, [{ ...tried(late as Claimed), state: 0 }])
  expect(await tables.selectFrom('delivery').select(['state', 'claimed_by']).execute()).toEqual([{ state: 1, claimed_by: null }])
  expect((await tables.selectFrom('delivery_attempt').selectAll().execute()).length, 'both tries are in the log').toBe(2)
})
