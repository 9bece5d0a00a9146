import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateTypes, schemaFile } from '../../scripts/db-types.ts'
import { createTestDatabase } from './database.ts'

test('core/schema.ts fits the migrations (else: npm run db:types)', async () => {
  const database = await createTestDatabase()
  try {
    expect(await readFile(schemaFile, 'utf8')).toBe(await generateTypes(database.ownerUrl))
  } finally {
    await database.drop()
  }
})
