import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './db.ts'

/**
 * A function of the database whose text lives beside the code that calls it. Its name ends in a hash of the text, so that
 * processes of two versions, which run side by side while a new one is rolled out, never call each other's.
 */
export interface DatabaseFunction {
  name: string
  create: string
}

/** `definition` is all that follows the name in `create function`. */
export function databaseFunction(name: string, definition: string): DatabaseFunction {
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 12)
  const own = `${name}_${hash}`
  return { name: own, create: `create function ${own}${definition}` }
}

/** Creates those that the database does not have yet; of several processes that start at once one does. */
export async function installFunctions(db: Database, functions: readonly DatabaseFunction[]): Promise<void> {
  await db.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('lapak.functions'))`.execute(tx)
    for (const { name, create } of functions) {
      const { rows } = await sql<{ known: boolean }>`select to_regproc(${name}) is not null as known`.execute(tx)
      if (!rows[0]?.known) await sql.raw(create).execute(tx)
    }
  })
}
