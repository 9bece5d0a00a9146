import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateTypes, schemaFile } from '../../tools/db-types.ts'
import { createTestDatabase } from './database.ts'

test('db/schema.ts matches the migrations (else: npm run db:types)', async () => {
  const database = await createTestDatabase()
  try {
    expect(await readFile(schemaFile, 'utf8')).toBe(await generateTypes(database.ownerUrl))
  } finally {
    await database.drop()
  }
})
