import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { inBatches, startCache, type VersionedCache } from './cache.ts'
import { type Database, openDatabase, type Reader } from './db.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 2, log: createLog('fatal') })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const settings = (apply: (name: string) => void) => ({
  readSince: (read: Reader, version: bigint) =>
    read.selectFrom('setting').select(['name', 'version']).where('version', '>', version).orderBy('name').execute(),
  apply: (row: { name: string }) => apply(row.name),
})
const write = (name: string) =>
  db.transaction((tx) =>
    tx
      .insertInto('setting')
      .values({ name, value: '1' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '2' }))
      .execute(),
  )

async function cached(apply: (name: string) => void): Promise<VersionedCache> {
  return startCache(db, [settings(apply)], createLog('fatal'))
}

test('a change is read into the cache after its notification, without a call of refresh', async () => {
  const seen: string[] = []
  // Polling is disabled, so the change can only arrive by NOTIFY.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const cache = await cached((name) => seen.push(name)).finally(() => vi.useRealTimers())
  await write('prompt')
  await expect.poll(() => seen, { interval: 5 }).toContain('prompt')
  await cache.close()
})

test('a row that cannot be applied does not block other rows', async () => {
  const seen: string[] = []
  await write('a-broken')
  const cache = await cached((name) => {
    if (name === 'a-broken') throw new Error('cannot be opened')
    seen.push(name)
  })
  await write('b-sound')
  await cache.refresh()
  expect(seen).toContain('b-sound')
  await cache.close()
})

test('a refresh resolves after a read that began after its call', async () => {
  const seen = new Set<string>()
  const cache = await cached((name) => seen.add(name))
  for (let n = 0; n < 50; n++) {
    await write(`race-${n}`)
    await Promise.all([cache.refresh(), cache.refresh().then(() => cache.refresh())])
    expect(seen).toContain(`race-${n}`)
  }
  await cache.close()
})

test('tables change together in memory: a new row is never visible together with an old row of another table', async () => {
  const seen = { first: false, second: false }
  let torn = false
  const first = settings((name) => {
    if (name === 'together') seen.first = true
  })
  const second = {
    ...settings((name) => {
      if (name === 'together') seen.second = true
    }),
    async readSince(read: Reader, version: bigint) {
      const rows = await settings(() => undefined).readSince(read, version)
      // Runs while the second table is still being read.
      await new Promise((resolve) => setTimeout(resolve, 20))
      torn ||= seen.first !== seen.second
      return rows
    },
  }
  const cache = await startCache(db, [first, second], createLog('fatal'))
  await write('together')
  await cache.refresh()
  expect(seen).toEqual({ first: true, second: true })
  expect(torn).toBe(false)
  await cache.close()
})

test('tables are read from one snapshot: a change made between reading two tables is visible in both or in neither', async () => {
  const known = new Set<string>()
  let torn = false
  let writes = false
  const first = settings((name) => known.add(name))
  const second = {
    ...settings((name) => {
      torn ||= !known.has(name)
    }),
    async readSince(read: Reader, version: bigint) {
      if (writes) await write('between')
      writes = false
      return settings(() => undefined).readSince(read, version)
    },
  }
  const cache = await startCache(db, [first, second], createLog('fatal'))
  writes = true
  await write('before')
  await cache.refresh()
  await expect.poll(() => known).toContain('between')
  expect(torn).toBe(false)
  await cache.close()
})

test('a refresh resolves even if other processes never stop making changes', async () => {
  let ended = false
  const busy = {
    readSince: (read: Reader) => settings(() => undefined).readSince(read, 0n),
    apply() {
      // Every read triggers another one.
      if (!ended) void cache.refresh()
    },
  }
  let cache: VersionedCache = { refresh: async () => {}, afterRefresh: (change) => change, close: async () => {} }
  cache = await startCache(db, [busy], createLog('fatal'))
  const writing = (async () => {
    for (let n = 0; !ended; n++) await write(`busy-${n % 5}`)
  })()
  for (let n = 0; n < 20; n++) await cache.refresh()
  expect(await cache.afterRefresh(write('mine').then(() => 'answer'))).toBe('answer')
  ended = true
  await writing
  await cache.close()
})

test('a large table is read completely at the start, in batches', async () => {
  const names = Array.from({ length: 7 }, (_, n) => `Kategori ${n}`)
  await db.transaction((tx) =>
    tx
      .insertInto('category')
      .values(names.map((name) => ({ name })))
      .execute(),
  )
  const batches: number[] = []
  const readAfter = async (id: bigint, count: number) => {
    const rows = await db.read.selectFrom('category').select(['id', 'name']).where('id', '>', id).orderBy('id').limit(count).execute()
    batches.push(rows.length)
    return rows
  }
  const seen: string[] = []
  const large = {
    readSince: async () => [],
    readAll: () => inBatches(readAfter, ({ id }) => id, 3),
    apply: ({ name }: { name: string }) => seen.push(name),
  }
  const cache = await startCache(db, [large], createLog('fatal'))
  expect(seen).toEqual(names)
  expect(batches).toEqual([3, 3, 1, 0])
  await cache.close()
})
