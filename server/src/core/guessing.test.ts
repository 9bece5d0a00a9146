import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './db.ts'
import { countGuess, freeGuesses } from './guessing.ts'
import { createLog } from './log.ts'

let database: TestDatabase
let db: Database
let tables: ReturnType<typeof openTables>
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 2, log: createLog('fatal') })
  tables = openTables(database.url)
})
afterAll(async () => {
  await db.close()
  await tables.destroy()
  await database.drop()
})

test('a guess that stood in line waits from when it was counted', async () => {
  for (let n = 1; n < freeGuesses; n++) await countGuess(db, 'in line')
  let counted: Promise<void> | undefined
  await tables.transaction().execute(async (tx) => {
    await tx.selectFrom('sign_in_failure').select('subject').where('subject', '=', 'in line').forUpdate().execute()
    counted = countGuess(db, 'in line')
    await new Promise((resolve) => setTimeout(resolve, 1200))
  })
  await counted
  await expect(countGuess(db, 'in line')).rejects.toMatchObject({ code: 'access.too_many' })
})
