import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepareDatabase } from '../src/database.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { databaseUrl, onServer } from './database-server.ts'
import { startLapakProcess } from './fault/lapak-process.ts'

/* Tests which database role may migrate the database. role.test.ts checks the privileges of the program's role. */

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const production = {
  NODE_ENV: 'production',
  FAULT_POINTS: '0',
  LOG_LEVEL: 'warn',
  SECRET_KEY: 'a-key-for-this-test-only-0123456789',
  CLIENT_SECRET: 'a-secret-for-this-test',
  PUBLIC_URL: 'https://lapak.example',
}

/** The output until the program is ready, or the reason why it is not. */
async function startsAs(url: string, environment: Record<string, string> = {}): Promise<{ ready: boolean; output: string }> {
  const lapak = await startLapakProcess({ databaseUrl: url, environment }).catch((error: Error) => error)
  if (lapak instanceof Error) return { ready: false, output: lapak.message }
  lapak.signal('SIGTERM')
  const { output } = await lapak.end
  return { ready: true, output }
}

async function migrates(environment: Record<string, string>): Promise<string> {
  const script = fileURLToPath(new URL('../src/commands/migrate.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { PATH, NODE_COMPILE_CACHE, ...environment } })
  return stdout
}

async function asProgram(statement: string) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  return await client.query(statement).finally(() => client.end())
}

test('a program whose role does not own the database reports missing migrations, and starts after the owner has migrated', async () => {
  const refused = await startsAs(database.url)
  expect(refused).toMatchObject({ ready: false })
  expect(refused.output).toMatch(
    /the database lacks 0001-platform\.sql and \d+ more, and the role of DATABASE_URL does not own it; run `npm run migrate`/,
  )

  expect(await migrates({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl })).toContain(
    'as this version of Lapak needs it',
  )
  await expect(asProgram('create temporary table entry (id int)')).rejects.toMatchObject({ code: '42501' })
  const started = await startsAs(database.url, production)
  expect(started).toMatchObject({ ready: true })
  expect(started.output).not.toContain('the owner of the tables')

  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query(
    `select 'drop function ' || oid::regprocedure as drop from pg_proc where proname like 'place\\_orders\\_%'`,
  )
  await owner.query(rows[0].drop).finally(() => owner.end())
  expect((await startsAs(database.url)).output).toMatch(/the database lacks place_orders_[0-9a-f]{12}, and the role/)
})

test('a program with DATABASE_OWNER_URL migrates as the owner, and runs as its own role', async () => {
  expect(await startsAs(database.url, { DATABASE_OWNER_URL: database.ownerUrl })).toMatchObject({ ready: true })
  await expect(asProgram('alter table entry disable trigger all')).rejects.toMatchObject({ code: '42501' })
  expect(await startsAs(database.url)).toMatchObject({ ready: true })
})

describe('an owner that is no superuser', () => {
  const owner = { name: `lapak_owner_${randomBytes(4).toString('hex')}`, password: randomBytes(12).toString('hex') }
  let name: string
  beforeEach(async () => {
    name = new URL(database.url).pathname.slice(1)
    await onServer(database.ownerUrl, `create role ${owner.name} login password '${owner.password}'`)
  })
  afterEach(() =>
    onServer(database.ownerUrl, `reassign owned by ${owner.name} to current_user; drop owned by ${owner.name}; drop role ${owner.name}`),
  )

  const prepared = () => prepareDatabase({ databaseUrl: database.url, databaseOwnerUrl: databaseUrl(database.ownerUrl, name, owner) })

  test('can migrate and grant repeatedly if it owns the database', async () => {
    await onServer(database.ownerUrl, `alter database ${name} owner to ${owner.name}`)
    await prepared()
    await prepared()
    await asProgram(`select graphile_worker.add_job('nothing')`)
    expect((await asProgram('select from graphile_worker.jobs')).rowCount).toBe(1)
    for (const statement of ['alter table entry disable trigger all', 'delete from audit', 'create temporary table entry (id int)'])
      await expect(asProgram(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  test('reports that it cannot revoke temporary tables from the program', async () => {
    await onServer(database.ownerUrl, `grant create on database ${name} to ${owner.name}; grant create on schema public to ${owner.name}`)
    await expect(prepared()).rejects.toThrow(`revoke temporary on database ${name} from public`)
  })
})

test('a program that uses a single role for everything starts, with a warning in production', async () => {
  const started = await startsAs(database.ownerUrl, production)
  expect(started).toMatchObject({ ready: true })
  expect(started.output).toContain('DATABASE_URL is the owner of the tables; set DATABASE_OWNER_URL')
})
