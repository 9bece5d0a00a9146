import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { takeWorkerIdentity, type WorkerIdentity } from './worker-identity.ts'

let ownerUrl: string
let database: pg.Client
let worker: WorkerIdentity
let other: WorkerIdentity
/** The connection of the worker, at each line of its log. */
const held: (number | null)[] = []

beforeAll(async () => {
  const { url, ownerUrl: owner } = await createTestDatabase()
  ownerUrl = owner
  database = new pg.Client({ connectionString: ownerUrl })
  await database.connect()
  const noteHeld = () => void held.push(worker.connection())
  worker = await takeWorkerIdentity(url, { error: noteHeld, info: noteHeld })
  other = await takeWorkerIdentity(url, { error: () => undefined, info: () => undefined })
})

afterAll(async () => {
  await worker?.close()
  await other?.close()
  await database?.end()
})

const breakConnectionOf = (number: number) =>
  database.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [number],
  )

test('a worker whose connection breaks has none until it has locked its number again', async () => {
  const { number } = worker
  expect(worker.connection()).toBe(1)
  expect(await other.dead([number, other.number])).toEqual([])
  await breakConnectionOf(number)
  await expect.poll(() => held, { timeout: 20_000 }).toEqual([null, 2])
  expect(worker.number).toBe(number)
  expect(await other.dead([number, other.number])).toEqual([])
})

test('a worker whose number was given to another worker meanwhile takes a new one', async () => {
  const { number } = worker
  const taken = database.query('select pg_advisory_lock(8001, $1)', [number])
  await setTimeout(100)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and granted and database = (select oid from pg_database where datname = current_database())`,
    [number],
  )
  await client.end()
  await taken
  await expect.poll(() => worker.connection(), { timeout: 20_000 }).toBe(3)
  expect(worker.number).toBeGreaterThan(other.number)
})
