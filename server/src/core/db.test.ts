import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase, type Tx } from './db.ts'
import { createLog } from './log.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 1, log: createLog('fatal') })
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const countWord = { name: 'test.count', text: 'insert into rate_count (subject, began_at, count) values ($1, now(), 1)' }

const counted = async (subject: string) =>
  (await db.read.selectFrom('rate_count').select('count').where('subject', '=', subject).execute()).map(({ count }) => count)

const kinds = [
  ['an ordinary transaction', (work: (tx: Tx) => Promise<unknown>) => db.transaction(work)],
  ['one of the purchase path', (work: (tx: Tx) => Promise<unknown>) => db.fast.transaction(work)],
] as const

describe.each(kinds)('%s', (kind, transaction) => {
  test('sees what was written by hand and by the query builder, and keeps both', async () => {
    await transaction(async (tx) => {
      await tx.run(countWord, [kind])
      await tx.updateTable('rate_count').set({ count: 2 }).where('subject', '=', kind).execute()
    })
    expect(await counted(kind)).toEqual([2])
  })

  test('takes both back when its work fails, and the connection is good for the next', async () => {
    const lost = `${kind}, lost`
    const failing = transaction(async (tx) => {
      await tx.run(countWord, [lost])
      await tx.updateTable('rate_count').set({ count: 2 }).where('subject', '=', lost).execute()
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    await transaction((tx) => tx.run(countWord, [`${lost}, then not`]))
    expect(await counted(lost)).toEqual([])
    expect(await counted(`${lost}, then not`)).toEqual([1])
  })
})

test('statements are kept prepared on the connections of the purchase path, and planned anew on all others', async () => {
  const names = async (tx: Tx) => {
    await tx.run({ name: 'test.one', text: 'select 1 as one' }, [])
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements where name = 'test.one'`.execute(tx)
    return rows.length
  }
  expect(await db.fast.transaction(names)).toBe(1)
  expect(await db.transaction(names)).toBe(0)
})
