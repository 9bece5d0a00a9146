import type pg from 'pg'

/*
 * Migrations whose names end in `.online.sql` run beside orders, statement by statement and outside of a transaction (decision 0050). Each of them may be
 * broken off at any moment, and is begun again then.
 */

export const isOnline = (name: string): boolean => name.endsWith('.online.sql')

const builds = /^create (?:unique )?index concurrently (\w+) on /i
/** What can be begun again: an index that is dropped if it is there, and work that ends each portion with a commit of its own. */
const repeatable = [builds, /^drop index concurrently if exists \w+$/i, /^do \$\$[\s\S]+\bcommit;/i]

export async function applyOnline(client: pg.Client, text: string): Promise<void> {
  const statements = statementsOf(text)
  for (const statement of statements)
    if (!repeatable.some((kind) => kind.test(statement))) throw new Error(`it could not be begun again: ${statement}`)
  for (const statement of statements) {
    const index = builds.exec(statement)?.[1]
    const state = index === undefined ? 'missing' : await stateOf(client, index)
    if (state === 'valid') continue
    // Left by a building that was broken off: written to, and never read.
    if (state === 'broken') await client.query(`drop index concurrently ${index}`)
    await client.query(statement)
  }
}

function statementsOf(text: string): string[] {
  const code = text.replaceAll(/^\s*--.*$/gm, '')
  return (code.match(/(?:\$\$[\s\S]*?\$\$|[^;])+/g) ?? []).map((statement) => statement.trim()).filter((statement) => statement !== '')
}

async function stateOf(client: pg.Client, index: string): Promise<'missing' | 'broken' | 'valid'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (rows[0] === undefined) return 'missing'
  return rows[0].valid ? 'valid' : 'broken'
}
