import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { writeRunInfo } from './run-info.ts'

let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'lapak-ledger-check-'))
})

afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function ledgerCheck(environment: Record<string, string>) {
  const { DATABASE_URL: _, ...rest } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'ledger-check.ts')], {
    env: { ...rest, ...environment },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('without DATABASE_URL the check verifies the database of the Lapak process running on DATA_DIR, or reports that no process runs there', async () => {
  expect(ledgerCheck({ DATA_DIR: dataDir })).toMatchObject({
    status: 2,
    output: expect.stringContaining(`a Lapak that runs over ${dataDir}`),
  })
  await writeRunInfo(dataDir, { address: '', pid: process.pid, databaseUrl: database.url, client: { id: '', secret: '' } })
  expect(ledgerCheck({ DATA_DIR: dataDir })).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^The books hold: \d+ rules proved\.\n$/),
  })
})

test('the check reports the first violating row of each violated rule and exits with code 1', async () => {
  const tables = openTables(database.ownerUrl)
  await tables.insertInto('member').values({ name: 'M', email: 'm@lapak.test', password_hash: '-' }).execute()
  await tables
    .insertInto('wallet')
    .columns(['member_id', 'balance'])
    .expression(tables.selectFrom('member').select(['id', 'id']))
    .execute()
  await tables.destroy()
  const { status, output } = ledgerCheck({ DATABASE_URL: database.url })
  expect(status).toBe(1)
  expect(output).toContain('BROKEN  every balance equals the sum of its entries: wallet 1 has 1, its entries sum to 0')
})
