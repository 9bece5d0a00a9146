import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateDatabase } from '#db/migrate.ts'
import { createEmptyDatabase, openTables } from '../../../../test/database.ts'

const migrations = new URL('../../../../migrations/', import.meta.url)

test('contradictions that were only in the text of failed payouts are kept as such, and their payouts are queried soon', async () => {
  const database = await createEmptyDatabase()
  const tables = openTables(database.ownerUrl)
  const folder = await mkdtemp(join(tmpdir(), 'lapak-migrations-'))
  try {
    for (const name of await readdir(migrations)) if (name < '0016') await copyFile(new URL(name, migrations), join(folder, name))
    await migrateDatabase(database.ownerUrl, { folder: pathToFileURL(`${folder}/`) })
    await sql`
      set session_replication_role = replica;
      insert into payout (cash_out_id, number, reference, amount, state, asked_by, reason, failure, due_at)
      select 1, number, 'CO-UJI-1-' || number, 5_000, state, 1, 'Uji', failure, case when state = 'unknown' then now() end
      from (values (1, 'failed', 'Penyedia menyatakan: menunggu bank'), (2, 'failed', 'Penyedia menyatakan: sudah dibayar'),
        (3, 'failed', 'Penyedia menyatakan: dikembalikan bank'), (4, 'failed', 'Penyedia menyatakan: Rp 4.999'), (5, 'failed', 'INVALID_DESTINATION'),
        (6, 'unknown', 'Penyedia menyatakan: Rp 4.999'), (7, 'succeeded', 'Penyedia menyatakan: gagal')) payout(number, state, failure)`.execute(
      tables,
    )
    await migrateDatabase(database.ownerUrl)
    const rows = await tables
      .selectFrom('payout')
      .select(['number', 'contradiction', 'contradicted_at', 'look_at'])
      .orderBy('number')
      .execute()
    expect(rows.map(({ contradiction }) => contradiction)).toEqual(['waits', 'succeeded', 'reversed', 'amount', null, null, null])
    for (const { contradiction, contradicted_at, look_at } of rows)
      expect([contradicted_at !== null, look_at !== null]).toEqual(Array(2).fill(contradiction !== null))
  } finally {
    await tables.destroy()
    await database.drop()
    await rm(folder, { recursive: true })
  }
})
