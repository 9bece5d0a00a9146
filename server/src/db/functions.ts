import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * A database function whose source is next to the code that calls it. Its name ends in a hash of the source, so that processes of two versions, which
 * run concurrently during a rollout, never call each other's function.
 */
export interface DatabaseFunction {
  name: string
  create: string
}

/** `definition` is everything after the name in `create function`. */
export function databaseFunction(name: string, definition: string): DatabaseFunction {
  const hash = createHash('sha256').update(definition).digest('hex').slice(0, 12)
  const own = `${name}_${hash}`
  return { name: own, create: `create function ${own}${definition}` }
}

/** Creates the missing functions, on a connection of the owner. */
export async function installFunctions(owner: pg.Client, functions: readonly DatabaseFunction[]): Promise<void> {
  const missing = await missingFunctions(owner, functions)
  for (const { name, create } of functions) if (missing.includes(name)) await owner.query(create)
}

/** Names of the functions that the database does not have. */
export async function missingFunctions(client: pg.Client, functions: readonly DatabaseFunction[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from unnest($1::text[]) as name where to_regproc(name) is null', [
    functions.map(({ name }) => name),
  ])
  return rows.map(({ name }) => name)
}
