import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateTypes, schemaFile } from '../../tools/db-types.ts'
import { catalogFile, catalogText } from '../src/db/catalog.ts'
import { createTestDatabase } from './database.ts'

test('db/schema.ts and migrations/catalog.txt match the migrations (else: npm run db:types)', async () => {
  const database = await createTestDatabase()
  try {
    expect(await readFile(schemaFile, 'utf8')).toBe(await generateTypes(database.ownerUrl))
    expect(await readFile(catalogFile, 'utf8')).toBe(await catalogText(database.url))
  } finally {
    await database.drop()
  }
})
