import { Operators } from '#contexts/market-data/targets/targets.ts'
import { createTestDatabase, openTables } from './database.ts'

/** The initial operators of an installation. */
export async function firstOperators(): Promise<{ operators: Operators; codes: string[] }> {
  const database = await createTestDatabase()
  const tables = openTables(database.url)
  try {
    const rows = await tables.selectFrom('operator').select(['code', 'name', 'prefixes']).execute()
    const operators = new Operators()
    for (const row of rows) operators.set(row)
    return { operators, codes: rows.map(({ code }) => code) }
  } finally {
    await tables.destroy()
    await database.drop()
  }
}
