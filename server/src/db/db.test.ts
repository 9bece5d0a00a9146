import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase, type Reader, type Tx } from './db.ts'

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
  test('sees and stores changes of handwritten SQL and of the query builder', async () => {
    await transaction(async (tx) => {
      await tx.run(countWord, [kind])
      await tx.updateTable('rate_count').set({ count: 2 }).where('subject', '=', kind).execute()
    })
    expect(await counted(kind)).toEqual([2])
  })

  test('runs beforeCommit work at its end, in order, and rolls everything back if that work fails', async () => {
    const subject = `${kind} at its end`
    const done: string[] = []
    const ending = (word: string, act: () => Promise<unknown> = async () => undefined) =>
      async function end() {
        done.push(word)
        await act()
      }
    await transaction(async (tx) => {
      tx.beforeCommit(ending('first', () => tx.run(countWord, [subject])))
      tx.beforeCommit(ending('second', async () => tx.beforeCommit(ending('third'))))
      tx.afterCommit(() => done.push('committed'))
      done.push('work')
    })
    expect(done).toEqual(['work', 'first', 'second', 'third', 'committed'])
    expect(await counted(subject)).toEqual([1])

    const failing = transaction(async (tx) => {
      await tx.run(countWord, [`${subject} that fails`])
      tx.beforeCommit(() => Promise.reject(new Error('not at the end')))
    })
    await expect(failing).rejects.toThrow('not at the end')
    expect(await counted(`${subject} that fails`)).toEqual([])
  })

  test('rolls back both kinds of changes if its work fails, and its connection stays usable', async () => {
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

test.each([
  ['a row', sql`insert into rate_count (subject, began_at, count) values ('no', now(), 1)`],
  ['rows behind a select', sql`with gone as (delete from rate_count returning 1) select * from gone`],
  ['by a function', sql`select graphile_worker.add_job('no')`],
  ['a number of a sequence', sql`select nextval('purchase_id')`],
  ['a lock', sql`select from rate_count for update`],
])('the read handle refuses every write and lock, whatever the SQL: %s', async (_, statement) => {
  await expect(statement.execute(db.read)).rejects.toMatchObject({ code: '25006' })
  await expect(db.snapshot((read) => statement.execute(read))).rejects.toMatchObject({ code: '25006' })
})

test('the read handle has no methods for writing in the query builder', () => {
  expectTypeOf(db.read).toHaveProperty('selectFrom')
  for (const writes of ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'transaction'] as const)
    expectTypeOf(db.read).not.toHaveProperty(writes)
})

test('a connection is read-only again after a writing transaction', async () => {
  await db.transaction((tx) => tx.run(countWord, ['written']))
  await expect(sql`delete from rate_count`.execute(db.read)).rejects.toMatchObject({ code: '25006' })
  expect(await counted('written')).toEqual([1])
})

test('a snapshot sees one state, however long it lasts', async () => {
  const both = await openDatabase({ url: database.url, pool: 2, log: createLog('fatal') })
  try {
    const count = async (read: Reader) =>
      (await read.selectFrom('rate_count').select('subject').where('subject', '=', 'meanwhile').execute()).length
    const seen = await both.snapshot(async (read) => {
      const before = await count(read)
      await both.transaction((tx) => tx.run(countWord, ['meanwhile']))
      return [before, await count(read)]
    })
    expect(seen).toEqual([0, 0])
    expect(await count(both.read)).toBe(1)
  } finally {
    await both.close()
  }
})

test('statements stay prepared on connections of the purchase path, but not on others', async () => {
  const names = async (tx: Tx) => {
    await tx.run({ name: 'test.one', text: 'select 1 as one' }, [])
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements where name = 'test.one'`.execute(tx)
    return rows.length
  }
  expect(await db.fast.transaction(names)).toBe(1)
  expect(await db.transaction(names)).toBe(0)
})

test('closing ends every connection, whichever handle opened it', async () => {
  const other = await createTestDatabase()
  const used = await openDatabase({ url: other.url, pool: 1, log: createLog('fatal') })
  await used.transaction((tx) => tx.run(countWord, ['only']))
  await used.fast.transaction((tx) => tx.run(countWord, ['these']))
  await used.close()
  await expect(other.drop(2000)).resolves.toBeUndefined()
})
