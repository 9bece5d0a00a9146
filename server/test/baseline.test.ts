import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { createEmptyDatabase } from './database.ts'
import { schemaOf } from './schema-of.ts'

/** What a database is that was brought up by the migrations of a folder. */
async function migratedBy(folder: string): Promise<string[]> {
  const database = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl, application_name: 'lapak-test' })
  try {
    await migrate(database.ownerUrl, { folder: pathToFileURL(`${join(import.meta.dirname, folder)}/`) })
    await client.connect()
    return await schemaOf(client)
  } finally {
    await client.end()
    await database.drop()
  }
}

test('the baseline makes the same database as the chain of migrations, but for the row about older versions', async () => {
  const [chain, baseline] = [await migratedBy('../migrations'), await migratedBy('baseline')]
  expect(baseline).toEqual(chain.filter((line) => !line.startsWith('row audit ')))
})
