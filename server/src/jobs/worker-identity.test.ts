import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { takeWorkerIdentity, type WorkerIdentity } from './worker-identity.ts'

let database: pg.Client
let worker: WorkerIdentity
let other: WorkerIdentity
/** Whether the worker was held, at each line of its log. */
const held: boolean[] = []

beforeAll(async () => {
  const { url, ownerUrl } = await createTestDatabase()
  database = new pg.Client({ connectionString: ownerUrl })
  await database.connect()
  const noteHeld = () => void held.push(worker.isHeld())
  worker = await takeWorkerIdentity(url, { error: noteHeld, info: noteHeld })
  other = await takeWorkerIdentity(url, { error: () => undefined, info: () => undefined })
})

afterAll(async () => {
  await worker?.close()
  await other?.close()
  await database?.end()
})

test('a worker whose connection breaks is not held, and comes back under a new number, while its former number counts as dead', async () => {
  const former = worker.number
  expect(worker.isHeld()).toBe(true)
  expect(await other.dead([former, other.number])).toEqual([])
  await database.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [former],
  )
  await expect.poll(() => held, { timeout: 20_000 }).toEqual([false, true])
  expect(worker.number).toBeGreaterThan(former)
  expect(await other.dead([former, worker.number])).toEqual([former])
})
