import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '#shared/log.ts'
import { createTestDatabase, openTables, type TestDatabase } from '../../test/database.ts'
import { type Database, openDatabase } from './db.ts'
import { unconfirmedRestore } from './restore.ts'
import type { DB } from './schema.ts'
import { compareWitnesses, countUpSql, openWitness, readWorkers, type Witness } from './witness.ts'

let database: TestDatabase
let db: Database
let tables: Kysely<DB>
beforeAll(async () => {
  database = await createTestDatabase()
  db = await openDatabase({ url: database.url, pool: 2, log: createLog('fatal') })
  tables = openTables(database.ownerUrl)
})
afterAll(async () => {
  await db.close()
  await tables.destroy()
  await database.drop()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-witness-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** As a claim does. */
async function claim(witness: Witness) {
  const { id, confirm } = witness.expectBeat()
  const [row] = await db.fast.run<{ beat: bigint }>({ name: 'test.count-up', text: countUpSql('$1', 'true') }, [id])
  confirm(row?.beat)
}

test('a witness that begins new rows under claims never looks as if the database had gone back, and leaves two files', async () => {
  const folder = await newFolder()
  let alarms = 0
  const pace = { beatIntervalMs: 10, beatsPerRow: 5n, rowMinMs: 100 }
  const witness = await openWitness({ db, folder, log: createLog('silent'), wentBack: () => (alarms += 1), pace })
  const rows = () => tables.selectFrom('worker_witness').select(['id', 'retired']).execute()
  const [first] = await rows()
  const until = Date.now() + 1_500
  while (Date.now() < until) await Promise.all([claim(witness), claim(witness), claim(witness)])
  expect(alarms).toBe(0)
  expect((await rows()).some(({ id }) => id === first?.id)).toBe(false)
  expect((await rows()).length).toBeLessThanOrEqual(3)
  expect(await readWorkers(db.read)).toMatchObject({ alive: 1n })
  await witness.close()
  expect((await readdir(folder)).length).toBeLessThanOrEqual(2)
  expect(await readWorkers(db.read)).toMatchObject({ alive: 0n })
  await compareWitnesses(db, folder, { isWorker: true })
  expect(await unconfirmedRestore(db.read)).toBeNull()
})

test('a database that goes back under a running worker fails its next claim, and the next start records the loss once', async () => {
  const folder = await newFolder()
  let alarms = 0
  const witness = await openWitness({ db, folder, log: createLog('silent'), wentBack: () => (alarms += 1) })
  for (let times = 0; times < 3; times += 1) await claim(witness)
  await tables.updateTable('worker_witness').set({ beat: 1n }).execute()
  await expect(claim(witness)).rejects.toThrow('acknowledged commits are lost')
  expect(alarms).toBeGreaterThan(0)
  await witness.close()
  await compareWitnesses(db, folder, { isWorker: true })
  expect(await unconfirmedRestore(db.read)).toMatchObject({ reason: 'commits_lost' })
  await tables.updateTable('database_restore').set({ confirmed_at: new Date() }).execute()
  await compareWitnesses(db, folder, { isWorker: true })
  expect(await unconfirmedRestore(db.read)).toBeNull()
})

test('a claim while a restore waits for confirmation fails with this reason, not as a database that has gone back', async () => {
  const messages: string[] = []
  const log = { error: (_: unknown, message?: unknown) => void messages.push(String(message)) }
  const witness = await openWitness({ db, folder: await newFolder(), log, wentBack: () => undefined })
  await claim(witness)
  await tables.insertInto('database_restore').values({ reason: 'no_witness', detail: 'for this test' }).execute()
  await expect(claim(witness)).rejects.toThrow('a restore waits for confirmation')
  await witness.close()
  await tables.updateTable('database_restore').set({ confirmed_at: new Date() }).where('confirmed_at', 'is', null).execute()
  expect(messages.filter((message) => message.startsWith('nothing may be sent'))).toHaveLength(1)
  expect(messages.join()).not.toContain('gone back')
})

test('a folder that cannot be written stops neither the start of a worker nor its claims', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, '')
  const witness = await openWitness({ db, folder: join(file, 'witness'), log: createLog('silent'), wentBack: () => undefined })
  await claim(witness)
  await witness.close()
})
