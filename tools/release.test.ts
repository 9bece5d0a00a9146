/* A release needs nothing of the machine but a shell: it is started in a folder of its own, with an empty environment. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyer, startLapak } from '../e2e/fixtures/lapak.ts'
import { fillRelease, operatorPrograms } from './release-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
let home: string
let release: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lapak-release-test-'))
  // The user that runs PostgreSQL for root has to reach it.
  await chmod(home, 0o755)
  release = join(home, 'lapak release')
  await fillRelease(release, { commit: '0'.repeat(40), date: new Date('2026-12-01') })
})
afterAll(() => rm(home, { recursive: true, force: true }))

test('release: starts with its own Node and PostgreSQL in an empty environment, sells, and fits its database', async () => {
  const dataDir = join(home, 'data')
  const lapak = (command: string) => ['env', '-i', 'PATH=/usr/bin:/bin', `DATA_DIR=${dataDir}`, 'PORT=0', join(release, 'lapak'), command]
  const running = await startLapak({ DATA_DIR: dataDir }, lapak('start'))
  try {
    const token = await running.signIn(buyer)
    const path = '/api/v1/transactions/buyer'
    await running.call(token, 'POST', path, { productcode: 'S5', target: '081200050002', reffclient: 'RELEASE' })
    const state = async () => {
      const { content } = await running.call<{ content: { reffclient: string; transactionrc: number }[] }>(token, 'GET', `${path}?size=-1`)
      return content.find((row) => row.reffclient === 'RELEASE')?.transactionrc
    }
    await expect.poll(state).toBe(1)
    expect((await fetch(`${running.info.address}/login`, { headers: { accept: 'text/html' } })).status).toBe(200)
    const [program = '', ...args] = lapak('schema:check')
    expect((await run(program, args)).stdout).toBe('The database fits this version of Lapak.\n')
  } finally {
    await running.stop()
  }
})

test('release: its README names each command', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const readme = await readFile(join(release, 'README.md'), 'utf8')
  expect(Object.keys(operatorPrograms(scripts)).filter((name) => !readme.includes(`\`./lapak ${name}`))).toEqual([])
})

test('release: SBOM and licences name every package that is in it', async () => {
  const folders = await readdir(join(release, 'node_modules'), { recursive: true, withFileTypes: true })
  const packages = folders.filter(({ name, parentPath }) => name === 'package.json' && /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(parentPath))
  const names = packages.map(({ parentPath }) => parentPath.slice(parentPath.lastIndexOf('node_modules/') + 'node_modules/'.length))
  const { components } = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8')) as { components: { purl: string }[] }
  const listed = components.map(({ purl }) => decodeURIComponent(purl))
  const licences = await readFile(join(release, 'THIRD-PARTY-LICENSES'), 'utf8')
  expect(names).toContain('sharp')
  expect(names.filter((name) => !listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`)))).toEqual([])
  expect(names.filter((name) => !licences.includes(`${name} `))).toEqual([])
})
