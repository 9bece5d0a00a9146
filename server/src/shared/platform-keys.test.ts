import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { createLog } from './log.ts'
import { platformKeys } from './platform-keys.ts'
import { createCipher, derivedBytes } from './secrets.ts'

const firstKey = 'the-key-of-this-test-that-is-long-enough'

let database: TestDatabase
let db: Database
let tables: ReturnType<typeof openTables>
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 4, log: createLog('fatal') })
  tables = openTables(database.ownerUrl)
})
beforeEach(() => tables.deleteFrom('platform_secret').execute())
afterAll(async () => {
  await db.close()
  await tables.destroy()
  await database.drop()
})

/** The keys that a process with this cipher gets. */
async function keysOf(purposes: readonly string[], cipher = createCipher(firstKey)) {
  const keys = await platformKeys({ db, cipher, firstKey }, purposes)
  return Object.fromEntries(Object.entries(keys).map(([purpose, key]) => [purpose, key.export().toString('hex')]))
}

test('each purpose gets its own random key, not derived from the secret key', async () => {
  const [one, two] = await Promise.all([keysOf(['otp', 'pictures']), keysOf(['otp', 'pictures'])])
  expect(one).toEqual(two)
  expect(await keysOf(['pictures', 'otp', 'later'])).toMatchObject(one)
  expect(new Set([one.otp, one.pictures, ...['otp', 'pictures'].map((name) => derivedBytes(firstKey, name).toString('hex'))]).size).toBe(4)
})

test('an older installation keeps its derived keys', async () => {
  await tables.insertInto('platform_secret').values({ purpose: 'otp' }).execute()
  const [one, two] = await Promise.all([keysOf(['otp']), keysOf(['otp'])])
  expect(one).toEqual({ otp: derivedBytes(firstKey, 'otp').toString('hex') })
  expect(two).toEqual(one)
  expect(await keysOf(['otp'], createCipher('another-key-that-seals-from-now-on-1234', [firstKey]))).toEqual(one)
})

test('a key stored under another purpose is refused', async () => {
  await keysOf(['otp'])
  await tables.updateTable('platform_secret').set({ purpose: 'pictures' }).execute()
  await expect(keysOf(['pictures'])).rejects.toThrow('the platform key for pictures has the purpose otp')
})
