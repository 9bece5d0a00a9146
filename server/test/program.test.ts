import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { builtProgram } from './program.ts'

/* The build of the server finds its files wherever its folder is: an image and a release contain a copy. */

const root = join(import.meta.dirname, '../..')
let elsewhere: string
let database: TestDatabase

beforeAll(async () => {
  const { file } = await builtProgram()
  elsewhere = await mkdtemp(join(tmpdir(), 'lapak-elsewhere-'))
  await mkdir(join(elsewhere, 'web/dist'), { recursive: true })
  await cp(dirname(file), join(elsewhere, 'server/dist'), { recursive: true })
  for (const path of ['server/migrations', 'server/src/contexts/members/passwords/common-passwords.txt', 'web/dist/index.html'])
    await cp(join(root, path), join(elsewhere, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(elsewhere, 'node_modules'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(elsewhere, { recursive: true, force: true })
})

test('the build in another folder finds its migrations and serves the page and the API reference', async () => {
  const child = spawn(process.execPath, [join(elsewhere, 'server/dist/main.mjs'), 'http'], {
    cwd: elsewhere,
    env: { NODE_ENV: 'test', LOG_LEVEL: 'error', PORT: '0', DATABASE_URL: database.url, DATA_DIR: join(elsewhere, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => ['{}'])])) as [string]
    const { address } = JSON.parse(line) as { address: string }
    const statusOf = async (path: string) => (await fetch(`${address}${path}`, { headers: { accept: 'text/html' } })).status
    expect([await statusOf('/readyz'), await statusOf('/login'), await statusOf('/docs/'), await statusOf('/docs/js/scalar.js')]).toEqual([
      200, 200, 200, 200,
    ])
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

const readApart = (expected: unknown) => {
  const bytes = Buffer.from('Date,Description,Amount\n')
  return new Worker(join(elsewhere, 'server/dist/reading-thread.mjs'), {
    workerData: { bytes, expected },
    execArgv: ['--enable-source-maps'],
  })
}

test('the build in another folder reads bank files in its thread', async () => {
  const [result] = await once(readApart({ bank: '01', today: '2026-11-30' }), 'message')
  expect(result).toHaveProperty('problem')
})

test('the build can be read by the user that runs the server', async () => {
  const { mode } = await stat(dirname((await builtProgram()).file))
  expect((mode & 0o777).toString(8)).toBe('755')
})

test('a stack of the build names the lines of the sources', async () => {
  const [error] = await once(readApart(null), 'error')
  expect((error as Error).stack).toMatch(/reading-thread\.ts:\d+/)
})
