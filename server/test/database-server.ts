/*
 * Vitest's global setup: one PostgreSQL for the whole run, with a migrated template that createTestDatabase() copies. TEST_DATABASE_URL is the URL of
 * another server to use; its user must be allowed to create databases.
 */
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { endWithParent } from '../../tools/end-with-parent.ts'
import { prepareDatabase } from '../src/database.ts'
import { endLeftovers, startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { server: string; template: string; program: Role }
  }
}

/** The program's database role in tests: as in production, it owns nothing. */
interface Role {
  name: string
  password: string
}

const prefix = 'lapak-test-postgres-'
// The data is deleted after the run, so it need not survive a power failure.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Small, because databases are small, and dropping a database scans all shared buffers.
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // Autovacuum would run during long tests, and change plans and the counts of rows read; the nightly tests need it.
  autovacuum: process.env.NIGHTLY ? 'on' : 'off',
}

/**
 * A database has a thousand files, and creating them in memory takes a third of the time that it takes on disk. The nightly tests need more space
 * than memory has.
 */
const memoryFolder = '/dev/shm'
const memoryNeeded = 4 * 1024 ** 3

export default async function setUp(project: TestProject) {
  const { server, stays, stop } = await startServer()
  const run = randomBytes(4).toString('hex')
  const template = `lapak_template_${run}`
  const program = { name: `lapak_program_${run}`, password: randomBytes(12).toString('hex') }
  await onServer(server, `create role ${program.name} login password '${program.password}'`)
  await onServer(server, `create database ${template}`)
  await prepareDatabase({ databaseUrl: databaseUrl(server, template, program), databaseOwnerUrl: databaseUrl(server, template) })
  project.provide('database', { server, template, program })
  return async () => {
    try {
      await onServer(server, `drop database ${template} with (force)`)
      // A server that this run started is deleted completely. On another server a database of a crashed test may still depend on the role; then the
      // role stays.
      if (stays) await onServer(server, `drop role ${program.name}`).catch(() => undefined)
    } finally {
      await stop()
    }
  }
}

/** Exported also for tools that run the tests many times over one server (tools/mutate.ts). */
export async function startServer(): Promise<{ server: string; stays: boolean; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { server: given, stays: true, stop: async () => {} }
  await purge()
  const dataDir = await mkdtemp(join(await dataFolder(), `${prefix}${process.pid}-`))
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: console, settings })
  const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const letGo = endWithParent(Number(pid), dataDir)
  return {
    server: postgres.url,
    stays: false,
    async stop() {
      await postgres.stop()
      letGo()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function dataFolder(): Promise<string> {
  if (process.env.NIGHTLY || freemem() < memoryNeeded) return tmpdir()
  const { bavail, bsize } = await statfs(memoryFolder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize < memoryNeeded ? tmpdir() : memoryFolder
}

/** Removes the folders of killed runs, and stops their servers. */
async function purge() {
  for (const folder of [tmpdir(), memoryFolder]) await purgeFolder(folder)
}

async function purgeFolder(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) {
    const owner = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN)
    if (!owner || isRunning(owner)) continue
    const dataDir = join(folder, name)
    await endLeftovers(dataDir, console)
      .then(() => rm(dataDir, { recursive: true, force: true }))
      .catch(() => undefined) // the folder belongs to another user
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The connection URL of a database, for its owner or for another role. */
export function databaseUrl(server: string, name: string, as?: Role): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  if (as) [url.username, url.password] = [as.name, as.password]
  return url.href
}

export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, application_name: 'lapak-test' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
