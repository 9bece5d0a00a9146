import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const settings = { fsync: 'off', shared_buffers: '16MB' }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lapak-postgres-'))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function started(choosePort?: () => Promise<number>) {
  const postgres = await startEmbeddedPostgres({ dataDir: await newFolder(), log: console, settings, ...(choosePort && { choosePort }) })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function databaseOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ current_database: string }>('select current_database()')
  await client.end()
  return rows[0]?.current_database ?? ''
}

const portOf = (url: string) => Number(new URL(url).port)

test('a port that is taken between choosing it and listening at it is replaced, also when another PostgreSQL answers there', {
  timeout: 120_000,
}, async () => {
  const other = await started()
  const deaf = createServer()
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => deaf.close(() => resolve())))

  const taken = [portOf(other.url), (deaf.address() as AddressInfo).port]
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  const choices = [...taken, port]
  const postgres = await started(async () => {
    const choice = choices.shift() ?? 0
    if (choice === port) await new Promise((resolve) => free.close(resolve))
    return choice
  })
  expect(portOf(postgres.url)).toBe(port)
  expect(await databaseOf(postgres.url)).toBe('lapak')
  expect(await databaseOf(other.url)).toBe('lapak')
  expect(await databaseOf(other.programUrl)).toBe('lapak')
})
