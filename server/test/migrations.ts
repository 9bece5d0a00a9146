import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { migrate, migrationNames } from '#db/migrate.ts'
import type { DB } from '#db/schema.ts'

/** Brings a database up to the last migration before this one, as an installation of that time has it. */
export async function migrateUpTo(ownerUrl: string, before: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-migrations-'))
  try {
    for (const name of await migrationNames())
      if (name < before) await copyFile(new URL(`../migrations/${name}`, import.meta.url), join(folder, name))
    await migrate(ownerUrl, { folder: pathToFileURL(`${folder}/`) })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A day and an hour have gone since the migrations. */
export const aDayAfter = (tables: Kysely<DB>) =>
  sql
    .raw("alter table audit disable trigger user; update audit set at = at - interval '25 hours'; alter table audit enable trigger user")
    .execute(tables)
