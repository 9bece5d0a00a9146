import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { openWitness, type Witness } from '#db/witness.ts'
import { takeWorkerIdentity, type WorkerIdentity } from '#jobs/worker-identity.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables } from '../../../../../test/database.ts'
import { createClaims } from './claims.ts'

/**
 * A database with misleading planner statistics: it was analysed while it was empty, or while no attempt was live. The pool has one connection, so
 * that the counters of this connection can be read.
 */
let db: Database
let tables: Kysely<DB>
let worker: WorkerIdentity
let witness: Witness
let folder: string
let made = 0
const sellers = Array.from({ length: 40 }, (_, nth) => BigInt(1_000 + nth))

beforeAll(async () => {
  const { url, ownerUrl } = await createTestDatabase()
  tables = openTables(ownerUrl)
  await sql`alter table attempt set (autovacuum_enabled = false)`.execute(tables)
  await sql`vacuum analyze`.execute(tables)
  db = await openDatabase({ url, pool: 1, log: createLog('fatal') })
  worker = await takeWorkerIdentity(url, createLog('fatal'))
  folder = await mkdtemp(join(tmpdir(), 'lapak-witness-'))
  witness = await openWitness({ db, folder, log: createLog('fatal'), wentBack: () => undefined })
})

afterAll(async () => {
  await witness.close()
  await rm(folder, { recursive: true })
  await worker.close()
  await db.close()
  await tables.destroy()
})

/** Creates live attempts that are due in `dueInSeconds`, distributed evenly among all sellers. */
async function attempts(count: number, dueInSeconds = 0) {
  const [first, last] = [made + 1, made + count]
  made = last
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target)
    select n, 1, 1, 1, 1, 1000, 0, 'R' || n, 'P', '0812' || n from generate_series(${first}::integer, ${last}::integer) n`.execute(tables)
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number, due_at)
    select n, n, 1000 + n % ${sellers.length}::integer, 1, 1000, 1, now() + ${dueInSeconds}::integer * interval '1 second'
    from generate_series(${first}::integer, ${last}::integer) n`.execute(tables)
}

const finishAll = () => sql`update attempt set state = 4, claimed_by = null where state < 4`.execute(tables)

const room = (nth: number) => 1 + (nth % 7)
const claim = (of: Database) =>
  createClaims({ db: of, worker, witness, leaseMs: 150_000, inProgress: () => [] }).claim(() => ({
    sellers,
    slots: sellers.map((_, nth) => room(nth)),
  }))

test('claims never exceed the capacity of a seller, and repeated claims return every attempt exactly once', async () => {
  await attempts(6_000)
  const taken = new Set<bigint>()
  for (;;) {
    const { claimed } = await claim(db)
    for (const [nth, seller] of sellers.entries())
      expect(claimed.filter(({ seller_id }) => seller_id === seller).length).toBeLessThanOrEqual(room(nth))
    for (const { id, previous_state, claims, sent_ms_ago } of claimed) {
      expect({ known: taken.has(id), previous_state, claims, sent_ms_ago }).toEqual({
        known: false,
        previous_state: 0,
        claims: 1,
        sent_ms_ago: 0,
      })
      taken.add(id)
    }
    if (claimed.length === 0) break
  }
  expect(taken.size).toBe(6_000)
})

test('a claim finds due attempts by seller and time, even if the planner expects no live attempts', async () => {
  await finishAll()
  for (let time = 0; time < 5; time++) {
    await attempts(4_000)
    await finishAll()
  }
  await sql`analyze`.execute(tables)
  await attempts(8_000, 600)
  await attempts(400)
  const readBy = async (index: string) => {
    await db.fast.run({ name: 'flush', text: 'select pg_stat_force_next_flush()' }, [])
    const { rows } = await sql<{
      read: bigint
    }>`select idx_tup_read as read from pg_stat_user_indexes where indexrelname = ${index}`.execute(tables)
    return Number(rows[0]?.read)
  }
  const before = await readBy('attempt_due')
  const { claimed } = await claim(db)
  expect(claimed.length).toBe(sellers.reduce((sum, _, nth) => sum + Math.min(room(nth), 10), 0))
  // The search for attempts of dead workers reads each row once. Reading all rows for each seller would be forty times as much.
  expect((await readBy('attempt_due')) - before).toBeLessThan(4 * made)
})

const newest = () =>
  sql<{ id: bigint; claimed_by: number | null }>`select id, claimed_by from attempt order by id desc limit 2`.execute(tables)
const everything = () => ({ sellers, slots: sellers.map(() => 10) })

test('an attempt that was sent before the column `claims` existed counts as claimed twice, so it is not sent as new', async () => {
  await finishAll()
  await attempts(1)
  await sql`update attempt set state = 3, sent_at = now() - interval '1 hour' where id = ${made}`.execute(tables)
  expect((await claim(db)).claimed).toMatchObject([{ id: BigInt(made), previous_state: 3, claims: 2 }])
})

test('a claim whose outcome could not be stored is released early only if it is the newest claim of its attempt', async () => {
  await finishAll()
  await attempts(1)
  const claims = createClaims({ db, worker, witness, leaseMs: 150_000, inProgress: () => [] })
  const {
    claimed: [one],
    lease,
  } = await claims.claim(everything)
  if (one === undefined) throw new Error('nothing was claimed')
  await claims.requestStatusSoon({ ...one, claims: one.claims - 1 }, lease)
  expect((await newest()).rows[0]).toEqual({ id: one.id, claimed_by: worker.number })
  await claims.requestStatusSoon(one, lease)
  expect((await newest()).rows[0]).toEqual({ id: one.id, claimed_by: null })
})

test('after the result of a claim was lost, exactly the claimed attempts that the process does not work on become free', async () => {
  await finishAll()
  await attempts(2)
  let inProgress: bigint[] = []
  const claims = createClaims({ db, worker, witness, leaseMs: 150_000, inProgress: () => inProgress })
  expect((await claims.claim(everything)).claimed).toHaveLength(2)
  inProgress = [BigInt(made)]
  await expect(claims.claim(() => ({ sellers, slots: sellers.map(() => -1) }))).rejects.toThrow(/LIMIT/)
  await claims.claim(() => ({ sellers: [], slots: [] }))
  expect((await newest()).rows).toEqual([
    { id: BigInt(made), claimed_by: worker.number },
    { id: BigInt(made - 1), claimed_by: null },
  ])
})

test('a lease also ends by the wall clock if the monotonic clock stopped', async () => {
  const { lease } = await claim(db)
  expect([lease.lastsFor(140_000), lease.lastsFor(150_000)]).toEqual([true, false])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 100_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect([lease.lastsFor(40_000), lease.lastsFor(50_000)]).toEqual([true, false])
})

test('a worker whose liveness connection is lost claims nothing, and no call leaves with a lease from before', async () => {
  await finishAll()
  await attempts(1)
  let connection: number | null = 1
  const mortal: WorkerIdentity = {
    number: 77,
    connection: () => connection,
    dead: () => Promise.resolve([]),
    close: () => Promise.resolve(),
  }
  const claims = createClaims({ db, worker: mortal, witness, leaseMs: 150_000, inProgress: () => [] })
  const { lease } = await claims.claim(everything)
  expect(lease.lastsFor(1_000)).toBe(true)
  connection = null
  expect(lease.lastsFor(1_000)).toBe(false)
  await attempts(1)
  expect((await claims.claim(everything)).claimed).toEqual([])
  connection = 2
  expect(lease.lastsFor(1_000), 'another worker may have freed the claim').toBe(false)
  const { claimed } = await claims.claim(everything)
  // The process works on the first one no more, so its status is asked for.
  expect(claimed.toSorted((one, other) => Number(one.id - other.id))).toMatchObject([
    { id: BigInt(made - 1), claims: 2 },
    { id: BigInt(made), claims: 1 },
  ])
})
