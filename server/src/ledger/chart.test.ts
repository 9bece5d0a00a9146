import { type CashCode, cashNames } from '@lapak/contract/shared/banks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#db/db.ts'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { cashAccount, platformAccounts } from './chart.ts'

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

/** Accounts whose stored code is not their name in the chart. */
const storedCodes: Record<string, string> = { suspense: 'unmatched_deposits' }
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('the chart has the same accounts as the database, and every bank has an account of its own', async () => {
  const rows = await db.read.selectFrom('system_account').select(['id', 'code']).execute()
  const accounts = [
    ...Object.entries(platformAccounts).map(([name, id]) => ({ id, code: storedCodes[name] ?? snakeCase(name) })),
    ...Object.keys(cashNames).map((code) => ({ id: cashAccount(code as CashCode), code })),
  ]
  expect(new Map(rows.map(({ id, code }) => [id, code]))).toEqual(new Map(accounts.map(({ id, code }) => [id, code])))
  const named = await db.read.selectFrom('system_account').select(['code', 'name']).where('code', 'in', Object.keys(cashNames)).execute()
  expect(Object.fromEntries(named.map(({ code, name }) => [code, name]))).toEqual(cashNames)
})
