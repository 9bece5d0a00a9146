/*
 * npm run db:types: creates a database by the migrations and writes its types to server/src/db/schema.ts, and its catalogue, with which `npm run
 * schema:check` compares, to server/migrations/catalog.txt. server/test/schema.test.ts fails if a file does not match the migrations.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogFile, catalogText } from '../server/src/db/catalog.ts'
import { withScratchDatabase } from './scratch-database.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
export const schemaFile = join(root, 'server/src/db/schema.ts')

// The types of values as db.ts reads them: a bigint column is a bigint, never text.
const typeMapping = { int8: 'bigint' }

/** The formatted text of schema.ts for the database at `url`. */
export async function generateTypes(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-types-'))
  try {
    const raw = join(folder, 'schema.ts')
    const choices = [
      '--dialect',
      'postgres',
      '--exclude-pattern',
      '(public.migration|graphile_worker.*)',
      '--type-mapping',
      JSON.stringify(typeMapping),
      '--log-level',
      'error',
    ]
    await run(process.execPath, [bin('kysely-codegen'), '--url', url, '--out-file', raw, ...choices], { cwd: folder })
    const formatting = run(process.execPath, [bin('biome'), 'format', `--stdin-file-path=${schemaFile}`], { cwd: root })
    formatting.child.stdin?.end(
      (await readFile(raw, 'utf8')).replace(
        /^\/\*\*[\s\S]*?\*\//,
        '// Written by `npm run db:types` from server/migrations. Not edited by hand.',
      ),
    )
    return (await formatting).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  await withScratchDatabase(async (ownerUrl, programUrl) => {
    await writeFile(schemaFile, await generateTypes(ownerUrl))
    await writeFile(catalogFile, await catalogText(programUrl))
  })
  console.log('server/src/db/schema.ts and server/migrations/catalog.txt are written')
}
