import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#core/db.ts'
import { createLog } from '#core/log.ts'
import { takeWorkerIdentity, type WorkerIdentity } from '#core/worker-identity.ts'
import { createTestDatabase, openTables } from '../../../../test/database.ts'
import { createClaims } from './claims.ts'

/** A database that was analysed while it was empty and then got its orders: planners keep expecting one row where thousands come. */
let db: Database
let worker: WorkerIdentity
const sellers = Array.from({ length: 40 }, (_, nth) => BigInt(1_000 + nth))
const perSeller = 150

beforeAll(async () => {
  const { url } = await createTestDatabase()
  const tables = openTables(url)
  await sql`vacuum analyze`.execute(tables)
  await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target)
    select n, 1, 1, 1, 1, 1000, 0, 'R' || n, 'P', '0812' || n from generate_series(1, ${sellers.length * perSeller}::integer) n`.execute(
    tables,
  )
  await sql`
    insert into attempt (id, purchase_id, seller_id, offer_id, price, number)
    select n, n, 1000 + n % ${sellers.length}::integer, 1, 1000, 1 from generate_series(1, ${sellers.length * perSeller}::integer) n`.execute(
    tables,
  )
  db = await openDatabase({ url, pool: 2, log: createLog('fatal') })
  worker = await takeWorkerIdentity(url, () => undefined)
})

afterAll(async () => {
  await worker.close()
  await db.close()
})

test('a claim never takes more of a seller than there is room for, and takes everything in the end, each once', async () => {
  const claims = createClaims({ db, worker, leaseMs: 150_000, inHand: () => [] })
  const room = (nth: number) => 1 + (nth % 7)
  const capacity = () => ({ sellers, free: sellers.map((_, nth) => room(nth)) })
  const taken = new Set<bigint>()
  for (;;) {
    const { claimed } = await claims.claim(capacity)
    for (const [nth, seller] of sellers.entries())
      expect(claimed.filter(({ seller_id }) => seller_id === seller).length).toBeLessThanOrEqual(room(nth))
    for (const { id, was, claims: times, sent_ms_ago } of claimed) {
      expect({ known: taken.has(id), was, times, sent_ms_ago }).toEqual({ known: false, was: 0, times: 1, sent_ms_ago: 0 })
      taken.add(id)
    }
    if (claimed.length === 0) break
  }
  expect(taken.size).toBe(sellers.length * perSeller)
})
