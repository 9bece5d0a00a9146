import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buffersWithin, startEmbeddedPostgres } from './embedded-postgres.ts'

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

test('another port is chosen if a port is taken before PostgreSQL listens on it, even if another PostgreSQL answers there', {
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

test('a server that was killed answers again at the same URL, and stops when it is told to', async () => {
  const dataDir = await newFolder()
  const postgres = await startEmbeddedPostgres({ dataDir, log: console, settings })
  onTestFinished(() => postgres.stop())
  const processId = async () => Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  for (let times = 0; times < 2; times += 1) {
    const killed = await processId()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => databaseOf(postgres.programUrl).catch(() => ''), { interval: 50 }).toBe('lapak')
    expect(await processId()).not.toBe(killed)
  }
  await postgres.stop()
  expect(await databaseOf(postgres.url).catch((error: NodeJS.ErrnoException) => error.code)).toBe('ECONNREFUSED')
})

test('the first order after a checkpoint does not wait for the compression of pages', async () => {
  const client = new pg.Client({ connectionString: (await started()).url })
  await client.connect()
  onTestFinished(() => client.end())
  // Fills most of a page with text that could be compressed to a quarter.
  await client.query('create table page as select n, repeat(n::text, 10) as text from generate_series(1, 120) n')
  await client.query('checkpoint')
  const before = (await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn')).rows[0]?.lsn
  await client.query('update page set n = 0 where n = 1')
  const { rows } = await client.query<{ bytes: string }>('select pg_current_wal_insert_lsn() - $1::pg_lsn as bytes', [before])
  expect(Number(rows[0]?.bytes)).toBeGreaterThan(5_000)
})

test('the shared buffers of PostgreSQL get an eighth of the memory, within limits', () => {
  const gigabyte = 1024 ** 3
  expect([0.5, 2, 8, 24].map((size) => buffersWithin(size * gigabyte))).toEqual(['128MB', '256MB', '1024MB', '2048MB'])
})
