import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { migrationNames } from '../src/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

describe('test databases', () => {
  const made: TestDatabase[] = []
  afterAll(() => Promise.all(made.map((database) => database.drop())))

  async function query(database: TestDatabase, text: string) {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }

  test('are migrated PostgreSQL 18 databases, each visible to one test file only', async () => {
    const [mine, theirs] = await Promise.all([createTestDatabase(), createTestDatabase()])
    made.push(mine, theirs)
    await query(mine, `insert into setting (name, value) values ('only here', '1')`)
    expect(await query(theirs, `select name from setting where name = 'only here'`)).toEqual([])
    expect((await query(mine, 'select name from migration order by name')).map((row) => row.name)).toEqual(await migrationNames())
    const [version] = await query(mine, 'show server_version_num')
    expect(Number(version.server_version_num)).toBeGreaterThanOrEqual(180_000)
  })

  test('wait for their connections before they are dropped, and report connections that stay open', async () => {
    const database = await createTestDatabase()
    const client = new pg.Client({ connectionString: database.url, application_name: 'forgotten' })
    await client.connect()
    await expect(database.drop(100)).rejects.toThrow(/forgotten/)
    const dropped = database.drop()
    await client.end()
    await dropped
  })
})
